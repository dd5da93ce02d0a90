// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about the frontend (statements, waits, marks, errors) and about memory.
// Not here: tasks (narrator_tasks.cpp).
#include "core/analysis/narrator.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/labels.h"
#include "core/analysis/narration.h"
#include "core/analysis/races.h"
#include "core/analysis/summary.h"
#include "core/analysis/waiting.h"
#include "core/base/say.h"
#include "core/trace/ending.h"

namespace runahead {
namespace {

constexpr std::uint32_t kTasksOfStatement = 256;
constexpr std::uint32_t kWaitsOfStatement = 64;

/// What an error says, in the middle of a text: its own full stop goes.
std::string text_of(const Trace& trace, const ErrorRecord& error) {
  std::string text = trace.name(error.message);
  while (!text.empty() && (text.back() == '.' || text.back() == '\n')) text.pop_back();
  return text;
}

}  // namespace

Narrator::Narrator(const Trace& trace, Seq cursor)
    : now_(trace, cursor), trace_(trace), event_(trace.event(now_.cursor() - 1)), seq_(now_.cursor() - 1) {}

Message Narrator::text() const {
  switch (event_.kind) {
    case EventKind::statement_begin:
      return statement_begin();
    case EventKind::statement_end:
      return statement_end();
    case EventKind::enqueue:
      return enqueue();
    case EventKind::ready:
      return ready();
    case EventKind::start:
      return start();
    case EventKind::end:
      return end();
    case EventKind::wait_begin:
      return wait_begin();
    case EventKind::wait_end:
      return wait_end();
    case EventKind::allocate:
      return allocate();
    case EventKind::release:
      return release();
    case EventKind::pool:
      return pool();
    case EventKind::resident:
      return resident();
    case EventKind::region_begin:
      return region_begin();
    case EventKind::region_end:
      return region_end();
    case EventKind::error:
      return error();
    case EventKind::defer:
      return defer();
    case EventKind::eliminate:
      return eliminate();
  }
  return {};
}

Message Narrator::queue() const {
  if (execution() == Execution::in_call) return {};
  const Counters& counters = now_.counters();
  const Count ready{counters.ready}, blocked{counters.blocked};
  const auto running = arg<"running">(Count{counters.running});
  Message held;
  if (counters.ready > 0 && counters.blocked > 0) {
    held = say<"queue.both">(arg<"all">(Count{ready.value + blocked.value}), arg<"ready">(ready),
                             arg<"blocked">(blocked), running);
  } else if (counters.ready > 0) {
    held = say<"queue.ready">(arg<"ready">(ready), running);
  } else if (counters.blocked > 0) {
    held = say<"queue.blocked">(arg<"blocked">(blocked), running);
  } else {
    held = say<"queue.empty">(running);
  }
  if (counters.deferred == 0) return held;
  return sentences({std::move(held), say<"queue.recorded">(arg<"deferred">(Count{counters.deferred}))});
}

std::optional<std::int64_t> Narrator::spent_ns() const {
  if (now_.state().statement == kNone) return std::nullopt;
  const Seq before = now_.frontend_before(seq_);
  if (before == kNever) return std::nullopt;
  return now_.since_ns(before);
}

// Statements.

Message Narrator::statement_begin() const {
  const auto line = arg<"line">(line_label(trace_, event_.id));
  return sentences({trace_.statement(event_.id).continues ? say<"statement.continues">(line)
                                                          : say<"statement.begins">(line),
                    queue()});
}

Message Narrator::statement_end() const {
  const Seq begin = trace_.statement(event_.id).begin;
  std::int64_t waited_ns = 0;
  std::uint32_t waits = 0;
  for (WaitId id = now_.state().waits; id-- > 0 && waits <= kWaitsOfStatement; ++waits) {
    const Wait wait = now_.wait(id);
    if (wait.begin < begin) break;
    if (wait.end != kNever) waited_ns += trace_.time_ns(wait.end) - trace_.time_ns(wait.begin);
  }
  if (waits > kWaitsOfStatement) waited_ns = 0;
  return sentences({say<"statement.returns">(arg<"line">(line_label(trace_, event_.id)),
                                             arg<"took">(Duration{now_.since_ns(begin)}),
                                             arg<"waited">(Duration{std::max<std::int64_t>(0, waited_ns)})),
                    work_since(begin)});
}

Message Narrator::work_since(Seq begin) const {
  std::uint32_t tasks = 0, pending = 0, deferred = 0, calls = 0;
  std::map<Outcome, std::uint32_t> ends;
  for (TaskId other = now_.state().issued; other-- > 0; ++tasks) {
    const Task task = now_.task(other);
    if (task.issue() < begin) break;
    if (tasks == kTasksOfStatement) return {};
    pending += task.enqueue != kNever && task.end == kNever;
    deferred += task.enqueue == kNever && task.end == kNever;
    calls += in_call(task);
    if (task.end != kNever) ++ends[task.outcome];
  }
  if (tasks == 0) return queue();
  const TaskId first = now_.state().issued - tasks;
  const auto count = arg<"count">(Count{tasks});
  const auto all =
      arg<"tasks">(tasks == 1   ? task_label(trace_, first)
                   : tasks == 2 ? and_list({task_label(trace_, first), task_label(trace_, first + 1)})
                                : say<"statement.its_tasks">(count));
  const std::uint32_t done = ends[Outcome::ok];
  if (calls == tasks && done == tasks) return say<"statement.in_call">(all);
  if (deferred == tasks) return say<"statement.recorded">(all, count);
  if (done == tasks) return sentences({say<"statement.all_finished">(), queue()});
  if (pending == 0 && deferred == 0) return sentences({ended_as(first, ends), queue()});
  const std::uint32_t left = pending + deferred;
  return sentences({left < tasks ? say<"statement.partly_unfinished">(arg<"left">(Count{left}), count)
                                 : say<"statement.unfinished">(all, count),
                    now_.counters().depth() == pending ? Message() : queue()});
}

Message Narrator::ended_as(TaskId first, const std::map<Outcome, std::uint32_t>& ends) const {
  std::vector<Message> outcomes;
  std::uint32_t tasks = 0;
  const auto how = [](Outcome outcome) { return arg<"how">(Which{to_string(outcome)}); };
  for (const auto& [outcome, count] : ends) {
    if (count > 0) outcomes.push_back(say<"outcome">(arg<"count">(Count{count}), how(outcome)));
    tasks += count;
  }
  if (tasks > 1) return say<"statement.ended">(arg<"outcomes">(and_list(std::move(outcomes))));
  return say<"statement.task_ended">(arg<"task">(task_label(trace_, first)), how(now_.task(first).outcome));
}

// Waits.

Message Narrator::wait_begin() const {
  Message waiting = say<"clause.alone">(arg<"clause">(waiting_for(now_)));
  return now_.counters().depth() == 0 ? waiting : sentences({std::move(waiting), queue()});
}

Message Narrator::wait_end() const {
  const Wait wait = now_.wait(event_.id);
  const std::int64_t waited_ns = now_.since_ns(wait.begin);
  const bool found_nothing =
      wait.ended_by == kNone && (waited_ns == 0 || finds_nothing(VisibleTrace(trace_, wait.begin + 1)));
  if (found_nothing)
    return say<"wait.found_nothing">(arg<"wait">(wait_at_line(trace_, wait)),
                                     arg<"took">(Duration{waited_ns}));
  const bool room = wait.reason == WaitReason::queue_full, memory = wait.reason == WaitReason::memory_full;
  const char* const what = memory                     ? "memory"
                           : !room                    ? ""
                           : has_launch_queue(trace_) ? "launch_queue"
                                                      : "queue";
  const char* end = "";
  Message task;
  std::int64_t ago_ns = 0;
  if (wait.ended_by != kNone) {
    const Task ender = now_.task(wait.ended_by);
    if (ender.end != kNever) ago_ns = now_.since_ns(ender.end);
    task = task_label(trace_, wait.ended_by);
    end = ago_ns <= 0                         ? "now"
          : ender.outcome == Outcome::failed  ? "failed"
          : ender.outcome == Outcome::skipped ? "skipped"
                                              : "ended";
  }
  return sentences(
      {say<"wait.over">(
           arg<"who">(room || memory ? line_label(trace_, wait.statement) : wait_at_line(trace_, wait)),
           arg<"waited">(Duration{waited_ns}), arg<"for">(Which{what}), arg<"end">(Which{end}),
           arg<"task">(std::move(task)), arg<"ago">(Duration{ago_ns})),
       queue()});
}

// Memory.

/// Of several that arrays have.
Message Narrator::where(MemoryId memory) const {
  return trace_.memories().size() > 1 ? memory_label(trace_, memory) : Message();
}

Message Narrator::memory_in_use() const {
  const MemoryId memory = trace_.memory_of(seq_);
  return say<"memory.in_use">(arg<"where">(where(memory)),
                              arg<"bytes">(Bytes{now_.counters().memories[memory].live}));
}

Message Narrator::allocate() const {
  const Variable variable = trace_.variable(event_.id);
  const TaskId writer = now_.writer_of(event_.id);
  return sentences(
      {say<"array.allocated">(arg<"array">(variable_label(trace_, event_.id)), arg<"input">(variable.input),
                              arg<"bytes">(Bytes{variable.bytes}),
                              arg<"task">(writer == kNone ? Message() : task_label(trace_, writer))),
       memory_in_use()});
}

Message Narrator::release() const {
  const Variable variable = trace_.variable(event_.id);
  return sentences({say<"array.freed">(arg<"array">(variable_label(trace_, event_.id)),
                                       arg<"bytes">(Bytes{variable.bytes}),
                                       arg<"after">(Duration{now_.since_ns(variable.allocate)})),
                    memory_in_use()});
}

Message Narrator::pool() const {
  const MemoryId memory = trace_.memory_of(seq_);
  const std::int64_t bytes = now_.counters().memories[memory].pool;
  const std::int64_t live_bytes = now_.counters().memories[memory].live;
  const std::int64_t grown = bytes - trace_.counters_at(seq_).memories[memory].pool;
  return say<"memory.pool">(arg<"change">(Which{grown > 0   ? "takes"
                                                : grown < 0 ? "gives"
                                                            : ""}),
                            arg<"amount">(Bytes{std::abs(grown)}), arg<"reserved">(Bytes{bytes}),
                            arg<"where">(where(memory)),
                            arg<"use">(Which{live_bytes == 0       ? "none"
                                             : live_bytes <= bytes ? "some"
                                                                   : ""}),
                            arg<"used">(Bytes{live_bytes}));
}

Message Narrator::resident() const {
  const std::int64_t growth = now_.counters().resident_bytes;
  const std::int64_t base = trace_.resident_base_bytes();
  const char* const how = base == 0 ? "" : growth == 0 ? "same" : growth < 0 ? "less" : "more";
  const auto bytes = arg<"bytes">(Bytes{base + growth});
  const auto change = arg<"change">(Which{how});
  const auto amount = arg<"amount">(Bytes{std::abs(growth)});
  return trace_.info().runs_on() == DeviceKind::cuda ? say<"memory.of_gpu">(bytes, change, amount)
                                                     : say<"memory.of_process">(bytes, change, amount);
}

// Regions.

Message Narrator::region_begin() const {
  const Region region = now_.region(event_.id);
  const std::string& name = trace_.name(region.name);
  switch (region.kind) {
    case RegionKind::initialisation:
      return say<"initialisation.begins">();
    case RegionKind::tracing:
      return say<"tracing.begins">(arg<"line">(line_label(trace_, now_.state().statement)),
                                   arg<"function">(name));
    case RegionKind::benchmark:
      break;
  }
  return sentences({say<"benchmark.begins">(arg<"name">(name)), queue()});
}

Message Narrator::region_end() const {
  const Region region = now_.region(event_.id);
  const std::string& name = trace_.name(region.name);
  const auto took = arg<"took">(Duration{now_.since_ns(region.begin)});
  const Count pending{now_.counters().depth()}, deferred{now_.counters().deferred};
  switch (region.kind) {
    case RegionKind::initialisation:
      return say<"initialisation.ends">(took);
    case RegionKind::tracing:
      return sentences(
          {say<"tracing.ends">(arg<"function">(name), took), say<"graph.holds">(arg<"tasks">(deferred))});
    case RegionKind::benchmark:
      break;
  }
  const auto benchmark = arg<"name">(name);
  if (pending.value > 0) return say<"benchmark.ends_pending">(benchmark, took, arg<"pending">(pending));
  if (deferred.value > 0) return say<"benchmark.ends_recorded">(benchmark, took, arg<"deferred">(deferred));
  return sentences({say<"benchmark.ends">(benchmark, took), say<"benchmark.whole">()});
}

// Errors.

Message Narrator::error() const {
  const ErrorRecord error = trace_.error(event_.id);
  const std::string text = text_of(trace_, error);
  const auto message = arg<"message">(text);
  const auto label = [&](TaskId id) { return id == kNone ? say<"task.some">() : task_label(trace_, id); };
  switch (error.kind) {
    case ErrorKind::raised: {
      Message raised = say<"error.raised">(arg<"task">(label(error.task)), message);
      if (error.task == kNone || in_call(now_.task(error.task))) return raised;
      return sentences({std::move(raised), say<"error.met_later">()});
    }
    case ErrorKind::inherited:
      return say<"error.inherited">(arg<"task">(label(error.task)), arg<"origin">(label(error.origin)));
    case ErrorKind::race:
      return describe_race(trace_, error);
    case ErrorKind::surfaced:
      break;
  }
  const TaskId origin = error.origin != kNone ? error.origin : error.task;
  if (origin == kNone && text == kStoppedMessage) return say<"run.stops">();
  if (origin == kNone && trace_.left_out_tasks() == 0) {
    return say<"error.ends">(
        arg<"who">(error.statement == kNone ? say<"program">() : line_label(trace_, error.statement)),
        message);
  }
  const auto task = arg<"task">(label(origin));
  if (error.statement == kNone) return say<"error.not_met">(task, message);
  const Seq end = origin == kNone ? kNever : now_.task(origin).end;
  const std::int64_t later_ns = end == kNever ? 0 : std::max<std::int64_t>(0, now_.since_ns(end));
  return say<"error.surfaces">(task, arg<"line">(line_label(trace_, error.statement)),
                               arg<"later">(Duration{later_ns}), message);
}

// The end.

Message Narrator::run_end() const {
  const Duration total{std::max<std::int64_t>(0, total_ns(trace_))};
  switch (ended(trace_)) {
    case RunEnd::completed:
      return sentences({say<"run.over">(arg<"total">(total)), races(), text()});
    case RunEnd::failed:
      return run_failed(total);
    case RunEnd::stopped:
      break;
  }
  return run_stopped(total);
}

Message Narrator::races() const {
  const std::vector<Race> races = races_of(trace_);
  if (races.empty()) return {};
  const auto named = [](int line) {
    return line == 0 ? say<"frontend">() : say<"line">(arg<"number">(Digits{line}));
  };
  return say<"run.races">(arg<"count">(Count{races.size()}), arg<"line">(named(races.front().other_line)),
                          arg<"other">(named(races.front().line)));
}

Message Narrator::last_line() const {
  const StatementId statements = now_.state().statements;
  return statements == 0 ? Message() : line_label(trace_, statements - 1);
}

Message Narrator::run_failed(Duration total) const {
  const ErrorRecord error = trace_.error(last_surfaced(trace_));
  const auto after = arg<"after">(total);
  const auto where =
      arg<"where">(error.statement == kNone ? last_line() : line_label(trace_, error.statement));
  if (error.origin == kNone) return say<"run.failed">(after, arg<"message">(text_of(trace_, error)), where);
  const auto task = arg<"task">(task_label(trace_, error.origin));
  if (error.statement == kNone) return say<"run.failed_unmet">(after, task);
  return say<"run.failed_at">(after, task, where);
}

Message Narrator::run_stopped(Duration total) const {
  Message within;
  // The frontend was woken from its wait, which therefore has no end.
  if (now_.state().waits > 0) {
    const Wait wait = now_.wait(now_.state().waits - 1);
    if (wait.end == kNever) within = wait_label(trace_, wait);
  }
  const Counters& counters = now_.counters();
  Message pending = say<"run.none_pending">(), recorded;
  if (counters.depth() > 0) {
    std::vector<Message> states;
    const auto add = [&](std::uint32_t count, const char* state) {
      if (count > 0) states.push_back(say<"state">(arg<"count">(Count{count}), arg<"state">(Which{state})));
    };
    add(counters.running, "running");
    add(counters.ready, "ready");
    add(counters.blocked, "blocked");
    pending = say<"run.pending">(arg<"pending">(Count{counters.depth()}),
                                 arg<"states">(and_list(std::move(states))));
  }
  if (counters.deferred > 0) recorded = say<"run.only_recorded">(arg<"deferred">(Count{counters.deferred}));
  return sentences(
      {say<"run.stopped">(arg<"after">(total), arg<"where">(last_line()), arg<"wait">(std::move(within))),
       std::move(pending), std::move(recorded)});
}

Message narrate(const Trace& trace, Seq cursor) {
  cursor = std::min(cursor, trace.size());
  const bool over = trace.finished() && cursor == trace.size();
  if (cursor == 0) {
    const bool prepares =
        !trace.finished() && trace.size() == 0 && trace.info().runs_on() == DeviceKind::cuda;
    return over ? say<"run.nothing">() : prepares ? say<"run.preparing">() : say<"run.before">();
  }
  const Narrator narrator(trace, cursor);
  return over ? narrator.run_end() : narrator.text();
}

}  // namespace runahead
