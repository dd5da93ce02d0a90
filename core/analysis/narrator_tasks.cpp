// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about tasks: issued, ready, running, done.
// Not here: statements, waits, memory (narrator.cpp).
#include "core/analysis/labels.h"
#include "core/analysis/narrator.h"
#include "core/analysis/waiting.h"
#include "core/base/format.h"

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

std::string Narrator::enqueue() const {
  const Task task = now_.task(event_.id);
  const std::string label = task_with_arrays(trace_, task.id);
  const Execution where = execution();
  // Where both are possible, a call that runs its task itself finds the queue empty.
  const bool alone = task.defer == kNever && now_.counters().depth() == 1;
  if (where == Execution::in_queue || (where == Execution::either && !alone)) return joined(task);
  const std::optional<std::int64_t> spent = spent_ns();
  std::string text = sentence_case(line_label(trace_, task.statement)) + " issues " + label;
  if (spent && *spent > 0) text += " after " + format_time(*spent);
  return text + (where == Execution::in_call ? "; it runs inside the call." : "; it can run at once.");
}

std::string Narrator::joined(const Task& task) const {
  std::string text = task_with_arrays(trace_, task.id) + " joined the queue";
  if (task.defer != kNever) {
    text += ", " + format_time(now_.since_ns(task.defer)) + " after ";
    text += task.statement == kNone ? "it was recorded" : line_label(trace_, task.statement) + " recorded it";
  }
  const Seq before = now_.frontend_before(seq_);
  const bool waited = before != kNever && trace_.event(before).kind == EventKind::wait_end;
  const Wait wait = waited ? now_.wait(trace_.event(before).id) : Wait{};
  const std::optional<std::int64_t> spent = spent_ns();
  if (waited && (wait.reason == WaitReason::queue_full || wait.reason == WaitReason::memory_full)) {
    text += "; the frontend had to wait " +
            format_time(trace_.time_ns(wait.end) - trace_.time_ns(wait.begin)) +
            (wait.reason == WaitReason::memory_full ? " for memory"
             : has_launch_queue(trace_)             ? " for room in the launch queue"
                                                    : " for room");
  } else if (spent) {
    text += "; the frontend spent " + format_time(*spent) + " and did not wait";
  }
  text += ". ";
  const std::uint32_t others = now_.counters().ready + now_.counters().blocked - 1;
  const bool is_ready = task.ready != kNever;
  std::string more =
      others > 0 ? "; " + counted(others, "other task") + (others == 1 ? " is" : " are") + " in the queue"
      : is_ready ? ", and alone in the queue"
                 : "; it is alone in the queue";
  if (now_.counters().running > 0) more += (others == 0 && is_ready ? "; " : ", ") + running(others > 0);
  more += ".";
  if (is_ready) return text + "It is ready" + more;
  const std::string what = obstacles(now_, task.id);
  return text + (what.empty() ? "It is blocked" : "It waits for " + what) + more;
}

std::string Narrator::defer() const {
  const Task task = now_.task(event_.id);
  const std::uint32_t deferred = now_.counters().deferred;
  std::string text = task_with_arrays(trace_, task.id) + " is recorded in the graph";
  if (task.statement != kNone) text += " by " + line_label(trace_, task.statement);
  text += " and does not run yet. The graph now holds " + counted(deferred, "task");
  return text + ".";
}

std::string Narrator::eliminate() const {
  const std::uint32_t left = now_.counters().deferred;
  std::string text =
      task_with_arrays(trace_, event_.id) + " is eliminated: nothing needs what it would compute. ";
  return text + (left == 0 ? "The graph is empty." : "The graph still holds " + counted(left, "task") + ".");
}

std::string Narrator::ready() const {
  const Task task = now_.task(event_.id);
  std::string text = task_label(trace_, task.id) + " is ready, ";
  text += format_time(now_.since_ns(task.enqueue)) + " after it joined the queue";
  if (const TaskId last = now_.last_dependency(task.id); last != kNone) {
    const Outcome outcome = now_.task(last).outcome;
    text += ": " + task_label(trace_, last) + ", its last dependency, ";
    text += outcome == Outcome::failed    ? "has failed"
            : outcome == Outcome::skipped ? "was skipped"
                                          : "has ended";
  }
  text += ".";
  const std::uint32_t others = now_.counters().ready - 1;
  if (others > 0) text.append(" ").append(counted(others, "other task")).append(" became ready before it.");
  return text;
}

std::string Narrator::start() const {
  const Task task = now_.task(event_.id);
  const std::string label = task_label(trace_, task.id);
  if (in_call(task)) {
    return label + " starts inside the call: " + line_label(trace_, task.statement) +
           " continues when it has ended.";
  }
  std::string text = label + " starts";
  int lanes = 0;
  for (LaneId id = 0; id < trace_.lane_count(); ++id) {
    const LaneKind kind = trace_.lane(id).kind;
    lanes += kind != LaneKind::frontend && kind != LaneKind::caller;
  }
  if (lanes > 1) text += " on " + lane_label(trace_, task.lane);
  const std::int64_t since_ns = now_.since_ns(task.enqueue);
  text += since_ns == 0 ? ", at the moment when " : ", " + format_time(since_ns) + " after ";
  text += task.defer != kNever || task.statement == kNone
              ? "it joined the queue."
              : line_label(trace_, task.statement) + " issued it.";
  if (task.ready != kNever && task.ready != task.enqueue) {
    text.back() = ',';
    text.append(" ").append(format_time(trace_.time_ns(task.ready) - trace_.time_ns(task.enqueue)));
    text += " of it blocked.";
  }
  const VisibleTrace::Chain older = now_.older_than(task.id);
  if (older.tasks.size() == 1 && older.complete) {
    text += " It overtakes " + task_label(trace_, older.tasks.front()) +
            (now_.blocked(older.tasks.front()) ? ", which is blocked." : ", which is older.");
  } else if (!older.tasks.empty()) {
    text += std::string(" It overtakes ") + (older.complete ? "" : "at least ") +
            counted(older.tasks.size(), "older task") + ".";
  }
  std::string rest;
  if (now_.state().wait != kNone) {
    const Wait wait = now_.wait(now_.state().wait);
    rest = sentence_case(line_label(trace_, wait.statement)) + " has waited " +
           format_time(now_.since_ns(wait.begin));
  }
  if (const std::uint32_t others = now_.counters().ready; others > 0) {
    rest += (rest.empty() ? "" : "; ") + format_count(others) +
            (others == 1 ? " more is ready" : " more are ready");
  }
  return rest.empty() ? text : text + " " + rest + ".";
}

std::string Narrator::end() const {
  const Task task = now_.task(event_.id);
  const std::string label = task_label(trace_, task.id);
  if (task.outcome == Outcome::skipped) {
    std::string text = label + " is skipped";
    for (const Edge& edge : trace_.edges_into(task.id, VisibleTrace::kMostEdges)) {
      if (!now_.poisons(edge)) continue;
      text += ": it would have read " + variable_label(trace_, edge.variable) + ", which " +
              task_label(trace_, edge.from) + " did not compute";
      break;
    }
    return text + ". " + left_to_do();
  }
  const std::string ran = " after " + format_time(now_.since_ns(task.start));
  if (task.outcome == Outcome::failed) {
    return label + " fails" + ran + ". Tasks that read its result will not run.";
  }
  if (in_call(task)) {
    return label + " ends" + ran + "; " + line_label(trace_, task.statement) + " continues.";
  }
  return label + " ends" + ran + "." + freed() + " " + left_to_do();
}

std::string Narrator::freed() const {
  VisibleTrace::Chain freed = now_.freed_by(event_.id);
  // What would read a value that was not computed is skipped instead.
  std::erase_if(freed.tasks, [this](TaskId id) { return now_.poisoned(id); });
  const std::size_t count = freed.tasks.size();
  if (count == 0) return {};
  const std::string first = task_label(trace_, freed.tasks.front());
  if (count == 1) return (freed.complete ? " " : " At least ") + first + " can run now.";
  if (count == 2 && freed.complete) {
    return " " + first + " and " + task_label(trace_, freed.tasks.back()) + " can run now.";
  }
  return " " + first + " and " + (freed.complete ? "" : "at least ") + format_count(count - 1) +
         " more can run now.";
}

std::string Narrator::left_to_do() const {
  if (execution() == Execution::in_call) return {};
  if (now_.state().wait == kNone) {
    // Not which of them are ready: those that can run now become so with the events that follow.
    const std::uint32_t left = now_.counters().ready + now_.counters().blocked;
    std::string text = left == 0
                           ? "The queue is empty"
                           : counted(left, "task") + (left == 1 ? " is" : " are") + " left in the queue";
    if (now_.counters().running > 0)
      text += "; " + running(left > 0);
    else if (left == 0)
      text += ", and nothing runs";
    return text + ".";
  }
  const std::string waiting = waiting_for(now_);
  return sentence_case(waiting) + ".";
}

}  // namespace runahead
