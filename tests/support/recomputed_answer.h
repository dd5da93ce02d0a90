// SPDX-License-Identifier: GPL-3.0-or-later
// The answer to a question that is made from a trace, from its events read one by one. Not how the program
// finds it (core/analysis/question.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>

#include "core/analysis/question.h"
#include "core/analysis/schedule.h"
#include "core/analysis/scope.h"

namespace runahead::testing_support {

/// What the changes sum up to at most from the cursor on.
template <class Change>
std::int64_t most_of(const Trace& trace, Seq cursor, Change change) {
  std::int64_t now = 0, most = 0;
  for (Seq seq = 0; seq < trace.size(); ++seq) {
    now += change(trace.event(seq));
    if (seq + 1 == cursor) most = now;
    if (seq >= cursor) most = std::max(most, now);
  }
  return most;
}

inline std::int64_t recomputed_answer(const Trace& trace, const Question& question) {
  const auto started = [&](TaskId id) { return trace.task(id).start != kNever; };
  switch (question.kind) {
    case QuestionKind::ends_wait: {
      // The last to end before the wait does, of what it is for.
      WaitId wait = kNone;
      for (Seq seq = 0; seq < question.asked_at; ++seq) {
        if (trace.event(seq).kind == EventKind::wait_begin) wait = trace.event(seq).id;
      }
      return trace.wait(wait).ended_by;
    }
    case QuestionKind::starts_next:
      for (Seq seq = question.asked_at; seq < trace.size(); ++seq) {
        if (trace.event(seq).kind == EventKind::start) return trace.event(seq).id;
      }
      return -1;
    case QuestionKind::blocks_first:
      for (Seq seq = question.asked_at; seq < trace.size(); ++seq) {
        const Event event = trace.event(seq);
        if (event.kind != EventKind::wait_end) continue;
        const Wait wait = trace.wait(event.id);
        if (wait.ended_by != kNone && trace.time_ns(wait.begin) < event.time_ns)
          return trace.statement(wait.statement).line;
      }
      return -1;
    case QuestionKind::waits_longest: {
      std::map<int, std::int64_t> ns;
      for (WaitId id = 0; id < trace.wait_count(); ++id) {
        const Wait wait = trace.wait(id);
        if (wait.begin >= question.asked_at)
          ns[trace.statement(wait.statement).line] += trace.time_ns(wait.end) - trace.time_ns(wait.begin);
      }
      return std::ranges::max_element(ns, {}, [](const auto& one) { return one.second; })->first;
    }
    case QuestionKind::longest_wait: {
      // Of those that begin after the initialisation, and not behind the cursor.
      std::int64_t longest_ns = 0, found = -1, begin_ns = 0;
      for (Seq seq = 0; seq < trace.size(); ++seq) {
        const Event event = trace.event(seq);
        if (event.kind == EventKind::wait_begin) begin_ns = event.time_ns;
        if (event.kind != EventKind::wait_end || trace.wait(event.id).begin >= question.asked_at) continue;
        const bool counts = trace.wait(event.id).begin >= scope_of(trace).first;
        if (!counts || event.time_ns - begin_ns <= longest_ns) continue;
        longest_ns = event.time_ns - begin_ns;
        found = event.id;
      }
      return found;
    }
    case QuestionKind::line_done: {
      const Event begin = trace.event(question.asked_at - 1);
      for (Seq seq = question.asked_at; seq < trace.size(); ++seq) {
        if (trace.event(seq).kind == EventKind::statement_end && trace.event(seq).id == begin.id)
          return trace.time_ns(seq);
      }
      return -1;
    }
    case QuestionKind::run_over: {
      std::int64_t last_ns = 0;
      for (Seq seq = question.asked_at; seq < trace.size(); ++seq) {
        const EventKind kind = trace.event(seq).kind;
        if (kind == EventKind::end || kind == EventKind::statement_end) last_ns = trace.time_ns(seq);
      }
      return last_ns;
    }
    case QuestionKind::first_start: {
      std::int64_t first_ns = INT64_MAX;
      for (TaskId id = 0; id < trace.task_count(); ++id) {
        const Task task = trace.task(id);
        if (started(id) && task.start >= question.asked_at)
          first_ns = std::min(first_ns, trace.time_ns(task.start));
      }
      return first_ns;
    }
    case QuestionKind::most_pending:
      return most_of(trace, question.asked_at, [&](const Event& event) {
        if (event.kind == EventKind::enqueue) return 1;
        return event.kind == EventKind::end && trace.task(event.id).enqueue != kNever ? -1 : 0;
      });
    case QuestionKind::most_running:
      return most_of(trace, question.asked_at, [&](const Event& event) {
        if (event.kind == EventKind::start) return 1;
        return event.kind == EventKind::end && started(event.id) ? -1 : 0;
      });
    case QuestionKind::peak_memory:
      return most_of(trace, question.asked_at, [&](const Event& event) -> std::int64_t {
        if (event.kind != EventKind::allocate && event.kind != EventKind::release) return 0;
        const Variable array = trace.variable(event.id);
        if (array.memory != trace.memory()) return 0;
        return event.kind == EventKind::allocate ? array.bytes : -array.bytes;
      });
    case QuestionKind::draw: {
      // What the run did is one of the answers.
      const Drawing drawn = drawing(trace, question.asked_at).value();
      return fault(trace, drawn, drawn.recorded).empty() ? question.right : -1;
    }
    case QuestionKind::own:
      break;
  }
  return -1;
}

}  // namespace runahead::testing_support
