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
  info.workers = config.workers;
  info.seed = config.seed;
  for (const Parameter& parameter : config.scenario->parameters) {
    info.parameters.emplace_back(parameter.name, std::to_string(config.parameters.at(parameter.name)));
  }
  if (config.max_pending > 0) info.parameters.emplace_back("max_pending", std::to_string(config.max_pending));
  if (config.memory_bound_bytes > 0) {
    info.parameters.emplace_back("memory_bound_mb", std::to_string(config.memory_bound_bytes / 1'000'000));
  }
  info.resident_base_bytes = resident_bytes();
  return info;
}

}  // namespace

std::string blas_description() {
  return kernels::blas_description();
}

struct Session::State {
  explicit State(RunConfig run_config)
      : config(std::move(run_config)), builder(info_of(config)), recorder(builder) {}

  const RunConfig config;
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
  if (config.mode == Mode::sync) return std::make_unique<InlineEngine>(recording);
  return std::make_unique<ThreadPool<Recording>>(config.workers, static_cast<std::size_t>(config.max_pending),
                                                 recording);
}

void Session::State::run_program(Engine& own_engine, const Recording& recording, StorageHome& home) {
  Frontend tensor_frontend(own_engine, home, &recording, config.seed);
  Program program(tensor_frontend, config);
  const auto fail = [&](const std::string& message) {
    result.errors.push_back(message);
    if (!config.scenario->demonstrates_error) result.status = RunResult::Status::failed;
  };
  try {
    try {
      config.scenario->program(program);
    } catch (const Stopped&) {
      throw;
    } catch (const std::bad_alloc&) {
      fail(kNo_memory);
    } catch (const std::exception& error) {
      fail(error.what());
    }
    tensor_frontend.end_statement();
    own_engine.drain();
    const std::vector<TaskError> unmet = own_engine.unmet_errors();
    tensor_frontend.surface_unmet(unmet);
    for (const TaskError& error : unmet) fail(std::string(error.what()) + " (no wait met this error)");
    tensor_frontend.conclude(resident_bytes());
    if (const NDArray& array = program.declared_result();
        array.bound() && array.body().storage->allocated()) {
      Value value;
      for (int axis = 0; axis < array.shape().rank(); ++axis) value.shape.push_back(array.shape()[axis]);
      const float* data = array.body().storage->read();
      value.data.assign(data, data + array.shape().elements());
      result.value = std::move(value);
    }
  } catch (const Stopped&) {
    tensor_frontend.end_statement();
    result.status = RunResult::Status::stopped;
  } catch (const std::bad_alloc&) {
    fail(kNo_memory);
  }
}

void Session::State::run_frontend(EventWriter& writer) {
  StorageHome home(config.memory_bound_bytes);
  {
    const LaneId lane = 1;
    const Recording recording{&recorder, &writer, lane};
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

Session::Session(RunConfig config) : state_(std::make_unique<State>(std::move(config))) {}

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
  if (state.config.mode == Mode::sync) {
    state.builder.add_lane(LaneKind::caller, "In the call");
  } else {
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
