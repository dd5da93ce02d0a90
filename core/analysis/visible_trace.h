// SPDX-License-Identifier: GPL-3.0-or-later
// VisibleTrace: a trace as it stood at a cursor, and what was unfinished then. Nothing after the cursor shows
// in its answers, so what is said about an event never tells what comes. Not here: words (narration.h,
// waiting.h). Every question reads a bounded part of the trace, however long the run was.
#pragma once

#include <vector>

#include "core/trace/trace.h"

namespace runahead {

class VisibleTrace {
 public:
  /// The trace must live as long as this.
  VisibleTrace(const Trace& trace, Seq cursor);

  const Trace& trace() const { return trace_; }
  Seq cursor() const { return state_.cursor; }
  const State& state() const { return state_; }
  const Counters& counters() const { return state_.counters; }
  std::int64_t now_ns() const { return state_.time_ns; }
  /// From an event that happened until the cursor.
  std::int64_t since_ns(Seq seq) const { return now_ns() - trace_.time_ns(seq); }

  // Rows, with kNever and kNone where the cursor lies before the moment.
  Task task(TaskId id) const;
  Wait wait(WaitId id) const;
  Region region(RegionId id) const;

  bool ended(TaskId id) const { return task(id).end != kNever; }
  bool pending(TaskId id) const;
  /// Enqueued, and its dependencies unmet.
  bool blocked(TaskId id) const;
  /// The task that writes the variable's newest version; kNone: none does.
  TaskId writer_of(VariableId id) const;
  static constexpr std::size_t kMostEdges = 32;
  /// Edges from the unfinished tasks that a task depends on, one for each of them, at most kMostEdges. What
  /// was eliminated is looked through.
  std::vector<Edge> unmet(TaskId id) const;

  /// A task and the unfinished ones that must end before it, in the order of issue.
  struct Chain {
    std::vector<TaskId> tasks;
    bool complete = true;  ///< false: there are more
  };
  Chain unfinished_up_to(TaskId id) const;

  /// Blocked tasks that had waited for this one, which has just ended, and have nothing to wait for any more.
  Chain freed_by(TaskId id) const;
  /// Whether the edge brings a value that its writer did not compute.
  bool poisons(const Edge& edge) const;
  /// Whether the task would read such a value, and is therefore skipped.
  bool poisoned(TaskId id) const;
  /// The task that ended last among those that this one depended on; kNone where none is known.
  TaskId last_dependency(TaskId id) const;
  /// Pending tasks that were enqueued before this one and have not started; `complete`: all of them.
  Chain older_than(TaskId id) const;
  /// The frontend's moment before an event of its own: a begin or end, an enqueue, ...; kNever where it lies
  /// before `from`, or too far back.
  Seq frontend_before(Seq seq, Seq from = 0) const;

 private:
  void add_unmet(TaskId id, TaskId of, VariableId only, int depth, std::vector<Edge>& found) const;

  const Trace& trace_;
  State state_;
};

}  // namespace runahead
