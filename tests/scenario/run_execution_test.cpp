// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions: stopping at any moment, programs that throw, and snapshots of a run that goes on.
// Not here: bounds on tasks and memory (bounds_test.cpp).
#include <sched.h>

#include <atomic>
#include <new>
#include <thread>

#include "core/base/processor_wait.h"
#include "tests/scenario/runs.h"

namespace runahead {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using namespace testing_support;
using Status = RunResult::Status;

/// Far longer than any test lasts.
RunRequest endless(const char* mode, const char* waits) {
  RunRequest request = small("increment-loop", mode, waits);
  request.set = {{"n", 10'000'000}, {"rows", 1}, {"columns", 2}};
  return request;
}

TEST(RunExecution, CallsBackOnceWhenTheTraceIsComplete) {
  std::atomic<int> calls{0};
  std::atomic<bool> complete{false};
  {
    RunExecution session(checked(small("four-statements")));
    EXPECT_FALSE(session.finished());
    session.start([&] {
      ++calls;
      complete = session.finished() && session.snapshot().finished();
    });
    session.wait();
    EXPECT_TRUE(session.finished());
    EXPECT_TRUE(session.snapshot().finished());
  }
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(complete);
}

TEST(RunExecution, TheTraceSaysWhatWasRun) {
  RunRequest request = small("barriers", "async", "4,6", 3);
  request.seed = 9;
  request.set = {{"n", 12}, {"max_pending", 50}};
  const TraceInfo info = run(request).trace.info();
  EXPECT_EQ(info.source.scenario, "barriers");
  EXPECT_EQ(info.mode, Mode::async);
  EXPECT_EQ(info.waits.text(), "4,6");
  EXPECT_EQ(info.clock, Clock::live);
  EXPECT_EQ(info.workers, 3);
  EXPECT_EQ(info.seed, 9u);
  EXPECT_EQ(info.set, (Settings{{"n", 12}, {"max_pending", 50}}));
}

/// On one processor, beside a thread that never sleeps; long enough for many turns of both.
TEST(RunExecution, TellsHowLongItsThreadsWaitedForAProcessor) {
  cpu_set_t all, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  std::atomic<bool> over = false;
  std::thread other([&over] {
    while (!over) {
    }
  });
  RunRequest request = small("increment-loop", "async", "none");
  request.set = {{"n", 10000}};
  const Trace trace = run(request).trace;
  over = true;
  other.join();
  ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
  if (processor_wait_ns() == 0) GTEST_SKIP() << "the system does not say";
  EXPECT_TRUE(trace.waited_for_processors()) << trace.processor_wait_ns() << " of " << trace.end_ns();
  EXPECT_EQ(trace.until(trace.size() - 1).processor_wait_ns(), 0) << "it is of the whole run";
}

TEST(RunExecution, HasALaneForEveryWorkerOrForTheCall) {
  const Trace pool = run(small("four-statements", "async", "", 3)).trace;
  ASSERT_EQ(pool.lane_count(), 4u);
  EXPECT_EQ(pool.lane(0).kind, LaneKind::frontend);
  EXPECT_EQ(pool.lane(3).kind, LaneKind::worker);
  EXPECT_EQ(pool.lane(3).name, "Worker 3");
  const Trace inside = run(small("four-statements", "sync", "", 3)).trace;
  ASSERT_EQ(inside.lane_count(), 2u);
  EXPECT_EQ(inside.lane(1).kind, LaneKind::caller);
  EXPECT_EQ(inside.lane_task_count(1), 4u);
}

TEST(Stop, AtOnce) {
  for (const char* mode : {"async", "sync"}) {
    RunExecution session(checked(endless(mode, "none")));
    session.start();
    session.stop();
    session.wait();
    EXPECT_EQ(session.result().status, Status::stopped);
    EXPECT_TRUE(session.snapshot().finished());
    EXPECT_THAT(session.result().errors, IsEmpty());
  }
}

TEST(Stop, BeforeTheStart) {
  RunExecution session(checked(endless("async", "none")));
  session.stop();
  session.start();
  session.wait();
  EXPECT_EQ(session.result().status, Status::stopped);
}

TEST(Stop, InTheMiddleTwiceAndAfterTheEnd) {
  for (const char* mode : {"async", "sync"}) {
    for (const char* waits : {"none", "each"}) {
      RunExecution session(checked(endless(mode, waits)));
      session.start();
      EXPECT_TRUE(watch_until(session, [](const Trace& trace) { return trace.task_count() > 1000; }));
      session.stop();
      session.stop();
      session.wait();
      session.stop();
      EXPECT_EQ(session.result().status, Status::stopped);
      EXPECT_FALSE(session.result().value);
      const Trace trace = session.snapshot();
      EXPECT_TRUE(trace.finished());
      EXPECT_GT(trace.task_count(), 1000u);
      EXPECT_LT(trace.task_count(), 10'000'000u);
    }
  }
}

TEST(Stop, AfterTheEndChangesNothing) {
  RunExecution session(checked(small("four-statements")));
  session.start();
  session.wait();
  const Seq size = session.snapshot().size();
  session.stop();
  EXPECT_EQ(session.result().status, Status::succeeded);
  EXPECT_TRUE(session.result().value);
  EXPECT_EQ(session.snapshot().size(), size);
}

TEST(Stop, WhileTheFrontendWaits) {
  static const Scenario scenario = local_scenario([](Program& p) {
    p.line(1);
    Gate::close(p);
    p.waitall(2, WaitPlace::final);
    ADD_FAILURE() << "the program goes on";
  });
  Gate::arm();
  RunExecution session(config_of(scenario));
  session.start();
  EXPECT_TRUE(
      watch_until(session, [](const Trace& trace) { return is_waiting(trace, WaitReason::waitall); }));
  session.stop();
  Gate::open();
  session.wait();
  EXPECT_EQ(session.result().status, Status::stopped);
}

TEST(Stop, ByDestroying) {
  std::atomic<int> calls{0};
  {
    RunExecution session(checked(endless("async", "none")));
    session.start([&] { ++calls; });
    EXPECT_TRUE(watch_until(session, [](const Trace& trace) { return trace.task_count() > 100; }));
  }
  EXPECT_EQ(calls, 1) << "everything has ended before the session has gone";
  { RunExecution never_started(checked(endless("async", "none"))); }
}

TEST(Stop, LeavesTheSnapshotUsable) {
  Trace trace;
  {
    RunExecution session(checked(endless("async", "none")));
    session.start();
    watch_until(session, [](const Trace& growing) { return growing.task_count() > 100; });
    trace = session.snapshot();
  }
  EXPECT_GT(trace.task_count(), 100u);
  EXPECT_EQ(trace.task(100).id, 100u);
}

TEST(ProgramErrors, EndTheRunWithTheirSentence) {
  static const Scenario scenario = local_scenario([](Program& p) {
    NDArray x("x");
    p.line(1);
    x = ones(p.frontend(), {2});
    p.result(x);
    p.line(2);
    throw std::runtime_error("it cannot be done");
  });
  for (const Mode mode : {Mode::async, Mode::sync}) {
    const auto [trace, result] = run(config_of(scenario, mode));
    EXPECT_EQ(result.status, Status::failed);
    EXPECT_THAT(result.errors, ElementsAre("it cannot be done"));
    ASSERT_TRUE(result.value) << "what was declared and computed is still there";
    EXPECT_THAT(result.value->data, ElementsAre(1, 1));
    EXPECT_TRUE(trace.finished());
    EXPECT_NE(trace.statement(1).end, kNever);
    EXPECT_EQ(trace.counters_at(trace.size()).live_bytes, 8);  // of the result
  }
}

TEST(ProgramErrors, ShapesAreErrorsOfTheCall) {
  static const Scenario scenario = local_scenario([](Program& p) {
    p.line(1);
    dot(ones(p.frontend(), {2, 3}), ones(p.frontend(), {4, 5}));
  });
  const RunResult result = run(config_of(scenario)).result;
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_THAT(result.errors, ElementsAre("[dot] inner sizes 3 and 4 differ: shapes (2, 3) and (4, 5)"));
  EXPECT_FALSE(result.value);
}

TEST(ProgramErrors, LackOfMemoryHasASentence) {
  static const Scenario scenario = local_scenario([](Program&) { throw std::bad_alloc(); });
  const RunResult result = run(config_of(scenario)).result;
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_THAT(result.errors, ElementsAre("[memory] the system has no memory left for this run"));
}

TEST(ProgramErrors, ThatNoWaitMetAreShownAtTheEnd) {
  static const Scenario scenario = local_scenario([](Program& p) {
    p.line(1);
    normal(p.frontend(), {2}, 0, -1);
  });
  const auto [trace, result] = run(config_of(scenario));
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_THAT(result.errors,
              ElementsAre("[normal] the standard deviation is negative: -1.000000 (no wait met this error)"));
  const ErrorRecord last = trace.error(trace.error_count() - 1);
  EXPECT_EQ(last.kind, ErrorKind::surfaced);
  EXPECT_EQ(last.statement, kNone);
}

TEST(ProgramErrors, MakeNoFailureWhereTheyAreTheSubject) {
  static const Scenario scenario = [] {
    Scenario demonstration = local_scenario([](Program&) { throw std::runtime_error("as announced"); });
    demonstration.demonstrates_error = true;
    return demonstration;
  }();
  const RunResult result = run(config_of(scenario)).result;
  EXPECT_EQ(result.status, Status::succeeded);
  EXPECT_THAT(result.errors, ElementsAre("as announced"));
}

/// A snapshot answers as one moment of the run, whatever happens meanwhile.
void expect_consistent(const Trace& trace) {
  const Seq size = trace.size();
  const State state = trace.state_at(size);
  const Counters counters = trace.counters_at(size);
  EXPECT_EQ(state.counters.depth(), counters.depth());
  EXPECT_EQ(state.counters.live_bytes, counters.live_bytes);
  EXPECT_EQ(state.issued, trace.task_count());
  EXPECT_EQ(state.statements, trace.statement_count());
  EXPECT_EQ(state.waits, trace.wait_count());
  EXPECT_EQ(trace.pending_at(size, 1'000'000'000).size(), counters.depth());
  const TaskId first = trace.task_count() > 300 ? trace.task_count() - 300 : 0;
  for (TaskId id = first; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    EXPECT_LT(task.issue(), size);
    for (const Seq seq : {task.ready, task.start, task.end}) EXPECT_TRUE(seq == kNever || seq < size);
    EXPECT_LE(task.enqueue, task.ready);
    EXPECT_LE(task.ready, task.start);
    EXPECT_LE(task.start, task.end);
  }
}

TEST(Snapshots, AreConsistentWhileTheRunGoesOn) {
  RunExecution session(checked(endless("async", "none")));
  session.start();
  Trace before;
  int seen = 0;
  watch_until(session, [&](const Trace& trace) {
    if (trace.size() == before.size()) return false;
    EXPECT_GT(trace.size(), before.size());
    EXPECT_GE(trace.end_ns(), before.end_ns());
    expect_consistent(trace);
    if (before.size() > 0) {
      const Seq last = before.size() - 1;
      EXPECT_EQ(trace.event(last).id, before.event(last).id) << "what was is not changed";
      EXPECT_EQ(trace.event(last).time_ns, before.event(last).time_ns);
    }
    before = trace;
    return ++seen == 4;
  });
  session.stop();
  session.wait();
  EXPECT_EQ(seen, 4);
  expect_consistent(session.snapshot());
}

}  // namespace
}  // namespace runahead
