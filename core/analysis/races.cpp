// SPDX-License-Identifier: GPL-3.0-or-later
// What the two of a race share.
#include "core/analysis/races.h"

#include <set>
#include <utility>

#include "core/analysis/labels.h"

namespace runahead {

namespace {

/// What both use, and one of them writes.
VariableId shared_by(const Trace& trace, TaskId one, TaskId other) {
  for (std::uint32_t own = 0; own < trace.use_count(one); ++own) {
    const Use use = trace.use(one, own);
    for (std::uint32_t their = 0; their < trace.use_count(other); ++their) {
      const Use another = trace.use(other, their);
      if (use.variable == another.variable && (use.write || another.write)) return use.variable;
    }
  }
  return kNone;
}

int line_of(const Trace& trace, StatementId statement) {
  return statement == kNone ? 0 : trace.statement(statement).line;
}

}  // namespace

std::string describe_race(const Trace& trace, const ErrorRecord& race) {
  const std::string other = task_label(trace, race.origin);
  const bool on_frontend = race.task == kNone || trace.task(race.task).start == kNever ||
                           trace.lane(trace.task(race.task).lane).kind == LaneKind::caller;
  if (on_frontend) {
    return sentence_case(line_label(trace, race.statement)) + " reads what " + other +
           " brings, and has not waited for it. It gets what is there.";
  }
  const VariableId shared = shared_by(trace, race.task, race.origin);
  return "A race" + (shared == kNone ? std::string() : " for " + variable_label(trace, shared)) +
         ": nothing orders " + task_label(trace, race.task) + " behind " + other +
         " in the other stream. Either may come first. The values shown are those of " +
         (trace.info().device == "cuda" ? "the one that did." : "the program’s order.");
}

std::vector<Race> races_of(const Trace& trace) {
  std::vector<Race> races;
  std::set<std::pair<int, int>> known;
  for (std::uint32_t i = 0; i < trace.error_count(); ++i) {
    const ErrorRecord error = trace.error(i);
    if (error.kind != ErrorKind::race) continue;
    const int line = line_of(trace, error.statement);
    const int other = line_of(trace, trace.task(error.origin).statement);
    if (known.emplace(line, other).second) races.push_back({line, other, describe_race(trace, error)});
  }
  return races;
}

}  // namespace runahead
