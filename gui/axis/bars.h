// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the timeline as ordered bars for mergeBars(): begin and end of the i-th statement, deferral,
// enqueue, wait, task.
#pragma once

#include <algorithm>

#include "core/trace/trace.h"
#include "gui/axis/lane_index.h"

namespace runahead::gui {

/// What all rows share. An end that has not come is now.
struct TraceBars {
  const Trace& trace;
  std::int64_t now_ns = trace.end_ns();
  static constexpr bool kShaded = false;
  std::int64_t time_ns(Seq seq) const { return seq < trace.size() ? trace.time_ns(seq) : now_ns; }
  Seq known(Seq end) const { return end == kNever ? trace.size() : end; }
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
    auto indexed = std::min(last, static_cast<std::uint32_t>(index.starts.size()));
    // The index may know more of the run than this snapshot, where the lane's last task still runs.
    if (indexed > first && indexed == count() && trace.task(task(indexed - 1)).end == kNever) --indexed;
    std::int64_t busy = indexed > first ? index.busy_ns[indexed] - index.busy_ns[first] : 0;
    for (std::uint32_t i = std::max(first, indexed); i < last; ++i)
      busy += time_ns(end(i)) - time_ns(begin(i));
    return busy;
  }
};

/// What the frontend did to enqueue a task: from its previous recorded moment within the statement to the
/// enqueue.
struct EnqueueBars : TraceBars {
  const FrontendIndex& index;
  mutable WaitId wait = kNone;  ///< before the task that was asked for last: the next one is close
  /// The index may know more of the run than this snapshot: what is deferred later changes nothing yet.
  bool defers() const { return index.defersBefore(trace.size()); }
  std::uint32_t count() const {
    return defers() ? stepsBefore(index.enqueues(), trace.size()) : trace.task_count();
  }
  TaskId task(std::uint32_t i) const { return defers() ? index.enqueues()[i].task : i; }
  Seq begin(std::uint32_t i) const { return defers() ? index.enqueues()[i].begin : beginOf(i); }
  Seq end(std::uint32_t i) const { return defers() ? index.enqueues()[i].end : trace.task(i).enqueue; }
  Seq key(std::uint32_t i) const { return i == 0 ? 0 : end(i - 1); }
  /// The number of leading steps that lie before `cursor`.
  static std::uint32_t stepsBefore(const std::vector<FrontendIndex::Step>& steps, Seq cursor);

 private:
  /// The statement's begin, the enqueue or the in-call execution of the task before it, or the end of a wait
  /// that held the enqueue back.
  Seq beginOf(TaskId task) const;
};

/// What the frontend did to defer a task into a graph instead.
struct DeferBars : TraceBars {
  const FrontendIndex& index;
  std::uint32_t count() const { return EnqueueBars::stepsBefore(index.deferrals(), trace.size()); }
  TaskId task(std::uint32_t i) const { return index.deferrals()[i].task; }
  Seq begin(std::uint32_t i) const { return index.deferrals()[i].begin; }
  Seq end(std::uint32_t i) const { return index.deferrals()[i].end; }
  Seq key(std::uint32_t i) const { return i == 0 ? 0 : end(i - 1); }
};

/// The time of an end, or now.
inline std::int64_t endTime(const Trace& trace, Seq end, std::int64_t now_ns) {
  return end == kNever ? now_ns : trace.time_ns(end);
}

/// The last wait that began before `cursor`; kNone for none. Costs little where it is at or soon after
/// `near`.
WaitId lastWaitBefore(const Trace& trace, Seq cursor, WaitId near = kNone);
/// Index of the last task on the lane that started before `cursor`; kNone for none.
std::uint32_t lastStartedBefore(const Trace& trace, LaneId lane, Seq cursor);

}  // namespace runahead::gui
