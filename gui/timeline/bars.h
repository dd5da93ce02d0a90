// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the timeline as ordered bars for mergeBars(): begin and end of the i-th statement, enqueue,
// wait, task. Not here: drawing them.
#pragma once

#include <algorithm>

#include "core/trace/trace.h"
#include "gui/view/lane_index.h"

namespace runahead::gui {

/// What all rows share. An end that has not come is the last event.
struct TraceBars {
  const Trace& trace;
  static constexpr bool kShaded = false;
  std::int64_t time_ns(Seq seq) const { return trace.time_ns(seq); }
  Seq known(Seq end) const { return end == kNever ? trace.size() - 1 : end; }
};

struct StatementBars : TraceBars {
  std::uint32_t count() const { return trace.statement_count(); }
  Seq begin(std::uint32_t i) const { return trace.statement(i).begin; }
  Seq end(std::uint32_t i) const { return known(trace.statement(i).end); }
  Seq key(std::uint32_t i) const { return begin(i); }
};

struct WaitBars : TraceBars {
  std::uint32_t count() const { return trace.wait_count(); }
  Seq begin(std::uint32_t i) const { return trace.wait(i).begin; }
  Seq end(std::uint32_t i) const { return known(trace.wait(i).end); }
  Seq key(std::uint32_t i) const { return begin(i); }
};

struct LaneBars : TraceBars {
  LaneId lane;
  const LaneIndex::Row& index;
  static constexpr bool kShaded = true;
  std::uint32_t count() const { return trace.lane_task_count(lane); }
  TaskId task(std::uint32_t i) const { return trace.lane_task(lane, i); }
  Seq begin(std::uint32_t i) const {
    return i < index.starts.size() ? index.starts[i] : trace.task(task(i)).start;
  }
  Seq end(std::uint32_t i) const { return known(trace.task(task(i)).end); }
  Seq key(std::uint32_t i) const { return begin(i); }
  std::int64_t busy_ns(std::uint32_t first, std::uint32_t last) const {
    const auto indexed = static_cast<std::uint32_t>(index.starts.size());
    std::int64_t busy = index.busy_ns[std::min(last, indexed)] - index.busy_ns[std::min(first, indexed)];
    for (std::uint32_t i = std::max(first, indexed); i < last; ++i)
      busy += time_ns(end(i)) - time_ns(begin(i));
    return busy;
  }
};

/// What the frontend did to hand a task over: from its previous recorded moment within the statement to the
/// enqueue.
struct EnqueueBars : TraceBars {
  std::uint32_t count() const { return trace.task_count(); }
  /// The statement's begin, the enqueue or the in-call execution of the task before it, or the end of a wait
  /// that held the enqueue back.
  Seq begin(std::uint32_t task) const;
  Seq end(std::uint32_t i) const { return trace.task(i).enqueue; }
  Seq key(std::uint32_t i) const { return i == 0 ? 0 : end(i - 1); }
};

/// The time of an end, or of the last event.
inline std::int64_t endTime(const Trace& trace, Seq end) {
  return end == kNever ? trace.end_ns() : trace.time_ns(end);
}

/// The last wait that began before `cursor`; kNone for none.
WaitId lastWaitBefore(const Trace& trace, Seq cursor);
/// Index of the last task on the lane that started before `cursor`; kNone for none.
std::uint32_t lastStartedBefore(const Trace& trace, LaneId lane, Seq cursor);

}  // namespace runahead::gui
