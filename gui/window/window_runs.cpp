// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with runs that are there: each scenario has its own, which stay where they were while
// another is on show; naming, closing and moving them. Not here: making runs (window_actions.cpp), the list
// (runs/).
#include <algorithm>
#include <cmath>

#include "gui/bridge/run_bridge.h"
#include "gui/driving/hand_driver.h"
#include "gui/header/header_bar.h"
#include "gui/header/run_settings.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_tabs.h"
#include "gui/scenarios/scenario_panel.h"
#include "gui/session/note_strip.h"
#include "gui/session/session_keeper.h"
#include "gui/session/session_request.h"
#include "gui/state/state_pane.h"
#include "gui/window/bottom_bar.h"
#include "gui/window/main_menu.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/work_page.h"

namespace runahead::gui {
namespace {

SessionRange rounded(double from, double to) {
  const auto first = static_cast<std::int64_t>(std::llround(from));
  return {first, std::max<std::int64_t>(std::llround(to), first + 1)};
}

}  // namespace

// Scenarios
// -----------------------------------------------------------------------------------------------------------

void MainWindow::chooseScenario(const QString& id) {
  if (!find_scenario(id.toStdString()) && !m_runs->findDesk(id.toStdString())) {
    showError(tr("There is no scenario “%1”.").arg(id), tr("Choose one from the list."));
    return;
  }
  m_scenarioPopup->hide();
  m_notice->hide();
  leaveDesk();
  m_opening = true;
  m_runs->openDesk(id.toStdString());
  m_opening = false;
  m_sessionName = id;
  showDesk();
  showWork();
  updateTitle();
  updateActions();
  centralWidget()->setFocus();  // the arrow keys step, whatever it was chosen with
}

RunList::Look MainWindow::look() const {
  const RunList::Desk& desk = m_runs->desk();
  RunList::Look look;
  if (m_settings->scenario()) look.next = requestOf(*m_settings);
  look.breakPoints = m_view->breakPoints();
  if (m_lookFor != 0) {  // of a run that is not here yet
    look.visibleNs = desk.look.visibleNs;
    look.cursor = desk.look.cursor;
    look.selected = desk.look.selected;
    look.selectedNs = desk.look.selectedNs;
  } else if (m_inView != 0 && m_inView == desk.shown) {
    if (!m_view->fitting()) look.visibleNs = rounded(m_view->visibleFromNs(), m_view->visibleToNs());
    if (!m_view->followEnd()) look.cursor = {m_view->cursor(), m_view->cursorNs()};
    look.selected = m_view->selectedTask();
    if (const auto& range = m_view->range()) look.selectedNs = {range->fromNs, range->toNs};
  }
  return look;
}

void MainWindow::leaveDesk() {
  if (!m_working) return;
  m_workPage->note()->finish();
  m_runs->setLook(m_runs->desk().scenario, look());
  if (!m_settings->scenario()) return;
  if (m_settings->clocks().contains(RunSettings::kLive)) m_lastClock = m_settings->clock();
  if (m_settings->ownParameters() > 0) m_lastPreset = m_settings->preset();
}

void MainWindow::showDesk() {
  const RunList::Desk& desk = m_runs->desk();
  const RunList::Look look = desk.look;
  const Scenario* scenario = find_scenario(desk.scenario);
  m_lookFor = desk.wanted;
  const RunList::Run* run = m_runs->shown();
  const TraceInfo info = m_runs->current() ? m_runs->current()->info : TraceInfo{.scenario = desk.scenario};
  showScenarioOf(info, {});
  if (look.next) {
    m_settings->setFrom(scenario, infoOf(*look.next));
  } else if (!m_runs->current() && scenario) {
    m_settings->setScenario(scenario);
    // What one has chosen for all that is to come is not chosen anew for each.
    if (m_settings->clocks().contains(m_lastClock)) m_settings->setClock(m_lastClock);
    if (m_settings->ownParameters() > 0 && !m_lastPreset.isEmpty()) m_settings->setPreset(m_lastPreset);
  }
  if (!desk.given && !look.next && scenario) m_runs->setGiven(desk.scenario, requestOf(*m_settings));
  m_view->clearBreakPoints();
  for (const int line : look.breakPoints) m_view->toggleBreakPoint(line);
  if (run) {
    putIntoView();
    applyLook(look);
  } else {
    showNoRun();
  }
  m_made = run ? requestOfRun(*run) : std::nullopt;
  compareSettings();
  m_workPage->setDriving(branchOnShow() >= 0);
  lookWhereDriven();
  followRunning();
  followRuns();
  updateWaits();
  m_state->refreshNumbers();
  updateActions();
  if (run && run->finished) tellOutcome();
}

std::optional<SessionRequest> MainWindow::requestOfRun(const RunList::Run& run) const {
  RunSettings made;
  made.setFrom(find_scenario(run.info.scenario), run.info);
  return made.scenario() ? std::optional(requestOf(made)) : std::nullopt;
}

void MainWindow::showNoRun() {
  m_inView = 0;
  m_listing->beginRun();
  m_view->setTrace(Trace(), false);
  const RunList::Run* wanted = m_runs->wanted();
  if (wanted) {
    m_workPage->showEmpty(
        wanted->reading ? tr("Reading the run: %1 %").arg(*wanted->reading) : tr("Reading the run…"), false);
  } else {
    m_workPage->showEmpty(tr("Nothing has run yet."), m_settings->scenario() != nullptr);
  }
}

void MainWindow::applyLook(const RunList::Look& look) {
  const Trace& trace = m_view->recorded();
  if (look.selected < trace.task_count()) m_view->selectTask(look.selected);
  if (look.selectedNs) m_view->setRange(TimeRange{look.selectedNs->first, look.selectedNs->second});
  // The cursor first: while what comes is hidden, it decides how far one may look.
  if (look.cursor) m_view->restoreCursor(std::min(look.cursor->seq, trace.size()), look.cursor->time_ns);
  if (look.visibleNs) {
    m_view->setVisible(static_cast<double>(look.visibleNs->first),
                       static_cast<double>(look.visibleNs->second));
  }
}

// A run that goes on
// -----------------------------------------------------------------------------------------------------------

bool MainWindow::runsHere() const {
  return m_bridge->running() && m_working && m_runs->desk().scenario == m_runningDesk;
}

void MainWindow::followRunning() {
  const bool elsewhere = m_bridge->running() && !runsHere();
  m_header->setRunning(runsHere());
  m_header->setElsewhere(elsewhere ? QString::fromStdString(m_runningDesk) : QString());
  m_header->setElapsed(m_bridge->elapsedMs());
  m_scenarios->setRunning(m_bridge->running() ? QString::fromStdString(m_runningDesk) : QString());
}

void MainWindow::sayRunsElsewhere() {
  m_notice->showNotice(NoticeStrip::Kind::remark,
                       tr("The run of %1 still goes on.").arg(QString::fromStdString(m_runningDesk)),
                       tr("Two at a time would disturb each other."),
                       {tr("Stop It"), [this] { m_bridge->stop(); }});
}

bool MainWindow::asksBeforeLeaving(const QString& button, std::function<void()> then) {
  if (!m_bridge->running()) return false;
  m_notice->showNotice(NoticeStrip::Kind::remark,
                       tr("The run of %1 still goes on.").arg(QString::fromStdString(m_runningDesk)),
                       tr("It would be stopped. What it has recorded is kept with this session."),
                       {button, [this, then = std::move(then)] {
                          endRun();
                          then();
                        }});
  return true;
}

void MainWindow::endRun() {
  m_bridge->abandon();
  if (m_runningId != 0) m_runs->finish(m_runningId);
  m_runningId = 0;
  followRunning();
}

void MainWindow::newSession() {
  if (asksBeforeLeaving(tr("Stop It and Begin"), [this] { newSession(); })) return;
  leaveSession();
  showWelcome();
  beginSession({}, {});
  offerLeft();
}

void MainWindow::leaveSession() {
  m_workPage->note()->finish();
  m_keeper->leave();
  endRun();
  endDriving();
  m_inView = m_lookFor = 0;
  m_working = false;  // there is no look of it to be kept any more
  m_runs->clear();
  m_view->clearBreakPoints();
}

// Runs
// -----------------------------------------------------------------------------------------------------------

int MainWindow::currentRun() const {
  const RunList::Run* run = m_working ? m_runs->current() : nullptr;
  return run ? run->id : 0;
}

void MainWindow::renameRun() {
  if (currentRun() != 0) m_workPage->tabs()->rename(currentRun());
}

void MainWindow::keepRun(int id) {
  m_runs->setPassing(id, false);
}

void MainWindow::moveRun(int by) {
  const auto& runs = m_runs->runs();
  const auto run = std::find_if(runs.begin(), runs.end(),
                                [this](const RunList::Run& one) { return one.id == currentRun(); });
  if (run == runs.end()) return;
  const std::ptrdiff_t place = run - runs.begin() + by;
  if (place >= 0 && place < std::ssize(runs)) m_runs->move(run->id, static_cast<std::size_t>(place));
}

void MainWindow::showNextRun(int by) {
  const auto& runs = m_runs->runs();
  const auto run = std::find_if(runs.begin(), runs.end(),
                                [this](const RunList::Run& one) { return one.id == currentRun(); });
  if (run == runs.end() || !m_working) return;
  const std::ptrdiff_t count = std::ssize(runs);
  m_runs->show(runs[static_cast<std::size_t>((run - runs.begin() + by + count) % count)].id);
}

void MainWindow::closeRun(int id) {
  const RunList::Run* run = m_runs->find(id);
  if (!run) return;
  if (m_bridge->running() && id == m_runningId) {
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("This run still goes on."),
                         tr("Stop it before you close it."), {tr("Stop It"), [this] { m_bridge->stop(); }});
    return;
  }
  m_workPage->note()->finish();
  if (m_driver->driving() && std::find(m_driven.begin(), m_driven.end(), id) != m_driven.end()) endDriving();
  const QString label = run->label;
  m_runs->close(id);
  m_notice->showNotice(NoticeStrip::Kind::done, tr("“%1” was closed.").arg(label), {},
                       {tr("Undo"), [this] { reopenRun(); }});
  updateActions();
}

void MainWindow::reopenRun() {
  const auto desk = m_runs->closedFrom();
  if (!desk) return;
  m_notice->hide();
  if (!m_working || *desk != m_runs->desk().scenario) chooseScenario(QString::fromStdString(*desk));
  m_runs->reopen();
  updateActions();
}

}  // namespace runahead::gui
