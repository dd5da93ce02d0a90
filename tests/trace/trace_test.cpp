// SPDX-License-Identifier: GPL-3.0-or-later
// Traces: what is appended is what is read, snapshots do not see the future, folds agree with counting by
// hand. Not here: recording from threads (recorder_test.cpp).
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "core/trace/trace_builder.h"
#include "tests/support/random_trace.h"

namespace runahead {
namespace {

using testing::ElementsAre;

/// a = ones; b = a + 1 while a runs; a is overwritten; the frontend waits for b.
struct SmallRun {
  TraceBuilder builder{TraceInfo{{.source = {"small", {}}}}};
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
  EXPECT_EQ(trace.state_at(0).counters.depth(), 0u);
}

TEST(Trace, EachMemoryIsCountedAndTheFirstDevicesIsShown) {
  TraceBuilder builder{TraceInfo{}};
  for (int i = 0; i < 400; ++i) {  // more than a block
    const auto memory = static_cast<MemoryId>(i % 2 == 0 ? kHostMemory : i < 300 ? 2 : 3);
    const VariableId array = builder.add_variable(0, i % 4 == 1);
    builder.allocate(i, array, i + 1, memory);
    builder.pool(i, 1000 + i, memory);
    if (i % 3 == 0) builder.release(i, array);
    if (i == 0) {
      builder.publish();
      EXPECT_THAT(builder.snapshot().memories(), ElementsAre(kHostMemory));
      EXPECT_EQ(builder.snapshot().counter_range(0, 2).max.pool_bytes, 1000);
    }
  }
  builder.publish(true);
  const Trace trace = builder.snapshot();
  EXPECT_THAT(trace.memories(), ElementsAre(2, 3, kHostMemory));
  EXPECT_EQ(trace.until(1).memory(), 2) << "at every cursor the same";
  std::array<MemoryBytes, kMemories> now = {}, most = {};
  for (Seq seq = 0; seq < trace.size(); ++seq) {
    const Event event = trace.event(seq);
    MemoryBytes& bytes = now[trace.memory_of(seq)];
    if (event.kind == EventKind::pool) {
      bytes.pool = trace.sample(seq);
    } else {
      const Variable array = trace.variable(event.id);
      EXPECT_EQ(array.memory, trace.memory_of(seq));
      const std::int64_t sign = event.kind == EventKind::allocate ? 1 : -1;
      bytes.live += sign * array.bytes;
      if (array.input) bytes.input += sign * array.bytes;
    }
    const Counters counters = trace.counters_at(seq + 1);
    const CounterRange range = trace.counter_range(0, seq + 1);
    for (std::size_t memory = 0; memory < kMemories; ++memory) {
      most[memory].live = std::max(most[memory].live, now[memory].live);
      ASSERT_EQ(counters.memories[memory].live, now[memory].live) << seq;
      ASSERT_EQ(counters.memories[memory].pool, now[memory].pool) << seq;
      ASSERT_EQ(counters.memories[memory].input, now[memory].input) << seq;
      ASSERT_EQ(range.max.memories[memory].live, most[memory].live) << seq;
    }
    ASSERT_EQ(counters.live_bytes, now[2].live) << seq;
    ASSERT_EQ(counters.pool_bytes, now[2].pool) << seq;
    ASSERT_EQ(counters.input_bytes, now[2].input) << seq;
    ASSERT_EQ(range.max.live_bytes, most[2].live) << seq;
  }
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

/// a and b are recorded in a graph; c, made from a, is asked for: a and c are enqueued, b never is needed.
struct DeferredRun {
  TraceBuilder builder{TraceInfo{}};
  VariableId a = builder.add_variable(builder.intern("a"));
  VariableId b = builder.add_variable(builder.intern("b"));
  VariableId c = builder.add_variable(builder.intern("c"));
  DeferredRun() {
    builder.add_lane(LaneKind::frontend, "Frontend");
    builder.add_lane(LaneKind::worker, "Worker 1");
    const UseRequest makes_a[] = {{a, true}};
    const UseRequest makes_b[] = {{a, false}, {b, true}};
    const UseRequest makes_c[] = {{a, false}, {c, true}};
    builder.begin_statement(10, 1);             // 0
    builder.defer(20, 0, 0, makes_a);           // 1
    builder.defer(30, 0, 0, makes_b);           // 2
    builder.enqueue(40, 0, 0, makes_c, false);  // 3: asked for before what it reads was enqueued
    builder.enqueue_deferred(50, 0, true);      // 4
    builder.start(60, 0, 1);                    // 5
    builder.allocate(60, a, 100);               // 6
    builder.eliminate(70, 1);                   // 7
    builder.end(80, 0, Outcome::ok);            // 8
    builder.ready(80, 2);                       // 9
    builder.end_statement(90, 0);               // 10
    builder.publish();
  }
};

TEST(DeferredTasks, AreIssuedFirstAndEnqueuedOrEliminatedLater) {
  const Trace trace = DeferredRun().builder.snapshot();
  const Task kept = trace.task(0);
  EXPECT_EQ(kept.defer, 1u);
  EXPECT_EQ(kept.enqueue, 4u);
  EXPECT_EQ(kept.ready, 4u);
  EXPECT_EQ(kept.issue(), 1u);
  EXPECT_EQ(kept.outcome, Outcome::ok);
  const Task eliminated = trace.task(1);
  EXPECT_EQ(eliminated.defer, 2u);
  EXPECT_EQ(eliminated.end, 7u);
  EXPECT_EQ(eliminated.outcome, Outcome::eliminated);
  for (const Seq seq : {eliminated.enqueue, eliminated.ready, eliminated.start}) EXPECT_EQ(seq, kNever);
  const Task at_once = trace.task(2);
  EXPECT_EQ(at_once.defer, kNever);
  EXPECT_EQ(at_once.issue(), 3u);
  EXPECT_EQ(trace.event(7).kind, EventKind::eliminate);
}

TEST(DeferredTasks, AreNoPartOfTheQueue) {
  const Trace trace = DeferredRun().builder.snapshot();
  const std::uint32_t deferred[] = {0, 0, 1, 2, 2, 1, 1, 1, 0, 0, 0, 0};
  const std::uint32_t depth[] = {0, 0, 0, 0, 1, 2, 2, 2, 2, 1, 1, 1};
  const std::uint32_t issued[] = {0, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3};
  const std::uint32_t enqueued[] = {0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2};
  const std::uint32_t first_pending[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2};
  for (Seq cursor = 0; cursor <= trace.size(); ++cursor) {
    const State state = trace.state_at(cursor);
    EXPECT_EQ(state.counters.deferred, deferred[cursor]) << cursor;
    EXPECT_EQ(state.counters.depth(), depth[cursor]) << cursor;
    EXPECT_EQ(state.issued, issued[cursor]) << cursor;
    EXPECT_EQ(state.enqueued, enqueued[cursor]) << cursor;
    EXPECT_EQ(state.first_pending, first_pending[cursor]) << cursor;
  }
  EXPECT_THAT(trace.pending_at(4, 10), ElementsAre(2u));
  EXPECT_THAT(trace.pending_at(5, 10), ElementsAre(0u, 2u));
  EXPECT_EQ(trace.counter_range(0, 11).max.deferred, 2u);
  EXPECT_EQ(trace.counter_range(5, 11).max.deferred, 1u);
}

TEST(DeferredTasks, HaveTheirUsesInTheOrderOfIssue) {
  DeferredRun run;
  const Trace trace = run.builder.snapshot();
  EXPECT_EQ(trace.last_use_at(run.a, 2), 0u);
  EXPECT_EQ(trace.use_at(trace.last_use_at(run.a, 4)).task, 2u);
  EXPECT_EQ(trace.use(2, 0).version, 1u);
  ASSERT_EQ(trace.edges_into(2).size(), 1u);
  EXPECT_EQ(trace.edges_into(2)[0].from, 0u);
}

TEST(DeferredTasks, SnapshotsDoNotSeeWhatBecameOfThem) {
  TraceBuilder builder{TraceInfo{}};
  builder.defer(1, 0, kNone, {});
  builder.defer(2, 0, kNone, {});
  builder.publish();
  const Trace before = builder.snapshot();
  builder.enqueue_deferred(3, 1, false);
  builder.eliminate(4, 0);
  builder.publish();
  for (TaskId id = 0; id < 2; ++id) {
    EXPECT_EQ(before.task(id).defer, id);
    EXPECT_EQ(before.task(id).enqueue, kNever);
    EXPECT_EQ(before.task(id).end, kNever);
  }
}

/// A random, valid run; every fold is compared with counting over all events.
TEST(Trace, UntilACursorIsASnapshotTakenThere) {
  SmallRun run;
  const Trace whole = run.builder.snapshot();
  for (Seq cursor = 0; cursor <= whole.size(); ++cursor) {
    const Trace part = whole.until(cursor);
    ASSERT_EQ(part.size(), cursor);
    const State state = whole.state_at(cursor);
    EXPECT_EQ(part.task_count(), state.issued);
    EXPECT_EQ(part.statement_count(), state.statements);
    EXPECT_EQ(part.wait_count(), state.waits);
    EXPECT_EQ(part.end_ns(), state.time_ns);
    std::uint32_t started = 0;
    for (TaskId id = 0; id < part.task_count(); ++id) {
      const Task all = whole.task(id), task = part.task(id);
      EXPECT_EQ(task.start, all.start < cursor ? all.start : kNever);
      EXPECT_EQ(task.end, all.end < cursor ? all.end : kNever);
      EXPECT_EQ(part.use_count(id), whole.use_count(id));
      started += all.start < cursor ? 1 : 0;
    }
    EXPECT_EQ(part.lane_task_count(1), started);
    EXPECT_EQ(part.pending_at(cursor, 10), whole.pending_at(cursor, 10));
  }
  EXPECT_EQ(whole.until(whole.size() + 5).size(), whole.size());
}

TEST(Trace, UntilACursorForgetsErrorsAndTheEnd) {
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    const Trace whole = testing_support::RandomTrace({.seed = seed, .steps = 800}).build();
    for (Seq cursor = 0; cursor < whole.size(); cursor += 53) {
      const Trace part = whole.until(cursor);
      EXPECT_FALSE(part.finished());
      std::uint32_t errors = 0;
      while (errors < whole.error_count() && whole.error(errors).seq < cursor) ++errors;
      EXPECT_EQ(part.error_count(), errors);
      EXPECT_EQ(part.region_count(), whole.state_at(cursor).marks);
      for (LaneId lane = 0; lane < part.lane_count(); ++lane) {
        const std::uint32_t count = part.lane_task_count(lane);
        if (count > 0) {
          EXPECT_LT(whole.task(whole.lane_task(lane, count - 1)).start, cursor);
        }
        if (count < whole.lane_task_count(lane)) {
          EXPECT_GE(whole.task(whole.lane_task(lane, count)).start, cursor);
        }
      }
    }
  }
}

TEST(Trace, LastUsesAreTheNewestBeforeTheCursor) {
  const Trace trace = testing_support::random_trace({.seed = 11, .steps = 1200});
  for (Seq cursor = 0; cursor <= trace.size(); cursor += 1 + cursor % 13) {
    std::vector<std::uint32_t> newest(trace.variable_count(), kNone);
    std::uint32_t index = 0;
    for (TaskId task = 0; task < trace.task_count() && trace.task(task).issue() < cursor; ++task) {
      for (std::uint32_t i = 0; i < trace.use_count(task); ++i) newest[trace.use(task, i).variable] = index++;
    }
    const Trace before = trace.until(cursor);
    for (VariableId id = 0; id < trace.variable_count(); ++id) {
      ASSERT_EQ(trace.last_use_at(id, cursor), newest[id]) << cursor;
      ASSERT_EQ(before.last_use_at(id, before.size()), newest[id]) << cursor;
    }
  }
}

TEST(Trace, EventsOfAKindAreFoundFromAnywhere) {
  // Of some kinds there is none for many blocks of events.
  TraceBuilder builder(TraceInfo{});
  builder.add_lane(LaneKind::worker, "Worker 1");
  for (int i = 0; i < 1500; ++i) {
    if (i == 700) builder.begin_statement(i, 1);
    const TaskId task = builder.enqueue(i, builder.intern("add"), kNone, {}, true);
    if (i % 400 == 3) {
      builder.start(i, task, 0);
      builder.end(i, task, Outcome::ok);
    }
  }
  builder.publish(true);
  const Trace sparse = builder.snapshot();
  const Trace random = testing_support::random_trace({.seed = 5, .steps = 1500});
  const EventKinds sets[] = {kinds(EventKind::statement_begin),
                             kinds(EventKind::start) | kinds(EventKind::end),
                             kinds(EventKind::wait_begin) | kinds(EventKind::wait_end), ~EventKinds{0}, 0};
  for (const Trace& trace :
       {sparse, sparse.until(900), sparse.until(768), random, random.until(300), Trace()}) {
    for (const EventKinds wanted : sets) {
      Seq previous = kNever;
      for (Seq at = 0; at <= trace.size(); ++at) {
        EXPECT_EQ(trace.previous_of(wanted, at), previous);
        if (at < trace.size() && kinds(trace.event(at).kind) & wanted) previous = at;
      }
      Seq next = kNever;
      for (Seq at = trace.size() + 1; at-- > 0;) {
        if (at < trace.size() && kinds(trace.event(at).kind) & wanted) next = at;
        EXPECT_EQ(trace.next_of(wanted, at), next);
      }
    }
  }
}

TEST(Trace, ListsPassOverManyEndedTasks) {
  constexpr TaskId kTasks = 1500;
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::worker, "Worker 1");
  std::vector<TaskId> order;
  for (TaskId id = 0; id < kTasks; ++id) {
    id % 3 == 0 ? builder.defer(0, 0, kNone, {}) : builder.enqueue(0, 0, kNone, {}, true);
    if (id % 700 != 0) order.push_back(id);
  }
  // Mostly the first ones first, so that whole stretches end while others are pending.
  std::shuffle(order.begin(), order.end(), std::mt19937(5));
  std::stable_sort(order.begin(), order.end(), [](TaskId a, TaskId b) { return a / 200 < b / 200; });
  for (const TaskId id : {TaskId{700}, TaskId{0}, TaskId{1400}}) order.push_back(id);
  for (const TaskId id : order) {
    id % 3 == 0 ? builder.eliminate(1, id) : builder.end(1, id, Outcome::ok);
  }
  builder.publish(true);
  const Trace trace = builder.snapshot();
  for (Seq cursor = 0; cursor <= trace.size(); cursor += cursor % 5 + 1) {
    std::vector<TaskId> pending, deferred;
    TaskId first = kTasks;
    for (TaskId id = 0; id < kTasks; ++id) {
      const Task task = trace.task(id);
      if (task.issue() >= cursor || task.end < cursor) continue;
      (task.enqueue < cursor ? pending : deferred).push_back(id);
      first = std::min(first, id);
    }
    ASSERT_EQ(trace.pending_at(cursor, kTasks), pending) << cursor;
    const State state = trace.state_at(cursor);
    ASSERT_EQ(state.first_pending, std::min(first, state.issued)) << cursor;
  }
}

TEST(Trace, FoldsAgreeWithCountingOnRandomRuns) {
  std::mt19937 random(3);
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  builder.add_lane(LaneKind::worker, "Worker 1");
  std::vector<TaskId> deferred, blocked, ready, running;
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
    switch (random() % 8) {
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
        now.pool_bytes = static_cast<std::int64_t>(random() % 1000);
        builder.pool(time, now.pool_bytes);
        break;
      case 5:
        deferred.push_back(builder.defer(time, 0, kNone, {}));
        ++now.deferred;
        break;
      case 6: {
        if (deferred.empty()) continue;
        const bool at_once = random() % 2 == 0;
        const TaskId id = take(deferred);
        (at_once ? ready : blocked).push_back(id);
        builder.enqueue_deferred(time, id, at_once);
        --now.deferred, ++(at_once ? now.ready : now.blocked);
        break;
      }
      case 7:
        if (deferred.empty() || random() % 2 == 0) continue;
        builder.eliminate(time, take(deferred));
        --now.deferred;
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
    ASSERT_EQ(folded.deferred, counters[cursor].deferred) << cursor;
    ASSERT_EQ(folded.pool_bytes, counters[cursor].pool_bytes) << cursor;
  }
  for (int i = 0; i < 300; ++i) {
    Seq first = random() % (trace.size() + 1);
    Seq last = random() % (trace.size() + 1);
    if (first > last) std::swap(first, last);
    const CounterRange range = trace.counter_range(first, last);
    std::uint32_t most = 0, least = ~0U, most_deferred = 0, least_deferred = ~0U;
    for (Seq at = first; at <= last; ++at) {
      most_deferred = std::max(most_deferred, counters[at].deferred);
      least_deferred = std::min(least_deferred, counters[at].deferred);
      most = std::max(most, counters[at].depth());
      least = std::min(least, counters[at].depth());
    }
    ASSERT_EQ(range.max_depth, most);
    ASSERT_EQ(range.min_depth, least);
    ASSERT_EQ(range.max.deferred, most_deferred);
    ASSERT_EQ(range.min.deferred, least_deferred);
    const State state = trace.state_at(last);
    for (TaskId id = 0; id < state.first_pending; ++id) ASSERT_LT(trace.task(id).end, last);
    if (state.first_pending < state.issued) {
      ASSERT_GE(trace.task(state.first_pending).end, last);
    }
    const std::vector<TaskId> pending = trace.pending_at(last, 100000);
    ASSERT_EQ(pending.size(), counters[last].depth());
    ASSERT_TRUE(std::is_sorted(pending.begin(), pending.end()));
  }
}

}  // namespace
}  // namespace runahead
