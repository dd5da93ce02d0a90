// SPDX-License-Identifier: GPL-3.0-or-later
// The threads of a run, their order of coming and going, and what the run leaves behind.
// Not here: checking requests (check.cpp).
//
// Order of destruction: arrays, frontend, engine (joins the workers), then the final collection, then the
// recorder.
#include "core/scenario/session.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <system_error>
#include <thread>

#include "core/base/clock.h"
#include "core/engine/in_order_engine.h"
#include "core/engine/inline_engine.h"
#include "core/engine/thread_pool.h"
#include "core/scenario/program.h"
#include "core/trace/collector.h"
#include "kernels/cpu/blas.h"

namespace runahead {

namespace {

constexpr auto kCollectEvery = std::chrono::milliseconds(8);
constexpr const char* kNo_memory = "[memory] the system has no memory left for this run";

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

TraceInfo info_of(const RunConfig& config) {
  TraceInfo info;
  info.scenario = config.scenario->id;
  info.mode = to_string(config.mode);
  info.waits = config.waits.text();
  info.device = to_string(config.device);
  info.workers = config.workers;
  info.seed = config.seed;
  for (const Parameter& parameter : config.scenario->parameters) {
    info.parameters.emplace_back(parameter.name, std::to_string(config.parameters.at(parameter.name)));
  }
  const auto own = [&](const char* name) { return config.parameters.count(name) > 0; };
  if (config.max_pending > 0 && !own("max_pending")) {
    info.parameters.emplace_back("max_pending", std::to_string(config.max_pending));
  }
  if (config.memory_bound_bytes > 0 && !own("memory_bound_mb")) {
    info.parameters.emplace_back("memory_bound_mb", std::to_string(config.memory_bound_bytes / 1'000'000));
  }
  info.resident_base_bytes = resident_bytes();
  return info;
}

/// Tasks run inside the call that issues them.
bool runs_in_call(const RunConfig& config) {
  return config.mode == Mode::sync || (config.mode == Mode::stream && config.device == DeviceKind::cpu);
}

FrontendSetup setup_of(const RunConfig& config, const kernels::Operations& kernels) {
  FrontendSetup setup;
  setup.kernels = &kernels;
  if (config.mode == Mode::function) setup.issue = Issue::functions;
  if (config.mode == Mode::lazy) setup.issue = Issue::lazy;
  if (config.mode == Mode::stream) {
    setup.allocate_at_issue = true;
    setup.waitall_reason = setup.wait_to_read_reason = WaitReason::synchronize;
    if (config.device != DeviceKind::cpu) setup.copy_stream = kCopyEngine;
  }
  return setup;
}

}  // namespace

std::string blas_description() {
  return kernels::blas_description();
}

struct Session::State {
  State(RunConfig run_config, const kernels::Operations& operations)
      : config(std::move(run_config)), kernels(operations), builder(info_of(config)), recorder(builder) {}

  const RunConfig config;
  const kernels::Operations& kernels;
  TraceBuilder builder;
  Recorder recorder;
  std::function<void()> on_finished;
  std::thread frontend;
  std::thread collector;

  std::mutex mutex;  ///< guards everything below
  std::condition_variable changed;
  Engine* engine = nullptr;
  bool stop_requested = false;
  std::optional<Ticks> start;  ///< of the trace's time: the engine is up, the program begins
  bool frontend_done = false;
  bool finished = false;
  RunResult result;

  void run_frontend(EventWriter& writer);
  void run_collector();
  std::unique_ptr<Engine> make_engine(const Recording& recording);
  void run_program(Engine& own_engine, const Recording& recording, StorageHome& home);
};

std::unique_ptr<Engine> Session::State::make_engine(const Recording& recording) {
  if (runs_in_call(config)) return std::make_unique<InlineEngine>(recording);
  const auto window = static_cast<std::size_t>(config.max_pending);
  if (config.mode == Mode::stream) {
    std::vector<QueueOptions> queues;
    for (const DeviceQueue& queue : queues_of(config.device)) queues.push_back({1, queue.launch_limit});
    return std::make_unique<InOrderEngine<Recording>>(queues, window, recording);
  }
  if (config.mode == Mode::lazy) {
    const std::vector<QueueOptions> queue = {{.workers = config.workers}};
    return std::make_unique<InOrderEngine<Recording>>(queue, window, recording);
  }
  return std::make_unique<ThreadPool<Recording>>(config.workers, window, recording);
}

namespace {

/// None where the program declared nothing, or its first array never got a value.
std::optional<Value> value_of(const std::vector<NDArray>& arrays) {
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
    const float* values = array.body().storage->read();
    data.insert(data.end(), values, values + array.shape().elements());
  }
  return value;
}

}  // namespace

void Session::State::run_program(Engine& own_engine, const Recording& recording, StorageHome& home) {
  Frontend tensor_frontend(own_engine, home, &recording, config.seed, setup_of(config, kernels));
  Program program(tensor_frontend, config);
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
      fail(kNo_memory);
    } catch (const std::exception& error) {
      fail(error.what());
    }
  };
  try {
    attempt([&] { config.scenario->program(program); });
    tensor_frontend.end_statement();
    attempt([&] { tensor_frontend.flush(); });
    own_engine.drain();
    const std::vector<TaskError> unmet = own_engine.unmet_errors();
    tensor_frontend.surface_unmet(unmet);
    for (const TaskError& error : unmet) fail(std::string(error.what()) + " (no wait met this error)");
    tensor_frontend.conclude(resident_bytes());
    result.value = value_of(program.declared_results());
  } catch (const Stopped&) {
    tensor_frontend.end_statement();
    result.status = RunResult::Status::stopped;
  } catch (const std::bad_alloc&) {
    fail(kNo_memory);
  }
}

void Session::State::run_frontend(EventWriter& writer) {
  StorageHome home(config.memory_bound_bytes,
                   config.mode == Mode::stream ? MemoryPool::kKeep_ns : MemoryPool::kIdle_ns);
  {
    // After the frontend's lane; in mode function that of its calls comes before the workers'.
    const LaneId first = config.mode == Mode::function ? 2 : 1;
    const Recording recording{&recorder, &writer, first, 1};
    std::unique_ptr<Engine> own_engine;
    try {
      own_engine = make_engine(recording);
    } catch (const std::exception& error) {
      // Threads or memory for the workers could not be had.
      result.status = RunResult::Status::failed;
      result.errors.push_back(std::string("[engine] could not start ") + std::to_string(config.workers) +
                              " workers: " + error.what());
    }
    if (own_engine) {
      {
        const std::lock_guard lock(mutex);
        engine = own_engine.get();
        if (stop_requested) own_engine->stop();
        start = now_ticks_ordered();
        changed.notify_all();
      }
      run_program(*own_engine, recording, home);
      const std::lock_guard lock(mutex);
      engine = nullptr;
    }
  }
  const std::lock_guard lock(mutex);
  frontend_done = true;
  changed.notify_all();
}

void Session::State::run_collector() {
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return start || frontend_done; });
  }
  Collector merge(recorder, builder, start.value_or(now_ticks_ordered()));
  bool done = false;
  bool behind = false;
  while (!done) {
    {
      std::unique_lock lock(mutex);
      if (!behind) changed.wait_for(lock, kCollectEvery, [&] { return frontend_done; });
      done = frontend_done;
    }
    if (const std::int64_t bytes = resident_bytes(); bytes > 0 && !done) merge.sample_resident(bytes);
    behind = merge.collect(done);
  }
  {
    const std::lock_guard lock(mutex);
    finished = true;
    changed.notify_all();
  }
  if (on_finished) on_finished();
}

Session::Session(RunConfig config) : Session(std::move(config), kernels::cpu_operations()) {}

Session::Session(RunConfig config, const kernels::Operations& kernels)
    : state_(std::make_unique<State>(std::move(config), kernels)) {}

Session::~Session() {
  stop();
  if (state_->frontend.joinable()) state_->frontend.join();
  if (state_->collector.joinable()) state_->collector.join();
}

const RunConfig& Session::config() const {
  return state_->config;
}

void Session::start(std::function<void()> finished) {
  State& state = *state_;
  kernels::use_one_blas_thread();
  state.on_finished = std::move(finished);
  state.builder.add_lane(LaneKind::frontend, "Frontend");
  const bool in_call = runs_in_call(state.config);
  if (in_call || state.config.mode == Mode::function) {
    state.builder.add_lane(LaneKind::caller, "In the call");
  }
  if (state.config.mode == Mode::stream) {
    for (const DeviceQueue& queue : queues_of(state.config.device)) {
      state.builder.add_lane(queue.lane_kind, queue.lane_name);
    }
  } else if (!in_call) {
    for (int i = 1; i <= state.config.workers; ++i) {
      state.builder.add_lane(LaneKind::worker, "Worker " + std::to_string(i));
    }
  }
  state.builder.publish();
  EventWriter& writer = state.recorder.add_writer();
  try {
    state.collector = std::thread([&state] { state.run_collector(); });
    state.frontend = std::thread([&state, &writer] { state.run_frontend(writer); });
  } catch (const std::system_error& error) {
    // The collector, if it is there, concludes the run; without it nobody else would.
    const std::lock_guard lock(state.mutex);
    state.result.status = RunResult::Status::failed;
    state.result.errors.push_back(std::string("[session] the system gives no more threads: ") + error.what());
    state.frontend_done = true;
    if (!state.collector.joinable()) {
      state.builder.publish(true);
      state.finished = true;
    }
    state.changed.notify_all();
  }
}

void Session::stop() {
  const std::lock_guard lock(state_->mutex);
  state_->stop_requested = true;
  if (state_->engine) state_->engine->stop();
}

void Session::wait() {
  std::unique_lock lock(state_->mutex);
  state_->changed.wait(lock, [&] { return state_->finished; });
}

bool Session::finished() const {
  const std::lock_guard lock(state_->mutex);
  return state_->finished;
}

Trace Session::snapshot() const {
  return state_->builder.snapshot();
}

const RunResult& Session::result() const {
  return state_->result;
}

}  // namespace runahead
