// SPDX-License-Identifier: GPL-3.0-or-later
// Which line waits, which wait is the longest, and when the frontend is through with a line.
#include <algorithm>
#include <map>
#include <utility>

#include "core/analysis/labels.h"
#include "core/analysis/question_draft.h"
#include "core/analysis/scope.h"
#include "core/base/say.h"

namespace runahead {
namespace {

constexpr std::uint32_t kMostWaits = 4096, kMostTasks = 4096;
constexpr std::uint32_t kWaitsSeen = 64;  ///< of these a student can find the longest

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
  question.text = say<"question.blocks_first">();
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
      draft.wrong(trace.statement(task.statement).line, say<"if.returns_done">());
  }
  if (idle != kNone) draft.wrong(trace.statement(trace.wait(idle).statement).line, say<"if.value_waits">());
  question.why = say<"why.blocks_first">(
      arg<"wait">(wait_label(trace, wait)), arg<"line">(line_label(trace, wait.statement)),
      arg<"time">(Duration{trace.time_ns(wait.end) - trace.time_ns(wait.begin)}),
      arg<"task">(task_label(trace, wait.ended_by)));
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
  question.text = say<"question.waits_longest">();
  question.right = most->first;
  question.shown_at = trace.wait(longest[most->first]).end + 1;
  const Wait wait = trace.wait(longest[most->first]);
  for (const auto& [line, ns] : waits_ns) {
    if (line != most->first && ns > most->second * 9 / 10) return std::nullopt;  // too close to tell
  }
  if (const auto work = std::ranges::max_element(work_ns, by_time); work != work_ns.end())
    draft.wrong(work->first, say<"if.own_work">());
  for (const auto& [line, ns] : waits_ns) {
    if (ns == 0) draft.wrong(line, say<"if.value_waits">());
  }
  if (wait.ended_by == kNone) return std::nullopt;
  const StatementId issued = trace.task(wait.ended_by).statement;
  const bool others = issued != kNone && trace.statement(issued).line != most->first;
  question.why =
      say<"why.waits_longest">(arg<"only">(most->second == all_ns), arg<"line">(Digits{most->first}),
                               arg<"time">(Duration{most->second}), arg<"all">(Duration{all_ns}),
                               arg<"task">(task_label(trace, wait.ended_by)),
                               arg<"other">(others ? line_label(trace, issued) : Message()));
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
    if (id != right && ns > length_ns * 9 / 10) return std::nullopt;  // too close to tell
  }
  const Wait wait = trace.wait(right);
  QuestionDraft draft(trace, QuestionKind::longest_wait, AnswerForm::wait, cursor);
  Question& question = draft.question;
  question.text = say<"question.longest_wait">(arg<"line">(line_label(trace, open.statement)),
                                               arg<"wait">(wait_label(trace, open)));
  question.right = right;
  question.shown_at = open.end + 1;
  // With what it would have taken then in its place.
  const auto longest_if = [&](std::int64_t open_ns) {
    auto ns = lengths_ns;
    ns[state.wait] = open_ns;
    return std::ranges::max_element(ns, by_time)->first;
  };
  if (const Seq last = last_end_of_pending(trace, cursor); last != kNever && open.variable != kNone)
    draft.wrong(longest_if(trace.time_ns(last) - trace.time_ns(open.begin)), say<"if.waits_for_all">());
  const auto most_work = std::ranges::max_element(work_ns, by_time);
  const auto as_much = [&](const auto& one) { return one.second > most_work->second * 9 / 10; };
  if (std::ranges::count_if(work_ns, as_much) == 1)
    draft.wrong(most_work->first, say<"if.as_long_as_task">());
  draft.wrong(longest_if(0), say<"if.was_there">());
  question.why = say<"why.longest_wait">(
      arg<"line">(line_label(trace, wait.statement)), arg<"time">(Duration{length_ns}),
      arg<"wait">(wait_label(trace, wait)), arg<"task">(task_label(trace, wait.ended_by)),
      arg<"this">(Duration{right == state.wait ? 0 : lengths_ns[state.wait]}));
  return std::move(draft).done();
}

std::optional<Question> ask_line_done(const Trace& trace, Seq cursor) {
  const State state = trace.state_at(cursor);
  if (state.statement == kNone) return std::nullopt;
  const Statement statement = trace.statement(state.statement);
  if (statement.end == kNever || cursor != statement.begin + 1) return std::nullopt;
  QuestionDraft draft(trace, QuestionKind::line_done, AnswerForm::time, cursor);
  Question& question = draft.question;
  const auto line = arg<"line">(line_label(trace, state.statement));
  question.text = say<"question.line_done">(line);
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
    draft.wrong(trace.time_ns(done), say<"if.returns_done">());
    const auto took = arg<"took">(Duration{took_ns});
    const auto end = arg<"end">(Duration{trace.time_ns(done)});
    // Recorded, and not in the queue yet.
    const Task first = trace.task(tasks.first);
    question.why = first.defer != kNever && first.enqueue > statement.end
                       ? say<"why.line_recorded">(line, took, end)
                       : say<"why.line_enqueued">(line, took, arg<"tasks">(Count{tasks.second - tasks.first}),
                                                  arg<"task">(task_label(trace, trace.event(done).id)), end);
  } else {
    const Wait wait = trace.wait(only);
    if (!lasted(trace, wait)) return std::nullopt;
    const Seq last = last_end_of_pending(trace, wait.begin + 1);
    const std::int64_t after_ns = question.right - trace.time_ns(trace.task(wait.ended_by).end);
    if (last != kNever && after_ns >= 0)
      draft.wrong(trace.time_ns(last) + after_ns, say<"if.waits_for_all">());
    draft.wrong(trace.time_ns(wait.begin), say<"if.no_waits">());
    const std::uint32_t left = trace.counters_at(wait.end + 1).depth();
    question.why = say<"why.line_waited">(
        arg<"wait">(wait_label(trace, wait)), arg<"task">(task_label(trace, wait.ended_by)),
        arg<"end">(Duration{trace.time_ns(trace.task(wait.ended_by).end)}), arg<"left">(Count{left}));
  }
  return std::move(draft).done();
}

}  // namespace runahead
