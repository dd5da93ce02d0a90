// SPDX-License-Identifier: GPL-3.0-or-later
// The virtual clock: the formulas hold to the nanosecond, values are those of live runs, and a run is the
// same every time. Not here: the simulation's rules (tests/engine/simulated_test.cpp), files (tests/cli).
#include <gtest/gtest.h>

#include <random>

#include "core/analysis/loop_model.h"
#include "core/analysis/summary.h"
#include "core/scenario/virtual_run.h"
#include "tests/scenario/runs.h"
#include "tests/support/trace_validator.h"

namespace runahead {
namespace {

using namespace testing_support;

RunRequest simulated(RunRequest request) {
  request.clock = Clock::virtual_time;
  return request;
}

RunRequest loop(std::int64_t n, std::int64_t t1, std::int64_t t2, std::int64_t t3, const char* mode,
                const char* waits, int workers = 1) {
  RunRequest request = simulated(small("increment-loop", mode, waits, workers));
  request.set = {{"n", n}, {"rows", 1}, {"columns", 2}, {"t1_ns", t1}, {"t2_ns", t2}, {"t3_ns", t3}};
  return request;
}

std::int64_t loop_ns(const RunRequest& request) {
  const Trace trace = run(request).trace;
  const Region mark = region_of(trace, "loop");
  return trace.time_ns(mark.end) - trace.time_ns(mark.begin);
}

/// Everything that a file of the run would hold.
std::string record_of(const Trace& trace) {
  std::string text;
  for (Seq seq = 0; seq < trace.size(); ++seq) {
    const Event event = trace.event(seq);
    text += std::to_string(event.time_ns) + ' ' + std::to_string(static_cast<int>(event.kind)) + ' ' +
            std::to_string(event.id) + '\n';
    const Counters counters = trace.counters_at(seq + 1);
    text += std::to_string(counters.live_bytes) + ' ' + std::to_string(counters.pool_bytes) + '\n';
  }
  return text;
}

TEST(Virtual, TakesTheTimesOfTheExample) {
  EXPECT_EQ(loop_ns(loop(1000, 1000, 10000, 2000, "async", "each")), 13'000'000);
  EXPECT_EQ(loop_ns(loop(1000, 1000, 10000, 2000, "async", "none")), 10'003'000);
  EXPECT_EQ(loop_ns(loop(1000, 1000, 10000, 2000, "async", "none", 2)), 5'004'000);
}

TEST(Virtual, AgreesWithTheExactFormulas) {
  std::mt19937_64 random(1);
  const auto up_to = [&random](std::int64_t most, std::int64_t least) {
    return least + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most - least + 1));
  };
  for (int i = 0; i < 200; ++i) {
    const std::int64_t scale = std::int64_t{1} << up_to(36, 1);
    const std::int64_t n = up_to(60, 1), t1 = up_to(scale, 1), t2 = up_to(scale, 1), t3 = up_to(scale, 0);
    SCOPED_TRACE(testing::Message() << "n " << n << " t1 " << t1 << " t2 " << t2 << " t3 " << t3);
    EXPECT_EQ(loop_ns(loop(n, t1, t2, t3, "async", "each")), n * (t1 + t2 + t3));
    EXPECT_EQ(loop_ns(loop(n, t1, t2, t3, "async", "none")), t1 + t2 + (n - 1) * std::max(t1, t2) + t3);
    EXPECT_EQ(loop_ns(loop(n, t1, t2, t3, "stream", "each")), n * (t1 + t2 + t3));
    EXPECT_EQ(loop_ns(loop(n, t1, t2, t3, "stream", "none")), t1 + t2 + (n - 1) * std::max(t1, t2) + t3);
    EXPECT_EQ(loop_ns(loop(n, t1, t2, t3, "sync", "each")), n * (t1 + t2));
    EXPECT_EQ(loop_ns(loop(n, t1, t2, t3, "lazy", "each")), n * (t1 + t2 + t3));
    EXPECT_EQ(loop_ns(loop(n, t1, t2, t3, "lazy", "none")), n * t1 + t2 + t3);
  }
}

TEST(Virtual, ALaunchQueueThatIsFullCostsTheLoopNothing) {
  EXPECT_EQ(loop_ns(loop(3000, 1000, 10'000, 2000, "stream", "none")), 1000 + 3000 * 10'000 + 2000);
}

TEST(Virtual, AgreesWithTheModelForAnyNumberOfWorkers) {
  std::mt19937 random(2);
  const auto below = [&random](std::int64_t most) { return static_cast<std::int64_t>(random()) % most; };
  for (int i = 0; i < 300; ++i) {
    const LoopModel model{.n = 1 + below(40),
                          .t1 = 1 + below(50),
                          .t2 = 1 + below(200),
                          .t3 = below(20),
                          .workers = static_cast<int>(1 + below(12))};
    RunRequest request = small("loop-model", "", "none", model.workers);
    request.set = {{"n", model.n}, {"t1_ns", model.t1}, {"t2_ns", model.t2}, {"t3_ns", model.t3}};
    EXPECT_EQ(loop_ns(request), model.running_ahead_ns());
    request.waits = Waits::each();
    EXPECT_EQ(loop_ns(request), model.waiting_ns());
    if (model.workers == 1 && !model.frontend_is_bottleneck()) {
      EXPECT_EQ(model.book_ns(), model.running_ahead_ns());
    }
    request.mode = Mode::stream;
    const LoopModel device{.n = model.n, .t1 = model.t1, .t2 = model.t2, .t3 = model.t3};
    EXPECT_EQ(loop_ns(request), device.waiting_ns());
    request.waits = Waits::none();
    EXPECT_EQ(loop_ns(request), device.running_ahead_ns());
  }
}

TEST(Virtual, SimulatesAtOnceWhatASessionRecords) {
  const RunRequest request = small("loop-model", "", "none", 2);
  const CheckedRun config = check(request);
  ASSERT_TRUE(config.ok());
  std::atomic<bool> stop = false;
  const Trace trace = simulate(*config, stop);
  EXPECT_TRUE(trace.finished());
  EXPECT_EQ(record_of(trace), record_of(run(request).trace));
  stop = true;
  EXPECT_THROW(simulate(*config, stop), Stopped);
}

TEST(Virtual, OnTheStandardMachineAFrontendThatDoesNotWaitRunsAhead) {
  for (const Scenario& scenario : scenarios()) {
    for (const Mode mode : scenario.modes) {
      if ((mode != Mode::async && mode != Mode::stream) || scenario.virtual_only) continue;
      RunRequest request = simulated(small(scenario.id, to_string(mode)));
      if (scenario.waits.size() > 1) request.waits = Waits::none();
      if (checked(request).runs_on == DeviceKind::cpu && mode == Mode::stream)
        continue;  // computes in the call
      SCOPED_TRACE(scenario.id + ", " + to_string(mode));
      EXPECT_GE(summarize(run(request).trace).max_depth, 2U);  // some have no more between two waits
    }
  }
}

TEST(Virtual, LoopModelHasNoOtherClock) {
  RunRequest request = small("loop-model");
  request.clock = Clock::live;
  EXPECT_TRUE(is_refused(request, Refusal::Code::simulated_only, Refusal::Field::clock));
}

TEST(Virtual, AWaitThatFindsNothingToWaitForCostsNothing) {
  const Trace trace = run(loop(8, 1000, 100, 700, "sync", "each")).trace;
  expect_nothing_waits(trace);
  EXPECT_EQ(loop_ns(loop(8, 1000, 100, 700, "sync", "each")), 8 * 1100);
}

/// Without those for room in the queue, which depend on time.
std::vector<WaitReason> waits_of_program(const Trace& trace) {
  std::vector<WaitReason> reasons;
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    if (trace.wait(id).reason != WaitReason::queue_full) reasons.push_back(trace.wait(id).reason);
  }
  return reasons;
}

/// Which of the ready tasks workers take.
StartOrder live_order(Mode mode) {
  if (mode == Mode::lazy) return StartOrder::ranked;
  return mode == Mode::async || mode == Mode::function ? StartOrder::as_ready : StartOrder::any;
}

class VirtualScenarios : public testing::TestWithParam<std::string> {};

TEST_P(VirtualScenarios, ComputeWhatTheyComputeLiveAndTheSameEveryTime) {
  const Scenario& scenario = *find_scenario(GetParam());
  for (const Mode mode : scenario.modes) {
    for (const std::string& waits : scenario.waits) {
      for (const int workers : {1, 2, 5}) {
        const RunRequest request = small(scenario.id, to_string(mode), waits, workers);
        SCOPED_TRACE(std::string(to_string(mode)) + ", " + waits + ", workers " + std::to_string(workers));
        const Finished first = run(simulated(request));
        const StartOrder order = mode == Mode::lazy ? StartOrder::ranked : StartOrder::any;
        EXPECT_EQ(trace_violations(first.trace, RunEnd::complete, order), std::vector<std::string>{});
        EXPECT_EQ(first.trace.info().clock, Clock::virtual_time);
        EXPECT_EQ(first.trace.resident_base_bytes(), 0);
        EXPECT_EQ(summarize(first.trace).resident_growth_bytes, std::nullopt);
        EXPECT_EQ(first.result.status, RunResult::Status::succeeded);
        EXPECT_EQ(record_of(first.trace), record_of(run(simulated(request)).trace));
        if (scenario.virtual_only) continue;
        const Finished live = run(request);
        EXPECT_EQ(trace_violations(live.trace, RunEnd::complete, live_order(mode)),
                  std::vector<std::string>{});
        ASSERT_EQ(first.result.value.has_value(), live.result.value.has_value());
        if (!live.result.value) continue;
        EXPECT_EQ(first.result.value->data, live.result.value->data);
        EXPECT_EQ(first.result.value->others, live.result.value->others);
        EXPECT_EQ(first.trace.task_count(), live.trace.task_count());
        EXPECT_EQ(waits_of_program(first.trace), waits_of_program(live.trace));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, VirtualScenarios, testing::ValuesIn(scenario_ids()), scenario_test_name);

TEST(Virtual, BoundsHold) {
  RunRequest request = simulated(small("bounded-queue"));
  request.set = {{"batches", 6}, {"max_pending", 4}, {"t1_ns", 10}, {"t2_ns", 500}};
  const Trace pending = run(request).trace;
  EXPECT_EQ(trace_violations(pending), std::vector<std::string>{});
  EXPECT_LE(whole_range(pending).max_depth, 4U);
  EXPECT_FALSE(waits_of(pending, WaitReason::queue_full).empty());

  request = simulated(small("increment-loop", "async", "none", 2));
  request.set = {{"n", 50}, {"rows", 500}, {"columns", 500}, {"memory_bound_mb", 4}};
  const Trace memory = run(request).trace;
  EXPECT_EQ(trace_violations(memory), std::vector<std::string>{});
  EXPECT_LE(whole_range(memory).max.live_bytes, 4'000'000);
  EXPECT_FALSE(waits_of(memory, WaitReason::memory_full).empty());
}

TEST(Virtual, ASlowFrontendIsHiddenUntilItIsNot) {
  RunRequest request = simulated(small("slow-frontend"));
  request.set = {{"n", 100}, {"t1_ns", 1000}, {"t2_ns", 20'000}, {"t3_ns", 0}};
  const Trace trace = run(request).trace;
  const auto length_ns = [&trace](const char* name) {
    const Region mark = region_of(trace, name);
    return trace.time_ns(mark.end) - trace.time_ns(mark.begin);
  };
  EXPECT_EQ(length_ns("1 times"), 1000 + 100 * 20'000);
  EXPECT_EQ(length_ns("10 times"), 1000 + 100 * 20'000);
  EXPECT_EQ(length_ns("100 times"), 100 * 100'000);
}

TEST(Virtual, DescribedMachinesGiveTasksTheirCosts) {
  Machine machine;
  EXPECT_EQ(machine.task_cost_ns({.flops = 2'000'000'000}, DeviceKind::cpu), 20'000'000 + 2000);
  EXPECT_EQ(machine.task_cost_ns({.bytes = 1}, DeviceKind::cpu), 2000);
  EXPECT_EQ(machine.task_cost_ns({.bytes = 10}, DeviceKind::cpu), 2001);  // half a ns is rounded up
  EXPECT_EQ(machine.task_cost_ns({.flops = INT64_MAX, .bytes = 1}, DeviceKind::cpu),
            92'233'720'368'547'758 + 2000);
  machine.cpu.flops_per_s = 1;
  EXPECT_GT(machine.task_cost_ns({.flops = INT64_MAX}, DeviceKind::cpu), 0);
  machine.cpu = {.task_ns = 0, .flops_per_s = 1000, .bytes_per_s = 1000};
  EXPECT_EQ(machine.task_cost_ns({}, DeviceKind::cpu), 1);
}

}  // namespace
}  // namespace runahead
