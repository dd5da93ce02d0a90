// SPDX-License-Identifier: GPL-3.0-or-later
// What the two of a race share.
#include "core/analysis/races.h"

#include <charconv>
#include <set>
#include <string_view>
#include <utility>

#include "core/analysis/labels.h"

namespace runahead {

namespace {

int line_of(const Trace& trace, StatementId statement) {
  return statement == kNone ? 0 : trace.statement(statement).line;
}

/// That it is about, where the two tasks share none.
VariableId array_of(const Trace& trace, const ErrorRecord& race) {
  const std::string_view number = trace.name(race.message);
  VariableId array = kNone;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), array);
  const bool known =
      error == std::errc() && end == number.data() + number.size() && array < trace.variable_count();
  return known ? array : kNone;
}

std::string describe_reuse(const Trace& trace, const ErrorRecord& race, VariableId freed) {
  const std::string other = task_label(trace, race.origin), had = variable_label(trace, freed);
  std::string what = "what " + task_label(trace, race.task) + " writes";
  for (std::uint32_t i = 0; i < trace.use_count(race.task); ++i) {
    const Use use = trace.use(race.task, i);
    if (use.write) what = variable_label(trace, use.variable) + " of " + task_label(trace, race.task);
  }
  return "A race for memory: PyTorch may give " + what + " the memory of the freed " + had +
         ", and nothing orders it behind " + other + " in the other stream, which uses " + had +
         ". record_stream() or a wait would. Here both have " +
         "memory of their own: the values shown are those of the program’s order.";
}

}  // namespace

std::vector<VariableId> raced(const Trace& trace, const ErrorRecord& race) {
  std::vector<VariableId> shared;
  if (race.task == kNone) return shared;
  for (std::uint32_t own = 0; own < trace.use_count(race.task); ++own) {
    const Use use = trace.use(race.task, own);
    for (std::uint32_t their = 0; their < trace.use_count(race.origin); ++their) {
      const Use other = trace.use(race.origin, their);
      if (use.variable == other.variable && (use.write || other.write)) shared.push_back(use.variable);
    }
  }
  return shared;
}

std::string describe_race(const Trace& trace, const ErrorRecord& race) {
  const std::string other = task_label(trace, race.origin);
  const std::vector<VariableId> shared = raced(trace, race);
  const std::string values =
      trace.info().runs_on() == DeviceKind::cuda ? "the one that did." : "the program’s order.";
  const VariableId array = array_of(trace, race);
  const bool on_frontend =
      race.task == kNone || (trace.task(race.task).start != kNever &&
                             trace.lane(trace.task(race.task).lane).kind == LaneKind::caller);
  if (!on_frontend && array != kNone) return describe_reuse(trace, race, array);
  if (on_frontend) {
    const std::string line = sentence_case(line_label(trace, race.statement));
    const std::string unmet = ", and has not waited for " + other;
    if (shared.empty()) {
      return line + " reads " + (array == kNone ? "an array" : variable_label(trace, array)) + unmet +
             ", which copies into it. It gets what is there.";
    }
    return line + " writes into " + variable_label(trace, shared.front()) + unmet +
           ", which reads it. Either may come first. The values shown are those of " + values;
  }
  return "A race" + (shared.empty() ? std::string() : " for " + variable_label(trace, shared.front())) +
         ": nothing orders " + task_label(trace, race.task) + " behind " + other +
         " in the other stream. Either may come first. The values shown are those of " + values;
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
