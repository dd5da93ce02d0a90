// SPDX-License-Identifier: GPL-3.0-or-later
// The list of scenarios, in the order of the book.
// Not here: the scenarios (programs/).
#include "core/scenario/programs/programs.h"
#include "core/scenario/scenario.h"

namespace runahead {

const char* to_string(Mode mode) {
  switch (mode) {
    case Mode::sync:
      return "sync";
    case Mode::async:
      return "async";
  }
  return "";
}

const char* group_title(char group) {
  switch (group) {
    case 'A':
      return "Asynchrony";
    case 'B':
      return "Barriers and blockers";
    case 'C':
      return "Improving computation";
    default:
      return "";
  }
}

std::span<const Scenario> scenarios() {
  static const Scenario all[] = {
      four_statements(),      queued_vs_finished(), matmul_race(),      barriers(),
      wait_on_intermediate(), implicit_blockers(),  small_copies(),     late_error(),
      increment_loop(),       tiny_tasks(),         independent_work(),
  };
  return all;
}

const Scenario* find_scenario(std::string_view id) {
  for (const Scenario& scenario : scenarios()) {
    if (scenario.id == id) return &scenario;
  }
  return nullptr;
}

}  // namespace runahead
