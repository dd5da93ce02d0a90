// SPDX-License-Identifier: GPL-3.0-or-later
// The begin of an enqueue where no index has it, and binary searches by event.
// Not here: merging (time_axis.h).
#include "gui/axis/bars.h"

#include "gui/axis/time_axis.h"

namespace runahead::gui {

std::uint32_t EnqueueBars::stepsBefore(const std::vector<FrontendIndex::Step>& steps, Seq cursor) {
  const auto count = static_cast<std::uint32_t>(steps.size());
  if (count == 0 || steps.back().end < cursor) return count;
  return bisect(count, [&](std::uint32_t i) { return steps[i].end < cursor; });
}

Seq EnqueueBars::beginOf(TaskId id) const {
  const Task task = trace.task(id);
  if (task.statement == kNone) return task.enqueue;
  Seq begin = trace.statement(task.statement).begin;
  if (id > 0) {
    const Task before = trace.task(id - 1);
    if (before.statement == task.statement) {
      begin = std::max(begin, before.enqueue);
      const bool in_call = before.start != kNever && trace.lane(before.lane).kind == LaneKind::caller;
      if (in_call && before.end != kNever && before.end < task.enqueue) begin = std::max(begin, before.end);
    }
  }
  wait = lastWaitBefore(trace, task.enqueue, wait);
  if (wait != kNone) {
    const Seq end = trace.wait(wait).end;
    if (end != kNever && end < task.enqueue) begin = std::max(begin, end);
  }
  return begin;
}

WaitId lastWaitBefore(const Trace& trace, Seq cursor, WaitId near) {
  const auto before = [&](WaitId id) { return trace.wait(id).begin < cursor; };
  const WaitId count = trace.wait_count();
  if (near < count && before(near)) return gallop(near, count, before) - 1;
  return bisect(count, before) - 1;
}

std::uint32_t lastStartedBefore(const Trace& trace, LaneId lane, Seq cursor) {
  return bisect(trace.lane_task_count(lane),
                [&](std::uint32_t i) { return trace.task(trace.lane_task(lane, i)).start < cursor; }) -
         1;
}

}  // namespace runahead::gui
