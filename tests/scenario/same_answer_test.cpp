// SPDX-License-Identifier: GPL-3.0-or-later
// The same answer: every scenario computes the same bits whatever its mode, device, waits and workers are,
// and nearly the same with kernels of another kind.
// Not here: whether the answer is right (semantics_test.cpp).
#include <cmath>
#include <cstring>
#include <set>

#include "tests/scenario/runs.h"
#include "tests/support/reference_kernels.h"

namespace runahead {
namespace {

using namespace testing_support;

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}
bool same_bits(const Value& a, const Value& b) {
  return a.shape == b.shape && same_bits(a.data, b.data) && same_bits(a.others, b.others);
}

/// What the scenario offers, and what every scenario takes besides.
std::vector<std::string> waits_to_try(const Scenario& scenario, Mode mode) {
  std::vector<std::string> waits = scenario.waits;
  waits.push_back("every:3");
  std::string every_line;
  for (const WaitLine& wait : scenario.wait_lines) {
    if (wait.place == WaitPlace::final) continue;
    const std::vector<int>& inside = scenario.function_lines;
    if (mode == Mode::function && std::ranges::count(inside, wait.line) > 0) continue;
    if (every_line.empty()) waits.push_back(std::to_string(wait.line));
    if (!every_line.empty()) every_line += ',';
    every_line += std::to_string(wait.line);
  }
  if (!every_line.empty()) waits.push_back(every_line);
  return waits;
}

std::vector<const char*> devices_of(Mode mode) {
  if (mode == Mode::stream) return {"auto", "cpu", "emulated"};
  return {"auto"};
}

class SameAnswer : public testing::TestWithParam<std::string> {
 protected:
  const Scenario& scenario = *find_scenario(GetParam());

  std::optional<Value> value(const RunRequest& request) {
    const Finished finished = run(request);
    EXPECT_EQ(finished.result.status, RunResult::Status::succeeded);
    EXPECT_TRUE(finished.trace.finished());
    EXPECT_EQ(finished.trace.counters_at(finished.trace.size()).depth(), 0u);
    EXPECT_EQ(finished.trace.counters_at(finished.trace.size()).deferred, 0u);
    const auto& result = finished.result.value;
    std::int64_t live_bytes = 0;
    for (const MemoryBytes& memory : finished.trace.counters_at(finished.trace.size()).memories)
      live_bytes += memory.live;
    EXPECT_EQ(live_bytes, result ? (result->data.size() + result->others.size()) * sizeof(float) : 0)
        << "a finished run has freed all but its results";
    return finished.result.value;
  }
};

TEST_P(SameAnswer, WhateverTheModeTheDeviceTheWaitsAndTheWorkers) {
  const std::optional<Value> expected = value(small(scenario.id));
  ASSERT_TRUE(expected);
  ASSERT_FALSE(expected->data.empty());
  for (const Mode mode : scenario.modes) {
    for (const char* device : devices_of(mode)) {
      for (const std::string& waits : waits_to_try(scenario, mode)) {
        for (const int workers : {1, 2, 4}) {
          SCOPED_TRACE(std::string(to_string(mode)) + ", device " + device + ", waits " + waits +
                       ", workers " + std::to_string(workers));
          RunRequest request = small(scenario.id, to_string(mode), waits, workers);
          if (*device) request = on_device(request, device);
          const std::optional<Value> got = value(request);
          ASSERT_TRUE(got);
          EXPECT_TRUE(same_bits(*got, *expected));
        }
      }
    }
  }
}

TEST_P(SameAnswer, ComesFromTheSeed) {
  const std::set<std::string> random = {"training-memory",
                                        "prediction-memory",
                                        "delayed-training-memory",
                                        "sync-every-k",
                                        "bounded-queue",
                                        "training-eager-vs-function",
                                        "function-scope",
                                        "queued-vs-finished",
                                        "matmul-race",
                                        "transpose-product",
                                        "cpu-matmul-async",
                                        "barriers",
                                        "wait-on-intermediate",
                                        "implicit-blockers",
                                        "independent-work",
                                        "dead-assignment",
                                        "reorder",
                                        "launch-queue",
                                        "overlap-copy",
                                        "two-devices"};
  for (const Mode mode : scenario.modes) {
    RunRequest request = small(scenario.id, to_string(mode));
    const std::optional<Value> first = value(request);
    request.seed = 1;
    const std::optional<Value> other = value(request);
    ASSERT_TRUE(first && other);
    EXPECT_EQ(same_bits(*first, *other), random.count(scenario.id) == 0) << to_string(mode);
  }
}

/// Relative to the largest element: where large numbers cancel, a small difference is rounding.
double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  double scale = 0, difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    scale = std::max(scale, std::fabs(static_cast<double>(a[i])));
    difference = std::max(difference, std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  }
  return scale > 0 ? difference / scale : difference;
}

TEST_P(SameAnswer, NearlyWithTheReferenceKernels) {
  const std::optional<Value> expected = value(small(scenario.id));
  ASSERT_TRUE(expected);
  for (const Mode mode : scenario.modes) {
    RunExecution session(checked(small(scenario.id, to_string(mode), "", 2)),
                         kernels::reference_operations());
    session.start();
    session.wait();
    ASSERT_EQ(session.result().status, RunResult::Status::succeeded) << to_string(mode);
    const Value& got = *session.result().value;
    EXPECT_EQ(got.shape, expected->shape);
    ASSERT_EQ(got.data.size(), expected->data.size());
    ASSERT_EQ(got.others.size(), expected->others.size());
    EXPECT_LT(largest_difference(got.data, expected->data), 1e-4) << to_string(mode);
    EXPECT_LT(largest_difference(got.others, expected->others), 1e-4) << to_string(mode);
  }
}

INSTANTIATE_TEST_SUITE_P(Scenarios, SameAnswer, testing::ValuesIn(scenario_ids()), scenario_test_name);

}  // namespace
}  // namespace runahead
