// SPDX-License-Identifier: GPL-3.0-or-later
// Checking a request: every part is either taken or refused.
// Not here: running it (run_execution.cpp).
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/device/memory_source.h"
#include "core/device/module.h"
#include "core/device/standard_machine.h"
#include "core/scenario/devices.h"
#include "core/scenario/python.h"
#include "core/scenario/run_execution.h"
#include "core/scenario/run_program.h"

namespace runahead {

namespace {

/// Number of single-character edits between two short words.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row.back();
}

/// Costs that are given outright take the place of the machine's.
void apply_costs(const std::map<std::string, std::int64_t>& costs, Machine& machine) {
  for (const auto& [name, ns] : costs) {
    if (name == "t1_ns") {
      machine.frontend.issue_ns = machine.launch_ns = ns;
      machine.frontend.dispatch_ns = 0;  // of calls whose time was spent when they were deferred
    } else if (name == "t2_ns") {
      machine.every_task_ns = ns;
      machine.wake_latency_ns = 0;  // part of the second stage, which was given whole
    } else if (name == "t3_ns") {
      machine.frontend.hand_back_ns = ns;
    }
  }
}

using Code = Refusal::Code;
using Field = Refusal::Field;

/// The system's PyTorch and NumPy where they are there and can do it. A listing has Runahead's own.
std::optional<TorchKind> torch_of(const RunConfig& config) {
  const char* const library = config.scenario->systems_library;
  if (!library && config.torch == TorchKind::small) return {};
  if (config.torch || !library || !config.source.program) return config.torch;
  const bool can = config.mode != Mode::function && config.mode != Mode::lazy &&
                   config.runs_on != DeviceKind::cuda && config.source.program->preamble.empty();
  return can && has_library(library) ? TorchKind::real : TorchKind::small;
}

CheckedRun with_enough_memory(RunConfig config) {
  const std::int64_t needed = predicted_peak_bytes(config);
  if (needed == 0 || config.runs_on == DeviceKind::cuda) return config;  // that has memory of its own
  const std::int64_t available = available_memory_bytes();
  if (needed <= available) return config;
  return Refusal{.code = Code::too_few, .field = Field::memory, .value = needed, .most = available};
}

}  // namespace

Refusal unknown_scenario(const std::string& id) {
  const Scenario* closest = nullptr;
  std::size_t least = 4;
  for (const Scenario& scenario : scenarios()) {
    if (const std::size_t d = distance(id, scenario.id); d < least) {
      least = d;
      closest = &scenario;
    }
  }
  if (closest)
    return {.code = Code::misspelt, .field = Field::program, .given = id, .offered = {closest->id}};
  Refusal refusal{.code = Code::unknown, .field = Field::program, .given = id};
  for (const Scenario& scenario : scenarios()) refusal.offered.push_back(scenario.id);
  return refusal;
}

std::int64_t predicted_peak_bytes(const RunConfig& config) {
  if (!config.scenario->peak_bytes) return 0;
  const std::int64_t bytes = config.scenario->peak_bytes(config);
  return config.memory_bound_bytes > 0 ? std::min(bytes, config.memory_bound_bytes) : bytes;
}

std::string why_no_cuda() {
  const auto chosen = choose_device(DeviceKind::cuda);
  return chosen ? std::string() : chosen.error();
}

Result<CudaDevice> describe_cuda(int device) try {
  const auto table = cuda_device();
  if (!table) return Failure{table.error()};
  const kernels::DeviceInfo info = (*table)->describe(device);
  return CudaDevice{info.name, info.libraries, info.flops};
} catch (const std::exception& error) {
  return Failure{std::string("no CUDA device: ") + error.what()};
}

namespace {

/// Of a square whose product takes as long as the parameter says, at half of what the device does at best.
std::int64_t rows_for(const CudaDevice& device, const Parameter& parameter) {
  constexpr double kRound = 100;
  const double flops = parameter.product_us * 1e-6 * device.flops / 2;
  const double rows = std::ceil(std::cbrt(flops / 2) / kRound) * kRound;
  return std::min(static_cast<std::int64_t>(rows), parameter.max);
}

}  // namespace

CheckedRun check(const RunRequest& request, const std::optional<Machine>& machine) {
  RunConfig config{request};
  if (request.source.program) {
    const Result<const Scenario*> written = scenario_of(*request.source.program);
    if (!written) return Refusal{.code = Code::said, .field = Field::program, .given = written.error()};
    config.scenario = *written;
  } else {
    config.scenario = find_scenario(request.source.scenario);
  }
  if (!config.scenario) return unknown_scenario(request.source.scenario);
  const Scenario& scenario = *config.scenario;

  if (std::ranges::count(scenario.modes, config.mode) == 0)
    return unknown_mode(to_string(config.mode), scenario);
  const bool simulated = config.clock != Clock::live;
  if (scenario.virtual_only && !simulated) {
    return Refusal{.code = Code::simulated_only,
                   .field = Field::clock,
                   .given = to_string(config.clock),
                   .scenario = scenario.id};
  }
  if (!config.costs.empty()) {
    if (!simulated) {
      return Refusal{.code = Code::simulated_only, .field = Field::costs, .given = config.costs};
    }
    if (!machine) return Refusal{.code = Code::not_here, .field = Field::costs, .given = config.costs};
  }
  config.machine = machine.value_or(standard_machine());
  if (config.mode != Mode::stream) {
    if (config.device && config.device != DeviceKind::cpu) {
      return Refusal{.code = Code::wrong_mode,
                     .field = Field::device,
                     .given = to_string(*config.device),
                     .offered = {to_string(config.mode)}};
    }
  } else {
    std::optional<DeviceKind> device = config.device ? config.device : scenario.device;
    // A virtual run is the same on every machine, whatever hardware is there.
    if (simulated && !device) device = DeviceKind::emulated;
    if (simulated && device == DeviceKind::cuda) {
      return Refusal{.code = Code::real_only, .field = Field::device, .given = to_string(*device)};
    }
    const auto chosen = choose_device(device);
    if (!chosen) return Refusal{.code = Code::said, .field = Field::device, .given = chosen.error()};
    config.runs_on = *chosen;
    config.devices = std::min(device_count(config.runs_on), kMostDevices);
  }
  if (config.tf32 && config.runs_on != DeviceKind::cuda) {
    return Refusal{.code = Code::wrong_device, .field = Field::tf32};
  }
  config.torch = torch_of(config);
  if (config.torch == TorchKind::real) {
    if (!config.source.program || !scenario.systems_library)
      return Refusal{.code = Code::unknown, .field = Field::torch, .given = scenario.id};
    if (const Status there = has_library(scenario.systems_library); !there)
      return Refusal{.code = Code::said, .field = Field::torch, .given = there.error()};
    if (config.mode == Mode::function || config.mode == Mode::lazy)
      return Refusal{.code = Code::wrong_mode, .field = Field::torch, .offered = {to_string(config.mode)}};
    if (config.runs_on == DeviceKind::cuda) return Refusal{.code = Code::wrong_device, .field = Field::torch};
  }
  if (auto refusal = refused(config.waits, scenario)) return *std::move(refusal);
  if (config.mode == Mode::function) {
    for (const int line : scenario.function_lines) {
      if (!config.waits.lists(line)) continue;
      return Refusal{
          .code = Code::in_function, .field = Field::waits, .given = config.waits.text(), .value = line};
    }
  }
  if (config.workers < 1 || config.workers > kMaxWorkers) {
    return Refusal{.code = Code::out_of_range,
                   .field = Field::workers,
                   .value = config.workers,
                   .least = 1,
                   .most = kMaxWorkers};
  }

  std::vector<Parameter> all = scenario.parameters;
  for (const Parameter& common : common_parameters()) {
    // A scenario may have a default of its own for what every scenario accepts.
    if (find_parameter(scenario, common.name) == &common) all.push_back(common);
  }
  std::map<std::string, std::int64_t> values;
  for (const Parameter& parameter : all) values[parameter.name] = preset_value(parameter, config.preset);
  if (config.runs_on == DeviceKind::cuda && config.preset != Preset::step) {
    const Result<CudaDevice> device = describe_cuda();
    for (const Parameter& parameter : all) {
      if (parameter.product_us > 0 && device)
        values[parameter.name] = std::max(values[parameter.name], rows_for(*device, parameter));
    }
  }
  for (const auto& [name, value] : config.set) {
    const Parameter* const parameter = find_parameter(scenario, name);
    if (!parameter) {
      Refusal refusal{
          .code = Code::unknown, .field = Field::parameter, .given = name, .scenario = scenario.id};
      for (const Parameter& one : all) refusal.offered.push_back(one.name);
      return refusal;
    }
    if (is_cost(scenario, name) && !simulated) {
      return Refusal{.code = Code::simulated_only, .field = Field::parameter, .given = name};
    }
    if (value < parameter->min || value > parameter->max) {
      return Refusal{.code = Code::out_of_range,
                     .field = Field::parameter,
                     .given = name,
                     .unit = parameter->unit,
                     .value = value,
                     .least = parameter->min,
                     .most = parameter->max};
    }
    values[name] = value;
  }
  for (const Parameter& parameter : scenario.parameters)
    config.parameters[parameter.name] = values[parameter.name];
  if (simulated) apply_costs(values, config.machine);
  constexpr int kEmulatedDevices = 2;
  const auto asked = static_cast<int>(values["devices"]);
  if (config.runs_on != DeviceKind::cuda) {
    config.devices = asked == 0 ? kEmulatedDevices : asked;
  } else if (asked > config.devices) {
    return Refusal{.code = Code::too_few, .field = Field::device, .value = asked, .most = config.devices};
  } else if (asked > 0) {
    config.devices = asked;
  }
  config.asked_devices = asked;
  if (has_contexts(config) && !simulated && config.workers > 1) {
    return Refusal{.code = Code::beside_contexts, .field = Field::workers, .value = config.workers};
  }
  config.max_pending = values["max_pending"];
  config.memory_bound_bytes = values["memory_bound_mb"] * 1'000'000;
  return with_enough_memory(std::move(config));
}

}  // namespace runahead
