// SPDX-License-Identifier: GPL-3.0-or-later
// Critical paths: without a gap, as long as what they explain, and true of every piece, on any trace; and
// which way they take, on small ones.
#include "core/analysis/critical_path.h"

#include <gmock/gmock.h>

#include <numeric>

#include "core/analysis/summary.h"
#include "core/trace/trace_builder.h"
#include "tests/analysis/model_runs.h"
#include "tests/support/random_trace.h"

namespace runahead {
namespace {

using namespace testing_support;

/// "execution 3 [20, 50) after 2 by its worker", one line for each piece.
std::string text_of(const CriticalPath& path) {
  std::string text;
  for (const PathPiece& piece : path.pieces) {
    text += to_string(piece.kind);
    if (piece.task != kNone) text += " of " + std::to_string(piece.task);
    if (piece.wait != kNone) text += " of wait " + std::to_string(piece.wait);
    if (piece.statement != kNone) text += " of statement " + std::to_string(piece.statement);
    text += " " + std::to_string(piece.from_ns) + " to " + std::to_string(piece.to_ns);
    if (piece.cause == PathCause::frontend) text += ", when issued";
    if (piece.cause == PathCause::worker)
      text += ", when its worker had ended " + std::to_string(piece.after);
    if (piece.cause == PathCause::dependency) {
      text += ", after " + std::to_string(piece.after) + " by " + std::to_string(piece.variable);
    }
    text += "\n";
  }
  return text;
}

bool depends(const Trace& trace, TaskId task, TaskId on, VariableId by, int depth = 0) {
  for (const Edge& edge : trace.edges_into(task)) {
    if (edge.from == on && edge.variable == by) return true;
    const bool gone = trace.task(edge.from).outcome == Outcome::eliminated;
    if (gone && depth < 8 && depends(trace, edge.from, on, by, depth + 1)) return true;
  }
  return false;
}

void expect_true(const Trace& trace, const CriticalPath& path, const PathPiece& piece) {
  const bool has_task = piece.task != kNone;
  const Task task = has_task ? trace.task(piece.task) : Task{};
  switch (piece.kind) {
    case PathKind::issuing:
      break;
    case PathKind::execution: {
      ASSERT_TRUE(has_task);
      EXPECT_NE(trace.lane(task.lane).kind, LaneKind::frontend);
      EXPECT_EQ(piece.from_ns, std::max(trace.time_ns(task.start), path.from_ns));
      EXPECT_EQ(piece.to_ns, trace.time_ns(task.end));
      EXPECT_NE(piece.cause, PathCause::none);
      if (piece.cause == PathCause::dependency) {
        EXPECT_TRUE(depends(trace, task.id, piece.after, piece.variable));
      }
      if (piece.cause == PathCause::worker) {
        EXPECT_EQ(trace.task(piece.after).lane, task.lane);
      }
      if (piece.cause != PathCause::frontend) {
        EXPECT_LT(trace.task(piece.after).end, task.start);
      }
      break;
    }
    case PathKind::worker:
      ASSERT_TRUE(has_task);
      EXPECT_LE(trace.time_ns(task.enqueue), std::max(piece.from_ns, path.from_ns));
      EXPECT_EQ(piece.to_ns, trace.time_ns(task.start != kNever ? task.start : task.end));
      break;
    case PathKind::hand_back:
    case PathKind::idle:
      ASSERT_TRUE(has_task || piece.wait != kNone);
      if (piece.wait == kNone) break;
      EXPECT_LE(trace.time_ns(trace.wait(piece.wait).begin), piece.from_ns);
      if (trace.wait(piece.wait).end != kNever) {
        EXPECT_EQ(trace.time_ns(trace.wait(piece.wait).end), piece.to_ns);
      }
      break;
  }
}

void expect_sound(const Trace& trace, const CriticalPath& path) {
  std::int64_t at_ns = path.from_ns;
  std::array<std::int64_t, kPathKinds> ns = {};
  for (const PathPiece& piece : path.pieces) {
    EXPECT_EQ(piece.from_ns, at_ns);
    EXPECT_GT(piece.to_ns, piece.from_ns);
    at_ns = piece.to_ns;
    ns[static_cast<std::size_t>(piece.kind)] += piece.to_ns - piece.from_ns;
    expect_true(trace, path, piece);
  }
  EXPECT_EQ(at_ns, path.to_ns);
  EXPECT_EQ(ns, path.ns);
  EXPECT_EQ(std::accumulate(ns.begin(), ns.end(), std::int64_t{0}), path.to_ns - path.from_ns);
}

/// All paths of a trace.
/// The pieces of the path within the wait, and they alone.
void expect_part_in_wait(const Trace& trace, WaitId id, const CriticalPath& whole) {
  const CriticalPath part = path_in_wait(trace, id);
  std::size_t at = whole.pieces.size() - std::min(whole.pieces.size(), part.pieces.size());
  for (const PathPiece& piece : part.pieces) {
    ASSERT_EQ(piece.from_ns, std::max(whole.pieces[at].from_ns, part.from_ns));
    ASSERT_EQ(piece.to_ns, whole.pieces[at].to_ns);
    ASSERT_EQ(piece.kind, whole.pieces[at].kind);
    ASSERT_EQ(piece.task, whole.pieces[at].task);
    ++at;
  }
  if (whole.to_ns > part.from_ns) {
    ASSERT_FALSE(part.pieces.empty());
    ASSERT_EQ(part.pieces.front().from_ns, part.from_ns);
  }
}

void expect_all_sound(const Trace& trace) {
  const CriticalPath whole = critical_path(trace);
  expect_sound(trace, whole);
  EXPECT_EQ(whole.to_ns - whole.from_ns, summarize(trace).total_ns);
  for (RegionId id = 0; id < trace.region_count(); ++id) {
    const Region mark = trace.region(id);
    const CriticalPath path = critical_path(trace, id);
    expect_sound(trace, path);
    EXPECT_EQ(path.from_ns, trace.time_ns(mark.begin));
    EXPECT_EQ(path.to_ns, mark.end == kNever ? trace.end_ns() : trace.time_ns(mark.end));
  }
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    const Wait wait = trace.wait(id);
    const CriticalPath path = path_to_wait(trace, id);
    expect_part_in_wait(trace, id, path);
    if (wait.end == kNever) {
      EXPECT_TRUE(path.pieces.empty());
      continue;
    }
    expect_sound(trace, path);
    EXPECT_EQ(path.to_ns, trace.time_ns(wait.end));
  }
}

TEST(CriticalPath, OfARunThatWaitsInEveryPassGoesThroughEverything) {
  const Trace trace = run(loop({3, 10, 100, 5}, "async", "each")).trace;
  const CriticalPath path = critical_path(trace, 1);
  ASSERT_EQ(path.pieces.size(), 9U);
  const std::int64_t begin_ns = path.from_ns;
  for (std::size_t iteration = 0; iteration < 3; ++iteration) {
    const PathPiece* piece = &path.pieces[3 * iteration];
    EXPECT_EQ(piece[0].kind, PathKind::issuing);
    EXPECT_EQ(piece[0].from_ns, begin_ns + 115 * static_cast<std::int64_t>(iteration));
    EXPECT_EQ(trace.statement(piece[0].statement).line, 5);
    EXPECT_EQ(piece[1].kind, PathKind::execution);
    EXPECT_EQ(piece[1].cause, PathCause::frontend);
    EXPECT_EQ(piece[1].to_ns - piece[1].from_ns, 100);
    EXPECT_EQ(piece[2].kind, PathKind::hand_back);
    EXPECT_EQ(piece[2].to_ns - piece[2].from_ns, 5);
  }
  EXPECT_THAT(path.ns, testing::ElementsAre(30, 300, 0, 15, 0));
}

TEST(CriticalPath, OfARunAheadFollowsTheBottleneck) {
  const Trace slow_worker = run(loop({4, 10, 100, 5}, "async", "none")).trace;
  const CriticalPath through_worker = critical_path(slow_worker, 1);
  EXPECT_THAT(through_worker.ns, testing::ElementsAre(10, 400, 0, 5, 0));
  EXPECT_EQ(through_worker.pieces[1].cause, PathCause::frontend);
  for (const std::size_t i : {2, 3, 4}) {
    EXPECT_EQ(through_worker.pieces[i].cause, PathCause::worker);
    EXPECT_EQ(through_worker.pieces[i].after, through_worker.pieces[i - 1].task);
  }
  const Trace slow_frontend = run(loop({4, 100, 10, 5}, "async", "none")).trace;
  const CriticalPath through_frontend = critical_path(slow_frontend, 1);
  EXPECT_THAT(through_frontend.ns, testing::ElementsAre(400, 10, 0, 5, 0));
  EXPECT_EQ(through_frontend.pieces.size(), 3U);
}

/// Two workers; y = x + 1 runs beside z, and w needs both.
class TwoWorkers : public testing::Test {
 protected:
  TwoWorkers() {
    builder_.add_lane(LaneKind::frontend, "Frontend");
    builder_.add_lane(LaneKind::worker, "Worker 1");
    builder_.add_lane(LaneKind::worker, "Worker 2");
    for (int i = 0; i < 4; ++i) builder_.add_variable();
  }
  TaskId enqueue(std::int64_t ns, StatementId statement, std::vector<UseRequest> uses, bool ready) {
    return builder_.enqueue(ns, 0, statement, uses, ready);
  }
  Trace finish() {
    builder_.publish(true);
    return builder_.snapshot();
  }
  TraceBuilder builder_{TraceInfo{}};
};

TEST_F(TwoWorkers, TheLaterDependencyIsOnThePath) {
  const StatementId statement = builder_.begin_statement(0, 1);
  enqueue(10, statement, {{0, true}}, true);
  builder_.start(12, 0, 1);
  enqueue(20, statement, {{1, true}}, true);
  builder_.start(25, 1, 2);
  enqueue(30, statement, {{0, false}, {1, false}, {2, true}}, false);
  const WaitId wait = builder_.begin_wait(35, WaitReason::print, statement, 2);
  builder_.end(50, 0, Outcome::ok);
  builder_.end(90, 1, Outcome::ok);
  builder_.ready(91, 2);
  builder_.start(93, 2, 1);
  builder_.end(140, 2, Outcome::ok);
  builder_.end_wait(150, wait, 2);
  builder_.end_statement(155, statement);
  const Trace trace = finish();
  const std::string up_to_the_wait =
      "frontend issuing of statement 0 0 to 20\n"
      "waiting for a worker of 1 20 to 25\n"
      "execution of 1 25 to 90, when issued\n"
      "waiting for a worker of 2 90 to 93\n"
      "execution of 2 93 to 140, after 1 by 1\n"
      "hand back of wait 0 140 to 150\n";
  EXPECT_EQ(text_of(path_to_wait(trace, wait)), up_to_the_wait);
  EXPECT_EQ(text_of(critical_path(trace)), up_to_the_wait + "frontend issuing 150 to 155\n");
  expect_all_sound(trace);
}

TEST_F(TwoWorkers, ABusyWorkerCountsFromWhenTheTaskWasReady) {
  enqueue(10, kNone, {{0, true}}, true);
  builder_.start(10, 0, 1);
  enqueue(15, kNone, {{1, true}}, true);  // ready long before a worker is free
  builder_.end(60, 0, Outcome::ok);
  builder_.start(62, 1, 1);
  builder_.end(100, 1, Outcome::ok);
  enqueue(130, kNone, {{2, true}}, true);  // a worker was free long before
  builder_.start(130, 2, 1);
  builder_.end(150, 2, Outcome::ok);
  EXPECT_EQ(text_of(critical_path(finish())),
            "frontend issuing 0 to 130\n"
            "execution of 2 130 to 150, when issued\n");
  EXPECT_EQ(text_of(critical_path(builder_.snapshot().until(6))),
            "frontend issuing 0 to 10\n"
            "execution of 0 10 to 60, when issued\n"
            "waiting for a worker of 1 60 to 62\n"
            "execution of 1 62 to 100, when its worker had ended 0\n");
}

TEST_F(TwoWorkers, WaitsForRoomAndForNothingKnown) {
  enqueue(10, kNone, {{0, true}}, true);
  builder_.start(10, 0, 1);
  const WaitId room = builder_.begin_wait(20, WaitReason::queue_full, kNone, kNone);
  builder_.end(50, 0, Outcome::ok);
  builder_.end_wait(53, room, 0);
  enqueue(60, kNone, {{1, true}}, true);
  const WaitId unknown = builder_.begin_wait(60, WaitReason::synchronize, kNone, 1);
  builder_.end_wait(70, unknown, kNone);
  builder_.start(75, 1, 1);
  builder_.end(90, 1, Outcome::skipped);
  const Trace trace = finish();
  EXPECT_EQ(text_of(path_to_wait(trace, room)),
            "frontend issuing 0 to 10\n"
            "execution of 0 10 to 50, when issued\n"
            "hand back of wait 0 50 to 53\n");
  EXPECT_EQ(text_of(path_to_wait(trace, unknown)),
            "frontend issuing 0 to 10\n"
            "execution of 0 10 to 50, when issued\n"
            "hand back of wait 0 50 to 53\n"
            "frontend issuing 53 to 60\n"
            "hand back of wait 1 60 to 70\n");
  EXPECT_EQ(critical_path(trace).ns[static_cast<std::size_t>(PathKind::worker)], 15);
  expect_all_sound(trace);
}

TEST_F(TwoWorkers, ABlockedTaskOfARecorderThatKnowsNoDependenciesIsIdle) {
  enqueue(10, kNone, {}, false);
  builder_.ready(40, 0);
  builder_.start(45, 0, 1);
  builder_.end(60, 0, Outcome::ok);
  EXPECT_EQ(text_of(critical_path(finish())),
            "frontend issuing 0 to 10\n"
            "idle of 0 10 to 40\n"
            "waiting for a worker of 0 40 to 45\n"
            "execution of 0 45 to 60, when issued\n");
}

/// As of a profiler that records launches, kernels of two streams and a synchronisation, without what
/// depended on what.
TEST(CriticalPath, OfAnotherRecordersTraceTakesWhatThereIs) {
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::frontend, "python");
  builder.add_lane(LaneKind::stream, "stream 7");
  builder.add_lane(LaneKind::copy, "memcpy");
  builder.enqueue(1000, builder.intern("sgemm"), kNone, {}, true);
  builder.enqueue(1010, builder.intern("relu"), kNone, {}, true);
  builder.start(1015, 0, 1);
  builder.enqueue(1020, builder.intern("memcpyDtoH"), kNone, {}, true);
  const WaitId wait = builder.begin_wait(1030, WaitReason::synchronize, kNone, kNone);
  builder.end(1100, 0, Outcome::ok);
  builder.start(1101, 1, 1);
  builder.start(1101, 2, 2);
  builder.end(1120, 2, Outcome::ok);
  builder.end(1150, 1, Outcome::ok);
  builder.end_wait(1160, wait, kNone);
  builder.publish(true);
  const Trace trace = builder.snapshot();
  EXPECT_EQ(text_of(path_to_wait(trace, wait)),
            "frontend issuing 0 to 1000\n"
            "waiting for a worker of 0 1000 to 1015\n"
            "execution of 0 1015 to 1100, when issued\n"
            "waiting for a worker of 1 1100 to 1101\n"
            "execution of 1 1101 to 1150, when its worker had ended 0\n"
            "hand back of wait 0 1150 to 1160\n");
  expect_all_sound(trace);
}

TEST(CriticalPath, InTheCallAlternates) {
  const Trace trace = run(loop({3, 10, 100, 5}, "sync", "each")).trace;
  EXPECT_THAT(critical_path(trace, 1).ns, testing::ElementsAre(30, 300, 0, 0, 0));
  EXPECT_EQ(critical_path(trace, 1).pieces.size(), 6U);
}

TEST(CriticalPath, FollowsAChainThroughItsArrays) {
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  builder.add_lane(LaneKind::worker, "Worker 1");
  const VariableId x = builder.add_variable();
  const UseRequest uses[] = {{x, false}, {x, true}};
  for (TaskId task = 0; task < 50; ++task) builder.enqueue(task, 0, kNone, uses, task == 0);
  for (TaskId task = 0; task < 50; ++task) {
    if (task > 0) builder.ready(100 + 10 * task, task);
    builder.start(100 + 10 * task, task, 1);
    builder.end(110 + 10 * task, task, Outcome::ok);
  }
  builder.publish(true);
  const Trace trace = builder.snapshot();
  const CriticalPath path = critical_path(trace);
  ASSERT_EQ(path.pieces.size(), 51U);  // one task waited for its worker, which began late
  for (std::size_t i = 2; i < path.pieces.size(); ++i) {
    EXPECT_EQ(path.pieces[i].cause, PathCause::dependency);
    EXPECT_EQ(path.pieces[i].variable, x);
  }
  expect_sound(trace, path);
}

class CriticalPathOfScenarios : public testing::TestWithParam<std::string> {};

TEST_P(CriticalPathOfScenarios, AddsUpAndIsTrue) {
  for_every_run(GetParam(), [](const Trace& trace) {
    expect_all_sound(trace);
    // The simulation knows why everything happened.
    EXPECT_EQ(critical_path(trace).ns[static_cast<std::size_t>(PathKind::idle)], 0);
    for (const PathPiece& piece : critical_path(trace).pieces) {
      if (piece.cause != PathCause::dependency && piece.cause != PathCause::worker) continue;
      EXPECT_LE(trace.time_ns(trace.task(piece.after).end), piece.from_ns);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, CriticalPathOfScenarios, testing::ValuesIn(scenario_ids()), scenario_test_name);

TEST(CriticalPath, OfNothingIsEmpty) {
  EXPECT_TRUE(critical_path(Trace()).pieces.empty());
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  builder.begin_statement(7, 1);
  builder.publish(true);
  EXPECT_TRUE(critical_path(builder.snapshot()).pieces.empty());
  TraceBuilder alone{TraceInfo{}};
  alone.resident(9, 1000);
  alone.publish();
  EXPECT_TRUE(critical_path(alone.snapshot()).pieces.empty());
}

TEST(CriticalPath, OfAnyTraceAddsUp) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const Trace whole = random_trace({.seed = seed, .steps = 800, .finished = seed % 3 != 0});
    for (const Seq cut : {whole.size(), whole.size() / 2, whole.size() / 7}) {
      const Trace trace = whole.until(cut);
      for (RegionId mark = 0; mark <= trace.region_count(); ++mark) {
        const CriticalPath path = critical_path(trace, mark == trace.region_count() ? kNone : mark);
        std::int64_t at_ns = path.from_ns;
        for (const PathPiece& piece : path.pieces) {
          ASSERT_EQ(piece.from_ns, at_ns);
          at_ns = piece.to_ns;
        }
        ASSERT_EQ(at_ns, path.to_ns);
      }
      for (WaitId wait = 0; wait < trace.wait_count(); ++wait) path_to_wait(trace, wait);
    }
  }
}

TEST(CriticalPath, OfLiveAndOfStoppedRunsAddsUp) {
  for (const char* mode : {"async", "sync", "lazy"}) {
    expect_all_sound(run(small("training-memory", mode, "each", 2)).trace);
    expect_all_sound(run(small("increment-loop", mode, "none", 2)).trace);
  }
  RunExecution session(checked(sized(small("increment-loop", "async", "none", 2), 1'000'000)));
  session.start();
  watch_until(session, [](const Trace& trace) { return trace.task_count() > 100; });
  session.stop();
  session.wait();
  const Trace stopped = session.snapshot();
  expect_sound(stopped, critical_path(stopped));
  expect_sound(stopped, critical_path(stopped, loop_region(stopped)));
}

}  // namespace
}  // namespace runahead
