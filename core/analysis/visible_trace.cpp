// SPDX-License-Identifier: GPL-3.0-or-later
// Looking back from a cursor, within bounds: beyond them an answer says that it is not complete.
// Not here: the folds (trace/).
#include "core/analysis/visible_trace.h"

#include <algorithm>

namespace runahead {
namespace {

constexpr TaskId kRecentTasks = 256;  ///< looked through for dependents
constexpr std::size_t kChain = 32;    ///< tasks of one chain
constexpr TaskId kOlderTasks = 1024;
constexpr Seq kFrontendEvents = 512;
constexpr int kUnmetDepth = 8;

}  // namespace

VisibleTrace::VisibleTrace(const Trace& trace, Seq cursor)
    : trace_(trace), state_(trace.state_at(std::min(cursor, trace.size()))) {}

Task VisibleTrace::task(TaskId id) const {
  Task task = trace_.task(id);
  for (Seq* moment : {&task.defer, &task.enqueue, &task.ready, &task.start, &task.end}) {
    if (*moment >= cursor()) *moment = kNever;
  }
  return task;
}

Wait VisibleTrace::wait(WaitId id) const {
  Wait wait = trace_.wait(id);
  if (wait.end >= cursor()) {
    wait.end = kNever;
    wait.ended_by = kNone;
  }
  return wait;
}

Region VisibleTrace::region(RegionId id) const {
  Region mark = trace_.region(id);
  if (mark.end >= cursor()) mark.end = kNever;
  return mark;
}

bool VisibleTrace::pending(TaskId id) const {
  const Task row = task(id);
  return row.enqueue != kNever && row.end == kNever;
}

bool VisibleTrace::blocked(TaskId id) const {
  const Task row = task(id);
  return row.enqueue != kNever && row.ready == kNever && row.start == kNever && row.end == kNever;
}

TaskId VisibleTrace::writer_of(VariableId id) const {
  const std::uint32_t newest = trace_.last_use_at(id, cursor());
  if (newest == kNone) return kNone;
  // A task's write comes after its reads of the same variable.
  const Use use = trace_.use_at(newest);
  if (use.write) return use.task;
  return use.writer == kNone ? kNone : trace_.use_at(use.writer).task;
}

void VisibleTrace::add_unmet(TaskId id, TaskId of, VariableId only, int depth,
                             std::vector<Edge>& found) const {
  for (const Edge& edge : trace_.edges_into(of, kMostEdges)) {
    if (only != kNone && edge.variable != only) continue;
    const Task from = task(edge.from);
    if (from.end != kNever) {
      // A write over an eliminated one has to wait for what that one would have waited for.
      const bool eliminated = from.outcome == Outcome::eliminated;
      if (eliminated && depth < kUnmetDepth) {
        add_unmet(id, edge.from, edge.variable, depth + 1, found);
      }
      continue;
    }
    const auto same = [&](const Edge& other) { return other.from == edge.from; };
    if (found.size() < kMostEdges && std::none_of(found.begin(), found.end(), same)) {
      found.push_back({edge.from, id, edge.variable, edge.kind});
    }
  }
}

std::vector<Edge> VisibleTrace::unmet(TaskId id) const {
  std::vector<Edge> found;
  add_unmet(id, id, kNone, 0, found);
  return found;
}

VisibleTrace::Chain VisibleTrace::unfinished_up_to(TaskId id) const {
  Chain chain;
  if (ended(id)) return chain;
  chain.tasks.push_back(id);
  for (std::size_t next = 0; next < chain.tasks.size(); ++next) {
    for (const Edge& edge : unmet(chain.tasks[next])) {
      if (std::find(chain.tasks.begin(), chain.tasks.end(), edge.from) != chain.tasks.end()) continue;
      if (chain.tasks.size() >= kChain) {
        chain.complete = false;
        break;
      }
      chain.tasks.push_back(edge.from);
    }
  }
  std::sort(chain.tasks.begin(), chain.tasks.end());
  return chain;
}

VisibleTrace::Chain VisibleTrace::freed_by(TaskId id) const {
  Chain freed;
  if (counters().blocked == 0) return freed;
  const TaskId last = std::min<TaskId>(state_.issued, id + 1 + kRecentTasks);
  freed.complete = last == state_.issued;
  for (TaskId other = id + 1; other < last; ++other) {
    if (!blocked(other)) continue;
    const std::vector<Edge> edges = trace_.edges_into(other, kMostEdges);
    const bool waited = std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) {
      return edge.from == id || task(edge.from).outcome == Outcome::eliminated;
    });
    if (waited && unmet(other).empty()) freed.tasks.push_back(other);
  }
  return freed;
}

bool VisibleTrace::poisons(const Edge& edge) const {
  const Task from = task(edge.from);
  const bool broken = from.outcome == Outcome::failed || from.outcome == Outcome::skipped;
  return edge.kind == EdgeKind::read_after_write && from.end != kNever && broken;
}

bool VisibleTrace::poisoned(TaskId id) const {
  const std::vector<Edge> edges = trace_.edges_into(id, kMostEdges);
  return std::any_of(edges.begin(), edges.end(), [this](const Edge& edge) { return poisons(edge); });
}

TaskId VisibleTrace::last_dependency(TaskId id) const {
  TaskId last = kNone;
  for (const Edge& edge : trace_.edges_into(id, kMostEdges)) {
    const Task from = task(edge.from);
    if (from.end == kNever || from.outcome == Outcome::eliminated) continue;
    if (last == kNone || from.end > task(last).end) last = edge.from;
  }
  return last;
}

VisibleTrace::Chain VisibleTrace::older_than(TaskId id) const {
  Chain older;
  const Task own = task(id);
  // Tasks that were deferred are enqueued in any order, all others in that of their ids.
  const TaskId end = own.defer == kNever ? id : state_.issued;
  const TaskId last = std::min<TaskId>(end, state_.first_pending + kOlderTasks);
  older.complete = last == end;
  for (TaskId other = state_.first_pending; other < last; ++other) {
    const Task row = task(other);
    if (row.enqueue < own.enqueue && row.start == kNever && row.end == kNever) older.tasks.push_back(other);
  }
  return older;
}

Seq VisibleTrace::frontend_before(Seq seq, Seq from) const {
  const Seq first = std::max(from, seq > kFrontendEvents ? seq - kFrontendEvents : 0);
  while (seq-- > first) {
    const Event event = trace_.event(seq);
    switch (event.kind) {
      case EventKind::statement_begin:
      case EventKind::statement_end:
      case EventKind::enqueue:
      case EventKind::defer:
      case EventKind::eliminate:
      case EventKind::wait_begin:
      case EventKind::wait_end:
      case EventKind::region_begin:
      case EventKind::region_end:
        return seq;
      case EventKind::end: {
        const Task ended = trace_.task(event.id);
        if (ended.start != kNever && trace_.lane(ended.lane).kind == LaneKind::caller) return seq;
        break;
      }
      default:
        break;
    }
  }
  return kNever;
}

}  // namespace runahead
