// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does when the workbench says that something has changed, and naming, closing, moving and
// manual runs. Not here: starting them (window_actions.cpp), what is going on (workbench/).
#include <algorithm>

#include "gui/header/header_bar.h"
#include "gui/header/run_settings.h"
#include "gui/jobs/run_bridge.h"
#include "gui/lecture/lecture.h"
#include "gui/listing/listing_pane.h"
#include "gui/presenting/presentation.h"
#include "gui/questions/asking.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_tabs.h"
#include "gui/scenarios/scenario_panel.h"
#include "gui/session/note_strip.h"
#include "gui/state/state_pane.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/program_files.h"
#include "gui/window/window_session.h"
#include "gui/window/work_page.h"

namespace runahead::gui {
// Scenarios
// -----------------------------------------------------------------------------------------------------------

void MainWindow::chooseScenario(const QString& id) {
  if (!find_scenario(id.toStdString()) && !m_runs->findWorkspace(id.toStdString())) {
    m_notice->showError(tr("There is no scenario “%1”.").arg(id), tr("Choose one from the list."));
    return;
  }
  m_scenarioPopup->hide();
  m_notice->hide();
  m_bench->openWorkspace(id.toStdString());
  showWork();
  m_session->setName(id);
  centralWidget()->setFocus();  // the arrow keys step, whatever it was chosen with
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

void MainWindow::leaveRun() {
  m_workPage->note()->finish();
  m_listing->beginRun();
  m_asking->drop();
  m_presentation->beginRun();
  m_outcomeTold = m_outcomeHeld = false;
}

void MainWindow::followView() {
  m_bench->inView() != 0 ? m_workPage->showRun() : showNoRun();
}

void MainWindow::followBench() {
  compareSettings();
  m_workPage->setManual(m_bench->branchOnShow() >= 0);
  followRunning();
  updateWaits();
  updateActions();
  const RunList::Run* run = m_runs->shown();
  showOutput();
  // That panel is built anew, which costs more than all the others together.
  run && run->preview ? m_numbersTimer.start() : m_state->refreshNumbers();
}

void MainWindow::showNoRun() {
  const RunList::Run* wanted = m_runs->wanted();
  if (wanted) {
    m_workPage->showEmpty(
        wanted->reading ? tr("Reading the run: %1 %").arg(*wanted->reading) : tr("Reading the run…"), false);
  } else {
    m_workPage->showEmpty(tr("Nothing has run yet."), m_settings->scenario() || m_bench->program());
  }
}

// A run that goes on
// -----------------------------------------------------------------------------------------------------------

void MainWindow::followRunning() {
  const QString workspace =
      bridge()->running() ? QString::fromStdString(m_bench->runningWorkspace()) : QString();
  m_header->setRunning(m_bench->runsHere());
  m_header->setElsewhere(m_bench->runsHere() ? QString() : workspace);
  m_header->setElapsed(bridge()->elapsedMs());
  m_scenarios->setRunning(workspace);
}

void MainWindow::sayRunsElsewhere() {
  m_notice->showNotice(NoticeStrip::Kind::remark,
                       tr("%1 is still running.").arg(QString::fromStdString(m_bench->runningWorkspace())),
                       tr("Two at a time would disturb each other."),
                       {tr("Stop It"), [this] { bridge()->stop(); }});
}

// Runs
// -----------------------------------------------------------------------------------------------------------

int MainWindow::currentRun() const {
  const RunList::Run* run = m_bench->open() ? m_runs->current() : nullptr;
  return run ? run->id : 0;
}

void MainWindow::renameRun() {
  if (currentRun() != 0) m_workPage->tabs()->rename(currentRun());
}

void MainWindow::moveRun(int by) {
  const auto& runs = m_runs->runs();
  const auto run = std::ranges::find(runs, currentRun(), &RunList::Run::id);
  if (run == runs.end()) return;
  const std::ptrdiff_t place = run - runs.begin() + by;
  if (place >= 0 && place < std::ssize(runs)) m_runs->move(run->id, static_cast<std::size_t>(place));
}

void MainWindow::showNextRun(int by) {
  const auto& runs = m_runs->runs();
  const auto run = std::ranges::find(runs, currentRun(), &RunList::Run::id);
  if (run == runs.end() || !m_bench->open()) return;
  const std::ptrdiff_t count = std::ssize(runs);
  m_runs->show(runs[static_cast<std::size_t>((run - runs.begin() + by + count) % count)].id);
}

void MainWindow::closeRun(int id) {
  const RunList::Run* run = m_runs->find(id);
  if (!run) return;
  if (m_bench->makes(id)) {
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("This run has not ended."),
                         tr("Stop it before you close it."), {tr("Stop It"), [this] { bridge()->stop(); }});
    return;
  }
  const QString label = run->label;
  if (staysForLecture(label, {id})) return;
  m_bench->close(id);
  m_notice->showNotice(NoticeStrip::Kind::done, tr("“%1” was closed.").arg(label), {},
                       {tr("Undo"), [this] { reopenRun(); }});
}

void MainWindow::reopenRun() {
  if (!m_bench->closedProgram().isEmpty()) return m_programs->reopen();
  const auto workspace = m_runs->closedFrom();
  if (!workspace) return;
  m_notice->hide();
  if (!m_bench->open() || *workspace != m_runs->workspace().scenario)
    chooseScenario(QString::fromStdString(*workspace));
  m_runs->reopen();
}

}  // namespace runahead::gui
