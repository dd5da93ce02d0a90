// SPDX-License-Identifier: GPL-3.0-or-later
// The checks: families of small programs over the lock-free core, each with the bounds within which all of
// its executions are run. Not here: running them (model_test.cpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/model/scheduler.h"

namespace runahead::model {

struct Program {
  std::string name;
  std::function<void()> run;
};

struct Check {
  std::string name;
  Bounds bounds;
  std::vector<Program> programs;
};

/// What the model gets wrong of programs whose outcomes are known.
std::vector<std::string> litmus();

/// `thorough`: the long form, with more programs and wider bounds.
std::vector<Check> queue_checks(bool thorough);
std::vector<Check> dependency_checks(bool thorough);
std::vector<Check> engine_checks(bool thorough);
std::vector<Check> parking_checks(bool thorough);
std::vector<Check> trace_checks(bool thorough);

#define RUNAHEAD_MODEL_REQUIRE(condition) \
  if (!(condition)) ::runahead::model::fail("line %d: %s does not hold", __LINE__, #condition)

}  // namespace runahead::model
