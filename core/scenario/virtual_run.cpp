// SPDX-License-Identifier: GPL-3.0-or-later
// Engine, recorder and collector of a virtual run, all on one thread.
// Not here: the simulation itself (engine/simulated_engine.cpp).
#include "core/scenario/virtual_run.h"

#include "core/engine/simulated_engine.h"
#include "core/scenario/run_program.h"
#include "core/trace/collector.h"
#include "kernels/cpu/blas.h"

namespace runahead {

namespace {

/// Virtual ns are stamped plus one: 0 means no stamp.
constexpr Ticks kStart = 1;

SimulationSetup simulation_of(const RunConfig& config) {
  SimulationSetup setup;
  setup.max_pending = static_cast<std::size_t>(config.max_pending);
  setup.costs = config.machine.frontend;
  if (runs_in_call(config)) {
    setup.order = SimulationSetup::Order::in_call;
    return setup;
  }
  setup.wake_latency_ns = config.machine.wake_latency_ns;
  if (config.mode == Mode::stream) {
    setup.order = SimulationSetup::Order::as_submitted;
    setup.costs.issue_ns = config.machine.launch_ns;
    setup.call_ns = config.machine.frontend.issue_ns;
    return setup;
  }
  setup.order = config.mode == Mode::lazy ? SimulationSetup::Order::ranked : SimulationSetup::Order::as_ready;
  setup.queues = {{.workers = static_cast<int>(config.workers)}};
  return setup;
}

}  // namespace

struct VirtualRun::State {
  State(const RunConfig& run_config, const kernels::Operations& operations, TraceBuilder& builder,
        OutputWriter& printed, Chooser* chooser, const std::atomic<bool>* stop)
      : config(run_config),
        output(printed),
        contexts(contexts_on_host(operations)),
        recorder(builder, Recorder::Limits{}, &clock),
        merge(recorder, builder, kStart),
        writer(recorder.add_writer()),
        recording{&recorder, &writer,
                  static_cast<LaneId>(has_caller_lane(config) && !runs_in_call(config) ? 2 : 1), 1},
        home(config.memory_bound_bytes, memory_of_devices(config)),
        engine(setup(chooser, stop), clock, recording) {
    open_queues(config, engine, recording.first_lane);
  }

  SimulationSetup setup(Chooser* chooser, const std::atomic<bool>* stop) {
    SimulationSetup simulation = simulation_of(config);
    simulation.progress = [this] { publish(); };
    simulation.chooser = chooser;
    if (chooser) simulation.wake_latency_ns = 0;
    simulation.stop = stop;
    return simulation;
  }
  void publish() {
    while (merge.collect()) {
    }
  }

  const RunConfig& config;
  OutputWriter& output;
  const ExecutionContexts contexts;
  Ticks clock = kStart;
  Recorder recorder;
  Collector merge;
  EventWriter& writer;
  const Recording recording;
  StorageHome home;
  SimulatedEngine engine;
};

VirtualRun::VirtualRun(const RunConfig& config, const kernels::Operations& kernels, TraceBuilder& builder,
                       OutputWriter& output, Chooser* chooser, const std::atomic<bool>* stop)
    : state_(std::make_unique<State>(config, kernels, builder, output, chooser, stop)) {}

VirtualRun::~VirtualRun() = default;

RunResult VirtualRun::execute() {
  prepare_program(state_->config);
  RunResult result = run_program(state_->config, state_->contexts, state_->engine, state_->recording,
                                 state_->home, state_->output);
  state_->merge.collect(true);
  check_record(result, state_->recorder);
  return result;
}

void VirtualRun::stop() {
  state_->engine.stop();
}

void VirtualRun::publish() {
  state_->publish();
}

Trace simulate(const RunConfig& config, const std::atomic<bool>& stop) {
  kernels::open_blas();
  TraceBuilder builder(info_of(config));
  add_lanes(config, builder);
  OutputWriter output;
  VirtualRun(config, kernels::cpu_operations(), builder, output, nullptr, &stop).execute();
  if (stop) throw Stopped();
  return builder.snapshot();
}

}  // namespace runahead
