// SPDX-License-Identifier: GPL-3.0-or-later
// One walk over the events of a run that defers tasks.
// Not here: the other rows (lane_index.cpp).
#include "gui/axis/frontend_index.h"

#include <algorithm>

namespace runahead::gui {

bool hasLane(const Trace& trace, LaneKind kind) {
  LaneId lane = 0;
  while (lane < trace.lane_count() && trace.lane(lane).kind != kind) ++lane;
  return lane < trace.lane_count();
}

void FrontendIndex::extend(const Trace& trace) {
  if (!m_defers) {
    m_defers = trace.counter_range(m_seen, trace.size()).max.deferred > 0;
    m_seen = trace.size();
    if (!m_defers) return;
  }
  // Tasks run inside the frontend's calls, so their ends are its moments too.
  const bool in_call = hasLane(trace, LaneKind::caller);
  for (; m_indexed < trace.size(); ++m_indexed) {
    const Event event = trace.event(m_indexed);
    const Step step{event.id, m_inStatement ? m_moment : m_indexed, m_indexed};
    switch (event.kind) {
      case EventKind::statement_begin:
        m_inStatement = true;
        break;
      case EventKind::statement_end:
        m_inStatement = false;
        break;
      case EventKind::defer:
        m_deferrals.push_back(step);
        m_eliminations.push_back(kNever);
        break;
      case EventKind::enqueue:
        m_enqueues.push_back(step);
        break;
      case EventKind::eliminate:
        m_eliminations[deferralOf(event.id)] = m_indexed;
        break;
      case EventKind::end:
        if (!in_call) continue;
        break;
      case EventKind::wait_begin:
      case EventKind::wait_end:
      case EventKind::region_begin:
      case EventKind::region_end:
        break;
      default:
        continue;
    }
    m_moment = m_indexed;
  }
}

std::uint32_t FrontendIndex::deferralOf(TaskId task) const {
  // Ids are given out as tasks are deferred.
  const auto place = std::ranges::lower_bound(m_deferrals, task, {}, &Step::task);
  if (place == m_deferrals.end() || place->task != task) return kNone;
  return static_cast<std::uint32_t>(place - m_deferrals.begin());
}

std::uint32_t FrontendIndex::eliminated(std::uint32_t first, std::uint32_t last, Seq cursor) const {
  std::uint32_t count = 0;
  for (std::uint32_t i = first; i < last; ++i) count += m_eliminations[i] < cursor ? 1 : 0;
  return count;
}

}  // namespace runahead::gui
