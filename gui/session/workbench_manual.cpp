// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are manual: what came of a decision goes into the list and the view, and where the user looks
// goes to the driver. Not here: decisions (gui/runs).
#include <algorithm>

#include "gui/runs/manual_run.h"
#include "gui/runs/run_settings.h"
#include "gui/session/workbench.h"

namespace runahead::gui {

void Workbench::stopManualRun() {
  m_driver->stop();
  for (const RunId id : m_manual) m_runs->finish(id);
  m_manual.clear();
  emit changed();
}

int Workbench::branchOnShow() const {
  const auto found = std::ranges::find(m_manual, m_runs->workspace().shown);
  return found == m_manual.end() || !m_runs->shown() ? -1 : static_cast<int>(found - m_manual.begin());
}

bool Workbench::manualHere() const {
  return m_open && m_runs->workspace().scenario == m_manualWorkspace;
}

bool Workbench::drivesOn() const {
  if (!m_driver->manual() || !manualHere()) return false;
  if (m_manual.empty()) return true;
  return branchOnShow() >= 0 && !m_runs->shown()->finished;
}

void Workbench::showManual(const ManualRunState& state) {
  const Viewport viewport = this->viewport();
  const auto branch = static_cast<std::size_t>(state.branch);
  if (branch >= m_manual.size()) m_manual.resize(branch + 1, kNone);
  RunId& id = m_manual[branch];
  const bool here = manualHere();
  const bool begins = !m_runs->find(id);
  m_placing = true;
  if (begins) {
    id = m_runs->begin(state.trace, true, m_manualWorkspace);
  } else {
    m_runs->update(id, state.trace);
    if (here) m_runs->show(id);
  }
  m_runs->setOutput(id, state.output);
  const bool over = state.atEnd() && state.at.over;
  if (over) m_runs->finish(id, state.at.result);
  if (here) {  // or the user looks at another scenario meanwhile
    putIntoView();
    // What was decided is no secret, also where what comes is hidden.
    state.atEnd() ? m_view->cursor()->setFollowEnd(true) : m_view->cursor()->set(state.cursor);
    const bool first = begins && m_manual.size() == 1;
    if (!viewport.fits && !first) m_view->visible()->set(viewport.from_ns, viewport.to_ns);
    m_view->selection()->selectTask(state.decided);
    m_view->cursor()->setTold(state.told);
    if (state.told > 0)
      m_view->visible()->reveal(static_cast<double>(m_record->trace().time_ns(state.told - 1)));
    emit movedOn();
    emit changed();
    if (over) emit ended(id);
  }
  m_placing = false;
}

void Workbench::lookWhereManual() {
  if (m_placing) return;
  const RunList::Run* run = m_runs->shown();
  const bool starts = m_driver->manual() && m_manual.empty();  // the first state of another is on its way
  if (run && run->id == m_inView && branchOnShow() < 0 && run->info.clock == Clock::manual && !starts) {
    // What was scheduled manually before can be continued. A manual run stays, and can be taken up again.
    const RunId id = run->id;
    const Trace trace = run->trace;
    const Output output = run->output;
    m_placing = true;
    if (m_driver->manual()) stopManualRun();
    m_driver->adopt(check(trace.info()), trace, output);
    m_manual = {id};
    m_manualWorkspace = m_runs->workspace().scenario;
    m_settings->setClock(Clock::manual);
    m_placing = false;
    emit changed();
  }
  if (!m_driver->manual()) return;
  if (const int branch = branchOnShow(); branch >= 0) {
    m_driver->goTo(branch, m_record->trace(), m_runs->shown()->output, m_view->cursor()->seq());
  }
}

}  // namespace runahead::gui
