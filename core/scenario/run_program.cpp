// SPDX-License-Identifier: GPL-3.0-or-later
// What a mode means for the frontend and its lanes, and a program from its first line to its result.
#include "core/scenario/run_program.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <system_error>

#include "core/device/module.h"
#include "core/device/open_device.h"
#include "core/engine/failures.h"
#include "core/scenario/devices.h"
#include "core/scenario/program.h"
#include "core/scenario/python.h"
#include "core/trace/ending.h"

namespace runahead {

namespace {

FrontendSetup setup_of(const RunConfig& config, const ExecutionContexts& contexts) {
  FrontendSetup setup;
  setup.contexts = &contexts;
  if (config.mode == Mode::function) setup.issue = Issue::functions;
  if (config.mode == Mode::lazy) setup.issue = Issue::lazy;
  if (config.mode == Mode::stream) {
    setup.allocate_at_issue = true;
    setup.waitall_reason = setup.wait_to_read_reason = WaitReason::synchronize;
    if (config.runs_on != DeviceKind::cpu) {
      setup.devices = config.devices;
      setup.open_queues = device_queues(config).size();
      setup.next_lane = static_cast<LaneId>(1 + (has_caller_lane(config) ? 1 : 0) + setup.open_queues);
      setup.several_streams = config.scenario->makes_streams;
      setup.follows_arrays = config.clock == Clock::live && config.runs_on == DeviceKind::emulated;
    }
    setup.device = config.runs_on;
  }
  if (has_contexts(config)) {
    setup.contexts_with_queues = config.devices;
    setup.next_lane = static_cast<LaneId>((has_caller_lane(config) ? 2 : 1) + config.workers);
  }
  if (config.clock != Clock::live) {
    setup.machine = &config.machine;
  }
  return setup;
}

}  // namespace

/// The process's resident set; 0 where the system does not say.
std::int64_t resident_bytes() {
  static const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  static const long page = ::sysconf(_SC_PAGESIZE);
  char text[128];
  const ssize_t length = ::pread(file, text, sizeof text - 1, 0);
  if (length <= 0) return 0;
  text[length] = 0;
  long long total = 0, resident = 0;
  if (std::sscanf(text, "%lld %lld", &total, &resident) != 2) return 0;
  return resident * page;
}

std::int64_t sampled_bytes(const RunConfig& config) {
  if (config.runs_on != DeviceKind::cuda) return resident_bytes();
  try {
    const auto table = cuda_device();
    if (!table) return 0;
    return (*table)->used_bytes(0);
  } catch (const std::exception&) {
    return 0;  // lost, which the run itself says
  }
}

TraceInfo info_of(const RunConfig& config) {
  TraceInfo info{config};
  info.source.scenario = config.scenario->id;
  if (info.source.program) info.source.program = ProgramText{config.scenario->id, {}, info.program()};
  info.device.reset();
  if (config.mode == Mode::stream) info.device = config.runs_on;
  if (config.runs_on == DeviceKind::cuda) {
    if (const Result<CudaDevice> device = describe_cuda()) {
      info.device_name = device->name;
      info.device_libraries = device->libraries;
      if (const auto table = cuda_device()) info.device_libraries += ", " + time_source(**table);
    }
    if (config.scenario->second_device && config.devices > 1) {
      const Result<CudaDevice> second = describe_cuda(1);
      if (second) info.device_name += " and " + second->name;
    }
  }
  info.preset = Preset::standard;
  info.set = {};
  for (const Parameter& parameter : config.scenario->parameters)
    info.set[parameter.name] = config.parameters.at(parameter.name);
  const auto bound = [&](const char* name, std::int64_t value) {
    if (value > 0 && !config.parameters.contains(name)) info.set[name] = value;
  };
  bound("max_pending", config.max_pending);
  bound("memory_bound_mb", config.memory_bound_bytes / 1'000'000);
  if (config.asked_devices > 0) info.set["devices"] = config.asked_devices;
  for (const Parameter& cost : virtual_parameters()) {
    if (const std::int64_t* value = config.set.find(cost.name)) info.set[cost.name] = *value;
  }
  return info;
}

bool runs_in_call(const RunConfig& config) {
  return config.mode == Mode::sync || (config.mode == Mode::stream && config.runs_on == DeviceKind::cpu);
}

bool has_contexts(const RunConfig& config) {
  return config.mode == Mode::async && config.scenario->has_contexts;
}

bool has_caller_lane(const RunConfig& config) {
  // Arrays of the CPU beside those of a device.
  const bool contexts = config.mode == Mode::stream && config.scenario->has_contexts;
  return config.mode == Mode::function || config.scenario->computes_in_call || contexts;
}

void add_lanes(const RunConfig& config, TraceBuilder& builder) {
  builder.add_lane(LaneKind::frontend, "Frontend");
  const bool in_call = runs_in_call(config);
  if (in_call || has_caller_lane(config)) builder.add_lane(LaneKind::caller, "In the call");
  if (config.mode == Mode::stream) {
    for (const DeviceQueue& queue : device_queues(config)) {
      builder.add_lane(queue.lane_kind, queue.lane_name);
    }
  } else if (!in_call) {
    for (int i = 1; i <= config.workers; ++i) {
      builder.add_lane(LaneKind::worker, "Worker " + std::to_string(i));
    }
  }
}

std::vector<DeviceQueue> device_queues(const RunConfig& config) {
  if (config.mode != Mode::stream || config.runs_on == DeviceKind::cpu || config.scenario->device_later)
    return {};
  return {stream_queue(config.runs_on, 0, 1), copy_queue(config.runs_on, 0, CopyWay::to_host)};
}

void open_queues(const RunConfig& config, Engine& engine, LaneId first_lane) {
  for (const DeviceQueue& queue : device_queues(config)) {
    engine.open_queue({.lane = first_lane++,
                       .launch_limit = queue.launch_limit,
                       .device = queue.device,
                       .copies = queue.lane_kind == LaneKind::copy});
  }
}

std::vector<MemorySource> memory_of_devices(const RunConfig& config) {
  const int devices = config.mode == Mode::stream ? config.devices : 1;
  return std::vector<MemorySource>(static_cast<std::size_t>(devices), system_memory());
}

namespace {

/// None where the program declared nothing, or its first array never got a value.
std::optional<Value> value_of(Frontend& frontend, const std::vector<NDArray>& arrays) {
  if (arrays.empty() || !arrays.front().bound() || !arrays.front().body().storage->allocated()) {
    return std::nullopt;
  }
  Value value;
  for (int axis = 0; axis < arrays.front().shape().rank(); ++axis) {
    value.shape.push_back(arrays.front().shape()[axis]);
  }
  for (const NDArray& array : arrays) {
    if (!array.bound() || !array.body().storage->allocated()) continue;
    std::vector<float>& data = &array == &arrays.front() ? value.data : value.others;
    const std::vector<float> values = frontend.values_of(array.body()).floats();
    data.insert(data.end(), values.begin(), values.end());
  }
  return value;
}

}  // namespace

std::int64_t Program::now_ns() {
  constexpr std::int64_t kLook_ns = 100;
  Engine& engine = frontend_.engine();
  if (config_.clock != Clock::live && engine.now_ns() == last_look_ns_) engine.spend(kLook_ns);
  return last_look_ns_ = engine.now_ns();
}

void Program::spin(std::int64_t ns) {
  if (config_.clock == Clock::live) {
    frontend_.engine().spend(ns);
    return;
  }
  const std::int64_t until = now_ns() + ns;
  while (now_ns() < until) {
  }
}

double Program::resident_kib() {
  const bool live = config_.clock == Clock::live;
  const std::int64_t kib = (live ? resident_bytes() : frontend_.reserved_bytes()) / 1024;
  return static_cast<double>(kib);
}

namespace {

constexpr std::size_t kFirstPrinted = 1'000'000;
constexpr std::size_t kLastPrinted = 100'000;

/// Where a character begins, from there on.
std::size_t character_from(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] & 0xC0) == 0x80) ++at;
  return at;
}

}  // namespace

void Program::print(std::string_view text, StatementId statement, bool error) {
  if (text.empty()) return;
  output_.pass(text, error);
  if (printed_bytes_ < kFirstPrinted) {
    const std::size_t kept = character_from(text, std::min(text.size(), kFirstPrinted - printed_bytes_));
    output_.add(statement, text.substr(0, kept));
    printed_bytes_ += kept;
    text.remove_prefix(kept);
    if (printed_bytes_ >= kFirstPrinted)
      output_.add(statement, "\n[of what was printed after this, the end is kept]\n");
  }
  printed_bytes_ += text.size();
  printed_last_ += text;
  if (printed_last_.size() > 2 * kLastPrinted)
    printed_last_.erase(0, character_from(printed_last_, printed_last_.size() - kLastPrinted));
}

void Program::end_output() {
  std::string_view last = printed_last_;
  if (last.size() > kLastPrinted) last.remove_prefix(character_from(last, last.size() - kLastPrinted));
  output_.add(kNone, last);
  printed_last_.clear();
}

void break_off(RunResult& result, std::string_view message, std::string_view detail) noexcept {
  result.status = RunResult::Status::failed;
  result.value.reset();
  result.broke_off = true;
  try {
    result.errors.push_back(std::string(message).append(detail));
  } catch (const std::bad_alloc&) {
    // Not even for these words; reason() knows.
  }
}

std::string_view RunResult::reason() const {
  return errors.empty() ? std::string_view(kNoMemory) : errors.front();
}

void check_record(RunResult& result, const Recorder& recorder) {
  if (recorder.lost()) break_off(result, "[memory] the system has no memory left for the record of this run");
}

void prepare_program(const RunConfig& config) {
  if (config.torch == TorchKind::real) (void)import_before(config.scenario->systems_library);
}

RunResult run_program(const RunConfig& config, const ExecutionContexts& contexts, Engine& engine,
                      const Recording& recording, StorageHome& home, OutputWriter& output) {
  RunResult result;
  Frontend tensor_frontend(engine, home, &recording, config.seed, setup_of(config, contexts));
  Program program(tensor_frontend, config, output);
  const auto fail = [&](const std::string& message) {
    result.errors.push_back(message);
    if (!config.scenario->demonstrates_error) result.status = RunResult::Status::failed;
  };
  const auto attempt = [&](auto part) {
    try {
      part();
    } catch (const Stopped&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;  // the engine may be in the middle of something
    } catch (const std::system_error&) {
      throw;
    } catch (const std::exception& error) {
      fail(error.what());
    }
  };
  // What ends a program and comes from no task: the record would not tell it otherwise.
  const auto record_end = [&](std::string_view message, StatementId statement = kNone) {
    EventWriter& writer = *recording.frontend;
    writer.open_ordered();
    put_error(*recording.recorder, writer, ErrorKind::surfaced, kNone, kNone, statement, message);
    writer.commit();
  };
  const auto attempt_recorded = [&](auto part) {
    attempt([&] {
      try {
        part();
      } catch (const TaskError&) {
        throw;  // recorded where the frontend met it
      } catch (const std::system_error&) {
        throw;
      } catch (const std::runtime_error& error) {
        record_end(error.what(), tensor_frontend.statement());
        throw;
      }
    });
  };
  const struct Said {
    Program& program;
    ~Said() {
      try {
        program.end_output();
      } catch (...) {
        // There is no memory for the last of what it printed.
      }
    }
  } said{program};
  try {
    attempt_recorded([&] { config.scenario->program(program); });
    tensor_frontend.end_statement();
    attempt_recorded([&] { tensor_frontend.flush(); });
    engine.drain();
    const std::vector<TaskError> unmet = engine.unmet_errors();
    tensor_frontend.surface_unmet(unmet);
    for (const TaskError& error : unmet) fail(std::string(error.what()) + " (no wait met this error)");
    tensor_frontend.conclude(config.clock == Clock::live ? sampled_bytes(config) : 0);
    attempt([&] {
      try {
        result.value = value_of(tensor_frontend, program.declared_results());
      } catch (const std::runtime_error& error) {
        throw std::runtime_error(std::string("[result] ") + error.what());  // of no call of the program
      }
    });
  } catch (const Stopped&) {
    tensor_frontend.end_statement();
    record_end(engine.gave_up() ? kNoMemory : kStoppedMessage);
    result.status = RunResult::Status::stopped;
    if (engine.gave_up()) break_off(result);
  } catch (const std::bad_alloc&) {
    engine.give_up();
    break_off(result);
  } catch (const std::system_error& error) {
    engine.give_up();
    break_off(result, kNoThreads, error.code().message());
  }
  return result;
}

}  // namespace runahead
