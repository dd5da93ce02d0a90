// SPDX-License-Identifier: GPL-3.0-or-later
// From unmet edges and unfinished chains to clauses.
// Not here: finding them (visible_trace.cpp).
#include "core/analysis/waiting.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/labels.h"
#include "core/base/say.h"

namespace runahead {
namespace {

constexpr std::size_t kNamedTasks = 4;
constexpr std::size_t kObstacles = 3;
constexpr TaskId kLookedThrough = 1024;

/// The arm of the pattern "obstacle".
std::string_view arm_of(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::read_after_write:
      return "read_after_write";
    case EdgeKind::write_after_read:
      return "write_after_read";
    case EdgeKind::write_after_write:
      return "write_after_write";
    case EdgeKind::stream_order:
      break;
  }
  return "stream_order";
}

/// An arrow from a task to the next where that one depends on it directly, else a comma.
Message in_order(const VisibleTrace& now, const VisibleTrace::Chain& chain) {
  const std::size_t count = chain.tasks.size();
  const std::size_t first = count > kNamedTasks ? count - kNamedTasks : 0;
  Message named = task_label(now.trace(), chain.tasks[first]);
  for (std::size_t i = first + 1; i < count; ++i) {
    const std::vector<Edge> edges = now.unmet(chain.tasks[i]);
    const bool direct = std::any_of(edges.begin(), edges.end(),
                                    [&](const Edge& edge) { return edge.from == chain.tasks[i - 1]; });
    Message task = task_label(now.trace(), chain.tasks[i]);
    named = direct ? say<"chain.needs">(arg<"chain">(std::move(named)), arg<"task">(std::move(task)))
                   : comma_list({std::move(named), std::move(task)});
  }
  if (first == 0) return named;
  return say<"chain.before">(arg<"chain">(std::move(named)), arg<"complete">(chain.complete),
                             arg<"before">(Count{first}));
}

/// The names of all pending tasks, if they are few and lie close together.
std::vector<Message> few_pending(const VisibleTrace& now) {
  const State& state = now.state();
  const std::uint32_t depth = state.counters.depth();
  std::vector<Message> names;
  if (depth > kNamedTasks) return names;
  const TaskId last = std::min<TaskId>(state.issued, state.first_pending + kLookedThrough);
  for (TaskId id = state.first_pending; id < last && names.size() < depth; ++id) {
    if (now.pending(id)) names.push_back(task_label(now.trace(), id));
  }
  if (names.size() < depth) names.clear();
  return names;
}

Message for_room(const VisibleTrace& now, const Wait& wait) {
  // Nothing is enqueued meanwhile.
  const std::uint32_t before = now.trace().counters_at(wait.begin).depth();
  const std::uint32_t ended = before - std::min(before, now.counters().depth());
  const auto line = arg<"line">(line_label(now.trace(), wait.statement));
  const auto launch = arg<"launch">(has_launch_queue(now.trace()));
  const auto pending = arg<"pending">(Count{before});
  if (ended == 0) return say<"waits.room">(line, launch, pending);
  return say<"waits.room_partly">(line, launch, pending, arg<"ended">(Count{ended}));
}

/// Of a wait without an array.
Message for_everything(const VisibleTrace& now, const Wait& wait) {
  const auto subject = arg<"wait">(wait_at_line(now.trace(), wait));
  const std::uint32_t depth = now.counters().depth();
  if (depth == 0)
    return finds_nothing(now) ? say<"waits.all_ended_before">(subject) : say<"waits.all_ended">(subject);
  std::vector<Message> names = few_pending(now);
  if (!names.empty()) return say<"waits.tasks">(subject, arg<"tasks">(and_list(std::move(names))));
  return say<"waits.all">(subject, arg<"pending">(Count{depth}));
}

/// Whether the variable stands for a stream, which has its name.
bool is_stream(const Trace& trace, VariableId variable) {
  const std::string& name = trace.name(trace.variable(variable).name);
  for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
    if (trace.lane(lane).kind == LaneKind::stream && trace.lane(lane).name == name) return true;
  }
  return false;
}

Message for_array(const VisibleTrace& now, const Wait& wait) {
  const auto subject = arg<"wait">(wait_at_line(now.trace(), wait));
  Message array = variable_label(now.trace(), wait.variable);
  const TaskId writer = now.writer_of(wait.variable);
  if (writer == kNone && is_stream(now.trace(), wait.variable))
    return say<"waits.stream">(subject, arg<"stream">(std::move(array)));
  if (writer == kNone) return say<"waits.value">(subject, arg<"array">(std::move(array)));
  const VisibleTrace::Chain chain = now.unfinished_up_to(writer);
  if (!chain.tasks.empty()) return say<"waits.tasks">(subject, arg<"tasks">(in_order(now, chain)));
  if (!finds_nothing(now)) return say<"waits.ended">(subject, arg<"end">(over(now, writer)));
  if (now.task(writer).outcome == Outcome::ok)
    return say<"waits.there">(subject, arg<"array">(std::move(array)));
  return say<"waits.ended_before">(subject, arg<"end">(over(now, writer)));
}

}  // namespace

Message over(const VisibleTrace& now, TaskId id) {
  const Task task = now.task(id);
  return say<"task.over">(arg<"task">(task_label(now.trace(), id)),
                          arg<"how">(Which{to_string(task.end == kNever ? Outcome::ok : task.outcome)}));
}

bool finds_nothing(const VisibleTrace& now) {
  const Wait wait = now.wait(now.state().wait);
  if (wait.variable == kNone) return now.trace().counters_at(wait.begin).depth() == 0;
  const TaskId writer = now.writer_of(wait.variable);
  return writer != kNone && now.task(writer).end < wait.begin;
}

Message waiting_for(const VisibleTrace& now) {
  if (now.state().wait == kNone) return {};
  const Wait wait = now.wait(now.state().wait);
  switch (wait.reason) {
    case WaitReason::queue_full:
      return for_room(now, wait);
    case WaitReason::memory_full: {
      // The bound is on all of them.
      std::int64_t bytes = 0;
      for (const MemoryBytes& memory : now.counters().memories) bytes += memory.live;
      return say<"waits.memory">(arg<"line">(line_label(now.trace(), wait.statement)),
                                 arg<"bytes">(Bytes{bytes}),
                                 arg<"several">(now.trace().memories().size() > 1));
    }
    default:
      return wait.variable == kNone ? for_everything(now, wait) : for_array(now, wait);
  }
}

Message waiting_for(const Trace& trace, Seq cursor) {
  return waiting_for(VisibleTrace(trace, cursor));
}

Message obstacles(const VisibleTrace& now, TaskId task) {
  std::vector<Message> names;
  const std::vector<Edge> edges = now.unmet(task);
  for (const Edge& edge : edges) {
    if (names.size() == kObstacles && edges.size() > kObstacles + 1) {
      names.push_back(say<"obstacles.more">(arg<"complete">(edges.size() < VisibleTrace::kMostEdges),
                                            arg<"more">(Count{edges.size() - kObstacles})));
      break;
    }
    names.push_back(say<"obstacle">(
        arg<"task">(task_label(now.trace(), edge.from)), arg<"why">(Which{arm_of(edge.kind)}),
        arg<"array">(edge.variable == kNone ? Message() : variable_label(now.trace(), edge.variable))));
  }
  return and_list(std::move(names));
}

Message blocked_by(const Trace& trace, TaskId task, Seq cursor) {
  const VisibleTrace now(trace, cursor);
  if (task >= now.state().issued || !now.blocked(task)) return {};
  Message what = obstacles(now, task);
  const auto label = arg<"task">(task_label(trace, task));
  return what.empty() ? say<"blocked">(label) : say<"blocked.by">(label, arg<"obstacles">(std::move(what)));
}

}  // namespace runahead
