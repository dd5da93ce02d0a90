// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the timeline as ordered bars for mergeBars(): begin and end of the i-th statement, enqueue, wait, task.
// Not here: drawing them.
#pragma once

#include "core/trace/trace.h"

namespace runahead::gui {

struct StatementBars {
  static constexpr bool kShaded = false;
  const Trace& trace;
  std::uint32_t count() const { return trace.statement_count(); }
  std::int64_t begin_ns(std::uint32_t i) const { return trace.time_ns(trace.statement(i).begin); }
  std::int64_t key_ns(std::uint32_t i) const { return begin_ns(i); }
  std::int64_t end_ns(std::uint32_t i) const { return endTime(trace, trace.statement(i).end); }
  static std::int64_t endTime(const Trace& trace, Seq end) {
    return end == kNever ? trace.end_ns() : trace.time_ns(end);
  }
};

struct WaitBars {
  static constexpr bool kShaded = false;
  const Trace& trace;
  std::uint32_t count() const { return trace.wait_count(); }
  std::int64_t begin_ns(std::uint32_t i) const { return trace.time_ns(trace.wait(i).begin); }
  std::int64_t key_ns(std::uint32_t i) const { return begin_ns(i); }
  std::int64_t end_ns(std::uint32_t i) const { return StatementBars::endTime(trace, trace.wait(i).end); }
};

struct LaneBars {
  static constexpr bool kShaded = true;
  const Trace& trace;
  LaneId lane;
  std::uint32_t count() const { return trace.lane_task_count(lane); }
  TaskId task(std::uint32_t i) const { return trace.lane_task(lane, i); }
  std::int64_t begin_ns(std::uint32_t i) const { return trace.time_ns(trace.task(task(i)).start); }
  std::int64_t key_ns(std::uint32_t i) const { return begin_ns(i); }
  std::int64_t end_ns(std::uint32_t i) const { return StatementBars::endTime(trace, trace.task(task(i)).end); }
};

/// What the frontend did to hand a task over: from its previous recorded moment within the statement to the enqueue.
struct EnqueueBars {
  static constexpr bool kShaded = false;
  const Trace& trace;
  std::uint32_t count() const { return trace.task_count(); }
  std::int64_t begin_ns(std::uint32_t i) const { return trace.time_ns(begin(i)); }
  std::int64_t key_ns(std::uint32_t i) const { return i == 0 ? 0 : end_ns(i - 1); }
  std::int64_t end_ns(std::uint32_t i) const { return trace.time_ns(trace.task(i).enqueue); }
  /// The moment as an event: the statement's begin, the enqueue or the in-call execution of the task before it, or
  /// the end of a wait that held the enqueue back.
  Seq begin(TaskId task) const;
};

/// The last wait that began before `cursor`; kNone for none.
WaitId lastWaitBefore(const Trace& trace, Seq cursor);
/// Index of the last task on the lane that started before `cursor`; kNone for none.
std::uint32_t lastStartedBefore(const Trace& trace, LaneId lane, Seq cursor);

}  // namespace runahead::gui
