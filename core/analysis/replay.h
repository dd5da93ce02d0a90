// SPDX-License-Identifier: GPL-3.0-or-later
// replay(): the tasks of a scope once more, under the engine's rules and with ideal waits: the frontend
// issues in the same order, tasks start in the order of the mode on as many workers. Of a virtual run it is
// that run again, to the ns. Not a simulation of a program (engine/simulated_engine.h): nothing runs, and
// waits are where they were.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/scope.h"

namespace runahead {

/// Where a model would have a task: for outlines over what was recorded.
struct PredictedBar {
  TaskId task;
  LaneId lane;            ///< need not be that of the record
  std::int64_t start_ns;  ///< on the run's time axis
  std::int64_t end_ns;
};

struct ReplayTimes {
  /// Of every task; without one, what each took in the record.
  std::optional<std::int64_t> t1_ns = {};
  std::optional<std::int64_t> t2_ns = {};
  /// Of every task whose worker was idle before it could start; without one, what each took in the record,
  /// and where it was not picked up there, this.
  std::optional<std::int64_t> wake_latency_ns = {};
  std::int64_t unknown_wake_latency_ns = 0;
  /// Of every wait that had to wait.
  std::int64_t t3_ns = 0;
  /// Execution of tasks whose end is not in the record.
  std::int64_t unknown_ns = 0;
};

struct Replay {
  std::int64_t length_ns = 0;      ///< of the scope
  std::vector<PredictedBar> bars;  ///< in the order of their starts
};

/// With t1_ns given, the frontend does nothing but issue. What waits for memory goes on after the same task
/// as in the record.
Replay replay(const Trace& trace, const Scope& scope, std::span<const FrontendStep> steps,
              const ReplayTimes& times);

}  // namespace runahead
