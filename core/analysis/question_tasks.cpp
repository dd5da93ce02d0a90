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
#include "core/base/format.h"
#include "core/base/message.h"
#include "core/base/quote.h"

namespace runahead {
namespace {

constexpr std::size_t kSeen = 32;  ///< pending tasks: more are no question for a class

bool writes(const Trace& trace, TaskId task, VariableId variable) {
  for (std::uint32_t i = 0; i < trace.use_count(task); ++i) {
    if (const Use use = trace.use(task, i); use.write && use.variable == variable) return true;
  }
  return false;
}

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
  const std::string line = to_text(line_label(trace, wait.statement)),
                    what = to_text(wait_label(trace, wait)),
                    ender = to_text(task_label(trace, wait.ended_by));
  question.text = one_line(sentence_case(line) + " waits in " + what + ". Which task ends the wait?");
  question.right = wait.ended_by;
  question.shown_at = trace.task(wait.ended_by).end + 1;
  if (const Seq last = last_end_of_pending(trace, cursor); last != kNever && wait.variable != kNone)
    draft.wrong(trace.event(last).id, kWaitsForAll);
  // pending_at() is in the order of issue.
  const Seq first_end = trace.next_of(kinds(EventKind::end), cursor);
  if (first_end != kNever && std::ranges::find(pending, trace.event(first_end).id) != pending.end())
    draft.wrong(trace.event(first_end).id, "the end of any task ended the wait");
  draft.wrong(pending.back(), wait.variable == kNone ? "tasks ended in the order of the program"
                                                     : "a wait was for what was asked for last");
  const std::uint32_t left = trace.counters_at(question.shown_at).depth();
  if (wait.variable == kNone) {
    question.why = what + " waits for all that is pending, and " + ender + " was the last to end.";
    if (left > 0) return std::nullopt;
  } else {
    // The name of a copy for the host is none of the program's.
    const std::string array = to_text(variable_label(trace, wait.variable));
    const std::string what_for = array.find(' ') == std::string::npos ? array : "the value";
    question.why =
        "The wait is for " + what_for +
        (writes(trace, wait.ended_by, wait.variable) ? ", which " + ender + " writes"
                                                     : ", which was there when " + ender + " had ended");
    question.why +=
        left > 0 ? "; " + counted(left, "task") + (left == 1 ? " was" : " were") + " still pending." : ".";
  }
  question.why = one_line(question.why);
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
  question.text = "Which task starts next?";
  question.right = next;
  question.shown_at = start + 1;
  draft.wrong(waiting.front(), kProgramOrder);
  draft.wrong(waiting.back(), "what was asked for last were done first");
  question.why =
      to_text(task_label(trace, next)) + " was the next to start, at " + format_time(trace.time_ns(start));
  const VisibleTrace then(trace, start);
  if (then.blocked(waiting.front())) {
    const std::string obstacle = to_text(obstacles(then, waiting.front()));
    if (!obstacle.empty())
      question.why += ": " + to_text(task_label(trace, waiting.front())) +
                      ", which comes before it, still waits for " + obstacle;
  } else if (then.counters().ready > 1 && std::ranges::all_of(waiting, [&](TaskId id) {
               return id == next || then.blocked(id) || then.task(id).ready > task.ready;
             })) {
    question.why += ": of those that were ready, it had been ready longest";
  }
  question.why = one_line(question.why + ".");
  return std::move(draft).done();
}

std::optional<Question> ask_to_draw(const Trace& trace, Seq cursor) {
  const auto drawn = drawing(trace, cursor);
  if (!drawn) return std::nullopt;
  const Wait wait = trace.wait(trace.state_at(cursor).wait);
  Question question{.kind = QuestionKind::draw, .asked_at = cursor};
  question.text = one_line(sentence_case(to_text(line_label(trace, wait.statement))) + " waits in " +
                           to_text(wait_label(trace, wait)) + ". What " +
                           (drawn->by_stream ? "does the device" : "do the workers") + " do now?");
  for (const DrawnBar& bar : drawn->recorded)
    question.shown_at = std::max(question.shown_at, trace.task(bar.task).end + 1);
  question.why = "This is what the run did.";
  return question;
}

}  // namespace runahead
