// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about the frontend (statements, waits, marks, errors) and about memory.
// Not here: tasks (narrator_tasks.cpp).
#include "core/analysis/narrator.h"

#include <algorithm>

#include "core/analysis/labels.h"
#include "core/analysis/narration.h"
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

std::string quoted(const std::string& name) {
  return name.empty() ? std::string() : " “" + name + "”";
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
  std::string text =
      counters.depth() == 0 ? "The queue is empty." : "The queue holds " + counted(counters.depth(), "task");
  if (counters.depth() > 0) {
    const char* between = ": ";
    const auto part = [&](std::uint32_t count, const char* state) {
      if (count == 0) return;
      text += between + format_count(count) + state;
      between = ", ";
    };
    part(counters.running, " running");
    part(counters.ready, " ready");
    part(counters.blocked, " blocked");
    text += ".";
  }
  if (counters.deferred > 0)
    text += " " + counted(counters.deferred, "task") + (counters.deferred == 1 ? " is" : " are") +
            " only recorded.";
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
  return text + "." + work_of(event_.id, begin);
}

std::string Narrator::work_of(StatementId id, Seq begin) const {
  std::uint32_t tasks = 0, pending = 0, recorded = 0, calls = 0;
  for (TaskId other = now_.state().issued; other-- > 0; ++tasks) {
    const Task task = now_.task(other);
    if (task.issue() < begin) break;
    if (tasks == kTasksOfStatement) return {};
    if (task.statement != id) continue;
    pending += task.enqueue != kNever && task.end == kNever;
    recorded += task.enqueue == kNever && task.end == kNever;
    calls += in_call(task);
  }
  const std::string behind = queue();
  if (tasks == 0) return behind.empty() ? behind : " " + behind;
  if (calls == tasks) return " Its " + counted(tasks, "task") + " ran inside the call.";
  if (recorded == tasks) {
    return " Its " + counted(tasks, "task") + (tasks == 1 ? " is" : " are") + " recorded; nothing has run.";
  }
  if (pending > 0) {
    return (pending == tasks ? " Its " + counted(tasks, "task")
                             : " " + format_count(pending) + " of its " + counted(tasks, "task")) +
           (pending == 1 ? " is" : " are") + " still to be done. " + behind;
  }
  return " What it issued is done. " + behind;
}

// Waits.

std::string Narrator::wait_begin() const {
  std::string text = sentence_case(waiting_for(now_)) + ".";
  const std::string behind = queue();
  return behind.empty() ? text : text + " " + behind;
}

std::string Narrator::wait_end() const {
  const Wait wait = now_.wait(event_.id);
  const std::int64_t waited_ns = now_.since_ns(wait.begin);
  std::string text = wait_label(trace_, wait);
  if (wait.statement != kNone) text += " at " + line_label(trace_, wait.statement);
  text = sentence_case(text);
  if (wait.ended_by == kNone) {
    if (waited_ns == 0 || Past(trace_, wait.begin).counters().depth() == 0) {
      return text + " found nothing to wait for" +
             (waited_ns == 0 ? "." : ", in " + format_time(waited_ns) + ".");
    }
    text += " is over after " + format_time(waited_ns) + ".";
  } else {
    text += " is over after " + format_time(waited_ns);
    const Task by = now_.task(wait.ended_by);
    const std::string label = task_label(trace_, wait.ended_by);
    text += by.end == kNever ? ", ended by " + label + "."
            : now_.since_ns(by.end) == 0
                ? ": " + label + " has ended."
                : ": " + label + " ended " + format_time(now_.since_ns(by.end)) + " before.";
  }
  const std::string behind = queue();
  return behind.empty() ? text : text + " " + behind;
}

// Memory.

std::string Narrator::allocate() const {
  const Variable variable = trace_.variable(event_.id);
  std::string text = variable_label(trace_, event_.id) + (variable.input ? ", an input," : "") + " gets " +
                     format_bytes(variable.bytes);
  if (const TaskId writer = now_.writer_of(event_.id); writer != kNone)
    text += " for " + task_label(trace_, writer);
  return text + ". Live memory grows to " + format_bytes(now_.counters().live_bytes) + ".";
}

std::string Narrator::release() const {
  const Variable variable = trace_.variable(event_.id);
  std::string text = variable_label(trace_, event_.id) + " is released after " +
                     format_time(now_.since_ns(variable.allocate)) + ": " + format_bytes(variable.bytes) +
                     " less.";
  return text + " Live memory falls to " + format_bytes(now_.counters().live_bytes) + ".";
}

std::string Narrator::pool() const {
  const std::int64_t bytes = now_.counters().pool_bytes;
  const std::int64_t grown = bytes - trace_.counters_at(seq_).pool_bytes;
  std::string text = "The allocator ";
  if (grown > 0) text += "takes " + format_bytes(grown) + " from the system and ";
  if (grown < 0) text += "gives " + format_bytes(-grown) + " back to the system and ";
  text += "holds " + format_bytes(bytes) + ". ";
  return text + format_bytes(now_.counters().live_bytes) + " are live.";
}

std::string Narrator::resident() const {
  const std::int64_t growth = now_.counters().resident_bytes;
  const std::int64_t base = trace_.info().resident_base_bytes;
  std::string text = "The process occupies ";
  if (base == 0) return text + format_bytes(growth) + " of memory.";
  text += format_bytes(base + growth) + " of memory, ";
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
      return "The initialisation begins. No figure of the run counts it.";
    case MarkKind::tracing:
      return sentence_case(line_label(trace_, now_.state().statement)) + " traces " +
             (name.empty() ? "a function" : name) + ": its calls are recorded, and none of them runs.";
    case MarkKind::benchmark:
      break;
  }
  return "The measurement" + quoted(name) + " begins." + (behind.empty() ? behind : " " + behind);
}

std::string Narrator::mark_end() const {
  const Mark mark = now_.mark(event_.id);
  const std::string& name = trace_.name(mark.name);
  const std::string time = format_time(now_.since_ns(mark.begin));
  const Counters& counters = now_.counters();
  switch (mark.kind) {
    case MarkKind::initialisation:
      return "The initialisation ends after " + time + ". The figures of the run count from here.";
    case MarkKind::tracing:
      return (name.empty() ? "The function" : name) + " is traced in " + time + ". The graph holds " +
             counted(counters.deferred, "task") + ".";
    case MarkKind::benchmark:
      break;
  }
  std::string text = "The measurement" + quoted(name) + " ends after " + time;
  if (counters.depth() > 0) {
    return text + ", but " + counted(counters.depth(), "task") + (counters.depth() == 1 ? " is" : " are") +
           " still in the queue: not all of the work is in it.";
  }
  if (counters.deferred > 0) {
    return text + ", but " + counted(counters.deferred, "task") + (counters.deferred == 1 ? " is" : " are") +
           " only recorded: that work is not in it.";
  }
  return text + ". All work is done.";
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
  std::string text = Narrator(trace, cursor).text();
  if (over) text += " The run is over after " + format_time(trace.end_ns()) + ".";
  return one_line(text);
}

}  // namespace runahead
