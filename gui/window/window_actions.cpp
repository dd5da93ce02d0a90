// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with scenarios, runs and files.
// Not here: layout and keys (main_window.cpp).
#include <QAbstractSpinBox>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QPainter>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>

#include "core/analysis/summary.h"
#include "core/io/trace_file.h"
#include "gui/bridge/file_jobs.h"
#include "gui/bridge/run_bridge.h"
#include "gui/driving/hand_driver.h"
#include "gui/figure/export_dialog.h"
#include "gui/figure/figure.h"
#include "gui/header/header_bar.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/run_list.h"
#include "gui/scenarios/scenario_panel.h"
#include "gui/session/note_strip.h"
#include "gui/session/session_flags.h"
#include "gui/session/session_keeper.h"
#include "gui/state/state_pane.h"
#include "gui/theme/format.h"
#include "gui/welcome/this_computer.h"
#include "gui/widgets/text_label.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/work_page.h"

namespace runahead::gui {
namespace {

constexpr QSize kPicture(1600, 900);

QString question(const Scenario* scenario) {
  return scenario ? QString::fromStdString(scenario->question) : QString();
}

bool isSameRun(const TraceInfo& one, const TraceInfo& other) {
  const auto what = [](const TraceInfo& info) {
    return std::tie(info.scenario, info.mode, info.waits, info.workers, info.seed, info.parameters);
  };
  return what(one) == what(other);
}

RunResult resultOf(const SessionRun& run) {
  return {.status = run.status, .value = {}, .errors = run.errors};
}

/// The one file that a drop brings, if it is one that can be opened.
QString droppedFile(const QMimeData* data) {
  const QList<QUrl> urls = data->urls();
  if (urls.size() != 1 || !urls.front().isLocalFile()) return {};
  const QString path = urls.front().toLocalFile();
  const bool known = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ||
                     path.endsWith(QLatin1String(".runahead"), Qt::CaseInsensitive);
  return known ? path : QString();
}

}  // namespace

void MainWindow::chooseScenario(const QString& id) {
  const Scenario* scenario = find_scenario(id.toStdString());
  if (!scenario) {
    showError(tr("There is no scenario “%1”.").arg(id), tr("Choose one from the list."));
    return;
  }
  m_scenarioPopup->hide();
  m_notice->hide();
  leaveRuns(scenario);
  m_settings->setScenario(scenario);
  m_scenarios->setChosen(id);
  m_listing->beginRun();
  m_view->setTrace(Trace(), false);
  m_listing->setScenario(id);
  m_header->setFramework(m_listing->framework());
  m_state->setScenario(scenario);
  updateWaits();
  m_workPage->showEmpty(tr("Nothing has run yet."), true);
  beginSession(id, {});
  showWork();
  updateActions();
  centralWidget()->setFocus();  // the arrow keys step, whatever it was chosen with
}

void MainWindow::leaveRuns(const Scenario* next) {
  m_workPage->note()->finish();
  m_keeper->leave();
  m_bridge->abandon();
  m_header->setRunning(false);
  endDriving();
  m_runs->clear();
  m_flags.clear();
  if (!next || next != m_settings->scenario()) m_view->clearBreakPoints();
}

void MainWindow::updateWaits() {
  const Scenario* scenario = m_settings->scenario();
  const RunList::Run* run = m_runs->shown();
  m_listing->setWaits(scenario ? lineWaits(*scenario, m_settings->mode(), m_settings->waits(),
                                           run ? &run->trace.info() : nullptr, m_listing->lines())
                               : std::vector<LineWait>());
}

void MainWindow::checkSettings() {
  if (m_bridge->running() || !m_settings->scenario()) return;
  const Result<RunConfig> config = check(m_settings->request());
  if (!config) {
    showError(tr("The next run will not start: %1").arg(QString::fromStdString(config.error())), {});
  } else if (m_refused) {
    m_notice->hide();
  }
  m_refused = !config;
}

void MainWindow::run() {
  if (!m_settings->scenario() || m_bridge->running() || drivesOn()) return;
  // A number that is still being typed counts.
  for (QAbstractSpinBox* field : m_header->findChildren<QAbstractSpinBox*>()) field->interpretText();
  m_notice->hide();
  const RunRequest request = m_settings->request();
  const Result<RunConfig> config = check(request);
  const bool by_hand = m_settings->clock() == RunSettings::kByHand;
  const Status started = !config   ? Status(Failure{config.error()})
                         : by_hand ? success()
                                   : m_bridge->start(request);
  if (!started) {
    showError(tr("The run was not started: %1").arg(QString::fromStdString(started.error())),
              tr("Change the value in the header and run again."));
    return;
  }
  centralWidget()->setFocus();
  if (m_driver->driving()) endDriving();
  if (by_hand) return startDriving(*config);
  m_firstSnapshot = true;
  m_header->setRunning(true);
  m_header->setRunShown(true);
  m_header->setElapsed(0);
  updateActions();
}

void MainWindow::stop() {
  if (m_driver->driving()) endDriving();
  m_bridge->stop();
}

void MainWindow::showTrace(const Trace& trace) {
  if (m_bridge->running()) m_header->setElapsed(m_bridge->elapsedMs());
  if (m_firstSnapshot) {
    m_firstSnapshot = false;
    m_runs->begin(trace);
    putIntoView();
    updateWaits();
    return;
  }
  m_runs->update(trace);
  if (m_runs->newestShown()) m_view->setTrace(trace, true);
}

void MainWindow::putIntoView() {
  const RunList::Run& run = *m_runs->shown();
  m_workPage->note()->finish();
  m_flags[m_inView] = m_view->marks();
  m_inView = run.id;
  m_listing->beginRun();
  m_view->setTrace(run.trace, false, run.index);
  m_view->setMarks(m_flags[run.id]);
  m_workPage->showRun();
}

void MainWindow::showRun() {
  const RunList::Run& run = *m_runs->shown();
  // What one has zoomed into in one run is looked at in the other, at the same time after initialisation.
  const std::int64_t shift = initialisation_end_ns(run.trace) - initialisation_end_ns(m_view->trace());
  const double from = m_view->visibleFromNs() + static_cast<double>(shift);
  const double to = m_view->visibleToNs() + static_cast<double>(shift);
  const std::int64_t cursor = m_view->cursorNs() + shift;
  const bool fits = m_view->fitting(), follows = m_view->followEnd();
  putIntoView();
  if (run.finished) {
    if (!fits) m_view->setVisible(from, to);
    if (!follows) m_view->setCursorTime(cursor);
  }
  const bool driven = branchOnShow() >= 0;
  const Scenario* scenario = find_scenario(run.trace.info().scenario);
  if (scenario != m_settings->scenario() || !scenario) showScenarioOf(run.trace.info(), {});
  m_settings->setFrom(scenario, run.trace.info());
  if (driven) m_settings->setClock(RunSettings::kByHand);
  m_header->setRunShown(true);
  lookWhereDriven();
  m_state->refreshNumbers();
  m_notice->hide();
  updateActions();
  tellOutcome();
}

void MainWindow::showSimulated(const Trace& trace) {
  // Settings that came from a recording are those of what is on show.
  if (drivesOn() || isSameRun(m_view->trace().info(), trace.info())) return;
  if (m_bridge->running()) {
    if (m_header->runShown()) return;  // the same comes, and was asked for
    m_bridge->abandon();
    m_header->setRunning(false);
    if (!m_firstSnapshot) m_runs->finish(m_runs->runs().back().id);
  }
  const auto& runs = m_runs->runs();
  const bool kept = std::any_of(runs.begin(), runs.end(),
                                [this](const RunList::Run& run) { return run.id == m_simulated; });
  const bool fits = m_view->fitting(), follows = m_view->followEnd();
  const double from = m_view->visibleFromNs(), to = m_view->visibleToNs();
  const std::int64_t cursor = m_view->cursorNs();
  if (kept) {
    m_runs->renew(m_simulated, trace);
  } else {
    m_runs->begin(trace);
    m_simulated = m_runs->shown()->id;
    m_runs->finish(RunResult{});
  }
  if (m_runs->shown()->id == m_simulated) {
    putIntoView();
    // What is being looked at stays in sight while a time is dragged.
    if (!fits) m_view->setVisible(from, to);
    if (!follows) m_view->setCursorTime(cursor);
  } else {
    m_runs->show(m_simulated);
  }
  updateWaits();
  m_header->setRunShown(true);
  // That panel is built anew, which costs more than all the others together.
  m_numbersTimer.start();
  updateActions();
}

void MainWindow::runFinished(const RunResult& result) {
  m_header->setRunning(false);
  m_runs->finish(result);
  m_keeper->keep();
  m_state->refreshNumbers();
  updateActions();
  if (m_runs->newestShown()) tellOutcome();
}

void MainWindow::tellOutcome() {
  const RunResult& result = m_runs->shown()->result;
  const Scenario* scenario = m_settings->scenario();
  QStringList errors;
  for (const std::string& error : result.errors) errors << QString::fromStdString(error);
  if (errors.size() > 3) errors = errors.mid(0, 3) << tr("and %1 more").arg(errors.size() - 3);
  if (result.status == RunResult::Status::failed) {
    const Trace& trace = m_runs->shown()->trace;
    showError(errors.isEmpty() ? tr("The run failed.") : errors.join(QLatin1Char('\n')),
              trace.size() > 0 ? tr("The recording up to the error is shown. Change the parameters and run "
                                    "again.")
              : trace.info().device == "cuda"
                  ? tr("Nothing was recorded. Choose another device among the parameters and run again.")
                  : tr("Nothing was recorded. Change the parameters and run again."));
  } else if (!errors.isEmpty() && scenario && scenario->demonstrates_error) {
    m_notice->showNotice(
        NoticeStrip::Kind::error, errors.join(QLatin1Char('\n')),
        tr("This scenario is about this error: see where it was raised and where it surfaced."));
  } else if (!errors.isEmpty()) {
    showError(errors.join(QLatin1Char('\n')), {});
  } else if (const std::uint64_t missing = m_view->trace().left_out_tasks(); missing > 0) {
    m_notice->showNotice(
        NoticeStrip::Kind::remark,
        tr("%1 tasks were executed but not recorded: the recording is full.").arg(formatCount(missing)),
        tr("A smaller run is recorded completely."));
  }
}

void MainWindow::openTrace(const QString& path) {
  m_adds = false;
  m_notice->hide();
  m_files->read(QFileInfo(path).absoluteFilePath());
}

void MainWindow::takeFile(const QString& path, const SessionFile& file) {
  m_adds = !m_runs->runs().empty();
  fileOpened(QFileInfo(path).absoluteFilePath(), file, LaneIndexes(file.traces.size()));
}

void MainWindow::compareWith(const QString& path) {
  if (m_bridge->running() || drivesOn()) {
    showError(tr("A file cannot join a run that goes on."), tr("Stop the run first."));
    return;
  }
  m_adds = !m_runs->runs().empty();
  m_notice->hide();
  m_files->read(QFileInfo(path).absoluteFilePath());
}

void MainWindow::showScenarioOf(const TraceInfo& info, const QString& fileName) {
  const QString id = QString::fromStdString(info.scenario);
  const Scenario* scenario = find_scenario(info.scenario);
  m_settings->setFrom(scenario, info);
  if (!scenario) m_header->setTitle(id.isEmpty() ? fileName : id, fileName);
  m_scenarios->setChosen(scenario ? id : QString());
  m_state->setScenario(scenario);
  m_listing->setScenario(scenario ? id : QString());
  m_header->setFramework(m_listing->framework());
}

void MainWindow::fileOpened(const QString& path, const SessionFile& file, const LaneIndexes& indexes) {
  const std::vector<Trace>& traces = file.traces;
  const bool joins = m_adds && !m_runs->runs().empty() && !m_bridge->running();
  if (joins && traces.empty()) {
    showError(tr("“%1” holds no run to compare with.").arg(path), tr("Nothing was changed."));
    return;
  }
  if (!joins) {
    const SessionRequest next = file.state ? file.state->next.value_or(SessionRequest{}) : SessionRequest{};
    const TraceInfo info = traces.empty() ? TraceInfo{.scenario = next.scenario} : traces.front().info();
    leaveRuns(find_scenario(info.scenario));
    m_view->setTrace(Trace(), false);
    showScenarioOf(info, QFileInfo(path).fileName());
  }
  std::vector<int> ids(traces.size(), 0);
  for (std::size_t i = 0; i < traces.size() && m_runs->runs().size() < RunList::kMost; ++i) {
    ids[i] = m_runs->add(traces[i], file.state ? resultOf(file.state->runs[i]) : RunResult{}, indexes[i]);
    if (file.state) m_flags[ids[i]] = flagsFromFile(file.state->runs[i].flags);
    if (joins) m_runs->setChosen(ids[i], true);
  }
  for (int& id : ids) {
    if (!m_runs->find(id)) id = 0;  // forgotten for those after it
  }
  if (joins) {
    addRecent(path);
    setComparing(true);
  } else {
    if (file.state) {
      restoreState(*file.state, ids);
    } else {
      m_runs->show(m_runs->runs().front().id);
    }
    showWork();
    sessionOpened(path, file);
  }
  updateActions();
  if (const auto missing = std::count(ids.begin(), ids.end(), 0); missing > 0) {
    const auto taken = static_cast<qsizetype>(ids.size()) - missing;
    m_notice->showNotice(NoticeStrip::Kind::remark,
                         tr("This file holds %1 runs; %2 of them are shown.").arg(ids.size()).arg(taken),
                         joins ? tr("At most %1 runs are kept at a time.").arg(RunList::kMost) : QString());
  }
}

void MainWindow::exportTo(const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  if (m_working && ending == QLatin1String("runahead")) return saveTo(path);  // a session needs no run
  exportRuns(path, tracesOnShow());
}

std::vector<Trace> MainWindow::tracesOnShow() const {
  if (!m_runs->comparing()) return {m_view->trace()};
  std::vector<Trace> traces;
  for (const RunList::Run* run : m_runs->compared()) traces.push_back(run->trace);
  return traces;
}

FigureOptions MainWindow::figureOptions() const {
  const Scenario* scenario = m_settings->scenario();
  FigureOptions options;
  options.title = QString::fromStdString(scenario ? scenario->title : m_view->trace().info().scenario);
  options.question = question(scenario);
  options.listing = m_view->listing();
  options.alignment = m_runs->alignment();
  options.mark = m_runs->alignedMark();
  return options;
}

void MainWindow::exportRuns(const QString& path, const std::vector<Trace>& traces) {
  const QString ending = QFileInfo(path).suffix().toLower();
  if (m_view->trace().size() == 0) {
    showError(tr("There is nothing to export yet."), tr("Run a scenario or open a recording first."));
    return;
  }
  if (isFigurePath(path)) {
    exportPicture(path, traces, saidOf(figureOptions(), traces));
  } else if (ending == QLatin1String("json")) {
    m_files->write(path, [traces, file = path.toStdString()] { return write_trace_json(traces, file); });
  } else if (ending == QLatin1String("csv")) {
    m_files->write(path, [traces, file = path.toStdString()] { return write_trace_csv(traces, file); });
  } else {
    showError(tr("“%1” was not written: its ending names no format.").arg(path),
              tr("Use .png, .svg, .pdf, .csv, .json or .runahead."));
  }
}

void MainWindow::exportPicture(const QString& path, const std::vector<Trace>& traces,
                               const FigureOptions& options) {
  m_files->write(path, [path, traces, options] { return writeFigureWithSolution(path, traces, options); });
}

void MainWindow::askForFile(bool compare) {
  auto* dialog =
      new QFileDialog(this, compare ? tr("Compare with a recording") : tr("Open a session or a recording"),
                      {}, tr("Sessions and recordings (*.runahead *.json)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this,
          compare ? &MainWindow::compareWith : &MainWindow::openTrace);
  dialog->open();
}

void MainWindow::askForExport() {
  if (m_view->trace().size() == 0 || m_bridge->running()) return;
  const auto compared = m_runs->compared();
  std::vector<ExportDialog::Run> runs;
  for (const RunList::Run& run : m_runs->runs()) {
    const bool taken = m_runs->comparing()
                           ? std::find(compared.begin(), compared.end(), &run) != compared.end()
                           : &run == m_runs->shown();
    if (run.finished || taken) runs.push_back({run.trace, taken});
  }
  if (runs.empty()) runs.push_back({m_view->trace(), true});
  auto* dialog = new ExportDialog(std::move(runs), figureOptions(), this);
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

void MainWindow::copyPicture() {
  if (m_view->trace().size() == 0) return;
  const std::vector<Trace> traces = tracesOnShow();
  FigureOptions options = saidOf(figureOptions(), traces);
  options.theme = m_theme;
  options.size = kPicture;
  m_copying.start([traces, options](const std::atomic<bool>&) {
    QImage image(kPicture * 2, QImage::Format_RGB32);
    image.setDevicePixelRatio(2);
    image.fill(Theme::of(options.theme).paper);
    QPainter painter(&image);
    paintFigure(painter, traces, options);
    return image;
  });
}

void MainWindow::showAbout() {
  auto* dialog = new QDialog(this);
  dialog->setObjectName(QStringLiteral("about"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("About Runahead"));
  auto* column = new QVBoxLayout(dialog);
  column->setContentsMargins(32, 28, 32, 28);
  column->setSpacing(6);
  const auto line = [&](const QFont& font, TextLabel::Colour colour, const QString& text) {
    auto* label = new TextLabel(font, colour, text);
    label->setElideMode(Qt::ElideNone);
    column->addWidget(label);
  };
  line(uiFont(22, QFont::Bold), &Theme::text, tr("Runahead"));
  line(uiFont(14), &Theme::text2, tr("What is really done when a line returns?"));
  line(monoFont(13), &Theme::text2, tr("Qt %1").arg(QString::fromLatin1(qVersion())));
  for (const QString& text : describeComputer() + describeGpu()) line(monoFont(13), &Theme::text2, text);
  line(uiFont(13), &Theme::text2,
       tr("GNU General Public License, version 3 or later; without any warranty."));
  dialog->show();
}

void MainWindow::showError(const QString& what, const QString& hint) {
  m_notice->showNotice(NoticeStrip::Kind::error, what, hint);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedFile(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString path = droppedFile(event->mimeData());
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  m_runs->comparing() ? compareWith(path) : openTrace(path);
}

}  // namespace runahead::gui
