// SPDX-License-Identifier: GPL-3.0-or-later
// What the scenarios of functions have to show: what is traced and when, what is pruned, what trains, and how
// a graph grows with its scope. Not here: functions by themselves (tests/tensor).
#include "core/analysis/summary.h"
#include "core/scenario/programs/learning.h"
#include "tests/scenario/held.h"

namespace runahead {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using namespace testing_support;

/// Tasks that were issued while the mark lasted.
std::vector<Task> issued_within(const Trace& trace, const Region& mark) {
  std::vector<Task> tasks;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    if (task.issue() > mark.begin && task.issue() < mark.end) tasks.push_back(task);
  }
  return tasks;
}
std::vector<Task> issued_within(const Trace& trace, const char* mark) {
  return issued_within(trace, region_of(trace, mark));
}

// eager-vs-function

TEST(EagerVsFunction, IsTracedOnceForTwoCallsAndAgainForANewNumber) {
  const Finished finished = run(sized(small("eager-vs-function", "function"), 20));
  const Trace& trace = finished.trace;
  const RunSummary summary = summarize(trace);
  ASSERT_EQ(summary.tracings.size(), 2u);
  EXPECT_EQ(summary.tracings[0].function, "repeat((4, 4), 20)");
  EXPECT_EQ(summary.tracings[0].nodes, 20u) << "the loop is unrolled";
  EXPECT_EQ(summary.tracings[0].kept, 1u);
  EXPECT_EQ(summary.tracings[0].pruned, 19u);
  EXPECT_EQ(summary.tracings[1].function, "repeat((4, 4), 21)");
  EXPECT_EQ(summary.tracings[1].nodes, 21u);
  EXPECT_EQ(summary.tracings[1].pruned, 20u);
  EXPECT_EQ(summary.eliminated, 39u);

  EXPECT_EQ(issued_within(trace, "eager").size(), 20u);
  EXPECT_EQ(issued_within(trace, "first call").size(), 20u);
  EXPECT_EQ(issued_within(trace, "second call").size(), 1u) << "the graph is there: one addition";
  EXPECT_EQ(issued_within(trace, "new argument").size(), 21u);
  const Region first = region_of(trace, "first call"), tracing = region_of(trace, "repeat((4, 4), 20)");
  EXPECT_GT(tracing.begin, first.begin);
  EXPECT_LT(tracing.end, first.end);
  EXPECT_THAT(finished.result.value->data, Each(2));
}

TEST(EagerVsFunction, EagerRunsEachAdditionInItsCallAndAFunctionWaitsForOne) {
  const Trace trace = run(sized(small("eager-vs-function", "function"), 20)).trace;
  const auto waits_within = [&](const char* name) {
    const Region mark = region_of(trace, name);
    int count = 0;
    for (const Wait& wait : waits_of(trace, WaitReason::call)) {
      count += wait.begin > mark.begin && wait.end < mark.end ? 1 : 0;
    }
    return count;
  };
  EXPECT_EQ(waits_within("eager"), 0);
  for (const Task& task : issued_within(trace, "eager")) {
    EXPECT_EQ(trace.lane(task.lane).kind, LaneKind::caller);
  }
  for (const char* call : {"first call", "second call", "new argument"})
    EXPECT_EQ(waits_within(call), 1) << call;
}

TEST(EagerVsFunction, NothingIsTracedInModeSync) {
  const Trace trace = run(sized(small("eager-vs-function", "sync"), 20)).trace;
  EXPECT_THAT(summarize(trace).tracings, IsEmpty());
  EXPECT_EQ(summarize(trace).eliminated, 0u);
  for (const char* mark : {"eager", "first call", "second call"})
    EXPECT_EQ(issued_within(trace, mark).size(), 20u) << mark;
  EXPECT_EQ(issued_within(trace, "new argument").size(), 21u);
}

TEST(EagerVsFunction, CarriesNoWaitInsideItsFunction) {
  EXPECT_TRUE(is_refused(small("eager-vs-function", "function", "5"), Refusal::Code::in_function,
                         Refusal::Field::waits));
  EXPECT_TRUE(check(small("eager-vs-function", "sync", "5")));
  EXPECT_TRUE(check(small("eager-vs-function", "function", "8,11")));
}

// training-eager-vs-function

RunRequest training(const char* mode, std::int64_t collect, std::int64_t batches) {
  RunRequest request = small("training-eager-vs-function", mode);
  request.set = {{"collect", collect}, {"batches", batches}};
  return request;
}

TEST(TrainingEagerVsFunction, AsPrintedNothingTrainsAndNothingComplains) {
  for (const char* mode : {"sync", "function"}) {
    const Finished one = run(training(mode, 0, 1)), many = run(training(mode, 0, 40));
    EXPECT_EQ(many.result.status, RunResult::Status::succeeded);
    EXPECT_THAT(many.result.errors, IsEmpty());
    EXPECT_FALSE(many.result.value->others.empty());
    EXPECT_EQ(many.result.value->others, one.result.value->others) << "the weights are what they were";
    for (TaskId id = 0; id < many.trace.task_count(); ++id)
      EXPECT_NE(task_name(many.trace, id), "sgd_update");
  }
}

TEST(TrainingEagerVsFunction, CollectedInTimeItTrains) {
  for (const char* mode : {"sync", "function"}) {
    const Finished untrained = run(training(mode, 0, 100)), trained = run(training(mode, 1, 100));
    EXPECT_NE(trained.result.value->others, untrained.result.value->others);
    EXPECT_LT(trained.result.value->data.at(0), untrained.result.value->data.at(0) / 2) << "the same batches";
  }
}

TEST(TrainingEagerVsFunction, TheStepIsTracedOnce) {
  const Finished function = run(training("function", 1, 10));
  const RunSummary summary = summarize(function.trace);
  ASSERT_EQ(summary.tracings.size(), 1u);
  EXPECT_EQ(summary.tracings[0].function, "step((8, 8), (8, 1))");
  EXPECT_EQ(summary.tracings[0].pruned, 0u);
  EXPECT_EQ(waits_of_line(function.trace, 19).size(), 10u);

  const Finished sync = run(training("sync", 1, 10));
  EXPECT_THAT(summarize(sync.trace).tracings, IsEmpty());
  EXPECT_EQ(sync.result.value->data, function.result.value->data);
  EXPECT_EQ(sync.result.value->others, function.result.value->others);
  EXPECT_LE(summary.peak_live_bytes, summarize(sync.trace).peak_live_bytes);
}

// function-scope

TEST(FunctionScope, TheGraphGrowsWithTheScope) {
  for (const std::uint32_t batches : {3U, 6U}) {
    RunRequest request = small("function-scope");
    request.set["batches"] = batches;
    const Trace trace = run(request).trace;
    const RunSummary summary = summarize(trace);
    const auto tasks = static_cast<std::uint32_t>(learning::kTrainingTasks);
    ASSERT_EQ(summary.tracings.size(), 2u);
    EXPECT_EQ(summary.tracings[0].function, "step((8, 8), (8, 1))");
    EXPECT_EQ(summary.tracings[0].nodes, tasks - 2) << "the batch is made outside";
    EXPECT_EQ(summary.tracings[1].function, "train(" + std::to_string(batches) + ")");
    EXPECT_EQ(summary.tracings[1].nodes, batches * tasks);
    EXPECT_EQ(summary.tracings[1].pruned, (batches - 1) * 3) << "losses that are not read";
    EXPECT_EQ(whole_range(trace).max.deferred, batches * tasks);
  }
}

TEST(FunctionScope, MemoryGrowsWithTheScope) {
  const std::int64_t batches = 10;
  RunRequest request = small("function-scope");
  request.set = {{"batches", batches}, {"rows", 24}, {"inputs", 16}};
  const std::int64_t batch = 4 * (24 * 16 + 24);
  const Finished finished =
      run_held(request, 24 * 16, static_cast<int>(batches) + 1, WaitReason::call, "whole loop");
  const auto peak_input = [&](const char* name) {
    const Region mark = region_of(finished.trace, name);
    return finished.trace.counter_range(mark.begin, mark.end).max.input_bytes;
  };
  EXPECT_LE(peak_input("per batch"), 2 * batch);
  EXPECT_EQ(peak_input("whole loop"), (batches + 1) * batch) << "and the one that x and y still name";
}

}  // namespace
}  // namespace runahead
