// SPDX-License-Identifier: GPL-3.0-or-later
// Every scenario's description, one function each; registry.cpp puts them in order.
// Not for users of scenarios: they ask scenarios() and find_scenario().
#pragma once

#include "core/scenario/scenario.h"

namespace runahead {

Scenario four_statements();
Scenario queued_vs_finished();
Scenario matmul_race();
Scenario barriers();
Scenario wait_on_intermediate();
Scenario implicit_blockers();
Scenario small_copies();
Scenario late_error();
Scenario increment_loop();
Scenario tiny_tasks();
Scenario independent_work();

}  // namespace runahead
