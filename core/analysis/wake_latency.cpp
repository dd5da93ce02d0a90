// SPDX-License-Identifier: GPL-3.0-or-later
// One pass over the lanes, one over the tasks.
#include "core/analysis/wake_latency.h"

namespace runahead {

namespace {

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

std::vector<std::int64_t> wake_latencies_ns(const Trace& trace) {
  std::vector<std::int64_t> result(trace.task_count(), kNoWakeLatency);
  const std::vector<Seq> before = ends_before(trace);
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    if (task.start == kNever) continue;
    const LaneKind kind = trace.lane(task.lane).kind;
    if (kind == LaneKind::caller || kind == LaneKind::frontend) continue;
    if (task.ready == kNever || task.start < task.ready) continue;
    const std::int64_t ready_ns = trace.time_ns(task.ready);
    if (before[id] != kNever) {
      if (before[id] >= trace.size() || trace.time_ns(before[id]) >= ready_ns) continue;
      const bool by_an_end = task.ready != task.enqueue;
      if (by_an_end && trace.previous_of(kinds(EventKind::end), task.ready) == before[id]) continue;
    }
    result[id] = trace.time_ns(task.start) - ready_ns;
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
