// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about the frontend (statements, waits, marks, errors) and about memory.
// Not here: tasks (narrator_tasks.cpp).
#include "core/analysis/narrator.h"

#include <algorithm>

#include "core/analysis/labels.h"
#include "core/analysis/narration.h"
#include "core/analysis/summary.h"
#include "core/analysis/waiting.h"
#include "core/base/format.h"

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
    case EventKind::mark_begin:
      return mark_begin();
    case EventKind::mark_end:
      return mark_end();
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
  if (place() == Place::in_call) return {};
  const Counters& counters = now_.counters();
  const std::uint32_t depth = counters.depth();
  std::string text = "The queue is empty.";
  if (depth > 0) {
    std::vector<std::string> parts;
    const auto part = [&](std::uint32_t count, const char* state) {
      if (count > 0) parts.push_back(format_count(count) + " " + state);
    };
    part(counters.running, "running");
    part(counters.ready, "ready");
    part(counters.blocked, "blocked");
    text = "The queue holds ";
    if (parts.size() == 1) {
      text += parts.front() + (depth == 1 ? " task." : " tasks.");
    } else {
      text += counted(depth, "task") + ": " + listed(parts) + ".";
    }
  }
  if (counters.deferred > 0) text += " " + are(counters.deferred, "task") + " only recorded.";
  return text;
}

std::optional<std::int64_t> Narrator::spent_ns() const {
  if (now_.state().statement == kNone) return std::nullopt;
  const Seq before = now_.frontend_before(seq_);
  if (before == kNever) return std::nullopt;
  return now_.since_ns(before);
}

// Statements.

std::string Narrator::statement_begin() const {
  const std::string text = sentence_case(line_label(trace_, event_.id)) + " begins.";
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
    text += ", " + format_time(waited_ns) + " of which it waited";
  }
  return text + "." + work_since(begin);
}

std::string Narrator::work_since(Seq begin) const {
  std::uint32_t tasks = 0, pending = 0, recorded = 0, calls = 0;
  for (TaskId other = now_.state().issued; other-- > 0; ++tasks) {
    const Task task = now_.task(other);
    if (task.issue() < begin) break;
    if (tasks == kTasksOfStatement) return {};
    pending += task.enqueue != kNever && task.end == kNever;
    recorded += task.enqueue == kNever && task.end == kNever;
    calls += in_call(task);
  }
  const std::string behind = place() == Place::in_call ? std::string() : " " + queue();
  if (tasks == 0) return behind;
  const TaskId first = now_.state().issued - tasks;
  const std::string all = tasks == 1   ? task_label(trace_, first)
                          : tasks == 2 ? task_label(trace_, first) + " and " + task_label(trace_, first + 1)
                                       : "Its " + counted(tasks, "task");
  const char* const is = tasks == 1 ? " is" : " are";
  if (calls == tasks) return " " + all + " ran inside the call.";
  if (recorded == tasks) return " " + all + is + " recorded; nothing has run.";
  if (pending == 0) return " What it issued is done." + behind;
  const bool some = pending < tasks;
  return " " +
         (some ? format_count(pending) + " of its " + counted(tasks, "task") + (pending == 1 ? " is" : " are")
               : all + is) +
         " still to be done." + (now_.counters().depth() == pending ? std::string() : behind);
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
  if (wait.ended_by == kNone && (waited_ns == 0 || finds_nothing(Past(trace_, wait.begin + 1)))) {
    return sentence_case(text) + " found nothing to wait for" +
           (waited_ns == 0 ? "." : ", in " + waited + ".");
  }
  const std::string line = line_label(trace_, wait.statement);
  if (wait.reason == WaitReason::queue_full) {
    text = line + " goes on after waiting " + waited +
           (has_launch_queue(trace_) ? " for room in the launch queue" : " for room in the queue");
  } else if (wait.reason == WaitReason::memory_full) {
    text = line + " goes on after waiting " + waited + " for memory";
  } else {
    text += " goes on after waiting " + waited;
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
  return text + ". Live memory is now " + format_bytes(now_.counters().live_bytes) + ".";
}

std::string Narrator::release() const {
  const Variable variable = trace_.variable(event_.id);
  std::string text = variable_label(trace_, event_.id) + " gives back " + format_bytes(variable.bytes);
  text += ", held for " + format_time(now_.since_ns(variable.allocate));
  return text + ". Live memory is now " + format_bytes(now_.counters().live_bytes) + ".";
}

std::string Narrator::pool() const {
  const std::int64_t bytes = now_.counters().pool_bytes;
  const std::int64_t live_bytes = now_.counters().live_bytes;
  const std::int64_t grown = bytes - trace_.counters_at(seq_).pool_bytes;
  std::string text = "The allocator ";
  if (grown > 0) text += "takes " + format_bytes(grown) + " from the system and ";
  if (grown < 0) text += "gives " + format_bytes(-grown) + " back to the system and ";
  text += "holds " + format_bytes(bytes);
  if (live_bytes == 0) return text + ", none of it live.";
  return text + (live_bytes <= bytes ? ", " + format_bytes(live_bytes) + " of it live." : ".");
}

std::string Narrator::resident() const {
  const std::int64_t growth = now_.counters().resident_bytes;
  const std::int64_t base = trace_.info().resident_base_bytes;
  std::string text = "The process holds ";
  if (base == 0) return text + format_bytes(growth) + ".";
  text += format_bytes(base + growth) + ", ";
  if (growth == 0) return text + "as much as when the run began.";
  return text + format_bytes(growth < 0 ? -growth : growth) + (growth < 0 ? " less" : " more") +
         " than when the run began.";
}

// Marks.

std::string Narrator::mark_begin() const {
  const Mark mark = now_.mark(event_.id);
  const std::string& name = trace_.name(mark.name);
  const std::string behind = queue();
  switch (mark.kind) {
    case MarkKind::initialisation:
      return "Initialisation begins; the run's totals leave it out.";
    case MarkKind::tracing:
      return sentence_case(line_label(trace_, now_.state().statement)) + " traces " +
             (name.empty() ? "a function" : name) + ": its calls are recorded, and none of them runs.";
    case MarkKind::benchmark:
      break;
  }
  return benchmark_label(name) + " begins." + (behind.empty() ? behind : " " + behind);
}

std::string Narrator::mark_end() const {
  const Mark mark = now_.mark(event_.id);
  const std::string& name = trace_.name(mark.name);
  const std::string time = format_time(now_.since_ns(mark.begin));
  const Counters& counters = now_.counters();
  switch (mark.kind) {
    case MarkKind::initialisation:
      return "Initialisation ends after " + time + "; the run's totals count from here.";
    case MarkKind::tracing:
      return (name.empty() ? "The function" : name) + " is traced in " + time + ". The graph holds " +
             counted(counters.deferred, "task") + ".";
    case MarkKind::benchmark:
      break;
  }
  std::string text = benchmark_label(name) + " ends after " + time;
  if (counters.depth() > 0) {
    return text + ", but " + are(counters.depth(), "task") +
           " still in the queue: not all of the work is in it.";
  }
  if (counters.deferred > 0) {
    return text + ", but " + are(counters.deferred, "task") + " only recorded: that work is not in it.";
  }
  return text + ". All of the work is in it.";
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
      return text + " The frontend meets the error when it waits for what depends on it.";
    }
    case ErrorKind::inherited:
      return label(error.task) + " inherits the error of " + label(error.origin) + " and does not run.";
    case ErrorKind::surfaced:
      break;
  }
  const TaskId origin = error.origin != kNone ? error.origin : error.task;
  if (error.statement == kNone) return "No wait met the error of " + label(origin) + says;
  std::string text = "The error of " + label(origin) + " surfaces at " + line_label(trace_, error.statement);
  if (origin != kNone) {
    if (const Task task = now_.task(origin); task.end != kNever && now_.since_ns(task.end) > 0) {
      text += ", " + format_time(now_.since_ns(task.end)) + " after it happened";
    }
  }
  return text + says;
}

std::string narrate(const Trace& trace, Seq cursor) {
  cursor = std::min(cursor, trace.size());
  const bool over = trace.finished() && cursor == trace.size();
  if (cursor == 0) return over ? "Nothing was recorded." : "The program is about to begin.";
  const std::string text = Narrator(trace, cursor).text();
  if (!over) return one_line(text);
  const std::int64_t total = total_ns(trace);
  return one_line("The run is over" + (total > 0 ? ", its total " + format_time(total) : "") + ". " + text);
}

}  // namespace runahead
