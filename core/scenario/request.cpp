// SPDX-License-Identifier: GPL-3.0-or-later
// Requests from words, and the parameters that they may set.
// Not here: whether a request can be run (check.cpp), the words of the waits axis (waits.cpp).
#include "core/scenario/request.h"

#include <algorithm>
#include <utility>

#include "core/device/device.h"
#include "core/scenario/python.h"

namespace runahead {

namespace {

const Parameter kCommon[] = {
    {"max_pending", "tasks", 0, 16'000'000, 0, 0, 0,
     "most tasks in the queue before the frontend waits; 0: no bound"},
    {"memory_bound_mb", "MB", 0, 1'000'000, 0, 0, 0,
     "most memory for arrays before the frontend waits; 0: no bound"},
    {"devices", "devices", 0, kMostDevices, 0, 0, 0,
     "mode stream: devices that the program finds; 0: those that are there, of the emulated kind two"},
};

constexpr std::int64_t kMostCost_ns = 100'000'000'000;
const Parameter kVirtual[] = {
    {"t1_ns", "ns", 1, kMostCost_ns, 0, 0, 0, "simulated clock: enqueue cost of every call"},
    {"t2_ns", "ns", 1, kMostCost_ns, 0, 0, 0, "simulated clock: execution time of every task"},
    {"t3_ns", "ns", 0, kMostCost_ns, 0, 0, 0,
     "simulated clock: return latency, from the end of a task to the frontend that waited for it"},
};

const Parameter* find_in(std::span<const Parameter> parameters, std::string_view name) {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const Parameter& one) { return one.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

}  // namespace

std::span<const Parameter> common_parameters() {
  return kCommon;
}

std::span<const Parameter> virtual_parameters() {
  return kVirtual;
}

const Parameter* find_parameter(const Scenario& scenario, std::string_view name) {
  for (const std::span<const Parameter> some :
       {std::span<const Parameter>(scenario.parameters), common_parameters(), virtual_parameters()}) {
    if (const Parameter* found = find_in(some, name)) return found;
  }
  return nullptr;
}

bool is_cost(const Scenario& scenario, std::string_view name) {
  return find_in(kVirtual, name) && !find_in(scenario.parameters, name);
}

std::int64_t preset_value(const Parameter& parameter, Preset preset) {
  switch (preset) {
    case Preset::standard:
      return parameter.default_value;
    case Preset::book:
      return parameter.book;
    case Preset::step:
      return parameter.step;
  }
  return parameter.default_value;
}

RunRequest default_request(const Scenario& scenario, Preset preset) {
  RunRequest request{.source = {scenario.id, {}}, .mode = scenario.modes.front(), .preset = preset};
  if (const auto waits = Waits::parse(scenario.waits.front())) request.waits = *waits;
  if (scenario.virtual_only) request.clock = Clock::virtual_time;
  if (scenario.written) request.source.program = *scenario.written;
  return request;
}

const Scenario* scenario_of(const Source& source) {
  if (!source.program) return find_scenario(source.scenario);
  const Result<const Scenario*> written = scenario_of(*source.program);
  return written ? *written : nullptr;
}

RunRequest default_request(const std::string& id, Preset preset) {
  const Scenario* const scenario = find_scenario(id);
  return scenario ? default_request(*scenario, preset) : RunRequest{.source = {id, {}}, .preset = preset};
}

Refusal unknown_mode(std::string given, const Scenario& scenario) {
  Refusal refusal{.code = Refusal::Code::unknown,
                  .field = Refusal::Field::mode,
                  .given = std::move(given),
                  .scenario = scenario.id};
  for (const Mode mode : scenario.modes) refusal.offered.emplace_back(to_string(mode));
  return refusal;
}

std::optional<Refusal> refused(const Waits& waits, const Scenario& scenario) {
  Refusal refusal{.code = Refusal::Code::no_place,
                  .field = Refusal::Field::waits,
                  .given = waits.text(),
                  .scenario = scenario.id};
  if (waits.every() < 1) {
    refusal.code = Refusal::Code::out_of_range;
    return refusal;
  }
  for (const WaitLine& wait : scenario.wait_lines) {
    if (wait.place != WaitPlace::final) refusal.offered.push_back(std::to_string(wait.line));
  }
  for (const std::int64_t line : waits.listed()) {
    refusal.value = line;
    if (std::ranges::find(scenario.wait_lines, line, &WaitLine::line) == scenario.wait_lines.end())
      return refusal;
  }
  return std::nullopt;
}

RunRequest offered(RunRequest request) {
  request.costs.clear();
  const Scenario* const scenario = scenario_of(request.source);
  if (!scenario) return request;
  const RunRequest usual = default_request(*scenario);
  if (std::ranges::count(scenario->modes, request.mode) == 0) request.mode = usual.mode;
  if (refused(request.waits, *scenario)) request.waits = usual.waits;
  if (scenario->virtual_only && request.clock == Clock::live) request.clock = usual.clock;
  if (request.mode != Mode::stream) request.device.reset();
  const Settings set = std::exchange(request.set, {});
  for (const auto& [name, value] : set) {
    if (find_parameter(*scenario, name)) request.set[name] = value;
  }
  return request;
}

}  // namespace runahead
