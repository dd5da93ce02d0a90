// SPDX-License-Identifier: GPL-3.0-or-later
// From decisions to a trace, and back.
// Not here: how actors follow a script (engine/simulated_script.cpp).
#include "core/scenario/driven_run.h"

#include "core/scenario/run_program.h"
#include "core/scenario/virtual_run.h"
#include "kernels/cpu/blas.h"

namespace runahead {

namespace {

/// Lanes of tasks that somebody may start, by the engine's numbering of workers.
std::vector<LaneId> worker_lanes(const Trace& trace) {
  std::vector<LaneId> lanes;
  for (std::uint32_t lane = 0; lane < trace.lane_count(); ++lane) {
    const LaneKind kind = trace.lane(static_cast<LaneId>(lane)).kind;
    if (kind != LaneKind::frontend && kind != LaneKind::caller) lanes.push_back(static_cast<LaneId>(lane));
  }
  return lanes;
}

}  // namespace

Script decisions_at(const Trace& trace, Seq cursor) {
  Script decisions;
  const State state = trace.state_at(cursor);
  decisions.statements = state.statements;
  decisions.at_gate = state.wait == kNone;
  for (const LaneId lane : worker_lanes(trace)) {
    Script::Worker worker;
    for (std::uint32_t i = 0; i < trace.lane_task_count(lane); ++i) {
      const Task task = trace.task(trace.lane_task(lane, i));
      if (task.start >= cursor) break;
      worker.starts.push_back(task.id);
      if (task.end < cursor) ++worker.ends;
    }
    decisions.workers.push_back(std::move(worker));
  }
  return decisions;
}

Script with(Script decisions, const Choice& choice) {
  if (choice.kind == Choice::Kind::issue) {
    ++decisions.statements;
    decisions.at_gate = true;
    return decisions;
  }
  if (decisions.workers.size() <= choice.worker) decisions.workers.resize(choice.worker + 1);
  Script::Worker& worker = decisions.workers[choice.worker];
  if (choice.kind == Choice::Kind::start) {
    worker.starts.push_back(choice.task);
  } else {
    ++worker.ends;
  }
  return decisions;
}

DrivenRun drive(const RunConfig& config, const Script& script, const std::atomic<bool>& stop) {
  kernels::use_one_blas_thread();
  TraceInfo info = info_of(config);
  info.parameters.emplace_back("driven", "by hand");
  TraceBuilder builder(std::move(info));
  add_lanes(config, builder);
  VirtualRun run(config, kernels::cpu_operations(), builder, &script, &stop);
  DrivenRun driven;
  driven.result = run.execute();
  if (stop) throw Stopped();
  driven.choices = run.choices();
  driven.over = !run.parked();
  if (!driven.over) builder.publish();  // complete as far as it goes, and not at its end
  driven.trace = builder.snapshot();
  driven.decisions = decisions_at(driven.trace, driven.trace.size());
  return driven;
}

}  // namespace runahead
