// SPDX-License-Identifier: GPL-3.0-or-later
// The same answer: every scenario computes the same bits whatever its mode, waits and workers are.
// Not here: whether the answer is right (semantics_test.cpp).
#include <cstring>
#include <set>

#include "tests/scenario/runs.h"

namespace runahead {
namespace {

using namespace testing_support;

bool same_bits(const Value& a, const Value& b) {
  return a.shape == b.shape && a.data.size() == b.data.size() &&
         std::memcmp(a.data.data(), b.data.data(), a.data.size() * sizeof(float)) == 0;
}

/// What the scenario offers, and what every scenario takes besides.
std::vector<std::string> waits_to_try(const Scenario& scenario) {
  std::vector<std::string> waits = scenario.waits;
  waits.push_back("every:3");
  std::string every_line;
  for (const int line : scenario.wait_lines) {
    if (!every_line.empty()) every_line += ',';
    every_line += std::to_string(line);
  }
  waits.push_back(every_line);
  waits.push_back(std::to_string(scenario.wait_lines.front()));
  return waits;
}

class SameAnswer : public testing::TestWithParam<std::string> {
 protected:
  const Scenario& scenario = *find_scenario(GetParam());

  std::optional<Value> value(const RunRequest& request) {
    const Finished finished = run(request);
    EXPECT_EQ(finished.result.status, RunResult::Status::succeeded);
    EXPECT_TRUE(finished.trace.finished());
    EXPECT_EQ(finished.trace.counters_at(finished.trace.size()).depth(), 0u);
    const auto& result = finished.result.value;
    EXPECT_EQ(finished.trace.counters_at(finished.trace.size()).live_bytes,
              result ? result->data.size() * 4 : 0)
        << "a finished run has freed all but its result";
    return finished.result.value;
  }
};

TEST_P(SameAnswer, WhateverTheModeTheWaitsAndTheWorkers) {
  const std::optional<Value> expected = value(small(scenario.id));
  ASSERT_TRUE(expected);
  ASSERT_FALSE(expected->data.empty());
  for (const Mode mode : scenario.modes) {
    for (const std::string& waits : waits_to_try(scenario)) {
      for (const int workers : {1, 2, 4}) {
        SCOPED_TRACE(std::string(to_string(mode)) + ", waits " + waits + ", workers " +
                     std::to_string(workers));
        const std::optional<Value> got = value(small(scenario.id, to_string(mode), waits, workers));
        ASSERT_TRUE(got);
        EXPECT_TRUE(same_bits(*got, *expected));
      }
    }
  }
}

TEST_P(SameAnswer, ComesFromTheSeed) {
  const std::set<std::string> random = {"queued-vs-finished",   "matmul-race",       "barriers",
                                        "wait-on-intermediate", "implicit-blockers", "independent-work"};
  RunRequest request = small(scenario.id);
  const std::optional<Value> first = value(request);
  request.seed = 1;
  const std::optional<Value> other = value(request);
  ASSERT_TRUE(first && other);
  EXPECT_EQ(same_bits(*first, *other), random.count(scenario.id) == 0);
}

INSTANTIATE_TEST_SUITE_P(Scenarios, SameAnswer, testing::ValuesIn(scenario_ids()), scenario_test_name);

}  // namespace
}  // namespace runahead
