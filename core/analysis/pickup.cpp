// SPDX-License-Identifier: GPL-3.0-or-later
// One pass over the lanes, one over the tasks.
// Not here: medians (fit.cpp).
#include "core/analysis/pickup.h"

#include <algorithm>

namespace runahead {

namespace {

/// The tasks that started, in the order of their enqueues.
std::vector<TaskId> in_order(const Trace& trace) {
  std::vector<TaskId> order;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    if (trace.task(id).start != kNever) order.push_back(id);
  }
  std::sort(order.begin(), order.end(),
            [&](TaskId a, TaskId b) { return trace.task(a).enqueue < trace.task(b).enqueue; });
  return order;
}

/// When each task's lane had ended the one before it: kNever for the first.
std::vector<Seq> ends_before(const Trace& trace) {
  std::vector<Seq> result(trace.task_count(), kNever);
  for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
    for (std::uint32_t i = 1; i < trace.lane_task_count(lane); ++i) {
      const Seq end = trace.task(trace.lane_task(lane, i - 1)).end;
      result[trace.lane_task(lane, i)] = end == kNever ? trace.size() : end;
    }
  }
  return result;
}

}  // namespace

std::vector<std::int64_t> pickups_ns(const Trace& trace) {
  std::vector<std::int64_t> result(trace.task_count(), kNoPickup);
  const std::vector<Seq> before = ends_before(trace);
  // Where tasks are taken in the order of their enqueues, none is before the one in front of it.
  const bool by_turns = trace.info().mode == "lazy";
  std::int64_t turn_ns = 0;
  for (const TaskId id : in_order(trace)) {
    const Task task = trace.task(id);
    const LaneKind kind = trace.lane(task.lane).kind;
    if (kind == LaneKind::caller || kind == LaneKind::frontend) continue;
    if (task.ready == kNever || task.start < task.ready) continue;
    const std::int64_t start_ns = trace.time_ns(task.start);
    const std::int64_t ready_ns = trace.time_ns(task.ready);
    const std::int64_t could_ns = by_turns ? std::max(ready_ns, turn_ns) : ready_ns;
    bool slept = start_ns >= could_ns;
    if (before[id] != kNever) {
      slept &= before[id] < trace.size() && trace.time_ns(before[id]) < could_ns;
      const bool by_an_end = could_ns == ready_ns && task.ready != task.enqueue;
      if (slept && by_an_end) slept = trace.previous_of(kinds(EventKind::end), task.ready) != before[id];
    }
    if (slept) result[id] = start_ns - could_ns;
    turn_ns = std::max(turn_ns, slept ? could_ns : start_ns);
  }
  return result;
}

std::int64_t free_since_ns(const Trace& trace, LaneId lane, Seq before) {
  std::uint32_t low = 0;
  std::uint32_t high = trace.lane_task_count(lane);
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (trace.task(trace.lane_task(lane, middle)).start < before) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  // The last that has started may go on.
  for (; low > 0; --low) {
    const Seq end = trace.task(trace.lane_task(lane, low - 1)).end;
    if (end < before) return trace.time_ns(end);
  }
  return INT64_MIN;
}

}  // namespace runahead
