// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are driven: what came of a decision goes into the list and the view, and where somebody looks
// goes to the driver. Not here: decisions (gui/driving).
#include <algorithm>

#include "gui/driving/hand_driver.h"
#include "gui/header/run_settings.h"
#include "gui/workbench/workbench.h"

namespace runahead::gui {

void Workbench::stopDriving() {
  m_driver->stop();
  for (const int id : m_driven) m_runs->finish(id);
  m_driven.clear();
  emit changed();
}

int Workbench::branchOnShow() const {
  const auto found = std::ranges::find(m_driven, m_runs->desk().shown);
  return found == m_driven.end() || !m_runs->shown() ? -1 : static_cast<int>(found - m_driven.begin());
}

bool Workbench::drivenHere() const {
  return m_open && m_runs->desk().scenario == m_drivenDesk;
}

bool Workbench::drivesOn() const {
  if (!m_driver->driving() || !drivenHere()) return false;
  if (m_driven.empty()) return true;
  return branchOnShow() >= 0 && !m_runs->shown()->finished;
}

void Workbench::showDriven(const HandState& state) {
  const Viewport viewport = this->viewport();
  const auto branch = static_cast<std::size_t>(state.branch);
  if (branch >= m_driven.size()) m_driven.resize(branch + 1);
  int& id = m_driven[branch];
  const bool here = drivenHere();
  const bool begins = !m_runs->find(id);
  m_placing = true;
  if (begins) {
    id = m_runs->begin(state.trace, true, m_drivenDesk);
  } else {
    m_runs->update(id, state.trace);
    if (here) m_runs->show(id);
  }
  m_runs->setOutput(id, state.output);
  const bool over = state.atEnd() && state.at.over;
  if (over) m_runs->finish(id, state.at.result);
  if (here) {  // or somebody looks at another scenario meanwhile
    putIntoView();
    // What was decided is no secret, also where what comes is hidden.
    state.atEnd() ? m_view->setFollowEnd(true) : m_view->setCursor(state.cursor);
    const bool first = begins && m_driven.size() == 1;
    if (!viewport.fits && !first) m_view->setVisible(viewport.from_ns, viewport.to_ns);
    m_view->selectTask(state.decided);
    m_view->setTold(state.told);
    if (state.told > 0) m_view->reveal(static_cast<double>(m_view->recorded().time_ns(state.told - 1)));
    emit movedOn();
    emit changed();
    if (over) emit ended(id);
  }
  m_placing = false;
}

void Workbench::lookWhereDriven() {
  if (m_placing) return;
  const RunList::Run* run = m_runs->shown();
  const bool starts = m_driver->driving() && m_driven.empty();  // the first state of another is on its way
  if (run && run->id == m_inView && branchOnShow() < 0 && run->info.driven && !starts) {
    // What was driven before can be driven on. What is driven until now stays, and can be taken up again.
    const int id = run->id;
    const Trace trace = run->trace;
    const Output output = run->output;
    m_placing = true;
    if (m_driver->driving()) stopDriving();
    m_driver->adopt(config_of(trace.info()), trace, output);
    m_driven = {id};
    m_drivenDesk = m_runs->desk().scenario;
    m_settings->setClock(Clock::by_hand);
    m_placing = false;
    emit changed();
  }
  if (!m_driver->driving()) return;
  if (const int branch = branchOnShow(); branch >= 0) {
    m_driver->goTo(branch, m_view->recorded(), m_runs->shown()->output, m_view->cursor());
  }
}

}  // namespace runahead::gui
