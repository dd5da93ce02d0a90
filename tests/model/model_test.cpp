// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the checks: every execution of every program within its bounds, of the short form, or with
// RUNAHEAD_MODEL=long of the long one; the model itself is tried on programs whose outcomes are known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/model/checks.h"

namespace runahead::model {
namespace {

void run(const std::vector<Check>& checks) {
  for (const Check& check : checks) {
    Report sum;
    for (const Program& program : check.programs) {
      const Report report = explore(check.bounds, program.run);
      sum.executions += report.executions;
      sum.depth = std::max(sum.depth, report.depth);
      ASSERT_EQ(report.failure, "") << check.name << ", " << program.name << ", in execution "
                                    << report.executions;
      ASSERT_TRUE(report.complete) << check.name << ", " << program.name;
    }
    std::printf(
        "%s: %zu programs, at most %d preemptions and %d stale loads%s: %llu executions, to %zu steps\n",
        check.name.c_str(), check.programs.size(), check.bounds.preemptions, check.bounds.stale,
        check.bounds.membarrier ? "" : ", without membarrier",
        static_cast<unsigned long long>(sum.executions), sum.depth);
    std::fflush(stdout);
  }
}

bool thorough() {
  const char* form = std::getenv("RUNAHEAD_MODEL");
  return form && std::string_view(form) == "long";
}

TEST(Model, KnowsTheLanguagesOrders) {
  EXPECT_EQ(litmus(), std::vector<std::string>());
}
/// Of orders of steps that commute one is explored; no course of the program is lost by that, within the same
/// bounds.
TEST(Model, ReductionLosesNoCourse) {
  const auto compare = [](const std::vector<Check>& checks, int preemptions, std::size_t most) {
    for (const Check& check : checks) {
      Bounds bounds = check.bounds;
      bounds.preemptions = std::min(bounds.preemptions, preemptions);
      bounds.alike = 0;
      bounds.keep_courses = true;
      std::uint64_t executions = 0, reduced = 0;
      const std::size_t step = thorough() ? 1 : 1 + (check.programs.size() - 1) / most;
      for (std::size_t i = 0; i < check.programs.size(); i += step) {
        const Program& program = check.programs[i];
        bounds.reduce = false;
        const Report all = explore(bounds, program.run);
        bounds.reduce = true;
        const Report some = explore(bounds, program.run);
        ASSERT_TRUE(all.complete && some.complete) << check.name << ", " << program.name;
        ASSERT_EQ(all.courses, some.courses) << check.name << ", " << program.name;
        executions += all.executions;
        reduced += some.executions;
      }
      std::printf("%s, %d preemptions: %llu executions for %llu\n", check.name.c_str(), bounds.preemptions,
                  static_cast<unsigned long long>(reduced), static_cast<unsigned long long>(executions));
    }
  };
  const int more = thorough() ? 1 : 0;
  compare(queue_checks(false), 2 + more, 4);
  compare(trace_checks(false), 1 + more, 5);
  compare(parking_checks(false), 1, 1);
  compare(dependency_checks(false), 1 + more, 20);
  compare(engine_checks(false), 1, 1);
}
TEST(Model, Queue) {
  run(queue_checks(thorough()));
}
TEST(Model, Trace) {
  run(trace_checks(thorough()));
}
TEST(Model, Dependencies) {
  run(dependency_checks(thorough()));
}
TEST(Model, Parking) {
  run(parking_checks(thorough()));
}
TEST(Model, Engine) {
  run(engine_checks(thorough()));
}
}  // namespace
}  // namespace runahead::model
