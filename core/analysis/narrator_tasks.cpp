// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about tasks: issued, ready, running, done.
// Not here: statements, waits, memory (narrator.cpp).
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/analysis/labels.h"
#include "core/analysis/narrator.h"
#include "core/analysis/waiting.h"
#include "core/base/say.h"

namespace runahead {

Narrator::Execution Narrator::execution() const {
  bool caller = false, others = false;
  for (LaneId id = 0; id < trace_.lane_count(); ++id) {
    const LaneKind kind = trace_.lane(id).kind;
    caller |= kind == LaneKind::caller;
    others |= kind != LaneKind::caller && kind != LaneKind::frontend;
  }
  if (!caller) return Execution::in_queue;
  return others ? Execution::either : Execution::in_call;
}

bool Narrator::in_call(const Task& task) const {
  return task.start != kNever && trace_.lane(task.lane).kind == LaneKind::caller;
}

Message Narrator::enqueue() const {
  const Task task = now_.task(event_.id);
  const Execution where = execution();
  // Where both are possible, a call that runs its task itself finds the queue empty.
  const bool alone = task.defer == kNever && now_.counters().depth() == 1;
  if (where == Execution::in_queue || (where == Execution::either && !alone)) return joined(task);
  return say<"task.issued">(arg<"line">(line_label(trace_, task.statement)),
                            arg<"task">(task_with_arrays(trace_, task.id)),
                            arg<"after">(Duration{std::max<std::int64_t>(0, spent_ns().value_or(0))}),
                            arg<"where">(Which{where == Execution::in_call ? "call" : ""}));
}

Message Narrator::joined(const Task& task) const {
  const char* recorded = "";
  Duration since{0};
  Message line;
  if (task.defer != kNever) {
    since.ns = now_.since_ns(task.defer);
    recorded = task.statement == kNone ? "alone" : "line";
    if (task.statement != kNone) line = line_label(trace_, task.statement);
  }
  const Seq before = now_.frontend_before(seq_);
  const bool waited = before != kNever && trace_.event(before).kind == EventKind::wait_end;
  const Wait wait = waited ? now_.wait(trace_.event(before).id) : Wait{};
  const char* frontend = "";
  Duration time{0};
  if (waited && (wait.reason == WaitReason::queue_full || wait.reason == WaitReason::memory_full)) {
    time.ns = trace_.time_ns(wait.end) - trace_.time_ns(wait.begin);
    frontend = wait.reason == WaitReason::memory_full ? "memory"
               : has_launch_queue(trace_)             ? "launch_queue"
                                                      : "queue";
  } else if (const auto spent = spent_ns()) {
    time.ns = *spent;
    frontend = "spent";
  }
  return sentences(
      {say<"task.joined">(arg<"task">(task_with_arrays(trace_, task.id)), arg<"recorded">(Which{recorded}),
                          arg<"since">(since), arg<"line">(std::move(line)), arg<"frontend">(Which{frontend}),
                          arg<"time">(time)),
       in_queue(task)});
}

Message Narrator::in_queue(const Task& task) const {
  const std::uint32_t count = now_.counters().ready + now_.counters().blocked - 1;
  const auto running = arg<"running">(Count{now_.counters().running});
  const auto others = arg<"others">(Count{count});
  if (task.ready != kNever)
    return count == 0 ? say<"joined.ready_alone">(running) : say<"joined.ready">(others, running);
  const auto what = arg<"obstacles">(obstacles(now_, task.id));
  return count == 0 ? say<"joined.blocked_alone">(what, running)
                    : say<"joined.blocked">(what, others, running);
}

Message Narrator::defer() const {
  const Task task = now_.task(event_.id);
  return sentences(
      {say<"task.recorded">(
           arg<"task">(task_with_arrays(trace_, task.id)),
           arg<"line">(task.statement == kNone ? Message() : line_label(trace_, task.statement))),
       say<"graph.now_holds">(arg<"tasks">(Count{now_.counters().deferred}))});
}

Message Narrator::eliminate() const {
  const Count left{now_.counters().deferred};
  return sentences({say<"task.eliminated">(arg<"task">(task_with_arrays(trace_, event_.id))),
                    left.value == 0 ? say<"graph.empty">() : say<"graph.still_holds">(arg<"tasks">(left))});
}

Message Narrator::ready() const {
  const Task task = now_.task(event_.id);
  const TaskId last = now_.last_dependency(task.id);
  Message dependency, earlier;
  Outcome outcome = Outcome::ok;
  if (last != kNone) {
    dependency = task_label(trace_, last);
    outcome = now_.task(last).outcome;
  }
  if (const std::uint32_t others = now_.counters().ready - 1; others > 0)
    earlier = say<"task.ready_later">(arg<"others">(Count{others}));
  return sentences(
      {say<"task.ready">(arg<"task">(task_label(trace_, task.id)),
                         arg<"since">(Duration{now_.since_ns(task.enqueue)}),
                         arg<"last">(std::move(dependency)), arg<"how">(Which{to_string(outcome)})),
       std::move(earlier)});
}

Message Narrator::start() const {
  const Task task = now_.task(event_.id);
  const auto label = arg<"task">(task_label(trace_, task.id));
  if (in_call(task))
    return say<"task.starts_in_call">(label, arg<"line">(line_label(trace_, task.statement)));
  int lanes = 0;
  for (LaneId id = 0; id < trace_.lane_count(); ++id) {
    const LaneKind kind = trace_.lane(id).kind;
    lanes += kind != LaneKind::frontend && kind != LaneKind::caller;
  }
  const bool by_line = task.defer == kNever && task.statement != kNone;
  const bool was_blocked = task.ready != kNever && task.ready != task.enqueue;
  const std::int64_t blocked_ns = was_blocked ? trace_.time_ns(task.ready) - trace_.time_ns(task.enqueue) : 0;
  return sentences(
      {say<"task.starts">(label, arg<"lane">(lanes > 1 ? lane_label(trace_, task.lane) : Message()),
                          arg<"since">(Duration{now_.since_ns(task.enqueue)}),
                          arg<"line">(by_line ? line_label(trace_, task.statement) : Message()),
                          arg<"was_blocked">(was_blocked), arg<"blocked">(Duration{blocked_ns})),
       overtaken(task.id), behind_start()});
}

Message Narrator::overtaken(TaskId task) const {
  const VisibleTrace::Chain older = now_.older_than(task);
  if (older.tasks.empty()) return {};
  if (older.tasks.size() == 1 && older.complete) {
    const TaskId only = older.tasks.front();
    return say<"task.overtakes">(arg<"task">(task_label(trace_, only)),
                                 arg<"why">(Which{now_.blocked(only) ? "blocked" : "older"}));
  }
  return say<"task.overtakes_many">(arg<"complete">(older.complete), arg<"tasks">(Count{older.tasks.size()}));
}

Message Narrator::behind_start() const {
  const auto ready = arg<"ready">(Count{now_.counters().ready});
  if (now_.state().wait != kNone) {
    const Wait wait = now_.wait(now_.state().wait);
    return say<"task.starts_while_waiting">(arg<"line">(line_label(trace_, wait.statement)),
                                            arg<"waited">(Duration{now_.since_ns(wait.begin)}), ready);
  }
  return now_.counters().ready > 0 ? say<"task.more_ready">(ready) : Message();
}

Message Narrator::end() const {
  const Task task = now_.task(event_.id);
  const auto label = arg<"task">(task_label(trace_, task.id));
  if (task.outcome == Outcome::skipped) {
    Message array, from;
    for (const Edge& edge : trace_.edges_into(task.id, VisibleTrace::kMostEdges)) {
      if (!now_.poisons(edge)) continue;
      array = variable_label(trace_, edge.variable);
      from = task_label(trace_, edge.from);
      break;
    }
    return sentences(
        {say<"task.skipped">(label, arg<"array">(std::move(array)), arg<"from">(std::move(from))),
         left_to_do()});
  }
  const auto ran = arg<"ran">(Duration{now_.since_ns(task.start)});
  if (task.outcome == Outcome::failed)
    return sentences({say<"task.fails">(label, ran), say<"task.fails_others">()});
  if (in_call(task))
    return say<"task.ends_in_call">(label, ran, arg<"line">(line_label(trace_, task.statement)));
  return sentences({say<"task.ends">(label, ran), freed(), left_to_do()});
}

Message Narrator::freed() const {
  VisibleTrace::Chain freed = now_.freed_by(event_.id);
  // What would read a value that was not computed is skipped instead.
  std::erase_if(freed.tasks, [this](TaskId id) { return now_.poisoned(id); });
  const std::size_t count = freed.tasks.size();
  if (count == 0) return {};
  Message first = task_label(trace_, freed.tasks.front());
  const auto complete = arg<"complete">(freed.complete);
  if (count == 1) return say<"freed.one">(complete, arg<"task">(std::move(first)));
  if (count == 2 && freed.complete) {
    return say<"freed.two">(arg<"first">(std::move(first)),
                            arg<"second">(task_label(trace_, freed.tasks.back())));
  }
  return say<"freed.many">(arg<"first">(std::move(first)), complete, arg<"more">(Count{count - 1}));
}

Message Narrator::left_to_do() const {
  if (execution() == Execution::in_call) return {};
  if (now_.state().wait != kNone) return say<"clause.alone">(arg<"clause">(waiting_for(now_)));
  // Not which of them are ready: some become so with the events that follow.
  const Count left{std::uint64_t{now_.counters().ready} + now_.counters().blocked};
  const auto running = arg<"running">(Count{now_.counters().running});
  return left.value == 0 ? say<"left.none">(running) : say<"left.some">(arg<"left">(left), running);
}

}  // namespace runahead
