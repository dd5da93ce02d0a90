// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does while a run is driven by hand: puts what came of a decision into the panes, and tells
// the driver where somebody looks. Not here: decisions (gui/driving), other runs (window_actions.cpp).
#include <algorithm>
#include <utility>

#include "gui/driving/hand_driver.h"
#include "gui/header/header_bar.h"
#include "gui/header/run_settings.h"
#include "gui/runs/run_list.h"
#include "gui/state/state_pane.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/work_page.h"

namespace runahead::gui {

void MainWindow::startDriving(const RunConfig& config) {
  m_driven.clear();
  m_drivenDesk = m_runs->desk().scenario;
  m_driver->start(config);
  madeWithThese();
  updateActions();
}

void MainWindow::endDriving() {
  m_driver->stop();
  for (const int id : m_driven) m_runs->finish(id);
  m_driven.clear();
  m_workPage->setDriving(false);
  m_state->refreshNumbers();
  updateActions();
}

int MainWindow::branchOnShow() const {
  const RunList::Run* run = m_runs->shown();
  const auto found = run ? std::find(m_driven.begin(), m_driven.end(), run->id) : m_driven.end();
  return found == m_driven.end() ? -1 : static_cast<int>(found - m_driven.begin());
}

bool MainWindow::drivesOn() const {
  if (!m_driver->driving() || m_runs->desk().scenario != m_drivenDesk) return false;
  if (m_driven.empty()) return true;
  return branchOnShow() >= 0 && !m_runs->shown()->finished;
}

void MainWindow::showDriven(const HandState& state) {
  const bool fits = m_view->fitting();
  const double from = m_view->visibleFromNs(), to = m_view->visibleToNs();
  m_placing = true;
  const auto branch = static_cast<std::size_t>(state.branch);
  if (branch >= m_driven.size()) m_driven.resize(branch + 1);
  const bool here = m_working && m_runs->desk().scenario == m_drivenDesk;
  if (!m_runs->find(m_driven[branch])) {
    m_driven[branch] = m_runs->begin(state.trace, true, m_drivenDesk);
  } else {
    m_runs->update(m_driven[branch], state.trace);
    if (here) m_runs->show(m_driven[branch]);
  }
  if (state.atEnd() && state.at.over) m_runs->finish(m_driven[branch], state.at.result);
  if (!here) {  // somebody looks at another scenario meanwhile
    m_placing = false;
    return;
  }
  const bool first = m_driven.size() == 1 && !m_workPage->drives();
  putIntoView();
  // What was decided is no secret, also where what comes is hidden.
  state.atEnd() ? m_view->setFollowEnd(true) : m_view->setCursor(state.cursor);
  if (!fits && !first) m_view->setVisible(from, to);
  m_view->selectTask(state.decided);
  m_view->setTold(state.told);
  if (state.told > 0) m_view->reveal(static_cast<double>(m_view->recorded().time_ns(state.told - 1)));
  m_workPage->setDriving(true);
  m_state->refreshNumbers();
  m_notice->hide();
  updateWaits();
  updateActions();
  if (state.atEnd() && state.at.over) tellOutcome();
  m_placing = false;
}

void MainWindow::lookWhereDriven() {
  if (m_placing) return;
  const RunList::Run* run = m_runs->shown();
  const bool starts = m_driver->driving() && m_driven.empty();  // the first state of another is on its way
  if (run && run->id == m_inView && branchOnShow() < 0 && was_driven(run->trace.info()) && !starts) {
    // What was driven before can be driven on. What is driven until now stays, and can be taken up again.
    const int id = run->id;
    const Trace trace = run->trace;
    m_placing = true;
    if (m_driver->driving()) endDriving();
    m_driver->adopt(config_of(trace.info()), trace);
    m_driven = {id};
    m_drivenDesk = m_runs->desk().scenario;
    m_settings->setClock(RunSettings::kByHand);
    updateActions();
    m_placing = false;
  }
  if (!m_driver->driving()) return;
  const int branch = branchOnShow();
  m_workPage->setDriving(branch >= 0);
  if (branch >= 0) m_driver->goTo(branch, m_view->recorded(), m_view->cursor());
}

void MainWindow::driveKey(WindowKey key) {
  if (!m_workPage->drives()) return;
  switch (key) {
    case WindowKey::driveIssue:
      return m_driver->decide(Choice::Kind::issue);
    case WindowKey::driveStart:
      return m_driver->decide(Choice::Kind::start);
    case WindowKey::driveEnd:
      return m_driver->decide(Choice::Kind::end);
    case WindowKey::driveToWait:
      return m_driver->runTo(RunTo::wait);
    case WindowKey::driveToBreakPoint:
      if (!m_view->breakPoints().empty()) m_driver->runTo(RunTo::line, m_view->breakPoints());
      return;
    case WindowKey::driveToEnd:
      return m_driver->runTo(RunTo::end);
    default:
      return;
  }
}

}  // namespace runahead::gui
