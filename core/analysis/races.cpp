// SPDX-License-Identifier: GPL-3.0-or-later
// What the two of a race share.
#include "core/analysis/races.h"

#include <charconv>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

#include "core/analysis/labels.h"
#include "core/base/say.h"

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

bool only_reads(const Trace& trace, TaskId task, VariableId variable) {
  bool uses = false;
  for (std::uint32_t i = 0; i < trace.use_count(task); ++i) uses |= trace.use(task, i).variable == variable;
  return uses && !trace.writes(task, variable);
}

Message describe_reuse(const Trace& trace, const ErrorRecord& race, VariableId freed) {
  Message written;
  for (std::uint32_t i = 0; i < trace.use_count(race.task); ++i) {
    const Use use = trace.use(race.task, i);
    if (use.write) written = variable_label(trace, use.variable);
  }
  return sentences(
      {say<"race.memory">(arg<"written">(std::move(written)), arg<"task">(task_label(trace, race.task)),
                          arg<"array">(variable_label(trace, freed)),
                          arg<"other">(task_label(trace, race.origin))),
       say<"race.memory_here">()});
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

Message describe_race(const Trace& trace, const ErrorRecord& race) {
  const auto other = arg<"other">(task_label(trace, race.origin));
  const std::vector<VariableId> shared = raced(trace, race);
  const VariableId freed = array_of(trace, race);
  const bool on_frontend =
      race.task == kNone || (trace.task(race.task).start != kNever &&
                             trace.lane(trace.task(race.task).lane).kind == LaneKind::caller);
  if (!on_frontend && freed != kNone) return describe_reuse(trace, race, freed);
  const auto array = [&trace](VariableId id) {
    return arg<"array">(id == kNone ? Message() : variable_label(trace, id));
  };
  const auto line = arg<"line">(line_label(trace, race.statement));
  bool real = trace.info().runs_on() == DeviceKind::cuda;
  const bool runs_torch = trace.info().torch == TorchKind::real;
  if (!on_frontend) {
    real |= runs_torch && shared.empty();  // pinned memory, which the engine orders nothing by
    return sentences({say<"race.streams">(array(shared.empty() ? kNone : shared.front()),
                                          arg<"task">(task_label(trace, race.task)), other),
                      say<"race.values">(arg<"values">(Which{real ? "real" : ""}))});
  }
  const VariableId memory = shared.empty() ? freed : shared.front();
  if (memory != kNone && only_reads(trace, race.origin, memory)) {
    real |= runs_torch;  // whose copies take what is there when they run
    return sentences({say<"race.writes">(line, array(memory), other),
                      say<"race.values">(arg<"values">(Which{real ? "real" : ""}))});
  }
  if (race.task != kNone && memory != kNone && trace.writes(race.task, memory))
    return say<"race.overwrites">(line, array(memory), other);
  return say<"race.reads">(line, array(memory), other);
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
