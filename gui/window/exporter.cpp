// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs are written, and what is said of them beside the picture.
#include "gui/window/exporter.h"

#include <QApplication>
#include <QClipboard>
#include <algorithm>

#include "gui/export/export_dialog.h"
#include "gui/export/page.h"
#include "gui/jobs/file_jobs.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/text/endings.h"

namespace runahead::gui {
namespace {

constexpr QSize kPicture(1600, 900);

RunEntry asideOf(const RunList::Run& run) {
  RunEntry aside = run;
  if (!run.finished) aside.status = RunResult::Status::succeeded;
  return aside;
}

}  // namespace

Exporter::Exporter(const RecordedTrace* record, ViewState* view, RunList* runs, RunSettings* settings,
                   ListingPane* listing, FileJobs* files, QWidget* window)
    : QObject(window),
      m_record(record),
      m_view(view),
      m_runs(runs),
      m_settings(settings),
      m_listing(listing),
      m_files(files),
      m_window(window),
      m_copying([this](const std::shared_ptr<const QImage>& image) {
        QApplication::clipboard()->setImage(*image);
        emit copied();
      }) {}

void Exporter::exportTo(const QString& path) {
  exportRuns(path, tracesOnShow());
}

std::vector<Trace> Exporter::tracesOnShow() const {
  if (!m_runs->comparing()) return {m_record->trace()};
  std::vector<Trace> traces;
  for (const RunList::Run* run : m_runs->compared()) traces.push_back(run->trace);
  return traces;
}

FigureOptions Exporter::figureOptions() const {
  const Scenario* scenario = m_settings->scenario();
  FigureOptions options;
  options.title =
      QString::fromStdString(scenario ? scenario->title : m_view->shown()->trace().info().source.scenario);
  if (scenario) options.question = QString::fromStdString(scenario->question);
  options.listing = m_view->shown()->listing();
  options.framework = m_listing->chosenFramework();
  options.alignment = m_runs->workspace().aligned;
  options.mark = m_runs->workspace().mark;
  for (const RunList::Run* run :
       m_runs->comparing() ? m_runs->compared() : std::vector<const RunList::Run*>{m_runs->shown()}) {
    if (run) options.asides.push_back(asideOf(*run));
  }
  return options;
}

void Exporter::exportRuns(const QString& path, const std::vector<Trace>& traces) {
  if (!m_view->shown()->hasRun()) {
    emit failed(tr("There is nothing to export yet."), tr("Run a scenario or open a recording first."));
    return;
  }
  if (isFigurePath(path.toStdString()) || isPagePath(path.toStdString())) {
    exportPicture(path, traces, saidOf(figureOptions(), traces));
  } else if (isDataPath(path.toStdString())) {
    m_files->write(path,
                   [traces, file = path.toStdString()](const Progress&) { return writeData(traces, file); });
  } else {
    emit failed(tr("“%1” was not written: its ending names no format.").arg(path),
                tr("Use .png, .svg, .pdf, .html, .csv, .json or .runahead."));
  }
}

void Exporter::exportPicture(const QString& path, const std::vector<Trace>& traces,
                             const FigureOptions& options) {
  const bool page = isPagePath(path.toStdString());
  m_files->write(
      path,
      [=](const Progress& progress) {
        return page ? writePage(path, traces, options, progress)
                    : writeFigureWithSolution(path, traces, options);
      },
      page);
}

void Exporter::ask() {
  if (!m_view->shown()->hasRun()) return;
  const auto compared = m_runs->compared();
  std::vector<ExportDialog::Run> runs;
  for (const RunList::Run& run : m_runs->runs()) {
    const bool taken =
        m_runs->comparing() ? std::ranges::find(compared, &run) != compared.end() : &run == m_runs->shown();
    if (!run.finished && !taken) continue;
    runs.push_back({run.trace, taken && run.here, asideOf(run),
                    run.here ? run.label : tr("%1 · on disk").arg(run.label), run.here});
  }
  if (runs.empty()) runs.push_back({m_record->trace(), true});
  auto* dialog = new ExportDialog(std::move(runs), figureOptions(), m_window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &ExportDialog::dataWanted, this,
          [this, dialog](const QString& path) { exportRuns(path, dialog->traces()); });
  connect(dialog, &ExportDialog::pictureWanted, this,
          [this, dialog](const QString& path, const FigureOptions& options) {
            exportPicture(path, dialog->traces(), options);
          });
  connect(m_files, &FileJobs::written, dialog,
          [dialog](const QString& path) { dialog->say(tr("Written: %1").arg(path)); });
  connect(m_files, &FileJobs::failed, dialog,
          [dialog](const QString&, const QString& reason) { dialog->say(reason); });
  dialog->show();
}

void Exporter::copyPicture(ThemeKind theme) {
  if (!m_view->shown()->hasRun()) return;
  const std::vector<Trace> traces = tracesOnShow();
  FigureOptions options = saidOf(figureOptions(), traces);
  options.theme = theme;
  options.size = kPicture;
  m_copying.start([traces, options](const std::atomic<bool>&) {
    QImage image = Figure(traces, options).image(2);
    image.setDevicePixelRatio(2);
    return image;
  });
}

}  // namespace runahead::gui
