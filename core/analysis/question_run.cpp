// SPDX-License-Identifier: GPL-3.0-or-later
// Of the run as a whole: how long it takes, how deep its queue is, how much runs at once, how much it holds.
#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/labels.h"
#include "core/analysis/question_draft.h"
#include "core/analysis/scope.h"
#include "core/analysis/visible_trace.h"
#include "core/base/say.h"
#include "core/trace/ending.h"

namespace runahead {
namespace {

/// Of longer runs nothing is asked that needs a look at every event.
constexpr Seq kMostEvents = 20'000;

/// The run after its initialisation, where it can be asked about as a whole at this cursor.
std::optional<Scope> whole_run(const Trace& trace, Seq cursor) {
  if (!trace.finished() || trace.size() > kMostEvents || trace.left_out_tasks() > 0) return std::nullopt;
  if (ended(trace) != RunEnd::completed) return std::nullopt;
  const Scope scope = scope_of(trace);
  if (cursor > scope.first || trace.counters_at(scope.first).depth() > 0) return std::nullopt;
  return scope;
}

/// Whether the initialisation, as far as it lies after the cursor, came to more: who has it before them may
/// count it or not.
template <class Value>
bool more_before(const Trace& trace, Seq cursor, const Scope& scope, std::int64_t most, Value value) {
  return cursor < scope.first && value(trace.counter_range(cursor, scope.first)) > most;
}

/// The first number of events after which the counters have come to `most`.
template <class Value>
Seq reached(const Trace& trace, const Scope& scope, std::int64_t most, Value value) {
  Seq low = scope.first, high = scope.last;
  while (high - low > 1) {
    const Seq middle = low + (high - low) / 2;
    (value(trace.counter_range(scope.first, middle)) >= most ? high : low) = middle;
  }
  return high;
}

/// Tasks of the scope that were executed.
std::vector<Task> executed(const Trace& trace, const Scope& scope) {
  std::vector<Task> tasks;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    if (task.start != kNever && task.end != kNever && task.start >= scope.first) tasks.push_back(task);
  }
  return tasks;
}

/// All of them on lanes of this kind.
bool all_on(const Trace& trace, const std::vector<Task>& tasks, LaneKind kind) {
  return std::ranges::all_of(tasks, [&](const Task& task) { return trace.lane(task.lane).kind == kind; });
}
bool inside_calls(const Trace& trace, const std::vector<Task>& tasks) {
  return all_on(trace, tasks, LaneKind::caller);
}

std::int64_t work_ns(const Trace& trace, const std::vector<Task>& tasks) {
  std::int64_t sum = 0;
  for (const Task& task : tasks) sum += trace.time_ns(task.end) - trace.time_ns(task.start);
  return sum;
}

/// What arrays would hold at most if each task ran when it is issued: an array is there from its first use to
/// its last where the end of that one released it, else for as long as the program held it.
std::int64_t peak_without_queue(const Trace& trace, const Scope& scope) {
  std::unordered_map<VariableId, std::pair<TaskId, TaskId>> uses;  // first and last
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    for (std::uint32_t i = 0; i < trace.use_count(id); ++i) {
      const auto [at, fresh] = uses.try_emplace(trace.use(id, i).variable, id, id);
      if (!fresh) at->second.second = id;
    }
  }
  const VisibleTrace whole(trace, trace.size());
  std::vector<std::int64_t> change(trace.task_count() + 1);
  std::int64_t held = 0, most = 0;
  for (VariableId id = 0; id < trace.variable_count(); ++id) {
    const Variable variable = trace.variable(id);
    if (variable.allocate == kNever || variable.memory != trace.memory()) continue;
    const auto use = uses.find(id);
    const bool before = variable.allocate < scope.first || use == uses.end();
    if (before && variable.release != kNever && variable.release < scope.first) continue;
    (before ? held : change[use->second.first]) += variable.bytes;
    if (variable.release == kNever || use == uses.end()) continue;
    const TaskId last = use->second.second;
    // The frontend did nothing between that end and the release.
    const Seq end = trace.task(last).end;
    const bool by_task = end < variable.release && whole.frontend_before(variable.release, end) == kNever;
    change[by_task ? last + 1 : trace.state_at(variable.release).issued] -= variable.bytes;
  }
  most = held;
  for (const std::int64_t bytes : change) most = std::max(most, held += bytes);
  return most;
}

Message names_of_running(const Trace& trace, Seq cursor) {
  std::vector<Message> names;
  for (const TaskId id : trace.pending_at(cursor, kMostEvents)) {
    const Task task = trace.task(id);
    if (task.start < cursor && task.end >= cursor) names.push_back(task_label(trace, id));
  }
  return names.size() > 4 ? say<"tasks">(arg<"count">(Count{names.size()})) : and_list(std::move(names));
}

}  // namespace

std::optional<Question> ask_run_over(const Trace& trace, Seq cursor) {
  const auto scope = whole_run(trace, cursor);
  if (!scope || scope->frontend_end == kNever) return std::nullopt;
  const std::vector<Task> tasks = executed(trace, *scope);
  if (tasks.size() < 2 || inside_calls(trace, tasks)) return std::nullopt;
  QuestionDraft draft(trace, QuestionKind::run_over, AnswerForm::time, cursor);
  Question& question = draft.question;
  question.text = say<"question.run_over">();
  question.right = scope->to_ns;
  const Task last = *std::ranges::max_element(tasks, {}, &Task::end);
  const std::int64_t frontend_ns = trace.time_ns(scope->frontend_end), last_ns = trace.time_ns(last.end);
  question.shown_at = std::max(scope->frontend_end, last.end) + 1;
  std::int64_t own_ns = 0;
  for (const FrontendStep& step : frontend_steps(trace, *scope)) own_ns += step.own_ns;
  draft.wrong(scope->from_ns + own_ns + work_ns(trace, tasks), say<"if.returns_done">());
  const CounterRange range = trace.counter_range(scope->first, scope->last);
  const int workers = trace.info().workers;
  if (workers > 1 && range.max.running == 1 && all_on(trace, tasks, LaneKind::worker))
    draft.wrong(trace.time_ns(tasks.front().start) + work_ns(trace, tasks) / workers,
                say<"if.chain_is_shared">());
  draft.wrong(scope->from_ns + own_ns, say<"if.never_waits">());
  const auto frontend = arg<"frontend">(Duration{frontend_ns});
  const auto task = arg<"task">(task_label(trace, last.id));
  const auto end = arg<"end">(Duration{last_ns});
  question.why = frontend_ns < last_ns ? say<"why.backend_last">(frontend, task, end)
                                       : say<"why.frontend_last">(task, end, frontend);
  return std::move(draft).done();
}

std::optional<Question> ask_first_start(const Trace& trace, Seq cursor) {
  const auto scope = whole_run(trace, cursor);
  if (!scope) return std::nullopt;
  const Seq defer = trace.next_of(kinds(EventKind::defer), cursor);
  const Seq start = trace.next_of(kinds(EventKind::start), cursor);
  if (start != trace.next_of(kinds(EventKind::start), scope->first)) return std::nullopt;
  if (defer == kNever || start == kNever || start < defer) return std::nullopt;
  QuestionDraft draft(trace, QuestionKind::first_start, AnswerForm::time, cursor);
  Question& question = draft.question;
  question.text = say<"question.first_start">();
  question.right = trace.time_ns(start);
  question.shown_at = start + 1;
  draft.wrong(trace.time_ns(defer), say<"if.recorded_starts">());
  const State then = trace.state_at(start);
  const TaskId recorded = trace.event(defer).id, first = trace.event(start).id;
  question.why = say<"why.first_start">(
      arg<"task">(task_label(trace, recorded)), arg<"recorded">(Duration{trace.time_ns(defer)}),
      arg<"first">(first == recorded ? Message() : task_label(trace, first)),
      arg<"started">(Duration{trace.time_ns(start)}),
      arg<"line">(then.statement == kNone ? Message() : line_label(trace, then.statement)));
  return std::move(draft).done();
}

std::optional<Question> ask_most_pending(const Trace& trace, Seq cursor) {
  const auto scope = whole_run(trace, cursor);
  if (!scope) return std::nullopt;
  const std::vector<Task> tasks = executed(trace, *scope);
  if (tasks.size() < 3 || inside_calls(trace, tasks)) return std::nullopt;
  const auto depth = [](const CounterRange& range) { return std::int64_t{range.max_depth}; };
  QuestionDraft draft(trace, QuestionKind::most_pending, AnswerForm::count, cursor);
  Question& question = draft.question;
  question.text = say<"question.most_pending">();
  question.right = depth(trace.counter_range(scope->first, scope->last));
  if (more_before(trace, cursor, *scope, question.right, depth)) return std::nullopt;
  draft.wrong(1, say<"if.returns_done">());
  draft.wrong(static_cast<std::int64_t>(tasks.size()), say<"if.nothing_ended">());
  question.shown_at = reached(trace, *scope, question.right, depth);
  const std::uint32_t before = trace.state_at(scope->first).enqueued;
  const auto enqueued = trace.state_at(question.shown_at).enqueued - before;
  const auto over = enqueued - static_cast<std::uint32_t>(question.right);
  question.why = say<"why.most_pending">(arg<"time">(Duration{trace.time_ns(question.shown_at - 1)}),
                                         arg<"enqueued">(Count{enqueued}), arg<"ended">(Count{over}));
  return std::move(draft).done();
}

std::optional<Question> ask_most_running(const Trace& trace, Seq cursor) {
  const auto scope = whole_run(trace, cursor);
  if (!scope) return std::nullopt;
  const std::vector<Task> tasks = executed(trace, *scope);
  if (tasks.size() < 3 || !all_on(trace, tasks, LaneKind::worker)) return std::nullopt;
  const auto running = [](const CounterRange& range) { return std::int64_t{range.max.running}; };
  const CounterRange range = trace.counter_range(scope->first, scope->last);
  QuestionDraft draft(trace, QuestionKind::most_running, AnswerForm::count, cursor);
  Question& question = draft.question;
  const int workers = trace.info().workers;
  question.text = say<"question.most_running">();
  question.right = running(range);
  if (more_before(trace, cursor, *scope, question.right, running)) return std::nullopt;
  draft.wrong(workers, say<"if.never_idle">());
  draft.wrong(range.max_unblocked, say<"if.ready_runs">());
  draft.wrong(range.max_depth, say<"if.queued_runs">());
  question.shown_at = reached(trace, *scope, question.right, running);
  question.why = say<"why.most_running">(arg<"time">(Duration{trace.time_ns(question.shown_at - 1)}),
                                         arg<"tasks">(names_of_running(trace, question.shown_at)),
                                         arg<"workers">(Count{static_cast<std::uint64_t>(workers)}));
  return std::move(draft).done();
}

std::optional<Question> ask_peak_memory(const Trace& trace, Seq cursor) {
  const auto scope = whole_run(trace, cursor);
  if (!scope) return std::nullopt;
  const auto live = [](const CounterRange& range) { return range.max.live_bytes; };
  QuestionDraft draft(trace, QuestionKind::peak_memory, AnswerForm::bytes, cursor);
  Question& question = draft.question;
  question.text = say<"question.peak_memory">(arg<"where">(memory_told(trace)));
  question.right = live(trace.counter_range(scope->first, scope->last));
  question.shown_at = reached(trace, *scope, question.right, live);
  if (question.right == 0 || more_before(trace, cursor, *scope, question.right, live)) return std::nullopt;
  if (const std::int64_t least = peak_without_queue(trace, *scope); least < question.right)
    draft.wrong(least, say<"if.queue_holds_nothing">());
  std::int64_t all = trace.counters_at(scope->first).live_bytes;
  for (VariableId id = 0; id < trace.variable_count(); ++id) {
    const Variable variable = trace.variable(id);
    if (variable.allocate == kNever || variable.allocate < scope->first) continue;
    if (variable.memory == trace.memory()) all += variable.bytes;
  }
  draft.wrong(all, say<"if.kept_to_end">());
  const std::uint32_t depth = trace.counters_at(question.shown_at).depth();
  question.why = say<"why.peak_memory">(arg<"time">(Duration{trace.time_ns(question.shown_at - 1)}),
                                        arg<"pending">(Count{depth}));
  return std::move(draft).done();
}

}  // namespace runahead
