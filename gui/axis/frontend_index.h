// SPDX-License-Identifier: GPL-3.0-or-later
// FrontendIndex: what the frontend did with tasks, in order: deferring them into a graph, enqueueing them.
// Only runs that defer tasks have one: elsewhere tasks are enqueued in the order of their ids, and the trace
// answers by itself. Not here: drawing (timeline/).
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/trace.h"

namespace runahead::gui {

/// Whether there is one.
bool hasLane(const Trace& trace, LaneKind kind);

class FrontendIndex {
 public:
  /// From the frontend's moment before to the task's enqueue or defer.
  struct Step {
    TaskId task;
    Seq begin;
    Seq end;
  };

  /// A later snapshot of the same run: reads its new events, and all of them with the first deferred task.
  void extend(const Trace& trace);

  /// Whether any task was deferred within the first `cursor` events.
  bool defersBefore(Seq cursor) const { return !m_deferrals.empty() && m_deferrals.front().end < cursor; }
  const std::vector<Step>& deferrals() const { return m_deferrals; }
  /// Empty unless a task was deferred.
  const std::vector<Step>& enqueues() const { return m_enqueues; }
  /// The task's place in deferrals(); kNone if it was enqueued at once.
  std::uint32_t deferralOf(TaskId task) const;
  /// Of the deferrals [first, last), those eliminated within the first `cursor` events.
  std::uint32_t eliminated(std::uint32_t first, std::uint32_t last, Seq cursor) const;

 private:
  bool m_defers = false;
  Seq m_seen = 0;     // events that were looked at
  Seq m_indexed = 0;  // events that the lists below hold
  Seq m_moment = 0;   // the frontend's last
  bool m_inStatement = false;
  std::vector<Step> m_deferrals;
  std::vector<Seq> m_eliminations;  // of the deferrals; kNever while it has not come
  std::vector<Step> m_enqueues;
};

}  // namespace runahead::gui
