// SPDX-License-Identifier: GPL-3.0-or-later
// The threads of a run, their order of coming and going, and what the run leaves behind.
// Not here: checking requests (check.cpp).
//
// Order of destruction: arrays, frontend, engine (joins the workers), then the final collection, then the
// recorder.
#include "core/scenario/session.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include "core/base/clock.h"
#include "core/engine/in_order_engine.h"
#include "core/engine/inline_engine.h"
#include "core/engine/thread_pool.h"
#include "core/scenario/run_program.h"
#include "core/scenario/virtual_run.h"
#include "core/trace/collector.h"
#include "kernels/cpu/blas.h"

namespace runahead {

namespace {

constexpr auto kCollectEvery = std::chrono::milliseconds(8);

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
  VirtualRun* virtual_run = nullptr;
  bool stop_requested = false;
  std::optional<Ticks> start;  ///< of the trace's time: the engine is up, the program begins
  bool frontend_done = false;
  bool finished = false;
  RunResult result;

  void run_frontend(EventWriter& writer);
  void run_collector();
  std::unique_ptr<Engine> make_engine(const Recording& recording);
  void run_virtual();
};

std::unique_ptr<Engine> Session::State::make_engine(const Recording& recording) {
  if (runs_in_call(config)) return std::make_unique<InlineEngine>(recording);
  const auto window = static_cast<std::size_t>(config.max_pending);
  if (config.mode == Mode::stream || config.mode == Mode::lazy) {
    return std::make_unique<InOrderEngine<Recording>>(queues_of(config), window, recording);
  }
  return std::make_unique<ThreadPool<Recording>>(config.workers, window, recording);
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
      result = run_program(config, kernels, *own_engine, recording, home);
      const std::lock_guard lock(mutex);
      engine = nullptr;
    }
  }
  const std::lock_guard lock(mutex);
  frontend_done = true;
  changed.notify_all();
}

void Session::State::run_virtual() {
  VirtualRun run(config, kernels, builder);
  {
    const std::lock_guard lock(mutex);
    virtual_run = &run;
    if (stop_requested) run.stop();
  }
  RunResult outcome = run.execute();
  {
    const std::lock_guard lock(mutex);
    virtual_run = nullptr;
    result = std::move(outcome);
    finished = true;
    changed.notify_all();
  }
  if (on_finished) on_finished();
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
  add_lanes(state.config, state.builder);
  state.builder.publish();
  try {
    if (state.config.clock == Clock::virtual_time) {
      state.frontend = std::thread([&state] { state.run_virtual(); });
      return;
    }
    EventWriter& writer = state.recorder.add_writer();
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
  if (state_->virtual_run) state_->virtual_run->stop();
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
