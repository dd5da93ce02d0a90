// SPDX-License-Identifier: GPL-3.0-or-later
// Traces: what is appended is what is read, snapshots do not see the future, folds agree with counting by
// hand. Not here: recording from threads (recorder_test.cpp).
#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "core/trace/trace_builder.h"

namespace runahead {
namespace {

using testing::ElementsAre;

/// a = ones; b = a + 1 while a runs; a is overwritten; the frontend waits for b.
struct SmallRun {
  TraceBuilder builder{TraceInfo{.scenario = "small"}};
  SmallRun() {
    builder.add_lane(LaneKind::frontend, "Frontend");
    builder.add_lane(LaneKind::worker, "Worker 1");
    const VariableId a = builder.add_variable(builder.intern("a"));
    const VariableId b = builder.add_variable(builder.intern("b"));
    const NameId ones = builder.intern("ones");
    const NameId add = builder.intern("add");
    const UseRequest writes_a[] = {{a, true}};
    const UseRequest reads_a_writes_b[] = {{a, false}, {b, true}};
    builder.begin_statement(10, 1);                          // 0
    builder.enqueue(20, ones, 0, writes_a, true);            // 1
    builder.end_statement(25, 0);                            // 2
    builder.start(30, 0, 1);                                 // 3
    builder.allocate(30, a, 100);                            // 4
    builder.begin_statement(35, 2);                          // 5
    builder.enqueue(40, add, 1, reads_a_writes_b, false);    // 6
    builder.enqueue(50, ones, 1, writes_a, false);           // 7
    builder.end_statement(55, 1);                            // 8
    builder.begin_statement(60, 3);                          // 9
    builder.begin_wait(60, WaitReason::wait_to_read, 2, b);  // 10
    builder.end(70, 0, Outcome::ok);                         // 11
    builder.ready(70, 1);                                    // 12
    builder.start(70, 1, 1);                                 // 13
    builder.allocate(70, b, 200);                            // 14
    builder.end(80, 1, Outcome::ok);                         // 15
    builder.ready(80, 2);                                    // 16
    builder.end_wait(85, 0, 1);                              // 17
    builder.release(90, b);                                  // 18
    builder.publish();
  }
};

TEST(Trace, ReadsBackWhatWasAppended) {
  SmallRun run;
  const Trace trace = run.builder.snapshot();
  EXPECT_EQ(trace.size(), 19u);
  EXPECT_EQ(trace.task_count(), 3u);
  const Task add = trace.task(1);
  EXPECT_EQ(trace.name(add.name), "add");
  EXPECT_EQ(add.enqueue, 6u);
  EXPECT_EQ(add.ready, 12u);
  EXPECT_EQ(add.start, 13u);
  EXPECT_EQ(add.end, 15u);
  EXPECT_EQ(trace.task(0).ready, trace.task(0).enqueue);
  EXPECT_EQ(trace.wait(0).ended_by, 1u);
  EXPECT_EQ(trace.first_at(70), 11u);
  EXPECT_EQ(trace.first_after(70), 15u);
  EXPECT_EQ(trace.lane_task_count(1), 2u);
  EXPECT_EQ(trace.variable(1).bytes, 200);
  EXPECT_EQ(trace.end_ns(), 90);
}

TEST(Trace, SnapshotDoesNotSeeTheFuture) {
  SmallRun run;
  const Trace before = run.builder.snapshot();
  run.builder.start(100, 2, 1);
  run.builder.end(110, 2, Outcome::ok);
  run.builder.publish(true);
  EXPECT_EQ(before.task(2).start, kNever);
  EXPECT_EQ(before.task(2).end, kNever);
  EXPECT_EQ(before.lane_task_count(1), 2u);
  EXPECT_FALSE(before.finished());
  const Trace after = run.builder.snapshot();
  EXPECT_EQ(after.task(2).end, 20u);
  EXPECT_EQ(after.lane_task_count(1), 3u);
  EXPECT_TRUE(after.finished());
}

TEST(Trace, StateIsAFoldOfTheEventsSoFar) {
  SmallRun run;
  const Trace trace = run.builder.snapshot();
  const State in_the_wait = trace.state_at(11);
  EXPECT_EQ(in_the_wait.counters.blocked, 2u);
  EXPECT_EQ(in_the_wait.counters.ready, 0u);
  EXPECT_EQ(in_the_wait.counters.running, 1u);
  EXPECT_EQ(in_the_wait.counters.live_bytes, 100);
  EXPECT_EQ(in_the_wait.statement, 2u);
  EXPECT_EQ(in_the_wait.wait, 0u);
  EXPECT_EQ(in_the_wait.time_ns, 60);
  EXPECT_THAT(trace.pending_at(11, 10), ElementsAre(0u, 1u, 2u));
  EXPECT_THAT(trace.pending_at(17, 10), ElementsAre(2u));
  EXPECT_THAT(trace.variables_at(11, 10), ElementsAre(0u, 1u));
  EXPECT_THAT(trace.variables_at(19, 10), ElementsAre(0u));
  EXPECT_EQ(trace.state_at(0).counters.depth(), 0u);
}

TEST(Trace, EdgesAreNamedAfterTheirHazard) {
  SmallRun run;
  const Trace trace = run.builder.snapshot();
  ASSERT_EQ(trace.edges_into(1).size(), 1u);
  EXPECT_EQ(trace.edges_into(1)[0].from, 0u);
  EXPECT_EQ(trace.edges_into(1)[0].kind, EdgeKind::read_after_write);
  ASSERT_EQ(trace.edges_into(2).size(), 1u);  // the reader stands for the write before it
  EXPECT_EQ(trace.edges_into(2)[0].from, 1u);
  EXPECT_EQ(trace.edges_into(2)[0].kind, EdgeKind::write_after_read);
}

TEST(Trace, UsesCarryVersions) {
  SmallRun run;
  const Trace trace = run.builder.snapshot();
  EXPECT_EQ(trace.use(0, 0).version, 1u);
  EXPECT_EQ(trace.use(1, 0).version, 1u);
  EXPECT_FALSE(trace.use(1, 0).write);
  EXPECT_EQ(trace.use(2, 0).version, 2u);
  EXPECT_EQ(trace.use_count(1), 2u);
  EXPECT_EQ(trace.use_at(trace.use(1, 0).writer).task, 0u);
}

/// A random, valid run; every fold is compared with counting over all events.
TEST(Trace, FoldsAgreeWithCountingOnRandomRuns) {
  std::mt19937 random(3);
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  builder.add_lane(LaneKind::worker, "Worker 1");
  std::vector<TaskId> blocked, ready, running;
  std::vector<Counters> counters{Counters{}};
  Counters now;
  std::int64_t time = 0;
  const auto take = [&](std::vector<TaskId>& from) {
    const std::size_t at = random() % from.size();
    const TaskId id = from[at];
    from.erase(from.begin() + static_cast<std::ptrdiff_t>(at));
    return id;
  };
  for (int i = 0; i < 5000; ++i) {
    time += random() % 3;
    switch (random() % 5) {
      case 0: {
        const bool at_once = random() % 2 == 0;
        const VariableId variable = builder.add_variable();
        const UseRequest uses[] = {{variable, true}};
        (at_once ? ready : blocked).push_back(builder.enqueue(time, 0, kNone, uses, at_once));
        ++(at_once ? now.ready : now.blocked);
        break;
      }
      case 1:
        if (blocked.empty()) continue;
        ready.push_back(take(blocked));
        builder.ready(time, ready.back());
        --now.blocked, ++now.ready;
        break;
      case 2:
        if (ready.empty()) continue;
        running.push_back(take(ready));
        builder.start(time, running.back(), 1);
        --now.ready, ++now.running;
        break;
      case 3:
        if (running.empty()) continue;
        builder.end(time, take(running), Outcome::ok);
        --now.running;
        break;
      case 4:
        builder.pool(time, static_cast<std::int64_t>(random() % 1000));
        now.pool_bytes = builder.state().counters.pool_bytes;
        break;
    }
    counters.push_back(now);
  }
  builder.publish(true);
  const Trace trace = builder.snapshot();
  ASSERT_EQ(trace.size() + 1, counters.size());
  for (Seq cursor = 0; cursor <= trace.size(); ++cursor) {
    const Counters folded = trace.counters_at(cursor);
    ASSERT_EQ(folded.blocked, counters[cursor].blocked) << cursor;
    ASSERT_EQ(folded.ready, counters[cursor].ready) << cursor;
    ASSERT_EQ(folded.running, counters[cursor].running) << cursor;
    ASSERT_EQ(folded.pool_bytes, counters[cursor].pool_bytes) << cursor;
  }
  for (int i = 0; i < 300; ++i) {
    Seq first = random() % (trace.size() + 1);
    Seq last = random() % (trace.size() + 1);
    if (first > last) std::swap(first, last);
    const CounterRange range = trace.counter_range(first, last);
    std::uint32_t most = 0, least = ~0U;
    for (Seq at = first; at <= last; ++at) {
      most = std::max(most, counters[at].depth());
      least = std::min(least, counters[at].depth());
    }
    ASSERT_EQ(range.max_depth, most);
    ASSERT_EQ(range.min_depth, least);
    const std::vector<TaskId> pending = trace.pending_at(last, 100000);
    ASSERT_EQ(pending.size(), counters[last].depth());
    ASSERT_TRUE(std::is_sorted(pending.begin(), pending.end()));
  }
}

}  // namespace
}  // namespace runahead
