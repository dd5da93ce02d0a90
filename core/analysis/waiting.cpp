// SPDX-License-Identifier: GPL-3.0-or-later
// From unmet edges and unfinished chains to clauses.
// Not here: finding them (visible_trace.cpp).
#include "core/analysis/waiting.h"

#include <algorithm>

#include "core/analysis/labels.h"
#include "core/base/format.h"

namespace runahead {
namespace {

constexpr std::size_t kNamedTasks = 4;
constexpr std::size_t kObstacles = 3;
constexpr TaskId kLookedThrough = 1024;

const char* to_words(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::read_after_write:
      return "read after write of ";
    case EdgeKind::write_after_read:
      return "write after read of ";
    case EdgeKind::stream_order:
      return "before it in the stream";
    case EdgeKind::write_after_write:
      return "write after write of ";
  }
  return "";
}

/// An arrow from a task to the next where that one depends on it directly, else a comma.
std::string in_order(const VisibleTrace& now, const VisibleTrace::Chain& chain) {
  const std::size_t count = chain.tasks.size();
  const std::size_t first = count > kNamedTasks ? count - kNamedTasks : 0;
  std::string text;
  for (std::size_t i = first; i < count; ++i) {
    if (i > first) {
      const std::vector<Edge> edges = now.unmet(chain.tasks[i]);
      const bool direct = std::any_of(edges.begin(), edges.end(),
                                      [&](const Edge& edge) { return edge.from == chain.tasks[i - 1]; });
      text += direct ? " → " : ", ";
    }
    text += task_label(now.trace(), chain.tasks[i]);
  }
  if (first > 0) {
    text += std::string(chain.complete ? " and " : " and at least ") + format_count(first) + " before";
  }
  return text;
}

/// The names of all pending tasks, if they are few and lie close together.
std::vector<std::string> few_pending(const VisibleTrace& now) {
  const State& state = now.state();
  const std::uint32_t depth = state.counters.depth();
  std::vector<std::string> names;
  if (depth > kNamedTasks) return names;
  const TaskId last = std::min<TaskId>(state.issued, state.first_pending + kLookedThrough);
  for (TaskId id = state.first_pending; id < last && names.size() < depth; ++id) {
    if (now.pending(id)) names.push_back(task_label(now.trace(), id));
  }
  if (names.size() < depth) names.clear();
  return names;
}

std::string for_room(const VisibleTrace& now, const Wait& wait) {
  // Nothing is enqueued meanwhile.
  const std::uint32_t before = now.trace().counters_at(wait.begin).depth();
  const std::uint32_t ended = before - std::min(before, now.counters().depth());
  if (ended == 0) return "one of the " + counted(before, "pending task") + " must end";
  return format_count(ended) + " of the " + counted(before, "pending task") +
         (ended == 1 ? " has ended" : " have ended");
}

/// Of a wait without an array.
std::string for_everything(const VisibleTrace& now, const std::string& subject) {
  const std::uint32_t depth = now.counters().depth();
  if (depth == 0) {
    return subject + (finds_nothing(now) ? " has nothing to wait for" : " is about to continue") +
           ": all tasks have ended";
  }
  const std::vector<std::string> names = few_pending(now);
  if (!names.empty()) return subject + " waits for " + listed(names);
  return subject + " waits for all " + counted(depth, "pending task");
}

/// Whether the variable stands for a stream, which has its name.
bool is_stream(const Trace& trace, VariableId variable) {
  const std::string& name = trace.name(trace.variable(variable).name);
  for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
    if (trace.lane(lane).kind == LaneKind::stream && trace.lane(lane).name == name) return true;
  }
  return false;
}

std::string for_array(const VisibleTrace& now, const Wait& wait, const std::string& subject) {
  const std::string array = variable_label(now.trace(), wait.variable);
  const TaskId writer = now.writer_of(wait.variable);
  if (writer == kNone && is_stream(now.trace(), wait.variable))
    return subject + " waits for all tasks of " + array;
  if (writer == kNone) return subject + " waits until " + array + " has its value";
  const VisibleTrace::Chain chain = now.unfinished_up_to(writer);
  if (!chain.tasks.empty()) return subject + " waits for " + in_order(now, chain);
  if (finds_nothing(now)) {
    const bool there = now.task(writer).outcome == Outcome::ok;
    return subject + " has nothing to wait for: " + (there ? array + " is there" : over(now, writer));
  }
  return subject + " is about to continue: " + over(now, writer);
}

}  // namespace

std::string over(const VisibleTrace& now, TaskId id) {
  const Task task = now.task(id);
  const char* verb = " ended";
  if (task.end != kNever && task.outcome == Outcome::failed) verb = " failed";
  if (task.end != kNever && task.outcome == Outcome::skipped) verb = " was skipped";
  return task_label(now.trace(), id) + verb;
}

bool finds_nothing(const VisibleTrace& now) {
  const Wait wait = now.wait(now.state().wait);
  if (wait.variable == kNone) return now.trace().counters_at(wait.begin).depth() == 0;
  const TaskId writer = now.writer_of(wait.variable);
  return writer != kNone && now.task(writer).end < wait.begin;
}

std::string waiting_for(const VisibleTrace& now) {
  if (now.state().wait == kNone) return {};
  const Trace& trace = now.trace();
  const Wait wait = now.wait(now.state().wait);
  const std::string line = line_label(trace, wait.statement);
  std::string subject = wait_label(trace, wait);
  if (wait.statement != kNone) subject += " at " + line;
  std::string text;
  switch (wait.reason) {
    case WaitReason::queue_full:
      text = line + " waits for room" + (has_launch_queue(trace) ? " in the launch queue: " : ": ") +
             for_room(now, wait);
      break;
    case WaitReason::memory_full:
      text = line + " waits for memory: some of the " + format_bytes(now.counters().live_bytes) +
             " in use must be released";
      break;
    default:
      text = wait.variable == kNone ? for_everything(now, subject) : for_array(now, wait, subject);
  }
  return one_line(text);
}

std::string waiting_for(const Trace& trace, Seq cursor) {
  return waiting_for(VisibleTrace(trace, cursor));
}

std::string obstacles(const VisibleTrace& now, TaskId task) {
  std::vector<std::string> names;
  const std::vector<Edge> edges = now.unmet(task);
  for (const Edge& edge : edges) {
    if (names.size() == kObstacles && edges.size() > kObstacles + 1) {
      const char* const least = edges.size() == VisibleTrace::kMostEdges ? "at least " : "";
      names.push_back(least + format_count(edges.size() - kObstacles) + " more");
      break;
    }
    names.push_back(task_label(now.trace(), edge.from) + " (" + to_words(edge.kind) +
                    (edge.variable == kNone ? "" : variable_label(now.trace(), edge.variable)) + ")");
  }
  return one_line(listed(names));
}

std::string blocked_by(const Trace& trace, TaskId task, Seq cursor) {
  const VisibleTrace now(trace, cursor);
  if (task >= now.state().issued || !now.blocked(task)) return {};
  const std::string what = obstacles(now, task);
  const std::string label = one_line(task_label(trace, task));
  return what.empty() ? label + " is blocked" : label + " waits for " + what;
}

}  // namespace runahead
