// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow shows when its parts say that something was chosen, opened or has changed.
// Not here: commands (window_commands.cpp).
#include <QStackedWidget>
#include <map>
#include <utility>
#include <vector>

#include "gui/jobs/run_bridge.h"
#include "gui/lecture/asking.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/lecture_pane.h"
#include "gui/lecture/presentation.h"
#include "gui/listing/listing_pane.h"
#include "gui/panes/loop_runs.h"
#include "gui/panes/state_pane.h"
#include "gui/runs/difference_pane.h"
#include "gui/runs/header_bar.h"
#include "gui/runs/manual_run.h"
#include "gui/runs/repeater.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_reader.h"
#include "gui/runs/run_settings.h"
#include "gui/runs/run_tabs.h"
#include "gui/runs/scenario_panel.h"
#include "gui/session/note_strip.h"
#include "gui/session/session_keeper.h"
#include "gui/widgets/settings.h"
#include "gui/window/bottom_bar.h"
#include "gui/window/command_states.h"
#include "gui/window/exporter.h"
#include "gui/window/left_sessions.h"
#include "gui/window/main_menu.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/program_files.h"
#include "gui/window/progress_line.h"
#include "gui/window/rescaling.h"
#include "gui/window/run_control.h"
#include "gui/window/run_outcomes.h"
#include "gui/window/session_files.h"
#include "gui/window/welcome_page.h"
#include "gui/window/welcome_side.h"
#include "gui/window/window_session.h"
#include "gui/window/window_theme.h"
#include "gui/window/work_page.h"

namespace runahead::gui {

void MainWindow::connectPanes() {
  connect(m_scenarios, &ScenarioPanel::scenarioChosen, &m_context, [this](const QString& id) {
    if (!m_bench->open() || m_runs->workspace().scenario != id.toStdString()) return chooseScenario(id);
    m_scenarioPopup->hide();  // it is there already
    centralWidget()->setFocus();
  });
  connect(m_scenarios, &ScenarioPanel::newRequested, m_programs, &ProgramFiles::create);
  connect(m_header, &HeaderBar::elsewhereRequested, &m_context,
          [this] { chooseScenario(QString::fromStdString(m_bench->runningWorkspace())); });
  connect(m_header, &HeaderBar::runRequested, m_commands->action(WindowCommand::run), &QAction::trigger);
  connect(m_header, &HeaderBar::stopRequested, m_commands->action(WindowCommand::stop), &QAction::trigger);
  connect(m_header, &HeaderBar::compareToggled, m_runControl.get(), &RunControl::setComparing);
  connect(m_header, &HeaderBar::exportRequested, m_commands->action(WindowCommand::exportRun),
          &QAction::trigger);
  connect(m_workPage->tabs(), &RunTabs::closeRequested, m_runControl.get(), &RunControl::close);
  connect(m_workPage->tabs(), &RunTabs::keepRequested, &m_context,
          [this](RunId id) { m_runs->setPreview(id, false); });
  connect(m_workPage, &WorkPage::runRequested, m_runControl.get(), &RunControl::run);
  connect(m_workPage, &WorkPage::rulerMoved, m_bottom, &BottomBar::setRulerAhead);
  connect(m_listing, &ListingPane::copyRequested, m_commands->action(WindowCommand::editCopy),
          &QAction::trigger);
  connect(m_listing, &ListingPane::chosenFrameworkChanged, &m_context,
          [](const QString& framework) { settings().setValue(QStringLiteral("framework"), framework); });

  connect(m_welcome, &WelcomePage::scenarioChosen, &m_context,
          [this](const QString& id) { chooseScenario(id); });
  connect(m_welcome, &WelcomePage::runRequested, &m_context, [this](const QString& id) {
    chooseScenario(id);
    m_runControl->run();
  });
  connect(m_welcome, &WelcomePage::programRequested, m_programs, &ProgramFiles::create);
  connect(m_welcome->side(), &WelcomeSide::openRequested, &m_context, [this] { m_sessionFiles->ask(false); });
  connect(m_welcome->side(), &WelcomeSide::fileChosen, m_sessionFiles.get(), &SessionFiles::open);
  connect(m_welcome->side(), &WelcomeSide::themeChosen, m_theme.get(), &WindowTheme::choose);
  connect(m_theme.get(), &WindowTheme::chosen, m_welcome->side(), &WelcomeSide::setThemeName);
  m_welcome->side()->setThemeName(m_theme->name());

  connect(m_lecture, &Lecture::moved, &m_context, [this] {
    if (m_lecture->current() && m_bench->open() && m_pages->currentWidget() != m_work) showWork();
  });
  QAction* const lecture = m_commands->action(WindowCommand::lecture);
  connect(lecture, &QAction::toggled, &m_context, [this](bool shown) {
    m_lecturePane->setVisible(shown);
    if (!shown) centralWidget()->setFocus();
  });
  connect(m_lecturePane, &LecturePane::closeRequested, lecture, [lecture] { lecture->setChecked(false); });
  connect(m_lecturePane, &LecturePane::presentRequested, m_presentation, &Presentation::present);
  connect(m_lecturePane, &LecturePane::doneWriting, &m_context, [this] { centralWidget()->setFocus(); });
}

void MainWindow::connectBench() {
  // Nothing has run, or is being read.
  const auto showNoRun = [this] {
    if (const RunList::Run* wanted = m_runs->wanted()) {
      m_workPage->showEmpty(
          wanted->reading ? tr("Reading the run: %1 %").arg(*wanted->reading) : tr("Reading the run…"),
          false);
    } else {
      m_workPage->showEmpty(tr("Nothing has run yet."), m_settings->scenario() || m_bench->program());
    }
  };
  connect(m_runs, &RunList::readingChanged, &m_context, [this, showNoRun](RunId id) {
    if (!m_runs->shown() && m_runs->wanted() && m_runs->wanted()->id == id) showNoRun();
  });
  connect(new RunReader(m_runs, this), &RunReader::failed, &m_context,
          [this, showNoRun](RunId id, const QString& reason) {
            const RunList::Run* run = m_runs->find(id);
            if (!run) return;
            if (!m_runs->shown() && m_runs->workspaceOf(id).scenario == m_runs->workspace().scenario)
              showNoRun();
            m_notice->showError(tr("“%1” cannot be read: %2").arg(run->label, reason),
                                tr("It stays in the list."));
          });
  connect(m_bench, &Workbench::leaving, &m_context, [this] {
    m_workPage->note()->finish();
    m_listing->beginRun();
    m_asking->drop();
    m_presentation->beginRun();
  });
  connect(m_bench, &Workbench::viewChanged, &m_context,
          [this, showNoRun] { m_bench->inView() != kNone ? m_workPage->showRun() : showNoRun(); });
  connect(m_bench, &Workbench::scenarioChanged, &m_context, [this] { followScenario(); });
  connect(m_bench, &Workbench::changed, &m_context, [this] { followBench(); });
  connect(m_bench, &Workbench::programsChanged, &m_context, [this] {
    std::vector<std::pair<QString, bool>> programs;
    for (const WrittenProgram* program : m_bench->programs()) {
      programs.emplace_back(program->name(), !program->modified() && !program->file().isEmpty());
    }
    m_scenarios->setPrograms(programs);
  });
  connect(m_runs, &RunList::changed, &m_context, [this] { followRuns(); });
  connect(m_runControl.get(), &RunControl::comparingSet, &m_context, [this] { followRuns(); });
  connect(m_runControl.get(), &RunControl::starting, &m_context, [this] { centralWidget()->setFocus(); });
  connect(m_runControl.get(), &RunControl::workspaceWanted, &m_context,
          [this](const QString& id) { chooseScenario(id); });
  connect(m_runOutcomes.get(), &RunOutcomes::workspaceWanted, &m_context,
          [this](const QString& id) { chooseScenario(id); });
  connect(m_differences->repeater(), &Repeater::recordChanged, m_bench, &Workbench::showRepeated);
  connect(m_loop, &LoopRuns::simulated, m_bench, &Workbench::showSimulated);
  m_numbersTimer.setSingleShot(true);
  m_numbersTimer.setInterval(150);
  m_numbersTimer.callOnTimeout(m_state, &StatePane::refreshNumbers);

  const RunBridge* const bridge = m_bench->bridge();
  connect(bridge, &RunBridge::lingers, &m_context, [this] {
    m_notice->showNotice(
        NoticeStrip::Kind::remark, tr("The program is inside one long call."),
        tr("It stops when that returns. If you close the window, everything is saved, and the "
           "program ends at once."));
  });
  connect(bridge, &RunBridge::goesOn, m_header, &HeaderBar::setElapsed);
  const auto showOutput = [this] {
    const RunList::Run* run = m_runs->shown();
    m_listing->setOutput(run && m_bench->open() && m_bench->inView() == run->id ? run->output : Output());
  };
  connect(bridge, &RunBridge::snapshot, &m_context, showOutput);
  connect(m_bench, &Workbench::changed, &m_context, showOutput);
  connect(m_bench->driver(), &ManualRun::failed, m_notice,
          [this](const QString& reason) { m_notice->showError(reason, {}); });
  connect(m_progress, &ProgressLine::cancelled, &m_context, [this] {
    m_leftSessions->letGo();
    if (m_header->manual() && !m_bench->driver()->manual()) m_bench->stopManualRun();
  });
}

void MainWindow::connectSession() {
  const auto updateTitle = [this] {
    setWindowTitle(m_session->title());
    setWindowModified(m_session->keeper()->modified());
  };
  connect(m_session.get(), &WindowSession::titleChanged, &m_context, updateTitle);
  updateTitle();
  connect(m_session.get(), &WindowSession::restored, &m_context, [this](const QString& name) {
    if (!m_lecture->slides().empty()) m_commands->action(WindowCommand::lecture)->setChecked(true);
    const QString& scenario = m_session->name();
    if (!m_settings->scenario()) m_header->setTitle(scenario.isEmpty() ? name : scenario, name);
    showWork();
  });
  connect(m_sessionFiles.get(), &SessionFiles::emptied, &m_context, [this] { showWelcome(); });
  connect(m_sessionFiles.get(), &SessionFiles::joined, &m_context, [this] {
    m_runControl->setComparing(true);
    m_commandStates->update();
  });
  const auto showRecent = [this](const QStringList& files) {
    m_menu->setRecentFiles(files);
    m_welcome->side()->setRecentFiles(files);
  };
  connect(m_sessionFiles.get(), &SessionFiles::recentChanged, &m_context, showRecent);
  showRecent(m_sessionFiles->recent());
  connect(m_rescaling.get(), &Rescaling::firstPageWanted, &m_context, [this] { showWelcome(); });

  connect(m_programs, &ProgramFiles::opened, &m_context, [this] {
    m_scenarioPopup->hide();
    m_notice->hide();
    showWork();
    m_session->setName(m_bench->program()->name());
    m_listing->focusEditor();
  });
  connect(m_programs, &ProgramFiles::failed, m_notice, &NoticeStrip::showError);
  connect(m_programs, &ProgramFiles::saved, &m_context, [this] {
    if (m_bench->open() && m_bench->program()) m_session->setName(m_bench->program()->name());
  });
  connect(m_programs, &ProgramFiles::closed, &m_context, [this] {
    const auto programs = m_bench->programs();
    programs.empty() ? showWelcome() : chooseScenario(programs.back()->name());
    m_commandStates->update();
  });
  connect(m_exporter, &Exporter::failed, m_notice, &NoticeStrip::showError);
  connect(m_exporter, &Exporter::copied, &m_context,
          [this] { m_notice->showNotice(NoticeStrip::Kind::done, tr("The picture was copied."), {}); });
}

void MainWindow::followScenario() {
  const Scenario* scenario = m_settings->scenario();
  const RunList::Run* run = m_runs->current();
  const QString id = QString::fromStdString(scenario ? scenario->id
                                            : run    ? run->info.source.scenario
                                                     : m_runs->workspace().scenario);
  WrittenProgram* const program = m_bench->program();
  if (!scenario) m_header->setTitle(id, {});
  m_listing->setProgram(program);
  m_scenarios->setChosen(scenario || program ? id : QString());
  m_state->setScenario(scenario);
  m_listing->setScenario(scenario ? id : QString());
  if (m_bench->open()) arrange();
}

void MainWindow::followBench() {
  m_workPage->setManual(m_bench->branchOnShow() >= 0);
  const RunBridge* const bridge = m_bench->bridge();
  const QString workspace =
      bridge->running() ? QString::fromStdString(m_bench->runningWorkspace()) : QString();
  m_header->setRunning(m_bench->runsHere());
  m_header->setElsewhere(m_bench->runsHere() ? QString() : workspace);
  m_header->setElapsed(bridge->elapsedMs());
  m_scenarios->setRunning(workspace);
  m_commandStates->update();
  // That panel is built anew, which costs more than all the others together.
  const RunList::Run* run = m_runs->shown();
  run && run->preview ? m_numbersTimer.start() : m_state->refreshNumbers();
}

void MainWindow::followRuns() {
  m_header->setComparing(m_runs->runs().size() > 1, m_runs->comparing());
  m_side->setCurrentWidget(m_runs->comparing() ? static_cast<QWidget*>(m_differences) : m_state);
  std::map<QString, int> counts;
  for (const RunList::Workspace* workspace : m_runs->workspaces()) {
    counts[QString::fromStdString(workspace->scenario)] = static_cast<int>(workspace->runs.size());
  }
  m_scenarios->setRuns(counts);
  m_commandStates->updateRuns();
}

}  // namespace runahead::gui
