// SPDX-License-Identifier: GPL-3.0-or-later
// VirtualRun: one run under the virtual clock, simulated on the calling thread: the same program, tasks and
// values as a live run, with times from the described machine, so the same record every time. Not a session:
// it owns no thread (run_execution.h).
#pragma once

#include <atomic>
#include <memory>

#include "core/engine/chooser.h"
#include "core/scenario/run_execution.h"
#include "core/trace/trace_builder.h"

namespace runahead {

class VirtualRun {
 public:
  /// The builder has the run's lanes (add_lanes). `chooser`: null where everything runs as soon as it can.
  /// `stop`: ends the run once it is true, as stop() does.
  VirtualRun(const RunConfig& config, const kernels::Operations& kernels, TraceBuilder& builder,
             OutputWriter& output, Chooser* chooser = nullptr, const std::atomic<bool>* stop = nullptr);
  ~VirtualRun();

  /// Once. Publishes what was recorded now and then; at the end the trace is finished.
  RunResult execute();
  /// From any thread.
  void stop();

  /// For the chooser, while it is asked: publishes what was recorded so far.
  void publish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A whole run at once. When `stop` becomes true, throws Stopped.
Trace simulate(const RunConfig& config, const std::atomic<bool>& stop);

}  // namespace runahead
