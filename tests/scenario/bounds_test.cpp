// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds: on tasks (max_pending) and on memory (memory_bound_mb), and the frontend's waits for them.
// Not here: the pool's own accounting (tests/tensor).
#include "tests/scenario/runs.h"

namespace runahead {
namespace {

using testing::ElementsAre;
using namespace testing_support;
using Status = RunResult::Status;

/// One worker is held while the frontend issues many additions.
void gated_loop(Program& p) {
  NDArray y("y");
  p.line(1);
  Gate::close(p);
  p.line(2);
  y = zeros(p.frontend(), {1000, 100});
  for (int pass = 0; pass < 50; ++pass) {
    p.line(4);
    y = y + 1;
  }
  p.result(y);
}

TEST(MaxPending, TheFrontendWaitsWhenTheQueueIsFull) {
  static const Scenario scenario = local_scenario(gated_loop);
  for (const std::int64_t bound : {2, 4, 20}) {
    Gate::arm();
    RunConfig config = config_of(scenario);
    config.max_pending = bound;
    RunExecution session(config);
    session.start();
    EXPECT_TRUE(
        watch_until(session, [](const Trace& trace) { return is_waiting(trace, WaitReason::queue_full); }));
    EXPECT_EQ(session.snapshot().task_count(), bound) << "the gate, and what fits behind it";
    Gate::open();
    session.wait();
    EXPECT_EQ(session.result().status, Status::succeeded);
    EXPECT_EQ(session.result().value->data.at(0), 50);
    const Trace trace = session.snapshot();
    EXPECT_EQ(whole_range(trace).max_depth, bound);
    for (const Wait& wait : waits_of(trace, WaitReason::queue_full)) {
      EXPECT_NE(wait.end, kNever);
      EXPECT_NE(wait.ended_by, kNone);
    }
  }
}

TEST(MaxPending, HoldsInEveryScenarioAndMode) {
  for (const Scenario& scenario : scenarios()) {
    for (const Mode mode : scenario.modes) {
      SCOPED_TRACE(scenario.id + ", mode " + to_string(mode));
      RunRequest request = small(scenario.id, to_string(mode), "none", 2);
      request.set["max_pending"] = 2;
      const Finished bounded = run(request);
      EXPECT_EQ(bounded.result.status, Status::succeeded);
      EXPECT_LE(whole_range(bounded.trace).max_depth, 2u);
      EXPECT_EQ(bounded.result.value->data, run(small(scenario.id)).result.value->data);
    }
  }
}

TEST(MaxPending, StopEndsTheWait) {
  static const Scenario scenario = local_scenario(gated_loop);
  Gate::arm();
  RunConfig config = config_of(scenario);
  config.max_pending = 3;
  RunExecution session(config);
  session.start();
  EXPECT_TRUE(
      watch_until(session, [](const Trace& trace) { return is_waiting(trace, WaitReason::queue_full); }));
  session.stop();
  Gate::open();
  session.wait();
  EXPECT_EQ(session.result().status, Status::stopped);
}

TEST(MemoryBound, TheFrontendWaitsWhenMemoryIsFull) {
  static const Scenario scenario = local_scenario(gated_loop);
  Gate::arm();
  RunConfig config = config_of(scenario);
  config.memory_bound_bytes = 2'000'000;
  RunExecution session(config);
  session.start();
  EXPECT_TRUE(
      watch_until(session, [](const Trace& trace) { return is_waiting(trace, WaitReason::memory_full); }));
  EXPECT_EQ(session.snapshot().task_count(), 1 + 5u) << "the gate, and five arrays of 400,000 bytes";
  Gate::open();
  session.wait();
  EXPECT_EQ(session.result().status, Status::succeeded);
  EXPECT_EQ(session.result().value->data.at(0), 50);
  const Trace trace = session.snapshot();
  EXPECT_LE(whole_range(trace).max.live_bytes, 2'000'000);
  for (const Wait& wait : waits_of(trace, WaitReason::memory_full)) {
    EXPECT_NE(wait.end, kNever);
    EXPECT_EQ(line_of(trace, wait.statement), 4) << "the statement that wanted the memory";
  }
}

TEST(MemoryBound, HoldsAndChangesNoValue) {
  RunRequest request = small("increment-loop", "async", "none");
  request.set["n"] = 200;
  const RunResult unbounded = run(request).result;
  request.set["memory_bound_mb"] = 1;  // x, and two of y
  for (const int workers : {1, 2}) {
    request.workers = workers;
    const Finished bounded = run(request);
    EXPECT_EQ(bounded.result.status, Status::succeeded);
    EXPECT_LE(whole_range(bounded.trace).max.live_bytes, 1'000'000);
    EXPECT_EQ(bounded.result.value->data, unbounded.value->data);
  }
}

TEST(MemoryBound, NeedsNoMoreThanTheOrderOfAGraph) {
  RunRequest request = small("reorder", "lazy");
  request.set = {{"n", 500}, {"parts", 16}, {"memory_bound_mb", 4}};  // x, and three more of a million bytes
  const Finished bounded = run(request);
  EXPECT_EQ(bounded.result.status, Status::succeeded) << testing::PrintToString(bounded.result.errors);
  EXPECT_LE(whole_range(bounded.trace).max.live_bytes, 4'000'000);
  request.set.erase("memory_bound_mb");
  EXPECT_EQ(bounded.result.value->data, run(request).result.value->data);
}

/// Two calls of a function that makes twenty arrays of a million bytes, one from the other.
void chain_twice(Program& p) {
  Function chain = p.function("chain", [](std::span<const NDArray> arguments, std::span<const std::int64_t>) {
    NDArray y = arguments[0];
    for (int i = 0; i < 20; ++i) y = y + 1;
    return std::vector{y};
  });
  p.line(1);
  NDArray x = ones(p.frontend(), {500, 500});
  for (const int line : {2, 3}) {
    p.line(line);
    x = chain({&x, 1}).front();
  }
  p.result(x);
}

TEST(MemoryBound, HoldsInAFunctionAtEveryCall) {
  static const Scenario scenario = local_scenario(chain_twice);
  RunConfig config = config_of(scenario, Mode::function);
  config.memory_bound_bytes = 4'000'000;
  const auto [trace, result] = run(config);
  EXPECT_EQ(result.status, Status::succeeded) << testing::PrintToString(result.errors);
  EXPECT_LE(whole_range(trace).max.live_bytes, 4'000'000);
  EXPECT_THAT(result.value->data, testing::Each(41));
}

TEST(MemoryBound, IsMetByWhatAProgramLeavesRecorded) {
  static const Scenario scenario = local_scenario([](Program& p) {
    p.line(1);
    p.result(ones(p.frontend(), {500, 500}));
  });
  RunConfig config = config_of(scenario, Mode::lazy);
  config.memory_bound_bytes = 100'000;
  const RunResult result = run(config).result;
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_THAT(result.errors, ElementsAre(testing::StartsWith("[memory] 1000000 bytes more do not fit")));
  EXPECT_FALSE(result.value);
}

TEST(MemoryBound, SaysWhatCanNeverFit) {
  for (const char* mode : {"async", "sync"}) {
    RunRequest request = small("increment-loop", mode);
    request.set = {{"rows", 1000}, {"columns", 1000}, {"memory_bound_mb", 1}};
    const auto [trace, result] = run(request);
    EXPECT_EQ(result.status, Status::failed);
    EXPECT_THAT(
        result.errors,
        ElementsAre("[memory] 4000000 bytes more do not fit into the bound of 1000000 bytes: nothing is "
                    "running any more, and 0 bytes are held by arrays that the program still has names for"));
    EXPECT_EQ(trace.task_count(), 0u);
    EXPECT_TRUE(trace.finished());
    for (WaitId id = 0; id < trace.wait_count(); ++id) EXPECT_EQ(trace.wait(id).ended_by, kNone);
  }
}

TEST(MemoryBound, NamesWhatIsHeld) {
  RunRequest request = small("increment-loop", "async");
  request.set = {
      {"rows", 500}, {"columns", 450}, {"memory_bound_mb", 1}};  // x fits, y does not fit beside it
  const auto [trace, result] = run(request);
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_THAT(
      result.errors,
      ElementsAre("[memory] 900000 bytes more do not fit into the bound of 1000000 bytes: nothing is running "
                  "any more, and 900000 bytes are held by arrays that the program still has names for"));
  EXPECT_EQ(trace.task_count(), 1u);
}

}  // namespace
}  // namespace runahead
