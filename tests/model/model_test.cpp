// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the checks: every execution of every program within its bounds, of the short form, or with
// RUNAHEAD_MODEL=long of the long one; the model itself is tried on programs whose outcomes are known.
#include <gtest/gtest.h>

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
      sum.redundant += report.redundant;
      sum.depth = std::max(sum.depth, report.depth);
      ASSERT_EQ(report.failure, "") << check.name << ", " << program.name << ", in execution "
                                    << report.executions;
      ASSERT_TRUE(report.complete) << check.name << ", " << program.name;
    }
    std::printf(
        "%s: %zu programs, at most %d preemptions and %d stale loads%s: %llu executions, %llu of them "
        "redundant, to %zu steps\n",
        check.name.c_str(), check.programs.size(), check.bounds.preemptions, check.bounds.stale,
        check.bounds.membarrier ? "" : ", without membarrier",
        static_cast<unsigned long long>(sum.executions), static_cast<unsigned long long>(sum.redundant),
        sum.depth);
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
TEST(Model, Queue) {
  run(queue_checks(thorough()));
}
TEST(Model, Trace) {
  run(trace_checks(thorough()));
}
TEST(Model, Dependencies) {
  run(dependency_checks(thorough()));
}
TEST(Model, Engine) {
  run(engine_checks(thorough()));
}
}  // namespace
}  // namespace runahead::model
