// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about the frontend (statements, waits, marks, errors) and about memory.
// Not here: tasks (narrator_tasks.cpp).
#include "core/analysis/narrator.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/analysis/labels.h"
#include "core/analysis/narration.h"
#include "core/analysis/races.h"
#include "core/analysis/summary.h"
#include "core/analysis/waiting.h"
#include "core/base/format.h"
#include "core/trace/ending.h"

namespace runahead {
namespace {

constexpr std::uint32_t kTasksOfStatement = 256;
constexpr std::uint32_t kWaitsOfStatement = 64;

/// A message in the middle of a text: its own full stop goes.
std::string message_of(const Trace& trace, const ErrorRecord& error) {
  std::string message = trace.name(error.message);
  while (!message.empty() && (message.back() == '.' || message.back() == '\n')) message.pop_back();
  return message;
}

/// "1 task is", "3 tasks are".
std::string are(std::uint32_t count, const char* thing) {
  return counted(count, thing) + (count == 1 ? " is" : " are");
}

std::string benchmark_label(const std::string& name) {
  return name.empty() ? "The benchmark" : "Benchmark ‘" + name + "’";
}

}  // namespace

Narrator::Narrator(const Trace& trace, Seq cursor)
    : now_(trace, cursor), trace_(trace), event_(trace.event(now_.cursor() - 1)), seq_(now_.cursor() - 1) {}

std::string Narrator::text() const {
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

std::string Narrator::queue() const {
  if (execution() == Execution::in_call) return {};
  const Counters& counters = now_.counters();
  const std::uint32_t waiting = counters.ready + counters.blocked;
  std::string text = "The queue is empty";
  if (counters.ready > 0 && counters.blocked > 0) {
    text = "The queue holds " + counted(waiting, "task") + ": " + format_count(counters.ready) +
           " ready and " + format_count(counters.blocked) + " blocked";
  } else if (waiting > 0) {
    text = "The queue holds " + counted(waiting, counters.ready > 0 ? "ready task" : "blocked task");
  }
  if (counters.running > 0) text += "; " + running(waiting > 0);
  text += ".";
  if (counters.deferred > 0) text += " " + are(counters.deferred, "task") + " only recorded.";
  return text;
}

std::string Narrator::running(bool more) const {
  const std::uint32_t count = now_.counters().running;
  return (more ? format_count(count) + " more" : counted(count, "task")) +
         (count == 1 ? " is running" : " are running");
}

std::optional<std::int64_t> Narrator::spent_ns() const {
  if (now_.state().statement == kNone) return std::nullopt;
  const Seq before = now_.frontend_before(seq_);
  if (before == kNever) return std::nullopt;
  return now_.since_ns(before);
}

// Statements.

std::string Narrator::statement_begin() const {
  const std::string text = sentence_case(line_label(trace_, event_.id)) +
                           (trace_.statement(event_.id).continues ? " continues." : " begins.");
  const std::string behind = queue();
  return behind.empty() ? text : text + " " + behind;
}

std::string Narrator::statement_end() const {
  const Seq begin = trace_.statement(event_.id).begin;
  std::string text =
      sentence_case(line_label(trace_, event_.id)) + " returns after " + format_time(now_.since_ns(begin));
  std::int64_t waited_ns = 0;
  std::uint32_t waits = 0;
  for (WaitId id = now_.state().waits; id-- > 0 && waits <= kWaitsOfStatement; ++waits) {
    const Wait wait = now_.wait(id);
    if (wait.begin < begin) break;
    if (wait.end != kNever) waited_ns += trace_.time_ns(wait.end) - trace_.time_ns(wait.begin);
  }
  if (waited_ns > 0 && waits <= kWaitsOfStatement) {
    text += ", " + format_time(waited_ns) + " of it waiting";
  }
  return text + "." + work_since(begin);
}

std::string Narrator::work_since(Seq begin) const {
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
  const std::uint32_t done = ends[Outcome::ok];
  std::string behind = execution() == Execution::in_call ? std::string() : " " + queue();
  if (tasks == 0) return behind;
  const TaskId first = now_.state().issued - tasks;
  const std::string all = tasks == 1   ? task_label(trace_, first)
                          : tasks == 2 ? task_label(trace_, first) + " and " + task_label(trace_, first + 1)
                                       : "Its " + counted(tasks, "task");
  const char* const is = tasks == 1 ? " is" : " are";
  if (calls == tasks && done == tasks) return " " + all + " ran inside the call.";
  if (deferred == tasks) return " " + all + is + " recorded; nothing has run.";
  if (done == tasks) return " All its tasks have finished." + behind;
  if (pending == 0 && deferred == 0) {
    static constexpr std::pair<Outcome, const char*> kWords[] = {{Outcome::ok, " done"},
                                                                 {Outcome::failed, " failed"},
                                                                 {Outcome::skipped, " skipped"},
                                                                 {Outcome::eliminated, " eliminated"}};
    std::vector<std::string> parts;
    for (const auto& [outcome, word] : kWords) {
      if (ends[outcome] > 0) parts.push_back((tasks == 1 ? "" : format_count(ends[outcome])) + word);
    }
    if (tasks > 1) return " Its tasks have ended: " + listed(parts) + "." + behind;
    return " " + all + (ends[Outcome::failed] > 0 ? "" : " was") + parts.front() + "." + behind;
  }
  const std::uint32_t left = pending + deferred;
  return " " +
         (left < tasks
              ? format_count(left) + " of its " + counted(tasks, "task") + (left == 1 ? " is" : " are")
              : all + is) +
         " still unfinished." + (now_.counters().depth() == pending ? std::string() : behind);
}

// Waits.

std::string Narrator::wait_begin() const {
  const std::string text = sentence_case(waiting_for(now_)) + ".";
  return now_.counters().depth() == 0 ? text : text + " " + queue();
}

std::string Narrator::wait_end() const {
  const Wait wait = now_.wait(event_.id);
  const std::int64_t waited_ns = now_.since_ns(wait.begin);
  const std::string waited = format_time(waited_ns);
  std::string text = wait_label(trace_, wait);
  if (wait.statement != kNone) text += " at " + line_label(trace_, wait.statement);
  if (wait.ended_by == kNone && (waited_ns == 0 || finds_nothing(VisibleTrace(trace_, wait.begin + 1)))) {
    return sentence_case(text) + " found nothing to wait for" +
           (waited_ns == 0 ? "." : ", in " + waited + ".");
  }
  const std::string line = line_label(trace_, wait.statement);
  if (wait.reason == WaitReason::queue_full) {
    text = line + " continues after waiting " + waited +
           (has_launch_queue(trace_) ? " for room in the launch queue" : " for room");
  } else if (wait.reason == WaitReason::memory_full) {
    text = line + " continues after waiting " + waited + " for memory";
  } else {
    text += " continues after waiting " + waited;
  }
  if (wait.ended_by != kNone) {
    const Seq end = now_.task(wait.ended_by).end;
    const bool earlier = end != kNever && now_.since_ns(end) > 0;
    text += ": " + (earlier ? over(now_, wait.ended_by) + " " + format_time(now_.since_ns(end)) + " ago"
                            : task_label(trace_, wait.ended_by) + " has ended");
  }
  return sentence_case(text) + ". " + queue();
}

// Memory.

std::string Narrator::allocate() const {
  const Variable variable = trace_.variable(event_.id);
  std::string text = variable_label(trace_, event_.id);
  if (variable.input) text += ", an input,";
  text += " gets " + format_bytes(variable.bytes);
  if (const TaskId writer = now_.writer_of(event_.id); writer != kNone) {
    text += " for " + task_label(trace_, writer);
  }
  return text + ". Memory in use is now " + format_bytes(now_.counters().live_bytes) + ".";
}

std::string Narrator::release() const {
  const Variable variable = trace_.variable(event_.id);
  std::string text = variable_label(trace_, event_.id) + " is freed (" + format_bytes(variable.bytes);
  text += ") after " + format_time(now_.since_ns(variable.allocate));
  return text + ". Memory in use is now " + format_bytes(now_.counters().live_bytes) + ".";
}

std::string Narrator::pool() const {
  const std::int64_t bytes = now_.counters().pool_bytes;
  const std::int64_t live_bytes = now_.counters().live_bytes;
  const std::int64_t grown = bytes - trace_.counters_at(seq_).pool_bytes;
  std::string text = "The allocator ";
  if (grown > 0) text += "takes " + format_bytes(grown) + " from the system and ";
  if (grown < 0) text += "gives " + format_bytes(-grown) + " back to the system and ";
  text += "has " + format_bytes(bytes) + " reserved";
  if (live_bytes == 0) return text + ", none of it in use.";
  return text + (live_bytes <= bytes ? ", " + format_bytes(live_bytes) + " of it in use." : ".");
}

std::string Narrator::resident() const {
  const std::int64_t growth = now_.counters().resident_bytes;
  const std::int64_t base = trace_.info().resident_base_bytes;
  const bool on_gpu = trace_.info().runs_on() == DeviceKind::cuda;
  std::string text = on_gpu ? "In use on the GPU, by its driver: " : "The process holds ";
  if (base == 0) return text + format_bytes(growth) + ".";
  text += format_bytes(base + growth) + ", ";
  if (growth == 0) return text + "as much as when the run began.";
  return text + format_bytes(growth < 0 ? -growth : growth) + (growth < 0 ? " less" : " more") +
         " than when the run began.";
}

// Regions.

std::string Narrator::region_begin() const {
  const Region mark = now_.region(event_.id);
  const std::string& name = trace_.name(mark.name);
  const std::string behind = queue();
  switch (mark.kind) {
    case RegionKind::initialisation:
      return "Initialisation begins; the run's totals leave it out.";
    case RegionKind::tracing:
      return sentence_case(line_label(trace_, now_.state().statement)) + " traces " +
             (name.empty() ? "a function" : name) + ": its calls are recorded, and none of them runs.";
    case RegionKind::benchmark:
      break;
  }
  return benchmark_label(name) + " begins." + (behind.empty() ? behind : " " + behind);
}

std::string Narrator::region_end() const {
  const Region mark = now_.region(event_.id);
  const std::string& name = trace_.name(mark.name);
  const std::string time = format_time(now_.since_ns(mark.begin));
  const Counters& counters = now_.counters();
  switch (mark.kind) {
    case RegionKind::initialisation:
      return "Initialisation ends after " + time + "; the run's totals count from here.";
    case RegionKind::tracing:
      return (name.empty() ? "The function" : name) + " is traced in " + time + ". The graph holds " +
             counted(counters.deferred, "task") + ".";
    case RegionKind::benchmark:
      break;
  }
  std::string text = benchmark_label(name) + " ends after " + time;
  if (counters.depth() > 0) {
    return text + ", but " + are(counters.depth(), "task") + " still pending: not all of the work is in it.";
  }
  if (counters.deferred > 0) {
    return text + ", but " + are(counters.deferred, "task") + " only recorded: that work is not in it.";
  }
  return text + ". All of its work is in it.";
}

// Errors.

std::string Narrator::error() const {
  const ErrorRecord error = trace_.error(event_.id);
  const std::string message = message_of(trace_, error);
  const std::string says = message.empty() ? "." : ": " + message + ".";
  const auto label = [&](TaskId id) { return id == kNone ? std::string("a task") : task_label(trace_, id); };
  switch (error.kind) {
    case ErrorKind::raised: {
      std::string text = label(error.task) + " failed" + says;
      if (error.task == kNone || in_call(now_.task(error.task))) return text;
      return text + " The frontend meets the error only at a wait for what depends on it.";
    }
    case ErrorKind::inherited:
      return label(error.task) + " inherits the error of " + label(error.origin) + " and does not run.";
    case ErrorKind::race:
      return describe_race(trace_, error);
    case ErrorKind::surfaced:
      break;
  }
  const TaskId origin = error.origin != kNone ? error.origin : error.task;
  if (origin == kNone && message == kStoppedMessage) return "The run is stopped.";
  if (origin == kNone && trace_.left_out_tasks() == 0) {
    return (error.statement == kNone ? "The program" : sentence_case(line_label(trace_, error.statement))) +
           " ends with an error" + says;
  }
  if (error.statement == kNone) return "No wait met the error of " + label(origin) + says;
  std::string text = "The error of " + label(origin) + " surfaces at " + line_label(trace_, error.statement);
  if (origin != kNone) {
    if (const Task task = now_.task(origin); task.end != kNever && now_.since_ns(task.end) > 0) {
      text += ", " + format_time(now_.since_ns(task.end)) + " after it happened";
    }
  }
  return text + says;
}

// The end.

std::string Narrator::run_end() const {
  const std::int64_t total = total_ns(trace_);
  const std::string after = total > 0 ? " after " + format_time(total) : "";
  const StatementId last = now_.state().statements == 0 ? kNone : now_.state().statements - 1;
  const std::string line = last == kNone ? "" : line_label(trace_, last);
  switch (ended(trace_)) {
    case RunEnd::completed:
      return "The run is over" + (total > 0 ? ", its total " + format_time(total) : "") + ". " + text();
    case RunEnd::failed: {
      const ErrorRecord error = trace_.error(last_surfaced(trace_));
      const std::string failed = "The run failed" + after + ": ";
      const std::string where = error.statement == kNone ? line : line_label(trace_, error.statement);
      if (error.origin == kNone) {
        const std::string message = message_of(trace_, error);
        return failed + (message.empty() ? "an error" : message) +
               (where.empty() ? "." : ", at " + where + ".");
      }
      const std::string whose = failed + "the error of " + task_label(trace_, error.origin);
      return whose + (error.statement == kNone ? " was left, and no wait had met it."
                                               : " surfaced at " + where + ".");
    }
    case RunEnd::stopped:
      break;
  }
  std::string text = "The run was stopped" + after;
  if (!line.empty()) text += ", at " + line;
  // The frontend was woken from its wait, which therefore has no end.
  if (now_.state().waits > 0) {
    const Wait wait = now_.wait(now_.state().waits - 1);
    if (wait.end == kNever) text += ", in " + wait_label(trace_, wait);
  }
  text += ". ";
  const Counters& counters = now_.counters();
  if (counters.depth() > 0) {
    std::vector<std::string> parts;
    const auto part = [&](std::uint32_t count, const char* state) {
      if (count > 0) parts.push_back(format_count(count) + " " + state);
    };
    part(counters.running, "running");
    part(counters.ready, "ready");
    part(counters.blocked, "blocked");
    text += counted(counters.depth(), "task") + (counters.depth() == 1 ? " was" : " were") +
            " pending: " + listed(parts) + ".";
  } else {
    text += "No task was pending.";
  }
  if (counters.deferred > 0) {
    text += " " + counted(counters.deferred, "task") + (counters.deferred == 1 ? " was" : " were") +
            " only recorded.";
  }
  return text;
}

std::string narrate(const Trace& trace, Seq cursor) {
  cursor = std::min(cursor, trace.size());
  const bool over = trace.finished() && cursor == trace.size();
  if (cursor == 0) return over ? "Nothing was recorded." : "The program is about to begin.";
  const Narrator narrator(trace, cursor);
  return one_line(over ? narrator.run_end() : narrator.text());
}

}  // namespace runahead
