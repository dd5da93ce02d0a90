// SPDX-License-Identifier: GPL-3.0-or-later
// Checking a request: every part is either taken or refused in one line.
// Not here: running it (run_execution.cpp).
#include <algorithm>
#include <cmath>

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

template <class Names>
std::string joined(const Names& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
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

/// "21 GB"
std::string rough_bytes(std::int64_t bytes) {
  const char* unit = bytes >= 10'000'000'000 ? " GB" : " MB";
  const std::int64_t scale = bytes >= 10'000'000'000 ? 1'000'000'000 : 1'000'000;
  return std::to_string((bytes + scale - 1) / scale) + unit;
}

Result<RunConfig> with_enough_memory(RunConfig config) {
  const std::int64_t needed = predicted_peak_bytes(config);
  if (needed == 0 || config.runs_on == DeviceKind::cuda) return config;  // that has memory of its own
  const std::int64_t available = available_memory_bytes();
  if (needed <= available) return config;
  return Failure{"not enough memory: the arrays of this run will hold about " + rough_bytes(needed) +
                 ", and " + rough_bytes(available) +
                 " are free; use smaller parameters, more waits, or a bound (memory_bound_mb)"};
}

}  // namespace

Failure unknown_scenario(const std::string& id) {
  const Scenario* closest = nullptr;
  std::size_t least = 4;
  for (const Scenario& scenario : scenarios()) {
    if (const std::size_t d = distance(id, scenario.id); d < least) {
      least = d;
      closest = &scenario;
    }
  }
  if (closest) return {"unknown scenario '" + id + "': did you mean " + closest->id + "?"};
  std::vector<std::string> ids;
  for (const Scenario& scenario : scenarios()) ids.push_back(scenario.id);
  return {"unknown scenario '" + id + "': there are " + joined(ids)};
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

Result<RunConfig> check(const RunRequest& request, const std::optional<Machine>& machine) {
  RunConfig config{request};
  if (request.source.program) {
    const Result<const Scenario*> written = scenario_of(*request.source.program);
    if (!written) return Failure{written.error()};
    config.scenario = *written;
  } else {
    config.scenario = find_scenario(request.source.scenario);
  }
  if (!config.scenario) return unknown_scenario(request.source.scenario);
  const Scenario& scenario = *config.scenario;

  if (const auto mode = parse_mode(to_string(config.mode), scenario); !mode) return Failure{mode.error()};
  const bool simulated = config.clock != Clock::live;
  if (scenario.virtual_only && !simulated) {
    return Failure{"clock 'live': " + scenario.id +
                   " is about chosen times; it has only the simulated clock (--clock virtual)"};
  }
  if (!config.costs.empty()) {
    if (!simulated) {
      return Failure{"costs '" + config.costs +
                     "': only the simulated clock takes its costs from a file (--clock virtual)"};
    }
    if (!machine) return Failure{"its costs are those of a file, " + config.costs};
  }
  config.machine = machine.value_or(standard_machine());
  if (config.mode != Mode::stream) {
    if (config.device && config.device != DeviceKind::cpu) {
      return Failure{std::string("device '") + to_string(*config.device) +
                     "': only mode stream has a device of its own; mode " + to_string(config.mode) +
                     " runs on the cpu"};
    }
  } else {
    std::optional<DeviceKind> device = config.device ? config.device : scenario.device;
    // A virtual run is the same on every machine, whatever hardware is there.
    if (simulated && !device) device = DeviceKind::emulated;
    if (simulated && device == DeviceKind::cuda) {
      return Failure{"device 'cuda': a simulation has no real device; use emulated"};
    }
    const auto chosen = choose_device(device);
    if (!chosen) return Failure{chosen.error()};
    config.runs_on = *chosen;
    config.devices = std::min(device_count(config.runs_on), kMostDevices);
  }
  if (config.tf32 && config.runs_on != DeviceKind::cuda) {
    return Failure{"tf32: only mode stream on the device cuda computes products so"};
  }
  if (const Status status = check_waits(config.waits, scenario); !status) return status.failure();
  if (config.mode == Mode::function) {
    for (const int line : scenario.function_lines) {
      if (!config.waits.lists(line)) continue;
      return Failure{
          "waits '" + config.waits.text() + "': line " + std::to_string(line) +
          " stands inside a function that mode function traces, where nothing has a value to wait for"};
    }
  }
  if (config.workers < 1 || config.workers > kMaxWorkers) {
    return Failure{"workers " + std::to_string(config.workers) + ": use 1 to " + std::to_string(kMaxWorkers)};
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
      std::vector<std::string> names;
      for (const Parameter& one : all) names.push_back(one.name);
      return Failure{"unknown parameter '" + name + "': " + scenario.id + " has " + joined(names)};
    }
    if (is_cost(scenario, name) && !simulated) {
      return Failure{"parameter " + name + ": only the simulated clock has it (--clock virtual)"};
    }
    if (value < parameter->min || value > parameter->max) {
      return Failure{"parameter " + name + "=" + std::to_string(value) + ": use " +
                     std::to_string(parameter->min) + " to " + std::to_string(parameter->max) +
                     (parameter->unit.empty() ? "" : " (" + parameter->unit + ")")};
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
    return Failure{"parameter devices=" + std::to_string(asked) + ": " + std::to_string(config.devices) +
                   (config.devices == 1 ? " CUDA device is there" : " CUDA devices are there")};
  } else if (asked > 0) {
    config.devices = asked;
  }
  config.asked_devices = asked;
  if (has_contexts(config) && !simulated && config.workers > 1) {
    return Failure{
        "workers " + std::to_string(config.workers) +
        ": beside the devices of MXNet a run in real time has 1 worker; a simulation can have more"};
  }
  config.max_pending = values["max_pending"];
  config.memory_bound_bytes = values["memory_bound_mb"] * 1'000'000;
  return with_enough_memory(std::move(config));
}

}  // namespace runahead
