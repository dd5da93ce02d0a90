// SPDX-License-Identifier: GPL-3.0-or-later
// Exporter: writes what is on show into files, asks how, and copies it as a picture.
// Not here: the dialog (export/export_dialog.h), sessions (session_files.h).
#pragma once

#include <QImage>
#include <QObject>
#include <vector>

#include "core/trace/trace.h"
#include "gui/export/figure.h"
#include "gui/jobs/latest_job.h"

namespace runahead::gui {

class FileJobs;
class ListingPane;
class RunList;
class RecordedTrace;
class RunSettings;
class ViewState;

class Exporter : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive it.
  Exporter(const RecordedTrace* record, ViewState* view, RunList* runs, RunSettings* settings,
           ListingPane* listing, FileJobs* files, QWidget* window);

  /// By the ending of the path: .png .svg .pdf .html .csv .json
  void exportTo(const QString& path);
  void ask();
  /// Into the clipboard.
  void copyPicture(ThemeKind theme);

 signals:
  void copied();
  void failed(const QString& what, const QString& hint);

 private:
  void exportRuns(const QString& path, const std::vector<Trace>& traces);
  void exportPicture(const QString& path, const std::vector<Trace>& traces, const FigureOptions& options);
  /// The run on show, or those that it is compared with and itself.
  std::vector<Trace> tracesOnShow() const;
  /// What a figure of them says.
  FigureOptions figureOptions() const;

  const RecordedTrace* m_record;
  ViewState* m_view;
  RunList* m_runs;
  RunSettings* m_settings;
  ListingPane* m_listing;
  FileJobs* m_files;
  QWidget* m_window;
  LatestJob<QImage> m_copying;
};

}  // namespace runahead::gui
