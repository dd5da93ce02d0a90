// SPDX-License-Identifier: GPL-3.0-or-later
// Every scenario's description, one function each; scenario/registry.cpp puts them in order. Sizes for
// predictions. Not for users of scenarios: they ask scenarios() and find_scenario().
#pragma once

#include "core/scenario/run_execution.h"
#include "core/scenario/scenario.h"

namespace runahead {

inline std::int64_t array_bytes(std::int64_t rows, std::int64_t columns) {
  return rows * columns * static_cast<std::int64_t>(sizeof(float));
}
/// Of n rows and n columns.
inline std::int64_t square_bytes(const RunConfig& config) {
  const std::int64_t n = config.parameters.at("n");
  return array_bytes(n, n);
}

/// How many tasks run at the same time at the most.
inline std::int64_t tasks_at_once(const RunConfig& config) {
  return config.mode == Mode::sync || config.mode == Mode::stream ? 1 : config.workers;
}

Scenario four_statements();
Scenario queued_vs_finished();
Scenario matmul_race();
Scenario transpose_product();
Scenario cpu_matmul_async();
Scenario slow_frontend();
Scenario barriers();
Scenario wait_on_intermediate();
Scenario implicit_blockers();
Scenario small_copies();
Scenario late_error();
Scenario increment_loop();
Scenario tiny_tasks();
Scenario independent_work();
Scenario training_memory();
Scenario prediction_memory();
Scenario delayed_training_memory();
Scenario sync_every_k();
Scenario bounded_queue();
Scenario eager_vs_function();
Scenario training_eager_vs_function();
Scenario function_scope();
Scenario dead_assignment();
Scenario lazy_loop();
Scenario loop_model();
Scenario reorder();
Scenario launch_queue();
Scenario overlap_copy();
Scenario two_devices();

}  // namespace runahead
