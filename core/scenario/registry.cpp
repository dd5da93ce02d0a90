// SPDX-License-Identifier: GPL-3.0-or-later
// The list of scenarios, in the order of the book.
// Not here: the scenarios (programs/).
#include "core/scenario/programs/programs.h"
#include "core/scenario/python.h"
#include "core/scenario/scenario.h"

namespace runahead {

const char* group_title(char group) {
  switch (group) {
    case 'A':
      return "Asynchrony";
    case 'B':
      return "Barriers and blockers";
    case 'C':
      return "Improving computation";
    case 'D':
      return "Memory";
    case 'E':
      return "Eager and function";
    case 'F':
      return "Delayed execution";
    case 'G':
      return "Devices and streams";
    case kWrittenGroup:
      return "Your own programs";
    default:
      return "";
  }
}

std::span<const Scenario> scenarios() {
  static const Scenario all[] = {
      four_statements(),   queued_vs_finished(),
      matmul_race(),       transpose_product(),
      cpu_matmul_async(),  slow_frontend(),
      barriers(),          wait_on_intermediate(),
      implicit_blockers(), small_copies(),
      late_error(),        increment_loop(),
      loop_model(),        tiny_tasks(),
      independent_work(),  training_memory(),
      prediction_memory(), delayed_training_memory(),
      sync_every_k(),      bounded_queue(),
      eager_vs_function(), training_eager_vs_function(),
      function_scope(),    dead_assignment(),
      lazy_loop(),         reorder(),
      launch_queue(),      overlap_copy(),
      two_devices(),
  };
  return all;
}

const Scenario* find_scenario(std::string_view id) {
  for (const Scenario& scenario : scenarios()) {
    if (scenario.id == id) return &scenario;
  }
  return find_written(id);
}

}  // namespace runahead
