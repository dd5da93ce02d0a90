// SPDX-License-Identifier: GPL-3.0-or-later
// The fit: of virtual runs it gives back exactly the times that went in, and predicts what was measured to
// the ns; of hand-made traces it leaves out what is no measurement. Not here: the formulas
// (tests/scenario/virtual_test.cpp).
#include "core/analysis/fit.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "core/io/trace_file.h"
#include "core/trace/trace_builder.h"
#include "tests/analysis/model_runs.h"
#include "tests/analysis/story.h"
#include "tests/support/random_trace.h"
#include "tests/support/temporary_directory.h"

namespace runahead {
namespace {

using namespace testing_support;

void expect_constant(const Estimate& estimate, std::int64_t ns) {
  EXPECT_EQ(estimate.median_ns, ns);
  EXPECT_EQ(estimate.lower_ns, ns);
  EXPECT_EQ(estimate.upper_ns, ns);
  EXPECT_EQ(estimate.mean_ns, ns);
  EXPECT_EQ(estimate.outliers, 0U);
}

/// Every task once, within the lanes, none overlapping another on its lane.
void expect_bars_fit(const Trace& trace, const Fit& fitted) {
  std::vector<std::int64_t> free_from(trace.lane_count(), 0);
  std::vector<bool> seen(trace.task_count());
  std::int64_t last_ns = INT64_MIN;
  for (const PredictedBar& bar : fitted.bars) {
    EXPECT_FALSE(seen[bar.task]);
    seen[bar.task] = true;
    EXPECT_GE(bar.start_ns, last_ns);
    EXPECT_GE(bar.start_ns, free_from[bar.lane]);
    EXPECT_GE(bar.end_ns, bar.start_ns);
    last_ns = bar.start_ns;
    free_from[bar.lane] = bar.end_ns;
  }
}

void expect_bars_are_the_record(const Trace& trace, const Fit& fitted) {
  for (const PredictedBar& bar : fitted.bars) {
    const Task task = trace.task(bar.task);
    ASSERT_EQ(bar.start_ns, trace.time_ns(task.start)) << "task " << bar.task;
    ASSERT_EQ(bar.end_ns, trace.time_ns(task.end)) << "task " << bar.task;
    ASSERT_EQ(bar.lane, task.lane) << "task " << bar.task;
  }
}

TEST(Fit, GivesBackTheTimesOfAVirtualLoopAndPredictsItToTheNanosecond) {
  Draw draw(1);
  for (int i = 0; i < 300; ++i) {
    const LoopTimes times = draw.loop();
    const int workers = static_cast<int>(draw.between(1, 4));
    const std::int64_t k = draw.between(2, 9);
    for (const std::string& waits :
         {std::string("each"), std::string("none"), "every:" + std::to_string(k)}) {
      SCOPED_TRACE(testing::Message() << waits << " n " << times.n << " t1 " << times.t1 << " t2 " << times.t2
                                      << " t3 " << times.t3 << " workers " << workers);
      const Trace trace = run(loop(times, "async", waits, workers)).trace;
      const Fit fitted = fit(trace);
      EXPECT_EQ(trace.name(trace.region(fitted.scope.mark).name), "loop");
      expect_constant(fitted.t1, times.t1);
      expect_constant(fitted.t2, times.t2);
      expect_constant(fitted.t3, times.t3);
      expect_constant(fitted.wake_latency, 0);
      EXPECT_EQ(fitted.t1.count, times.n);
      EXPECT_EQ(fitted.t2.count, times.n);
      ASSERT_EQ(fitted.kind, Fit::Kind::loop);
      EXPECT_EQ(fitted.predicted_ns, fitted.scope.length_ns());
      EXPECT_EQ(fitted.bars.size(), times.n);
      expect_bars_are_the_record(trace, fitted);

      const LoopModel& model = fitted.loop->model;
      EXPECT_EQ(model.n, times.n);
      EXPECT_EQ(model.workers, workers);
      if (waits == "each") {
        EXPECT_EQ(fitted.loop->waits, LoopWaits::each);
        EXPECT_EQ(fitted.t3.count, times.n);
        EXPECT_EQ(fitted.predicted_ns, model.waiting_ns());
      } else if (waits == "none") {
        EXPECT_EQ(fitted.loop->waits, times.n == 1 ? LoopWaits::each : LoopWaits::none);
        EXPECT_EQ(fitted.t3.count, 1U);
        EXPECT_EQ(fitted.predicted_ns, model.running_ahead_ns());
      } else {
        if (times.n > k) {
          EXPECT_EQ(fitted.loop->waits, LoopWaits::every);
          EXPECT_EQ(fitted.loop->every, k);
        }
      }
    }
  }
}

TEST(Fit, TasksInsideTheCallTakeBothTimesInTurn) {
  Draw draw(3);
  for (int i = 0; i < 50; ++i) {
    const LoopTimes times = draw.loop();
    const Trace trace = run(loop(times, "sync", "each")).trace;
    const Fit fitted = fit(trace);
    expect_constant(fitted.t1, times.t1);
    expect_constant(fitted.t2, times.t2);
    EXPECT_EQ(fitted.t3.count, 0U);
    EXPECT_EQ(fitted.left_out.waits_for_nothing, times.n + 1);
    ASSERT_EQ(fitted.kind, Fit::Kind::loop);
    EXPECT_EQ(fitted.loop->waits, LoopWaits::in_call);
    EXPECT_EQ(fitted.predicted_ns, times.n * (times.t1 + times.t2));
    EXPECT_EQ(fitted.predicted_ns, fitted.scope.length_ns());
    expect_bars_are_the_record(trace, fitted);
  }
}

TEST(Fit, OfALazyLoopTheTasksThatNobodyNeedsAreIssuedAndLeftOut) {
  const Trace trace = run(loop({50, 1000, 300, 70}, "lazy", "none")).trace;
  const Fit fitted = fit(trace);
  expect_constant(fitted.t1, 1000);
  expect_constant(fitted.t2, 300);
  expect_constant(fitted.t3, 70);
  EXPECT_EQ(fitted.t1.count, 50U);
  EXPECT_EQ(fitted.t2.count, 1U);
  EXPECT_EQ(fitted.left_out.eliminated, 49U);
  EXPECT_EQ(fitted.kind, Fit::Kind::replay);
  EXPECT_EQ(fitted.predicted_ns, 50 * 1000 + 300 + 70);
}

TEST(Fit, SaysWhichSideIsTheBottleneckAndByHowMuch) {
  const Fit worker = fit(run(loop({100, 1000, 10'000, 0}, "async", "none")).trace);
  EXPECT_FALSE(worker.frontend_is_bottleneck());
  EXPECT_DOUBLE_EQ(worker.bottleneck_ratio(), 10);
  const Fit frontend = fit(run(loop({100, 1000, 2000, 0}, "async", "none", 4)).trace);
  EXPECT_TRUE(frontend.frontend_is_bottleneck());
  EXPECT_DOUBLE_EQ(frontend.bottleneck_ratio(), 2);
}

/// Its streams and copy engines do not take one another's tasks.
TEST(Fit, ADeviceIsAsFastAsItsBusiestLane) {
  Story story({LaneKind::stream, LaneKind::copy});
  const VariableId x = story.array("x"), y = story.array("y");
  const StatementId line = story.b.begin_statement(0, 1);
  for (int i = 0; i < 11; ++i) {
    const bool copies = i == 10;
    const TaskId id = story.enqueue(i + 1, copies ? "copy" : "add", line, {}, {copies ? y : x});
    story.b.start((20 + 6 * i) * kUs, id, LaneId{copies ? LaneId{2} : LaneId{1}});
    story.b.end((26 + 6 * i) * kUs, id, Outcome::ok);
  }
  story.b.end_statement(100 * kUs, line);
  const Fit fitted = fit(story.trace(true));
  EXPECT_EQ(fitted.workers_ns, 60 * kUs);
  EXPECT_EQ(fitted.busiest, std::optional<LaneId>(1));
  EXPECT_EQ(fitted.workers, 1);
}

TEST(Fit, ADeviceIsNoFasterThanTheOrderOfItsLanes) {
  Story story({LaneKind::stream, LaneKind::stream});
  const VariableId x = story.array("x");
  const StatementId line = story.b.begin_statement(0, 1);
  // Each needs the one before, in the other stream.
  for (int i = 0; i < 10; ++i) story.enqueue(4 * i + 4, i % 2 == 0 ? "add" : "dot", line, {x}, {x}, i == 0);
  story.b.end_statement(40 * kUs, line);
  for (int i = 0; i < 10; ++i) {
    const auto id = static_cast<TaskId>(i);
    if (i > 0) story.b.ready((50 + 6 * i) * kUs, id);
    story.b.start((50 + 6 * i) * kUs, id, LaneId{i % 2 == 0 ? LaneId{1} : LaneId{2}});
    story.b.end((56 + 6 * i) * kUs, id, Outcome::ok);
  }
  const Fit fitted = fit(story.trace(true));
  EXPECT_EQ(fitted.workers_ns, 60 * kUs);  // and 30 of each
  EXPECT_EQ(fitted.frontend_ns, 40 * kUs);
  EXPECT_FALSE(fitted.busiest || fitted.frontend_is_bottleneck());
}

/// A replay of a virtual run is that run.
class FitOfScenarios : public testing::TestWithParam<std::string> {};

TEST_P(FitOfScenarios, PredictsVirtualRunsToTheNanosecond) {
  for_every_run(GetParam(), [](const Trace& trace) {
    std::vector<RegionId> marks = {kNone};
    for (RegionId id = 0; id < trace.region_count(); ++id) marks.push_back(id);
    for (const RegionId mark : marks) {
      SCOPED_TRACE(mark == kNone ? "the run" : trace.name(trace.region(mark).name));
      const Fit fitted = fit(trace, mark);
      expect_bars_fit(trace, fitted);
      if (fitted.tasks == 0) {
        EXPECT_EQ(fitted.kind, Fit::Kind::nothing);
        continue;
      }
      ASSERT_NE(fitted.kind, Fit::Kind::nothing);
      if (fitted.kind == Fit::Kind::loop && trace.info().source.scenario == "slow-frontend") {
        // Its frontend is slow after each enqueue and not before it, which a loop's t1 does not tell.
        EXPECT_NEAR(static_cast<double>(fitted.predicted_ns), static_cast<double>(fitted.scope.length_ns()),
                    static_cast<double>(fitted.t1.median_ns + fitted.t2.median_ns));
        continue;
      }
      EXPECT_EQ(fitted.predicted_ns, fitted.scope.length_ns());
      if (fitted.kind == Fit::Kind::replay) expect_bars_are_the_record(trace, fitted);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, FitOfScenarios, testing::ValuesIn(scenario_ids()), scenario_test_name);

TEST(Fit, PredictsBoundedRunsToTheNanosecond) {
  for (const std::int64_t pending : {1, 2, 4, 7}) {
    RunRequest request = simulated(small("bounded-queue"));
    request.set = {{"batches", 6}, {"max_pending", pending}, {"t1_ns", 10}, {"t2_ns", 500}, {"t3_ns", 30}};
    const Fit fitted = fit(run(request).trace);
    EXPECT_EQ(fitted.kind, Fit::Kind::replay);
    EXPECT_GT(fitted.left_out.waits_for_room, 0U);
    EXPECT_EQ(fitted.predicted_ns, fitted.scope.length_ns()) << pending;
  }
  RunRequest request = simulated(small("increment-loop", "async", "none", 2));
  request.set = {{"n", 50}, {"rows", 500}, {"columns", 500}, {"memory_bound_mb", 4}};
  const Fit fitted = fit(run(request).trace);
  EXPECT_EQ(fitted.kind, Fit::Kind::replay);
  EXPECT_GT(fitted.left_out.waits_for_room, 0U);
  EXPECT_EQ(fitted.predicted_ns, fitted.scope.length_ns());
}

// Hand-made traces.

/// A frontend that issues in t1, and waits for each task on its one worker.
class Hand {
 public:
  explicit Hand(Clock clock = Clock::live) : builder(TraceInfo{{.clock = clock}}) {
    builder.add_lane(LaneKind::frontend, "Frontend");
    builder.add_lane(LaneKind::worker, "Worker 1");
  }
  TaskId iteration(std::int64_t t1_ns, std::int64_t t2_ns, Outcome outcome = Outcome::ok,
                   const char* name = "add", WaitReason reason = WaitReason::wait_to_read) {
    const VariableId y = builder.add_variable();
    const UseRequest uses[] = {{y, true}};
    const TaskId task = builder.enqueue(now_ns += t1_ns, builder.intern(name), kNone, uses, true);
    const WaitId wait = builder.begin_wait(now_ns, reason, kNone, y);
    builder.start(now_ns, task, 1);
    builder.end(now_ns += t2_ns, task, outcome);
    builder.end_wait(now_ns += 7, wait, task);
    return task;
  }
  void wait_in_vain(TaskId ended_by) {
    builder.end_wait(now_ns, builder.begin_wait(now_ns, WaitReason::waitall, kNone, kNone), ended_by);
  }
  Trace finish() {
    builder.publish(true);
    return builder.snapshot();
  }

  TraceBuilder builder;
  std::int64_t now_ns = 0;
};

TEST(Fit, TakesMediansAndQuartiles) {
  Hand hand;
  for (std::int64_t i = 1; i <= 8; ++i) hand.iteration(i, 10 * i);
  const Fit fitted = fit(hand.finish());
  EXPECT_EQ(fitted.t1.count, 8U);
  EXPECT_EQ(fitted.t1.lower_ns, 3);
  EXPECT_EQ(fitted.t1.median_ns, 5);
  EXPECT_EQ(fitted.t1.upper_ns, 7);
  EXPECT_EQ(fitted.t2.median_ns, 50);
  expect_constant(fitted.t3, 7);
}

TEST(Fit, OfUnlikeTasksT1IsThatOfTheirStatements) {
  TraceBuilder builder{TraceInfo{{.clock = Clock::virtual_time}}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  builder.add_lane(LaneKind::worker, "Worker 1");
  std::int64_t now_ns = 0;
  for (int line = 1; line <= 2; ++line) {
    now_ns += 50'000;  // the program sleeps
    const StatementId statement = builder.begin_statement(now_ns, line);
    const UseRequest uses[] = {{builder.add_variable(), true}};
    const TaskId task =
        builder.enqueue(now_ns += 2, builder.intern(line == 1 ? "dot" : "add"), statement, uses, true);
    builder.end_statement(now_ns, statement);
    builder.start(now_ns, task, 1);
    builder.end(now_ns += 10, task, Outcome::ok);
  }
  builder.publish(true);
  const Fit fitted = fit(builder.snapshot());
  EXPECT_EQ(fitted.kind, Fit::Kind::replay);
  expect_constant(fitted.t1, 2);
  EXPECT_EQ(fitted.predicted_ns, fitted.scope.length_ns());
}

TEST(Fit, LeavesOutWhatWasPreemptedUnderTheLiveClockOnly) {
  for (const Clock clock : {Clock::live, Clock::virtual_time}) {
    Hand hand(clock);
    for (int i = 0; i < 20; ++i) hand.iteration(5, i == 7 ? 1001 : 100);
    // Long, but so are all of its kind.
    for (int i = 0; i < 8; ++i) hand.iteration(5, 5000, Outcome::ok, "dot");
    const Fit fitted = fit(hand.finish());
    const bool live = clock == Clock::live;
    EXPECT_EQ(fitted.t2.outliers, live ? 1U : 0U);
    EXPECT_EQ(fitted.t2.count, live ? 27U : 28U);
    EXPECT_EQ(fitted.t2.upper_ns, 5000);
    EXPECT_EQ(fitted.t1.outliers, 0U);
  }
}

TEST(Fit, FewMeasurementsHaveNoOutliers) {
  Hand hand;
  for (int i = 0; i < 7; ++i) hand.iteration(5, i == 3 ? 100'000 : 10);
  EXPECT_EQ(fit(hand.finish()).t2.outliers, 0U);
}

TEST(Fit, CountsWhatIsNoMeasurement) {
  Hand hand;
  hand.builder.end_region(
      50, hand.builder.begin_region(0, RegionKind::initialisation, hand.builder.intern("initialisation")));
  hand.now_ns = 50;
  const TaskId good = hand.iteration(10, 100);
  hand.wait_in_vain(kNone);
  hand.wait_in_vain(good);  // had ended before
  hand.iteration(10, 40, Outcome::failed, "add", WaitReason::queue_full);
  const TaskId skipped = hand.builder.enqueue(hand.now_ns += 10, 0, kNone, {}, true);
  hand.builder.end(hand.now_ns, skipped, Outcome::skipped);
  const TaskId eliminated = hand.builder.defer(hand.now_ns += 10, 0, kNone, {});
  hand.builder.eliminate(hand.now_ns, eliminated);
  const RegionId tracing =
      hand.builder.begin_region(hand.now_ns, RegionKind::tracing, hand.builder.intern("f"));
  const TaskId traced = hand.builder.defer(hand.now_ns += 900, 0, kNone, {});
  hand.builder.end_region(hand.now_ns, tracing);
  hand.builder.enqueue_deferred(hand.now_ns += 900, traced, true);
  hand.builder.begin_wait(hand.now_ns, WaitReason::print, kNone, kNone);

  const Fit fitted = fit(hand.finish());
  EXPECT_EQ(fitted.tasks, 5U);
  EXPECT_EQ(fitted.t1.count, 4U);
  expect_constant(fitted.t1, 10);
  EXPECT_EQ(fitted.t2.count, 1U);
  EXPECT_EQ(fitted.t2.median_ns, 100);
  EXPECT_EQ(fitted.t3.count, 1U);
  EXPECT_EQ(fitted.t3.median_ns, 7);
  EXPECT_EQ(fitted.left_out.waits_for_nothing, 2U);
  EXPECT_EQ(fitted.left_out.waits_for_room, 1U);
  EXPECT_EQ(fitted.left_out.waits_unfinished, 1U);
  EXPECT_EQ(fitted.left_out.failed, 1U);
  EXPECT_EQ(fitted.left_out.skipped, 1U);
  EXPECT_EQ(fitted.left_out.eliminated, 1U);
  EXPECT_EQ(fitted.left_out.traced, 1U);
  EXPECT_EQ(fitted.left_out.unfinished, 1U);
  EXPECT_EQ(fitted.kind, Fit::Kind::nothing);  // it was stopped
}

TEST(Fit, WhatIsPendingWhenAMarkBeginsKeepsItsWorker) {
  Hand hand(Clock::virtual_time);
  const TaskId before = hand.builder.enqueue(10, hand.builder.intern("dot"), kNone, {}, true);
  hand.builder.start(10, before, 1);
  const RegionId mark = hand.builder.begin_region(40, RegionKind::benchmark, hand.builder.intern("loop"));
  const TaskId own = hand.builder.enqueue(45, hand.builder.intern("add"), kNone, {}, true);
  const WaitId wait = hand.builder.begin_wait(45, WaitReason::waitall, kNone, kNone);
  hand.builder.end(100, before, Outcome::ok);
  hand.builder.start(100, own, 1);
  hand.builder.end(130, own, Outcome::ok);
  hand.builder.end_wait(137, wait, own);
  hand.builder.end_region(140, mark);
  const Fit fitted = fit(hand.finish());
  EXPECT_EQ(fitted.kind, Fit::Kind::replay);
  EXPECT_EQ(fitted.predicted_ns, 100);
  EXPECT_EQ(fitted.t3.median_ns, 7);
  ASSERT_EQ(fitted.bars.size(), 2U);
  EXPECT_EQ(fitted.bars[0].start_ns, 10);
  EXPECT_EQ(fitted.bars[1].start_ns, 100);
  EXPECT_EQ(fitted.bars[1].end_ns, 130);
}

TEST(Fit, AWorkerThatSleptIsPickedUp) {
  Hand hand;
  const VariableId x = hand.builder.add_variable(), y = hand.builder.add_variable();
  const UseRequest makes_x[] = {{x, true}};
  const UseRequest makes_y[] = {{x, false}, {y, true}};
  hand.builder.enqueue(10, hand.builder.intern("normal"), kNone, makes_x, true);
  hand.builder.enqueue(20, hand.builder.intern("dot"), kNone, makes_y, false);
  const WaitId wait = hand.builder.begin_wait(20, WaitReason::wait_to_read, kNone, y);
  hand.builder.start(60, 0, 1);  // 50 after it was ready
  hand.builder.end(160, 0, Outcome::ok);
  hand.builder.ready(161, 1);  // by the worker's own last task: it was awake
  hand.builder.start(165, 1, 1);
  hand.builder.end(195, 1, Outcome::ok);
  hand.builder.end_wait(200, wait, 1);
  const Fit fitted = fit(hand.finish());
  EXPECT_EQ(fitted.kind, Fit::Kind::replay);
  EXPECT_EQ(fitted.scope.length_ns(), 195);
  EXPECT_EQ(fitted.predicted_ns, 10 + 50 + 100 + 30);  // what is left is no part of the model
  EXPECT_EQ(fitted.wake_latency.count, 1U);
  expect_constant(fitted.wake_latency, 50);
  EXPECT_EQ(fitted.bars[0].start_ns, 60);
}

TEST(Fit, ALoopThatWaitsEachPassPaysForWakingItsWorkerEachPass) {
  Hand hand;
  for (int i = 0; i < 10; ++i) {
    const VariableId y = hand.builder.add_variable();
    const UseRequest uses[] = {{y, true}};
    const TaskId task = hand.builder.enqueue(hand.now_ns += 5, hand.builder.intern("add"), kNone, uses, true);
    const WaitId wait = hand.builder.begin_wait(hand.now_ns, WaitReason::wait_to_read, kNone, y);
    hand.builder.start(hand.now_ns += 60, task, 1);
    hand.builder.end(hand.now_ns += 20, task, Outcome::ok);
    hand.builder.end_wait(hand.now_ns += 40, wait, task);
  }
  const Fit fitted = fit(hand.finish());
  ASSERT_EQ(fitted.kind, Fit::Kind::loop);
  expect_constant(fitted.wake_latency, 60);
  EXPECT_EQ(fitted.predicted_ns, 10 * (5 + 60 + 20 + 40));
  EXPECT_EQ(fitted.predicted_ns, fitted.scope.length_ns() + 40);  // no statement of this record ends
  EXPECT_EQ(fitted.bars[3].start_ns, 3 * 125 + 65);
}

TEST(Fit, APredictionTakesMeansAndLeavesOutliersOut) {
  Hand hand;
  for (int i = 0; i < 40; ++i) hand.iteration(10, i % 4 == 0 ? 220 : i == 9 ? 100'000 : 100);
  const Fit fitted = fit(hand.finish());
  EXPECT_EQ(fitted.t2.median_ns, 100);
  EXPECT_EQ(fitted.t2.outliers, 1U);
  EXPECT_EQ(fitted.t2.mean_ns, (10 * 220 + 29 * 100) / 39);
  ASSERT_EQ(fitted.kind, Fit::Kind::loop);
  EXPECT_EQ(fitted.predicted_ns, 40 * (10 + fitted.t2.mean_ns + 7));
}

/// The virtual clock charges what the model does.
TEST(Fit, PredictsVirtualRunsWhoseWorkersSleepToTheNanosecond) {
  for (const char* scenario : {"increment-loop", "training-memory", "independent-work", "overlap-copy",
                               "late-error", "reorder", "wait-on-intermediate"}) {
    for (const Mode mode : find_scenario(scenario)->modes) {
      for (const int workers : {1, 3}) {
        for (const std::int64_t wake_latency_ns : {1, 700, 60'000}) {
          SCOPED_TRACE(testing::Message()
                       << scenario << ' ' << to_string(mode) << ' ' << workers << ' ' << wake_latency_ns);
          Machine machine;
          machine.wake_latency_ns = wake_latency_ns;
          const RunRequest request = simulated(small(scenario, to_string(mode), "", workers));
          const Trace trace = run(checked(request, machine)).trace;
          const Fit fitted = fit(trace);
          expect_bars_fit(trace, fitted);
          EXPECT_EQ(fitted.predicted_ns, fitted.scope.length_ns());
          if (fitted.wake_latency.count > 0) expect_constant(fitted.wake_latency, wake_latency_ns);
        }
      }
    }
  }
}

TEST(Fit, ALoopOfSleepingWorkersIsItsFormula) {
  Draw draw(9);
  for (int i = 0; i < 100; ++i) {
    const LoopTimes times = draw.loop();
    RunRequest request = loop(times, "async", i % 3 == 0 ? "each" : i % 3 == 1 ? "none" : "every:4");
    // Given outright, t2 is the whole second stage; so the machine's own times.
    request.set.erase("t2_ns");
    Machine machine;
    machine.cpu.task_ns = times.t2;
    machine.wake_latency_ns = draw.between(1, 2 * times.t1);
    const Trace trace = run(checked(request, machine)).trace;
    const Fit fitted = fit(trace);
    ASSERT_EQ(fitted.kind, Fit::Kind::loop);
    expect_constant(fitted.wake_latency, machine.wake_latency_ns);
    EXPECT_EQ(fitted.predicted_ns, fitted.scope.length_ns()) << i;
    expect_bars_are_the_record(trace, fitted);
  }
}

// Whatever else there is.

TEST(Fit, OfNothingIsNothing) {
  const Fit empty = fit(Trace());
  EXPECT_EQ(empty.kind, Fit::Kind::nothing);
  EXPECT_EQ(empty.tasks, 0U);
  EXPECT_EQ(empty.bottleneck_ratio(), 0);
  TraceBuilder builder{TraceInfo{}};
  builder.begin_region(5, RegionKind::benchmark, builder.intern("loop"));
  builder.publish(true);
  EXPECT_EQ(fit(builder.snapshot()).kind, Fit::Kind::nothing);
}

TEST(Fit, TakesAnyTraceAndAnyPartOfIt) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const Trace whole = random_trace({.seed = seed, .steps = 800, .finished = seed % 3 != 0});
    for (const Seq cut : {whole.size(), whole.size() / 2, Seq{1}}) {
      const Trace trace = whole.until(cut);
      for (RegionId mark = 0; mark <= trace.region_count(); ++mark) {
        const Fit fitted = fit(trace, mark == trace.region_count() ? kNone : mark);
        expect_bars_fit(trace, fitted);
        EXPECT_GE(fitted.predicted_ns, 0);
        EXPECT_LE(fitted.t1.lower_ns, fitted.t1.median_ns);
        EXPECT_LE(fitted.t1.median_ns, fitted.t1.upper_ns);
      }
    }
  }
}

TEST(Fit, OfARunThatGoesOnPredictsTheMarksThatHaveEnded) {
  const Trace whole = run(loop({20, 10, 100, 5}, "async", "each")).trace;
  const RegionId mark = loop_region(whole);
  const Fit half = fit(whole.until(whole.size() / 2));
  EXPECT_EQ(half.kind, Fit::Kind::nothing);
  EXPECT_EQ(half.scope.mark, mark);
  EXPECT_GT(half.t1.count, 5U);
  expect_constant(half.t2, 100);
  EXPECT_EQ(fit(whole.until(whole.region(mark).end + 1)).predicted_ns, 20 * 115);
}

TEST(Fit, OfAnOpenedFileIsThatOfTheRun) {
  TemporaryDirectory directory;
  for (const RunRequest& request :
       {loop({30, 17, 101, 5}, "async", "every:4", 2), simulated(small("training-memory", "lazy", "each"))}) {
    const Trace trace = run(request).trace;
    ASSERT_TRUE(write_trace_json({&trace, 1}, directory.file("run.json")).ok());
    const auto opened = read_traces(directory.file("run.json"));
    ASSERT_TRUE(opened.ok()) << opened.error();
    const Fit own = fit(trace);
    const Fit again = fit(opened->front());
    EXPECT_EQ(again.kind, own.kind);
    EXPECT_EQ(again.predicted_ns, own.predicted_ns);
    EXPECT_EQ(again.predicted_ns, again.scope.length_ns());
    EXPECT_EQ(again.t1.median_ns, own.t1.median_ns);
    EXPECT_EQ(again.t2.median_ns, own.t2.median_ns);
    EXPECT_EQ(again.t3.count, own.t3.count);
    EXPECT_EQ(again.bars.size(), own.bars.size());
  }
}

TEST(Fit, LiveRunsHaveTheirModels) {
  for (const char* waits : {"each", "none", "every:8"}) {
    for (const int workers : {1, 2}) {
      const Trace trace = run(small("increment-loop", "async", waits, workers)).trace;
      const Fit fitted = fit(trace);
      EXPECT_EQ(fitted.kind, Fit::Kind::loop) << waits;
      EXPECT_EQ(fitted.tasks, 16U);
      EXPECT_EQ(fitted.t2.count + fitted.t2.outliers, 16U);
      EXPECT_GT(fitted.predicted_ns, 0);
      expect_bars_fit(trace, fitted);
    }
  }
  const Trace trace = run(small("training-memory", "async", "each", 2)).trace;
  const Fit fitted = fit(trace);
  EXPECT_EQ(fitted.kind, Fit::Kind::replay);
  EXPECT_GT(fitted.predicted_ns, 0);
  expect_bars_fit(trace, fitted);
}

}  // namespace
}  // namespace runahead
