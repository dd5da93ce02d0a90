// SPDX-License-Identifier: GPL-3.0-or-later
// The threads of a run, their order of coming and going, and what the run leaves behind.
// Not here: checking requests (check.cpp).
//
// Order of destruction: arrays, frontend, engine (joins the workers), then the final collection, then the
// recorder.
#include "core/scenario/run_execution.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "core/base/clock.h"
#include "core/base/processor_wait.h"
#include "core/device/module.h"
#include "core/device/open_device.h"
#include "core/engine/in_order_engine.h"
#include "core/engine/inline_engine.h"
#include "core/engine/ranked_pool.h"
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

struct RunExecution::State {
  State(RunConfig run_config, const kernels::Operations& operations)
      : config(std::move(run_config)),
        kernels(operations),
        contexts(contexts_on_host(operations)),
        builder(info_of(config)),
        recorder(builder) {}

  const RunConfig config;
  const kernels::Operations& kernels;
  const ExecutionContexts contexts;
  TraceBuilder builder;
  Recorder recorder;
  OutputWriter output;
  std::function<void()> on_finished;
  const EventWriter* expecting = nullptr;  ///< the frontend, as it records; of a live run
  std::thread frontend;
  std::thread collector;

  std::mutex mutex;  ///< guards everything below
  std::condition_variable changed;
  Engine* engine = nullptr;
  VirtualRun* virtual_run = nullptr;
  bool stop_requested = false;
  std::optional<Ticks> start;  ///< of the trace's time: the engine is up, the program begins
  std::int64_t resident_base_bytes = 0;
  std::int64_t device_time_error_ns = 0;
  std::uint64_t tasks_without_record = 0;
  bool frontend_done = false;
  bool finished = false;
  RunResult result;

  void run_frontend(EventWriter& writer);
  void run_on_engine(EventWriter& writer);
  void run_collector();
  void collect_until_done();
  std::unique_ptr<Engine> make_engine(OpenDevice* device, const Recording& recording);
  /// Without one, the reason is the run's error.
  std::unique_ptr<OpenDevice> open_device();
  void run_virtual();
  void conclude();
};

std::unique_ptr<OpenDevice> RunExecution::State::open_device() {
  std::string reason;
  try {
    const auto table = cuda_device();
    if (table) return std::make_unique<OpenDevice>(**table, config.devices, config.tf32);
    reason = table.error();
  } catch (const std::bad_alloc&) {
    reason = "[cuda] the device cannot be used: there is no memory left for it";
  } catch (const std::exception& error) {
    reason = std::string("[cuda] the device cannot be used: ") + error.what();
  }
  break_off(result, reason);
  return nullptr;
}

std::unique_ptr<Engine> RunExecution::State::make_engine(OpenDevice* device, const Recording& recording) {
  if (runs_in_call(config)) return std::make_unique<InlineEngine>(recording);
  const auto window = static_cast<std::size_t>(config.max_pending);
  if (device) return device->make_engine(window, recording);
  if (config.mode == Mode::stream) {
    return std::make_unique<InOrderEngine<Recording>>(std::vector<std::size_t>(), window, recording);
  }
  if (has_contexts(config)) {
    auto devices = std::make_unique<InOrderEngine<Recording>>(std::vector<std::size_t>(), window, recording);
    devices->open_queue(
        {.lane = recording.first_lane, .copies = true});  // the worker, that takes what is ready
    return devices;
  }
  if (config.mode == Mode::lazy) {
    return std::make_unique<RankedPool<Recording>>(static_cast<int>(config.workers), window, recording);
  }
  return std::make_unique<ThreadPool<Recording>>(static_cast<int>(config.workers), window, recording);
}

void RunExecution::State::run_on_engine(EventWriter& writer) {
  const bool on_device = config.runs_on == DeviceKind::cuda;
  const std::unique_ptr<OpenDevice> device = on_device ? open_device() : nullptr;
  StorageHome home(config.memory_bound_bytes, device ? device->memory() : memory_of_devices(config),
                   device ? device->host_memory() : system_memory());
  if (device || !on_device) {
    // After the frontend's lane; that of its own calls comes before the workers'.
    const LaneId first = has_caller_lane(config) && !runs_in_call(config) ? 2 : 1;
    const Recording recording{&recorder, &writer, first, 1};
    std::unique_ptr<Engine> own_engine;
    try {
      own_engine = make_engine(device.get(), recording);
      open_queues(config, *own_engine, first);
    } catch (const std::exception& error) {
      // Threads or memory for the workers could not be had, or the device is not usable.
      own_engine.reset();
      const std::string reason = reason_of(error);
      break_off(result,
                reason.starts_with("[cuda]")
                    ? reason
                    : "[engine] could not start " + std::to_string(config.workers) + " workers: " + reason);
    }
    if (own_engine) {
      const struct Shown {
        State& state;
        ~Shown() {
          const std::lock_guard lock(state.mutex);
          state.engine = nullptr;
        }
      } shown{*this};
      prepare_program(config);
      resident_base_bytes = sampled_bytes(config);
      {
        const std::lock_guard lock(mutex);
        engine = own_engine.get();
        if (stop_requested) own_engine->stop();
        start = now_ticks_ordered();
        changed.notify_all();
      }
      const std::int64_t waited_ns = processor_wait_ns();
      result =
          run_program(config, device ? device->contexts() : contexts, *own_engine, recording, home, output);
      recorder.add_processor_wait(processor_wait_ns() - waited_ns);
    }
  }
  if (device) {
    device_time_error_ns = device->time_error_ns();
    tasks_without_record = device->tasks_without_record();
  }
}

void RunExecution::State::run_frontend(EventWriter& writer) {
  try {
    run_on_engine(writer);
  } catch (const std::bad_alloc&) {
    break_off(result);
  }
  const std::lock_guard lock(mutex);
  frontend_done = true;
  changed.notify_all();
}

void RunExecution::State::conclude() {
  {
    const std::lock_guard lock(mutex);
    finished = true;
    changed.notify_all();
  }
  if (on_finished) on_finished();
}

void RunExecution::State::run_virtual() {
  try {
    VirtualRun run(config, kernels, builder, output);
    const struct Shown {
      State& state;
      ~Shown() {
        const std::lock_guard lock(state.mutex);
        state.virtual_run = nullptr;
      }
    } shown{*this};
    {
      const std::lock_guard lock(mutex);
      virtual_run = &run;
      if (stop_requested) run.stop();
    }
    result = run.execute();
  } catch (const std::bad_alloc&) {
    break_off(result);
    builder.break_off();
  }
  conclude();
}

void RunExecution::State::run_collector() {
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return start || frontend_done; });
  }
  try {
    collect_until_done();
  } catch (const std::bad_alloc&) {
    recorder.lose();
    builder.break_off();
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return frontend_done; });
  }
  if (!result.broke_off) check_record(result, recorder);
  conclude();
}

void RunExecution::State::collect_until_done() {
  builder.set_resident_base(resident_base_bytes);
  Collector merge(recorder, builder, start.value_or(now_ticks_ordered()));
  bool done = false;
  bool behind = false;
  while (!done) {
    {
      std::unique_lock lock(mutex);
      if (!behind) changed.wait_for(lock, kCollectEvery, [&] { return frontend_done; });
      done = frontend_done;
    }
    if (done) {
      builder.set_device_time_error(device_time_error_ns);
      builder.set_tasks_without_record(tasks_without_record);
      builder.set_processor_wait(recorder.processor_wait_ns());
    }
    behind = merge.collect(done);
    // Afterwards: then it is known whether the program is over.
    if (done) break;
    if (const std::int64_t bytes = sampled_bytes(config); bytes > 0) merge.sample_resident(bytes);
  }
}

RunExecution::RunExecution(RunConfig config) : RunExecution(std::move(config), kernels::cpu_operations()) {}

RunExecution::RunExecution(RunConfig config, const kernels::Operations& kernels)
    : state_(std::make_unique<State>(std::move(config), kernels)) {}

RunExecution::~RunExecution() {
  stop();
  if (state_->frontend.joinable()) state_->frontend.join();
  if (state_->collector.joinable()) state_->collector.join();
}

const RunConfig& RunExecution::config() const {
  return state_->config;
}

void RunExecution::pass_output_to(OutputWriter::Passer passer) {
  state_->output.pass_to(std::move(passer));
}

void RunExecution::start(std::function<void()> finished) {
  State& state = *state_;
  kernels::open_blas();
  state.on_finished = std::move(finished);
  add_lanes(state.config, state.builder);
  state.builder.publish();
  try {
    if (state.config.clock != Clock::live) {
      state.frontend = std::thread([&state] { state.run_virtual(); });
      return;
    }
    EventWriter& writer = state.recorder.add_writer();
    state.expecting = &writer;
    state.collector = std::thread([&state] { state.run_collector(); });
    state.frontend = std::thread([&state, &writer] { state.run_frontend(writer); });
  } catch (const std::exception& error) {
    // The collector, if it is there, concludes the run; without it nothing else would.
    const std::lock_guard lock(state.mutex);
    const bool memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
    state.frontend_done = true;
    break_off(state.result, memory ? kNoMemory : kNoThreads, memory ? "" : error.what());
    if (!state.collector.joinable()) {
      state.builder.publish(true);
      state.finished = true;
    }
    state.changed.notify_all();
  }
}

void RunExecution::stop() {
  const std::lock_guard lock(state_->mutex);
  state_->stop_requested = true;
  if (state_->engine) state_->engine->stop();
  if (state_->virtual_run) state_->virtual_run->stop();
}

void RunExecution::wait() {
  std::unique_lock lock(state_->mutex);
  state_->changed.wait(lock, [&] { return state_->finished; });
}

bool RunExecution::finished() const {
  const std::lock_guard lock(state_->mutex);
  return state_->finished;
}

Trace RunExecution::snapshot() const {
  return state_->builder.snapshot();
}

Output RunExecution::output() const {
  return state_->output.output();
}

bool RunExecution::computes() const {
  if (state_->expecting && state_->expecting->expects()) return false;
  const Trace trace = snapshot();
  return trace.state_at(trace.size()).counters.running > 0;
}

const RunResult& RunExecution::result() const {
  return state_->result;
}

}  // namespace runahead
