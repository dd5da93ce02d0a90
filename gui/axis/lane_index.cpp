// SPDX-License-Identifier: GPL-3.0-or-later
// Appends what ended since the last snapshot.
// Not here: its use (bars.h).
#include "gui/axis/lane_index.h"

namespace runahead::gui {

void LaneIndex::extend(const Trace& trace) {
  m_frontend.extend(trace);
  m_rows.resize(trace.lane_count());
  for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
    Row& row = m_rows[lane];
    const std::uint32_t count = trace.lane_task_count(lane);
    for (auto i = static_cast<std::uint32_t>(row.starts.size()); i < count; ++i) {
      const Task task = trace.task(trace.lane_task(lane, i));
      if (task.end == kNever) break;
      row.starts.push_back(task.start);
      row.busy_ns.push_back(row.busy_ns.back() + trace.time_ns(task.end) - trace.time_ns(task.start));
    }
  }
}

}  // namespace runahead::gui
