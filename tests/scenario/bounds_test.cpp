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
    Session session(config);
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

TEST(MaxPending, HoldsInEveryScenario) {
  for (const Scenario& scenario : scenarios()) {
    RunRequest request = small(scenario.id, "", "none", 2);
    request.mode = "async";
    request.set["max_pending"] = 2;
    const Finished bounded = run(request);
    EXPECT_EQ(bounded.result.status, Status::succeeded) << scenario.id;
    EXPECT_LE(whole_range(bounded.trace).max_depth, 2u) << scenario.id;
    EXPECT_EQ(bounded.result.value->data, run(small(scenario.id)).result.value->data) << scenario.id;
  }
}

TEST(MaxPending, StopEndsTheWait) {
  static const Scenario scenario = local_scenario(gated_loop);
  Gate::arm();
  RunConfig config = config_of(scenario);
  config.max_pending = 3;
  Session session(config);
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
  Session session(config);
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
