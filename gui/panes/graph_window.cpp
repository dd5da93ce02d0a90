// SPDX-License-Identifier: GPL-3.0-or-later
// What the graph is about at a cursor: states, the window, what became of deferred tasks.
// Not here: nodes and edges (graph_model.cpp).
#include <algorithm>

#include "gui/panes/graph_model.h"
#include "gui/panes/state_facts.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

/// Every issued task is enqueued, deferred, or eliminated.
std::uint32_t eliminatedIn(const State& state) {
  return state.issued - state.enqueued - state.counters.deferred;
}

}  // namespace

TaskState graphStateOf(const Task& task, Seq cursor) {
  return stateOf(task, cursor).value_or(TaskState::deferred);
}

QString edgeKindName(EdgeKind kind) {
  if (kind == EdgeKind::read_after_write) return tr("read after write");
  return kind == EdgeKind::write_after_read ? tr("write after read") : tr("write after write");
}

TaskId focusAt(const Trace& trace, Seq cursor, const GraphLimits& limits) {
  const std::vector<TaskId> pending = trace.pending_at(cursor, limits.pending);
  const auto running = std::ranges::find_if(
      pending, [&](TaskId id) { return graphStateOf(trace.task(id), cursor) == TaskState::running; });
  if (running != pending.end()) return *running;
  if (!pending.empty()) return pending.front();
  const TaskId issued = trace.state_at(cursor).issued;
  return issued == 0 ? kNone : issued - 1;
}

TaskId windowAround(TaskId task, const GraphLimits& limits) {
  const TaskId half = limits.tasks / 2;
  const TaskId place = task / half * half;
  return place - std::min(place, limits.tasks / 4);
}

std::optional<DeferredTasks> deferredAt(const Trace& trace, Seq cursor, const GraphLimits& limits) {
  const State now = trace.state_at(cursor);
  const std::uint32_t eliminated = eliminatedIn(now);
  const RegionId least = now.marks - std::min(now.marks, limits.marks);
  for (RegionId id = now.marks; id-- > least;) {
    const Region mark = trace.region(id);
    if (mark.kind != RegionKind::tracing) continue;
    const State before = trace.state_at(mark.begin);
    const std::uint32_t nodes = trace.state_at(std::min(mark.end, cursor)).issued - before.issued;
    const std::uint32_t pruned = eliminated - eliminatedIn(before);
    const std::uint32_t open = now.counters.deferred;
    return DeferredTasks{true, nodes - std::min(nodes, pruned + open), pruned, open};
  }
  if (eliminated == 0 && now.counters.deferred == 0) return std::nullopt;
  return DeferredTasks{false, now.enqueued, eliminated, now.counters.deferred};
}

}  // namespace runahead::gui
