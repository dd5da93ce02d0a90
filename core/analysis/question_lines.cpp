// SPDX-License-Identifier: GPL-3.0-or-later
// Which line waits, which wait is the longest, and when the frontend is through with a line.
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/analysis/labels.h"
#include "core/analysis/question_draft.h"
#include "core/analysis/scope.h"
#include "core/base/format.h"
#include "core/base/message.h"
#include "core/base/quote.h"

namespace runahead {
namespace {

constexpr std::uint32_t kMostWaits = 4096, kMostTasks = 4096;
constexpr std::uint32_t kWaitsSeen = 64;  ///< of these somebody can find the longest

/// The tasks that a statement issued: [first, last). `first`: the first that was issued after it had begun.
std::pair<TaskId, TaskId> tasks_of(const Trace& trace, StatementId statement) {
  const TaskId first = trace.state_at(trace.statement(statement).begin + 1).issued;
  TaskId last = first;
  while (last < trace.task_count() && trace.task(last).statement == statement) ++last;
  return {first, last};
}

/// Of them; kNever without one, or where one never started.
Seq last_end(const Trace& trace, std::pair<TaskId, TaskId> tasks) {
  Seq last = kNever;
  for (TaskId id = tasks.first; id < tasks.second; ++id) {
    const Task task = trace.task(id);
    if (task.start == kNever || task.end == kNever) return kNever;
    if (last == kNever || task.end > last) last = task.end;
  }
  return last;
}

/// Whether all waits of the run, but those of its initialisation, lie after the cursor: what is asked of
/// waits is asked of all of them.
bool before_waits(const Trace& trace, const State& state) {
  const Seq first = scope_of(trace).first;
  if (state.wait != kNone) return false;
  return state.waits == 0 || trace.wait(state.waits - 1).begin < first;
}

}  // namespace

std::optional<Question> ask_blocks_first(const Trace& trace, Seq cursor) {
  QuestionDraft draft(trace, QuestionKind::blocks_first, AnswerForm::line, cursor);
  Question& question = draft.question;
  question.text = "Which line is the first at which the frontend has to wait?";
  const State state = trace.state_at(cursor);
  if (!before_waits(trace, state)) return std::nullopt;
  const std::uint32_t first = state.waits;
  WaitId found = kNone, idle = kNone;
  for (WaitId id = first; id < std::min(trace.wait_count(), first + kMostWaits) && found == kNone; ++id) {
    const Wait wait = trace.wait(id);
    if (wait.statement == kNone) return std::nullopt;
    if (lasted(trace, wait)) found = id;
    if (wait.end != kNever && wait.ended_by == kNone && idle == kNone) idle = id;
  }
  if (found == kNone) return std::nullopt;
  const Wait wait = trace.wait(found);
  question.right = trace.statement(wait.statement).line;
  question.shown_at = wait.end + 1;
  // The first task after the cursor, if it ran after its line had returned.
  if (const TaskId id = state.issued; id < trace.task_count()) {
    const Task task = trace.task(id);
    if (task.statement != kNone && task.end != kNever && task.end > trace.statement(task.statement).end)
      draft.wrong(trace.statement(task.statement).line, kCallReturnsDone);
  }
  if (idle != kNone)
    draft.wrong(trace.statement(trace.wait(idle).statement).line,
                "each call that asks for a value had to wait");
  question.why =
      one_line(to_text(wait_label(trace, wait)) + " at " + to_text(line_label(trace, wait.statement)) +
               " waited " + format_time(trace.time_ns(wait.end) - trace.time_ns(wait.begin)) + ", until " +
               to_text(task_label(trace, wait.ended_by)) + " had ended; no line before it had to wait.");
  return std::move(draft).done();
}

std::optional<Question> ask_waits_longest(const Trace& trace, Seq cursor) {
  const State state = trace.state_at(cursor);
  if (!before_waits(trace, state) || trace.wait_count() - state.waits > kMostWaits ||
      trace.task_count() - state.issued > kMostTasks)
    return std::nullopt;
  std::map<int, std::int64_t> waits_ns, work_ns;  // by line
  std::int64_t all_ns = 0;
  std::map<int, WaitId> longest;
  const auto length_ns = [&](const Wait& wait) {
    return trace.time_ns(wait.end) - trace.time_ns(wait.begin);
  };
  for (WaitId id = state.waits; id < trace.wait_count(); ++id) {
    const Wait wait = trace.wait(id);
    if (wait.statement == kNone || wait.end == kNever) return std::nullopt;
    const int line = trace.statement(wait.statement).line;
    waits_ns[line] += length_ns(wait);
    all_ns += length_ns(wait);
    const auto [at, fresh] = longest.try_emplace(line, id);
    if (!fresh && length_ns(wait) > length_ns(trace.wait(at->second))) at->second = id;
  }
  for (TaskId id = state.issued; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    if (task.statement == kNone || task.start == kNever || task.end == kNever) continue;
    work_ns[trace.statement(task.statement).line] += trace.time_ns(task.end) - trace.time_ns(task.start);
  }
  const auto by_time = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto most = std::ranges::max_element(waits_ns, by_time);
  if (most == waits_ns.end() || most->second == 0) return std::nullopt;
  QuestionDraft draft(trace, QuestionKind::waits_longest, AnswerForm::line, cursor);
  Question& question = draft.question;
  question.text = "Which line has the largest total waiting time?";
  question.right = most->first;
  question.shown_at = trace.wait(longest[most->first]).end + 1;
  const Wait wait = trace.wait(longest[most->first]);
  for (const auto& [line, ns] : waits_ns) {
    if (line != most->first && ns > most->second * 9 / 10) return std::nullopt;  // nobody could tell
  }
  if (const auto work = std::ranges::max_element(work_ns, by_time); work != work_ns.end())
    draft.wrong(work->first, "a line waited for the work that it asks for");
  for (const auto& [line, ns] : waits_ns) {
    if (ns == 0) draft.wrong(line, "each call that asks for a value had to wait");
  }
  if (wait.ended_by == kNone) return std::nullopt;
  const StatementId issued = trace.task(wait.ended_by).statement;
  question.why = most->second == all_ns
                     ? "Only line " + std::to_string(most->first) + " waited, " + format_time(all_ns)
                     : "Line " + std::to_string(most->first) + " waited " + format_time(most->second) +
                           " of " + format_time(all_ns) + " in all";
  if (issued != kNone && trace.statement(issued).line != most->first)
    question.why += ", for work that other lines had asked for: its longest wait was for " +
                    to_text(task_label(trace, wait.ended_by)) + " of " + to_text(line_label(trace, issued));
  question.why = one_line(question.why + ".");
  return std::move(draft).done();
}

std::optional<Question> ask_longest_wait(const Trace& trace, Seq cursor) {
  const State state = trace.state_at(cursor);
  if (state.wait == kNone || cursor != trace.wait(state.wait).begin + 1) return std::nullopt;
  const Seq first = scope_of(trace).first;
  const Wait open = trace.wait(state.wait);
  if (open.reason == WaitReason::queue_full || open.reason == WaitReason::memory_full) return std::nullopt;
  if (!lasted(trace, open) || open.statement == kNone) return std::nullopt;
  std::map<WaitId, std::int64_t> lengths_ns, work_ns;  // of waits, and of the tasks that ended them
  for (WaitId id = state.wait + 1; id-- > 0 && trace.wait(id).begin >= first;) {
    const Wait wait = trace.wait(id);
    if (wait.end == kNever || trace.time_ns(wait.end) == trace.time_ns(wait.begin)) continue;
    if (lengths_ns.size() == kWaitsSeen || wait.statement == kNone || wait.ended_by == kNone)
      return std::nullopt;
    lengths_ns[id] = trace.time_ns(wait.end) - trace.time_ns(wait.begin);
    const Task task = trace.task(wait.ended_by);
    if (task.start == kNever || task.end == kNever) return std::nullopt;
    work_ns[id] = trace.time_ns(task.end) - trace.time_ns(task.start);
  }
  if (lengths_ns.size() < 2) return std::nullopt;
  const auto by_time = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto longest = std::ranges::max_element(lengths_ns, by_time);
  const auto [right, length_ns] = std::pair(longest->first, longest->second);
  for (const auto& [id, ns] : lengths_ns) {
    if (id != right && ns > length_ns * 9 / 10) return std::nullopt;  // nobody could tell
  }
  const Wait wait = trace.wait(right);
  QuestionDraft draft(trace, QuestionKind::longest_wait, AnswerForm::wait, cursor);
  Question& question = draft.question;
  question.text = one_line(sentence_case(to_text(line_label(trace, open.statement))) + " waits in " +
                           to_text(wait_label(trace, open)) + ". Which wait so far will have taken longest?");
  question.right = right;
  question.shown_at = open.end + 1;
  // With what it would have taken then in its place.
  const auto longest_if = [&](std::int64_t open_ns) {
    auto ns = lengths_ns;
    ns[state.wait] = open_ns;
    return std::ranges::max_element(ns, by_time)->first;
  };
  if (const Seq last = last_end_of_pending(trace, cursor); last != kNever && open.variable != kNone)
    draft.wrong(longest_if(trace.time_ns(last) - trace.time_ns(open.begin)), kWaitsForAll);
  const auto most_work = std::ranges::max_element(work_ns, by_time);
  const auto as_much = [&](const auto& one) { return one.second > most_work->second * 9 / 10; };
  if (std::ranges::count_if(work_ns, as_much) == 1)
    draft.wrong(most_work->first, "a wait lasted as long as the task that ends it");
  draft.wrong(longest_if(0), "what this wait is for was there already");
  question.why = sentence_case(to_text(line_label(trace, wait.statement))) + " waited " +
                 format_time(length_ns) + " in " + to_text(wait_label(trace, wait)) + ", until " +
                 to_text(task_label(trace, wait.ended_by)) + " had ended";
  if (right != state.wait) question.why += "; this wait took " + format_time(lengths_ns[state.wait]);
  question.why = one_line(question.why + ".");
  return std::move(draft).done();
}

std::optional<Question> ask_line_done(const Trace& trace, Seq cursor) {
  const State state = trace.state_at(cursor);
  if (state.statement == kNone) return std::nullopt;
  const Statement statement = trace.statement(state.statement);
  if (statement.end == kNever || cursor != statement.begin + 1) return std::nullopt;
  QuestionDraft draft(trace, QuestionKind::line_done, AnswerForm::time, cursor);
  Question& question = draft.question;
  const std::string line = to_text(line_label(trace, state.statement));
  question.text = "The frontend begins " + line + ". When does " + line + " return?";
  question.right = trace.time_ns(statement.end);
  question.shown_at = statement.end + 1;
  const auto tasks = tasks_of(trace, state.statement);
  const std::int64_t took_ns = question.right - trace.time_ns(statement.begin);
  // The one wait of the line, if there is one.
  WaitId only = kNone;
  for (WaitId id = state.waits; id < trace.wait_count() && trace.wait(id).statement == state.statement;
       ++id) {
    if (only != kNone) return std::nullopt;
    only = id;
  }
  if (only == kNone) {
    const Seq done = last_end(trace, tasks);
    if (done == kNever || done < statement.end) return std::nullopt;
    draft.wrong(trace.time_ns(done), kCallReturnsDone);
    question.why = sentence_case(line) + " returned after " + format_time(took_ns) +
                   ": it has only enqueued " + counted(tasks.second - tasks.first, "task") + ", and " +
                   to_text(task_label(trace, trace.event(done).id)) + " ended at " +
                   format_time(trace.time_ns(done)) + ".";
    // Recorded, and not in the queue yet.
    if (trace.task(tasks.first).defer != kNever && trace.task(tasks.first).enqueue > statement.end)
      question.why = sentence_case(line) + " returned after " + format_time(took_ns) +
                     ": its tasks were only recorded, and had ended by " + format_time(trace.time_ns(done)) +
                     ".";
  } else {
    const Wait wait = trace.wait(only);
    if (!lasted(trace, wait)) return std::nullopt;
    const Seq last = last_end_of_pending(trace, wait.begin + 1);
    const std::int64_t after_ns = question.right - trace.time_ns(trace.task(wait.ended_by).end);
    if (last != kNever && after_ns >= 0) draft.wrong(trace.time_ns(last) + after_ns, kWaitsForAll);
    draft.wrong(trace.time_ns(wait.begin), "no call waited for what it needs");
    const std::uint32_t left = trace.counters_at(wait.end + 1).depth();
    question.why = to_text(wait_label(trace, wait)) + " waited until " +
                   to_text(task_label(trace, wait.ended_by)) + " had ended, at " +
                   format_time(trace.time_ns(trace.task(wait.ended_by).end)) +
                   (left > 0 ? "; " + counted(left, "task") + (left == 1 ? " was" : " were") +
                                   " still pending when it was over."
                             : ".");
  }
  question.why = one_line(question.why);
  return std::move(draft).done();
}

}  // namespace runahead
