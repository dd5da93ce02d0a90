// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does when the workbench says that something has changed.
// Not here: what one does with runs (run_control.h), what is going on (workbench/).
#include "gui/header/header_bar.h"
#include "gui/header/run_settings.h"
#include "gui/jobs/run_bridge.h"
#include "gui/lecture/lecture.h"
#include "gui/listing/listing_pane.h"
#include "gui/presenting/presentation.h"
#include "gui/questions/asking.h"
#include "gui/runs/run_list.h"
#include "gui/scenarios/scenario_panel.h"
#include "gui/session/note_strip.h"
#include "gui/state/state_pane.h"
#include "gui/window/command_states.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
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
}

void MainWindow::followView() {
  m_bench->inView() != 0 ? m_workPage->showRun() : showNoRun();
}

void MainWindow::followBench() {
  m_workPage->setManual(m_bench->branchOnShow() >= 0);
  followRunning();
  m_commandStates->update();
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

}  // namespace runahead::gui
