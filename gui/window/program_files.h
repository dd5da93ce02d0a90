// SPDX-License-Identifier: GPL-3.0-or-later
// ProgramFiles: new programs, copies of listings, their files, and closing them.
// Not here: their texts (listing/written_program.h), their workspaces (session/workbench.h).
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <utility>

#include "gui/jobs/latest_job.h"
#include "gui/text/program_file.h"

namespace runahead::gui {

class FileJobs;
class NoticeStrip;
class RunSettings;
class Workbench;

class ProgramFiles : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive it.
  ProgramFiles(Workbench* bench, RunSettings* settings, FileJobs* files, NoticeStrip* notice,
               QWidget* window);

  bool reading() const { return m_opening.busy(); }
  void create();
  /// Reads the file beside the window.
  void open(const QString& path);
  /// One that was read already.
  void take(const QString& path, const ReadProgram& read);
  /// What the listing shows, in the names of a framework, as a program to write on.
  void editCopy(const QString& framework);
  /// Into the program's file, or asks for one.
  void save();
  void saveAs();
  /// With its runs; what was not saved is asked about.
  void close();
  /// The one that was closed last.
  void reopen();
  /// A file was written, perhaps a program's; or nothing was.
  void written(const QString& path);
  void notWritten();

 signals:
  /// A program's workspace is open now.
  void opened();
  /// Its file was read or written.
  void touched(const QString& path);
  /// Under its name.
  void saved();
  void closed(const QString& name);
  void failed(const QString& what, const QString& hint);

 private:
  void write(const QString& path, bool replaces);
  void reallyClose();

  Workbench* m_bench;
  RunSettings* m_settings;
  FileJobs* m_files;
  NoticeStrip* m_notice;
  QWidget* m_window;
  struct Opened {
    QString path;
    Result<ReadProgram> read;
  };
  LatestJob<Opened> m_opening;
  std::optional<std::pair<QString, ProgramText>> m_saving;  ///< its workspace, and what is being written
  QString m_closing;  ///< its name, while it is saved in order to be closed
};

}  // namespace runahead::gui
