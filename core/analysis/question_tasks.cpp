// SPDX-License-Identifier: GPL-3.0-or-later
// Which task, or what becomes of all? Of those that the class sees pending at the cursor.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/labels.h"
#include "core/analysis/question_draft.h"
#include "core/analysis/schedule.h"
#include "core/analysis/visible_trace.h"
#include "core/analysis/waiting.h"
#include "core/base/say.h"

namespace runahead {
namespace {

constexpr std::size_t kSeen = 32;  ///< pending tasks: more are no question for a class

}  // namespace

std::optional<Question> ask_ends_wait(const Trace& trace, Seq cursor) {
  const State state = trace.state_at(cursor);
  if (state.wait == kNone || state.counters.depth() < 2 || state.counters.depth() > kSeen)
    return std::nullopt;
  const Wait wait = trace.wait(state.wait);
  // Which task makes room is a question of the queue, and not of the line.
  if (wait.reason == WaitReason::queue_full || wait.reason == WaitReason::memory_full) return std::nullopt;
  if (!lasted(trace, wait) || wait.statement == kNone) return std::nullopt;
  const std::vector<TaskId> pending = trace.pending_at(cursor, kSeen);
  if (std::ranges::find(pending, wait.ended_by) == pending.end()) return std::nullopt;

  QuestionDraft draft(trace, QuestionKind::ends_wait, AnswerForm::task, cursor);
  Question& question = draft.question;
  const auto what = arg<"wait">(wait_label(trace, wait));
  const auto ender = arg<"task">(task_label(trace, wait.ended_by));
  question.text = say<"question.ends_wait">(arg<"line">(line_label(trace, wait.statement)), what);
  question.right = wait.ended_by;
  question.shown_at = trace.task(wait.ended_by).end + 1;
  if (const Seq last = last_end_of_pending(trace, cursor); last != kNever && wait.variable != kNone)
    draft.wrong(trace.event(last).id, say<"if.waits_for_all">());
  // pending_at() is in the order of issue.
  const Seq first_end = trace.next_of(kinds(EventKind::end), cursor);
  if (first_end != kNever && std::ranges::find(pending, trace.event(first_end).id) != pending.end())
    draft.wrong(trace.event(first_end).id, say<"if.any_end">());
  draft.wrong(pending.back(), wait.variable == kNone ? say<"if.ends_in_order">() : say<"if.last_asked">());
  const std::uint32_t left = trace.counters_at(question.shown_at).depth();
  if (wait.variable == kNone) {
    if (left > 0) return std::nullopt;
    question.why = say<"why.ends_all">(what, ender);
  } else {
    // The name of a copy for the host is none of the program's.
    const std::string& name = trace.name(trace.variable(wait.variable).name);
    const bool has_name = !name.empty() && name.find(' ') == std::string::npos;
    question.why = say<"why.ends_wait">(
        arg<"array">(has_name ? variable_label(trace, wait.variable) : Message()),
        arg<"writes">(trace.writes(wait.ended_by, wait.variable)), ender, arg<"left">(Count{left}));
  }
  return std::move(draft).done();
}

std::optional<Question> ask_starts_next(const Trace& trace, Seq cursor) {
  const Seq start = trace.next_of(kinds(EventKind::start), cursor);
  if (start == kNever) return std::nullopt;
  const VisibleTrace now(trace, cursor);
  if (now.counters().depth() > kSeen) return std::nullopt;
  const TaskId next = trace.event(start).id;
  const Task task = trace.task(next);
  const Seq another = trace.next_of(kinds(EventKind::start), start + 1);
  const bool alone = another == kNever || trace.time_ns(another) > trace.time_ns(start);
  if (!alone || !now.pending(next) || trace.lane(task.lane).kind == LaneKind::caller) return std::nullopt;
  std::vector<TaskId> waiting;  // in the order of issue
  for (const TaskId id : trace.pending_at(cursor, kSeen)) {
    if (now.task(id).start == kNever) waiting.push_back(id);
  }
  // Else the order of the program says it, too.
  if (waiting.empty() || waiting.front() == next) return std::nullopt;

  QuestionDraft draft(trace, QuestionKind::starts_next, AnswerForm::task, cursor);
  Question& question = draft.question;
  question.text = say<"question.starts_next">();
  question.right = next;
  question.shown_at = start + 1;
  draft.wrong(waiting.front(), say<"if.program_order">());
  draft.wrong(waiting.back(), say<"if.last_first">());
  const VisibleTrace then(trace, start);
  const char* why = "";
  Message first, obstacle;
  if (then.blocked(waiting.front())) {
    first = task_label(trace, waiting.front());
    obstacle = obstacles(then, waiting.front());
    if (!obstacle.empty()) why = "blocked";
  } else if (then.counters().ready > 1 && std::ranges::all_of(waiting, [&](TaskId id) {
               return id == next || then.blocked(id) || then.task(id).ready > task.ready;
             })) {
    why = "longest";
  }
  question.why = say<"why.starts_next">(
      arg<"task">(task_label(trace, next)), arg<"time">(Duration{trace.time_ns(start)}),
      arg<"why">(Which{why}), arg<"first">(std::move(first)), arg<"obstacles">(std::move(obstacle)));
  return std::move(draft).done();
}

std::optional<Question> ask_to_draw(const Trace& trace, Seq cursor) {
  const auto drawn = drawing(trace, cursor);
  if (!drawn) return std::nullopt;
  const Wait wait = trace.wait(trace.state_at(cursor).wait);
  Question question{.kind = QuestionKind::draw, .asked_at = cursor};
  question.text = say<"question.draw">(arg<"line">(line_label(trace, wait.statement)),
                                       arg<"wait">(wait_label(trace, wait)), arg<"device">(drawn->by_stream));
  for (const DrawnBar& bar : drawn->recorded)
    question.shown_at = std::max(question.shown_at, trace.task(bar.task).end + 1);
  question.why = say<"why.draw">();
  return question;
}

}  // namespace runahead
