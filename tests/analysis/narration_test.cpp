// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences of small runs, word by word: every kind of event, of wait and of error.
// Not here: real runs (narration_runs_test.cpp).
#include "core/analysis/narration.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <initializer_list>
#include <vector>

#include "core/analysis/labels.h"
#include "core/analysis/summary.h"
#include "core/analysis/waiting.h"
#include "core/base/format.h"
#include "core/trace/ending.h"
#include "core/trace/trace_builder.h"
#include "tests/analysis/story.h"

namespace runahead {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(Narration, BeginsAndEnds) {
  EXPECT_EQ(to_text(narrate(Trace(), 0)), "Nothing was recorded.");
  Story story;
  story.b.begin_statement(5 * kUs, 1);
  EXPECT_EQ(to_text(narrate(story.trace(), 0)), "The program is about to begin.");
  EXPECT_EQ(story.say(), "Line 1 begins. The queue is empty.");
  EXPECT_EQ(to_text(narrate(story.trace(), 99)), story.say()) << "a cursor beyond the end is the end";
  EXPECT_EQ(to_text(narrate(story.trace(true), 1)), "The run is over. Line 1 begins. The queue is empty.");
}

/// The book's four statements, in mode async on one worker.
TEST(Narration, BeforeTheFirstEventADeviceIsPrepared) {
  const auto before = [](DeviceKind device) {
    return to_text(narrate(TraceBuilder(TraceInfo{{.mode = Mode::stream, .device = device}}).snapshot(), 0));
  };
  EXPECT_THAT(before(DeviceKind::cuda), HasSubstr("Preparing the device"));
  EXPECT_EQ(before(DeviceKind::emulated), "The program is about to begin.");
}

TEST(Narration, TheEndTellsOfRaces) {
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  const LaneId stream = builder.add_lane(LaneKind::stream, "Stream");
  const UseRequest shared[] = {{builder.add_variable(), true}};
  for (int line = 3; line <= 4; ++line) {
    const StatementId statement = builder.begin_statement(line, line);
    builder.start(line, builder.enqueue(line, builder.intern("add"), statement, shared, true), stream);
    builder.end_statement(line, statement);
  }
  builder.error(5, ErrorKind::race, 1, 0, 1, builder.intern(""));
  for (const TaskId task : {0U, 1U}) builder.end(6, task, Outcome::ok);
  builder.publish(true);
  const Trace trace = builder.snapshot();
  EXPECT_THAT(to_text(narrate(trace, trace.size())), HasSubstr("There is a race between line 3 and line 4."));
  EXPECT_THAT(to_text(narrate(trace, trace.size() - 1)), Not(HasSubstr("There is a race")));
}

TEST(Narration, FourStatementsAsync) {
  Story s;
  const VariableId a = s.array("a"), b = s.array("b"), product = s.array(""), c = s.array("c");
  s.b.begin_statement(0, 1);
  s.enqueue(3, "ones", 0, {}, {a});
  EXPECT_EQ(s.say(),
            "ones 0 (→ a) joined the queue; the frontend spent 3.00 µs and did not wait. It is ready, and "
            "alone in the queue.");
  s.b.end_statement(4 * kUs, 0);
  EXPECT_EQ(s.say(), "Line 1 returns after 4.00 µs. ones 0 is still unfinished.");
  s.b.begin_statement(5 * kUs, 2);
  EXPECT_EQ(s.say(), "Line 2 begins. The queue holds 1 ready task.");
  s.enqueue(6, "ones", 1, {}, {b});
  EXPECT_EQ(
      s.say(),
      "ones 1 (→ b) joined the queue; the frontend spent 1.00 µs and did not wait. It is ready; 1 other "
      "task is in the queue.");
  s.b.end_statement(7 * kUs, 1);
  s.b.begin_statement(8 * kUs, 3);
  s.enqueue(9, "mul", 2, {a, b}, {product}, false);
  EXPECT_EQ(s.say(),
            "mul 2 (a, b) joined the queue; the frontend spent 1.00 µs and did not wait. It waits for ones 0 "
            "(read after write of a) and ones 1 (read after write of b); 2 other tasks are in the queue.");
  s.enqueue(10, "add", 2, {product}, {c}, false);
  s.b.end_statement(11 * kUs, 2);
  EXPECT_EQ(s.say(),
            "Line 3 returns after 3.00 µs. mul 2 and add 3 are still unfinished. The queue holds 4 tasks: 2 "
            "ready and 2 blocked.");
  EXPECT_EQ(to_text(blocked_by(s.trace(), 3, s.trace().size())),
            "add 3 waits for mul 2 (read after write of array 2)");
  EXPECT_THAT(to_text(blocked_by(s.trace(), 0, s.trace().size())), IsEmpty());
  EXPECT_THAT(to_text(waiting_for(s.trace(), s.trace().size())), IsEmpty());
  EXPECT_EQ(to_text(narrate(s.trace(true), s.trace().size())),
            "The run was stopped after 11.0 µs, at line 3. 4 tasks were pending: 2 ready and 2 blocked.");

  s.b.start(12 * kUs, 0, 1);
  EXPECT_EQ(s.say(), "ones 0 starts, 9.00 µs after line 1 issued it. 1 more is ready.");
  s.b.allocate(12 * kUs, a, 8);
  EXPECT_EQ(s.say(), "a gets 8 B for ones 0. Memory in use is now 8 B.");
  s.b.begin_statement(13 * kUs, 4);
  s.b.begin_wait(13 * kUs, WaitReason::print, 3, c);
  EXPECT_EQ(
      s.say(),
      "print(c) at line 4 waits for ones 0, ones 1 → mul 2 → add 3. The queue holds 3 tasks: 1 ready and "
      "2 blocked; 1 more is running.");
  EXPECT_EQ(to_text(narrate(s.trace(true), s.trace().size())),
            "The run was stopped after 11.0 µs, at line 4, in print(c). 4 tasks were pending: 1 running, 1 "
            "ready and 2 blocked.");
  s.b.end(20 * kUs, 0, Outcome::ok);
  EXPECT_EQ(s.say(), "ones 0 ends after 8.00 µs. print(c) at line 4 waits for ones 1 → mul 2 → add 3.");
  s.b.start(20 * kUs, 1, 1);
  EXPECT_EQ(s.say(), "ones 1 starts, 14.0 µs after line 2 issued it. Line 4 has waited 7.00 µs.");
  s.b.end(25 * kUs, 1, Outcome::ok);
  EXPECT_EQ(s.say(),
            "ones 1 ends after 5.00 µs. mul 2 becomes ready. print(c) at line 4 waits for mul 2 → add 3.");
  s.b.ready(25 * kUs, 2);
  EXPECT_EQ(s.say(),
            "mul 2 is ready, 16.0 µs after it joined the queue: ones 1, its last dependency, has "
            "ended.");
  s.b.start(25 * kUs, 2, 1);
  s.b.end(30 * kUs, 2, Outcome::ok);
  s.b.ready(30 * kUs, 3);
  s.b.start(30 * kUs, 3, 1);
  s.b.end(35 * kUs, 3, Outcome::ok);
  EXPECT_EQ(s.say(), "add 3 ends after 5.00 µs. print(c) at line 4 is about to continue: add 3 ended.");
  s.b.end_wait(40 * kUs, 0, 3);
  EXPECT_EQ(
      s.say(),
      "print(c) at line 4 continues after waiting 27.0 µs: add 3 ended 5.00 µs ago. The queue is empty.");
  s.b.release(41 * kUs, a);
  EXPECT_EQ(s.say(), "a is freed (8 B) after 29.0 µs. Memory in use is now 0 B.");
  s.b.end_statement(43 * kUs, 3);
  EXPECT_EQ(s.say(), "Line 4 returns after 30.0 µs, 27.0 µs of it waiting. The queue is empty.");
  EXPECT_THAT(
      to_text(narrate(s.trace(true), s.trace().size())),
      StartsWith("The run is over; its total time is " + format_time(total_ns(s.trace(true))) + ". "));
}

TEST(Narration, InModeSyncNothingJoinsAQueue) {
  Story s({LaneKind::caller});
  const VariableId x = s.array("x");
  s.b.begin_statement(0, 1);
  EXPECT_EQ(s.say(), "Line 1 begins.");
  s.enqueue(2, "ones", 0, {}, {x});
  EXPECT_EQ(s.say(), "Line 1 issues ones 0 (→ x) after 2.00 µs; it runs inside the call.");
  s.b.start(2 * kUs, 0, 1);
  EXPECT_EQ(s.say(), "ones 0 starts inside the call; line 1 continues when it ends.");
  s.b.end(9 * kUs, 0, Outcome::ok);
  EXPECT_EQ(s.say(), "ones 0 ends after 7.00 µs; line 1 continues.");
  s.b.end_statement(10 * kUs, 0);
  EXPECT_EQ(s.say(), "Line 1 returns after 10.0 µs. ones 0 ran inside the call.");
  s.b.begin_statement(11 * kUs, 2);
  s.b.begin_wait(11 * kUs, WaitReason::wait_to_read, 1, x);
  EXPECT_EQ(s.say(), "x.wait_to_read() at line 2 has nothing to wait for: x is there.");
  s.b.end_wait(11 * kUs, 0, kNone);
  EXPECT_EQ(s.say(), "x.wait_to_read() at line 2 found nothing to wait for.");
  s.b.begin_wait(12 * kUs, WaitReason::waitall, 1, kNone);
  EXPECT_EQ(s.say(), "waitall() at line 2 has nothing to wait for: all tasks have ended.");
}

TEST(Narration, ModeLazyRecordsAndEliminates) {
  Story s;
  const VariableId x = s.array("x"), y = s.array("y"), z = s.array("y");
  s.b.begin_statement(0, 1);
  s.defer(1, "ones", 0, {}, {x});
  EXPECT_EQ(
      s.say(),
      "ones 0 (→ x) is recorded in the graph by line 1 and does not run yet. The graph now holds 1 task.");
  s.defer(2, "add", 0, {x}, {y});
  s.defer(3, "add", 0, {x}, {z});
  s.b.end_statement(4 * kUs, 0);
  EXPECT_EQ(s.say(), "Line 1 returns after 4.00 µs. Its 3 tasks are recorded; nothing has run.");
  s.b.begin_statement(5 * kUs, 2);
  EXPECT_EQ(s.say(), "Line 2 begins. The queue is empty. 3 tasks are only recorded.");
  s.b.eliminate(6 * kUs, 1);
  EXPECT_EQ(
      s.say(),
      "add 1 (x → y) is eliminated: nothing needs what it would compute. The graph still holds 2 tasks.");
  s.b.enqueue_deferred(8 * kUs, 0, true);
  EXPECT_EQ(s.say(),
            "ones 0 (→ x) joined the queue, 7.00 µs after line 1 recorded it; the frontend spent 2.00 µs and "
            "did not wait. It is ready, and alone in the queue.");
  s.b.start(9 * kUs, 0, 1);
  EXPECT_EQ(s.say(), "ones 0 starts, 1.00 µs after it joined the queue.");
}

TEST(Narration, ModeFunctionTracesAndRunsBothWays) {
  Story s({LaneKind::caller, LaneKind::worker});
  const VariableId x = s.array("x"), y = s.array("y");
  s.b.begin_statement(0, 1);
  s.enqueue(1, "ones", 0, {}, {x});
  EXPECT_EQ(s.say(), "Line 1 issues ones 0 (→ x) after 1.00 µs; it can run at once.");
  s.b.start(1 * kUs, 0, 1);
  EXPECT_EQ(s.say(), "ones 0 starts inside the call; line 1 continues when it ends.");
  s.b.end(2 * kUs, 0, Outcome::ok);
  s.b.end_statement(3 * kUs, 0);
  s.b.begin_statement(4 * kUs, 2);
  s.b.begin_region(5 * kUs, RegionKind::tracing, s.op("f((1, 2))"));
  EXPECT_EQ(s.say(), "Line 2 traces f((1, 2)): its calls are recorded, and none of them runs.");
  s.defer(6, "add", 1, {x}, {y});
  s.b.end_region(9 * kUs, 0);
  EXPECT_EQ(s.say(), "f((1, 2)) is traced in 4.00 µs. The graph holds 1 task.");
  s.b.enqueue_deferred(10 * kUs, 1, true);
  EXPECT_EQ(
      s.say(),
      "add 1 (x → y) joined the queue, 4.00 µs after line 2 recorded it; the frontend spent 1.00 µs and "
      "did not wait. It is ready, and alone in the queue.");
  s.b.begin_wait(11 * kUs, WaitReason::call, 1, kNone);
  EXPECT_EQ(s.say(), "The call at line 2 waits for add 1. The queue holds 1 ready task.");
  s.b.start(12 * kUs, 1, 2);
  EXPECT_EQ(s.say(), "add 1 starts, 2.00 µs after it joined the queue. Line 2 has waited 1.00 µs.");
  s.b.end(15 * kUs, 1, Outcome::ok);
  EXPECT_EQ(s.say(),
            "add 1 ends after 3.00 µs. The call at line 2 is about to continue: all tasks have ended.");
  s.b.end_wait(17 * kUs, 0, 1);
  EXPECT_EQ(
      s.say(),
      "The call at line 2 continues after waiting 6.00 µs: add 1 ended 2.00 µs ago. The queue is empty.");
}

TEST(Narration, ModeStreamNamesTheLane) {
  Story s({LaneKind::stream, LaneKind::copy});
  const VariableId c = s.array("c"), host = s.array("host copy");
  s.b.begin_statement(0, 4);
  s.b.allocate(1 * kUs, c, 4'200'000);
  EXPECT_EQ(s.say(), "c gets 4.2 MB. Memory in use is now 4.2 MB.");
  s.enqueue(2, "add", 0, {}, {c});
  s.enqueue(3, "copy_to_host", 0, {c}, {host}, false);
  s.b.begin_wait(4 * kUs, WaitReason::print, 0, host);
  EXPECT_EQ(
      s.say(),
      "print at line 4 waits for add 0 → copy_to_host 1. The queue holds 2 tasks: 1 ready and 1 blocked.");
  s.b.start(5 * kUs, 0, 1);
  EXPECT_EQ(s.say(), "add 0 starts on Worker 1, 3.00 µs after line 4 issued it. Line 4 has waited 1.00 µs.");
}

TEST(Narration, WaitsSayWhatTheyAreFor) {
  Story s;
  const VariableId x = s.array("x");
  s.b.begin_statement(0, 7);
  for (int i = 0; i < 6; ++i) s.enqueue(i, "add", 0, {}, {s.array("y")});
  s.enqueue(6, "dot", 0, {}, {x});
  const auto waits = [&](WaitReason reason, VariableId variable) {
    const WaitId id = s.b.begin_wait(10 * kUs, reason, 0, variable);
    const std::string clause = to_text(waiting_for(s.trace(), s.trace().size()));
    s.b.end_wait(10 * kUs, id, kNone);
    return clause;
  };
  EXPECT_EQ(waits(WaitReason::wait_to_read, x), "x.wait_to_read() at line 7 waits for dot 6");
  EXPECT_EQ(waits(WaitReason::asnumpy, x), "x.asnumpy() at line 7 waits for dot 6");
  EXPECT_EQ(waits(WaitReason::asscalar, x), "x.asscalar() at line 7 waits for dot 6");
  EXPECT_EQ(waits(WaitReason::item, x), "x.item() at line 7 waits for dot 6");
  EXPECT_EQ(waits(WaitReason::save, x), "save(x) at line 7 waits for dot 6");
  EXPECT_EQ(waits(WaitReason::synchronize, kNone), "synchronize() at line 7 waits for all 7 pending tasks");
  EXPECT_EQ(waits(WaitReason::waitall, kNone), "waitall() at line 7 waits for all 7 pending tasks");
  EXPECT_EQ(waits(WaitReason::call, kNone), "the call at line 7 waits for all 7 pending tasks");
  EXPECT_EQ(waits(WaitReason::queue_full, kNone),
            "line 7 waits for room: one of the 7 pending tasks must end");
  EXPECT_EQ(waits(WaitReason::memory_full, kNone),
            "line 7 waits for memory: some of the 0 B in use must be released");
}

TEST(Narration, ALongChainIsCutInFront) {
  Story s;
  s.b.begin_statement(0, 1);
  VariableId x = s.array("x");
  s.enqueue(0, "ones", 0, {}, {x});
  for (int i = 0; i < 15; ++i) {
    const VariableId next = s.array("x");
    s.enqueue(i, "add", 0, {x}, {next}, false);
    x = next;
  }
  s.b.begin_wait(20 * kUs, WaitReason::print, 0, x);
  EXPECT_EQ(to_text(waiting_for(s.trace(), s.trace().size())),
            "print(x) at line 1 waits for add 12 → add 13 → add 14 → add 15, with 12 before");
}

TEST(Narration, TheQueueOfADeviceIsItsLaunchQueue) {
  for (const char* bound : {"", "0", "4"}) {
    TraceInfo info;
    if (*bound != 0) info.set["max_pending"] = std::atoi(bound);
    Story s({LaneKind::stream}, info);
    s.b.begin_statement(0, 3);
    s.enqueue(1, "dot", 0, {}, {s.array("x")});
    s.b.start(3 * kUs, 0, 1);
    s.b.begin_wait(4 * kUs, WaitReason::queue_full, 0, kNone);
    // With a bound of the program's own it is not known which was full.
    const bool own = *bound == '4';
    const std::string room = own ? "for room" : "for room in the launch queue";
    EXPECT_THAT(s.say(), testing::HasSubstr("waits " + room + ": "));
    EXPECT_EQ(to_text(reason_label(s.trace(), WaitReason::queue_full)),
              own ? "queue full" : "launch queue full");
    EXPECT_EQ(to_text(reason_label(s.trace(), WaitReason::print)), "print");
    s.b.end(8 * kUs, 0, Outcome::ok);
    s.b.end_wait(9 * kUs, 0, 0);
    EXPECT_THAT(s.say(), testing::HasSubstr(room + ": "));
    s.enqueue(10, "dot", 0, {}, {s.array("z")});
    EXPECT_THAT(s.say(), testing::HasSubstr(room + ". "));
  }
}

TEST(Narration, RoomAndMemoryEndTheirWaits) {
  Story s;
  const VariableId x = s.array("x");
  s.b.begin_statement(0, 3);
  s.enqueue(1, "dot", 0, {}, {x});
  s.enqueue(2, "dot", 0, {}, {s.array("y")});
  s.b.start(3 * kUs, 0, 1);
  s.b.allocate(3 * kUs, x, 3'000'000);
  s.b.begin_wait(4 * kUs, WaitReason::queue_full, 0, kNone);
  EXPECT_EQ(
      s.say(),
      "Line 3 waits for room: one of the 2 pending tasks must end. The queue holds 1 ready task; 1 more "
      "is running.");
  s.b.end(8 * kUs, 0, Outcome::ok);
  EXPECT_EQ(s.say(), "dot 0 ends after 5.00 µs. Line 3 waits for room: 1 of the 2 pending tasks has ended.");
  s.b.end_wait(9 * kUs, 0, 0);
  EXPECT_EQ(
      s.say(),
      "Line 3 continues after waiting 5.00 µs for room: dot 0 ended 1.00 µs ago. The queue holds 1 ready "
      "task.");
  s.enqueue(10, "dot", 0, {}, {s.array("z")});
  EXPECT_EQ(s.say(),
            "dot 2 (→ z) joined the queue; the frontend had to wait 5.00 µs for room. It is ready; 1 other "
            "task is in the queue.");
  s.b.begin_wait(11 * kUs, WaitReason::memory_full, 0, kNone);
  EXPECT_EQ(s.say(),
            "Line 3 waits for memory: some of the 3.0 MB in use must be released. The queue holds 2 ready "
            "tasks.");
  s.b.release(12 * kUs, x);
  s.b.end_wait(12 * kUs, 1, kNone);
  EXPECT_EQ(s.say(), "Line 3 continues after waiting 1.00 µs for memory. The queue holds 2 ready tasks.");
}

TEST(Narration, EdgesHaveTheirReasons) {
  Story s;
  const VariableId x = s.array("x"), y = s.array("y");
  s.b.begin_statement(0, 1);
  s.enqueue(0, "ones", 0, {}, {x});
  s.enqueue(1, "add", 0, {x}, {y}, false);
  s.enqueue(2, "normal", 0, {}, {x}, false);  // over what add reads
  s.enqueue(3, "ones", 0, {}, {y}, false);    // over what no task reads
  const Seq end = s.trace().size();
  EXPECT_EQ(to_text(blocked_by(s.trace(), 1, end)), "add 1 waits for ones 0 (read after write of x)");
  EXPECT_EQ(to_text(blocked_by(s.trace(), 2, end)), "normal 2 waits for add 1 (write after read of x)");
  EXPECT_EQ(to_text(blocked_by(s.trace(), 3, end)), "ones 3 waits for add 1 (write after write of y)");
  EXPECT_THAT(to_text(blocked_by(s.trace(), 3, 3)), IsEmpty()) << "not issued yet";
  EXPECT_THAT(to_text(blocked_by(s.trace(), 99, end)), IsEmpty());
}

TEST(Narration, WhatWasEliminatedIsLookedThrough) {
  Story s;
  const VariableId x = s.array("x");
  s.b.begin_statement(0, 1);
  s.enqueue(0, "ones", 0, {}, {x});
  s.defer(1, "add", 0, {x}, {x});
  s.b.eliminate(2 * kUs, 1);
  s.enqueue(3, "normal", 0, {}, {x}, false);
  EXPECT_EQ(to_text(blocked_by(s.trace(), 2, s.trace().size())),
            "normal 2 waits for ones 0 (read after write of x)");
}

TEST(Narration, ManyObstaclesAreCounted) {
  Story s;
  std::vector<VariableId> arrays;
  s.b.begin_statement(0, 1);
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    arrays.push_back(s.array(name));
    s.enqueue(0, "ones", 0, {}, {arrays.back()});
  }
  s.enqueue(1, "concat", 0, arrays, {s.array("all")}, false);
  EXPECT_EQ(to_text(blocked_by(s.trace(), 5, s.trace().size())),
            "concat 5 waits for ones 0 (read after write of a), ones 1 (read after write of b), ones 2 (read "
            "after write of c) and 2 more");
}

TEST(Narration, AStartTellsWhatItOvertakes) {
  Story s({LaneKind::worker, LaneKind::worker});
  const VariableId x = s.array("x");
  s.b.begin_statement(0, 1);
  s.enqueue(0, "ones", 0, {}, {x});
  s.b.start(1 * kUs, 0, 1);
  s.enqueue(2, "add", 0, {x}, {s.array("y")}, false);
  s.enqueue(3, "normal", 0, {}, {s.array("z")});
  s.enqueue(4, "normal", 0, {}, {s.array("z")});
  s.b.start(5 * kUs, 2, 2);
  EXPECT_EQ(s.say(),
            "normal 2 starts on Worker 2, 2.00 µs after line 1 issued it. It overtakes add 1, which is "
            "blocked. 1 more is ready.");
  s.b.end(6 * kUs, 2, Outcome::ok);
  EXPECT_EQ(s.say(), "normal 2 ends after 1.00 µs. 2 tasks are left in the queue; 1 more is running.");
  s.enqueue(7, "add", 0, {x}, {s.array("y")}, false);
  s.enqueue(8, "normal", 0, {}, {s.array("z")});
  s.b.start(9 * kUs, 5, 2);
  EXPECT_EQ(s.say(),
            "normal 5 starts on Worker 2, 1.00 µs after line 1 issued it. It overtakes 3 older tasks. 1 more "
            "is ready.");
  s.b.end(10 * kUs, 0, Outcome::ok);
  EXPECT_EQ(
      s.say(),
      "ones 0 ends after 9.00 µs. add 1 and add 4 become ready. 3 tasks are left in the queue; 1 more is "
      "running.");
  s.b.ready(10 * kUs, 1);
  EXPECT_EQ(s.say(),
            "add 1 is ready, 8.00 µs after it joined the queue: ones 0, its last dependency, has "
            "ended. 1 other task became ready before it.");
}

TEST(Narration, ErrorsAreRaisedInheritedAndMet) {
  Story s;
  const VariableId a = s.array("a"), b = s.array("b");
  const NameId message = s.op("[normal] the standard deviation is negative.");
  s.b.begin_statement(0, 2);
  s.enqueue(1, "normal", 0, {}, {a});
  s.enqueue(2, "dot", 0, {a}, {b}, false);
  s.b.start(3 * kUs, 0, 1);
  s.b.end(5 * kUs, 0, Outcome::failed);
  EXPECT_EQ(s.say(), "normal 0 fails after 2.00 µs. Tasks that read its result will not run.");
  s.b.error(5 * kUs, ErrorKind::raised, 0, 0, 0, message);
  EXPECT_EQ(s.say(),
            "normal 0 failed: [normal] the standard deviation is negative. The error surfaces only at "
            "a wait for something that depends on it.");
  s.b.end(6 * kUs, 1, Outcome::skipped);
  EXPECT_EQ(s.say(),
            "dot 1 is skipped: it would have read a, which normal 0 did not compute. The queue is empty, and "
            "nothing runs.");
  s.b.error(6 * kUs, ErrorKind::inherited, 1, 0, 0, s.op(""));
  EXPECT_EQ(s.say(), "dot 1 inherits the error of normal 0 and does not run.");
  s.b.error(9 * kUs, ErrorKind::surfaced, 0, 0, 0, message);
  EXPECT_EQ(s.say(),
            "The error of normal 0 surfaces at line 2, 4.00 µs after it happened: [normal] the standard "
            "deviation is negative.");
  s.b.error(9 * kUs, ErrorKind::surfaced, 0, 0, kNone, message);
  EXPECT_EQ(
      s.say(),
      "The error of normal 0 did not surface at any wait: [normal] the standard deviation is negative.");
}

TEST(Narration, MemoryHasThreeKinds) {
  Story s({LaneKind::worker});
  s.b.set_resident_base(80'000'000);
  const VariableId x = s.array("X", true);
  s.b.pool(1 * kUs, 4'194'304);
  EXPECT_EQ(s.say(),
            "The allocator takes 4.2 MB from the system and has 4.2 MB reserved, none of it in use.");
  s.b.allocate(1 * kUs, x, 4'000'000);
  EXPECT_EQ(s.say(), "X, an input, gets 4.0 MB. Memory in use is now 4.0 MB.");
  s.b.pool(2 * kUs, 5'000'000);
  EXPECT_EQ(s.say(),
            "The allocator takes 806 kB from the system and has 5.0 MB reserved, 4.0 MB of it in use.");
  s.b.release(12 * kUs, x);
  EXPECT_EQ(s.say(), "X is freed (4.0 MB) after 11.0 µs. Memory in use is now 0 B.");
  s.b.pool(13 * kUs, 1'000'000);
  EXPECT_EQ(s.say(),
            "The allocator gives 4.0 MB back to the system and has 1.0 MB reserved, none of it in use.");
  s.b.resident(14 * kUs, 83'100'000);
  EXPECT_EQ(s.say(), "The process holds 83.1 MB, 3.1 MB more than when the run began.");
  s.b.resident(15 * kUs, 79'000'000);
  EXPECT_EQ(s.say(), "The process holds 79.0 MB, 1.0 MB less than when the run began.");
  s.b.resident(16 * kUs, 80'000'000);
  EXPECT_EQ(s.say(), "The process holds 80.0 MB, as much as when the run began.");
}

TEST(Narration, MarksSayWhatIsNotInThem) {
  Story s;
  s.b.begin_region(0, RegionKind::initialisation, s.op("initialisation"));
  EXPECT_EQ(s.say(), "Initialisation begins; the run's totals leave it out.");
  s.b.end_region(1200 * kUs, 0);
  EXPECT_EQ(s.say(), "Initialisation ends after 1.20 ms; the run's totals count from here.");
  s.b.begin_region(1300 * kUs, RegionKind::benchmark, s.op("queued"));
  EXPECT_EQ(s.say(), "Benchmark ‘queued’ begins. The queue is empty.");
  s.enqueue(1310, "dot", kNone, {}, {s.array("y")});
  s.b.end_region(1350 * kUs, 1);
  EXPECT_EQ(s.say(),
            "Benchmark ‘queued’ ends after 50.0 µs, but 1 task is still pending: not all of the work is in "
            "it.");
  s.b.begin_region(1360 * kUs, RegionKind::benchmark, s.op("finished"));
  s.b.start(1400 * kUs, 0, 1);
  s.b.end(1500 * kUs, 0, Outcome::ok);
  s.b.end_region(1510 * kUs, 2);
  EXPECT_EQ(s.say(), "Benchmark ‘finished’ ends after 150.0 µs. All of its work is in it.");
}

/// A file of another recorder: no names, no statements, no uses, no ready events.
TEST(Narration, ReadsWellWithoutWhatOtherRecordersLeaveOut) {
  Story s({});
  s.b.add_lane(LaneKind::worker, "");
  s.b.add_lane(LaneKind::worker, "");
  const VariableId nameless = s.array("");
  s.enqueue(1, "", kNone, {}, {}, true);
  EXPECT_EQ(s.say(), "task 0 joined the queue. It is ready, and alone in the queue.");
  s.b.start(3 * kUs, 0, 2);
  EXPECT_EQ(s.say(), "task 0 starts on worker 2, 2.00 µs after it joined the queue.");
  s.b.allocate(3 * kUs, nameless, 100);
  EXPECT_EQ(s.say(), "array 0 gets 100 B. Memory in use is now 100 B.");
  s.enqueue(4, "volta sgemm\n  128x64", kNone, {}, {}, false);
  EXPECT_EQ(
      s.say(),
      "volta sgemm 128x64 1 joined the queue. It is blocked; it is alone in the queue, 1 task is running.");
  EXPECT_EQ(to_text(blocked_by(s.trace(), 1, s.trace().size())), "volta sgemm 128x64 1 is blocked");
  s.b.begin_wait(5 * kUs, WaitReason::synchronize, kNone, kNone);
  EXPECT_EQ(
      s.say(),
      "synchronize() waits for task 0 and volta sgemm 128x64 1. The queue holds 1 blocked task; 1 more is "
      "running.");
  s.b.end_wait(9 * kUs, 0, kNone);
  EXPECT_EQ(s.say(),
            "synchronize() continues after waiting 4.00 µs. The queue holds 1 blocked task; 1 more is "
            "running.");
  s.b.begin_wait(10 * kUs, WaitReason::item, kNone, nameless);
  EXPECT_EQ(s.say(),
            "item waits until array 0 has its value. The queue holds 1 blocked task; 1 more is running.");
}

TEST(Narration, ARunThatFailedSaysSo) {
  Story s;
  const VariableId a = s.array("a"), b = s.array("b"), c = s.array("c");
  const NameId message = s.op("[normal] the standard deviation is negative");
  s.b.begin_statement(0, 1);
  s.enqueue(1, "normal", 0, {}, {a});
  s.enqueue(2, "ones", 0, {}, {c});
  s.enqueue(3, "dot", 0, {a, c}, {b}, false);
  s.b.start(4 * kUs, 0, 1);
  s.b.end(5 * kUs, 0, Outcome::failed);
  s.b.error(5 * kUs, ErrorKind::raised, 0, 0, 0, message);
  s.b.start(6 * kUs, 1, 1);
  s.b.end(7 * kUs, 1, Outcome::ok);
  EXPECT_EQ(s.say(), "ones 1 ends after 1.00 µs. 1 task is left in the queue.") << "dot 2 will not run";
  s.b.end(7 * kUs, 2, Outcome::skipped);
  s.b.error(7 * kUs, ErrorKind::inherited, 2, 0, 0, s.op(""));
  s.b.end_statement(8 * kUs, 0);
  EXPECT_EQ(s.say(),
            "Line 1 returns after 8.00 µs. Its tasks have ended: 1 done, 1 failed and 1 skipped. The queue "
            "is empty.");
  s.b.begin_statement(9 * kUs, 2);
  const WaitId wait = s.b.begin_wait(9 * kUs, WaitReason::wait_to_read, 1, b);
  EXPECT_EQ(s.say(), "b.wait_to_read() at line 2 has nothing to wait for: dot 2 was skipped.");
  s.b.end_wait(9 * kUs, wait, kNone);
  s.b.error(10 * kUs, ErrorKind::surfaced, 0, 0, 1, message);
  s.b.end_statement(10 * kUs, 1);
  EXPECT_EQ(to_text(narrate(s.trace(true), s.trace().size())),
            "The run failed after 10.0 µs: the error of normal 0 surfaced at line 2.");
}

TEST(Narration, ErrorsThatNoTaskRaised) {
  for (const char* message : {"[dot] inner sizes 3 and 4 differ", kStoppedMessage}) {
    Story s;
    s.b.begin_statement(0, 3);
    s.b.end_statement(4 * kUs, 0);
    s.b.error(5 * kUs, ErrorKind::surfaced, kNone, kNone, kNone, s.op(message));
    const bool stop = message == kStoppedMessage;
    EXPECT_EQ(s.say(), stop ? "The run is stopped."
                            : "The program ends with an error: [dot] inner sizes 3 and 4 differ.");
    EXPECT_EQ(ended(s.trace(true)), stop ? RunEnd::stopped : RunEnd::failed);
    EXPECT_EQ(to_text(narrate(s.trace(true), s.trace().size())),
              stop ? "The run was stopped after 4.00 µs, at line 3. No task was pending."
                   : "The run failed after 4.00 µs: [dot] inner sizes 3 and 4 differ, at line 3.");
  }
}

TEST(Narration, ATaskThatWasBlockedSaysHowLong) {
  Story s;
  const VariableId x = s.array("x");
  s.b.begin_statement(0, 1);
  s.enqueue(1, "ones", 0, {}, {x});
  s.enqueue(2, "add", 0, {x}, {s.array("y")}, false);
  s.b.start(3 * kUs, 0, 1);
  s.b.end(9 * kUs, 0, Outcome::ok);
  s.b.ready(9 * kUs, 1);
  s.b.start(10 * kUs, 1, 1);
  EXPECT_EQ(s.say(), "add 1 starts, 8.00 µs after line 1 issued it, 7.00 µs of it blocked.");
}

/// A user who steps back must not be told what comes.
TEST(Narration, NothingAfterTheCursorIsTold) {
  Story s;
  const VariableId x = s.array("x"), y = s.array("y");
  std::vector<std::string> told;
  const auto tell = [&] { told.push_back(s.say()); };
  s.b.begin_statement(0, 1), tell();
  s.enqueue(1, "ones", 0, {}, {x}), tell();
  s.enqueue(2, "add", 0, {x}, {y}, false), tell();
  s.b.begin_wait(3 * kUs, WaitReason::print, 0, y), tell();
  s.b.start(4 * kUs, 0, 1), tell();
  s.b.end(5 * kUs, 0, Outcome::ok), tell();
  s.b.ready(5 * kUs, 1), tell();
  s.b.start(6 * kUs, 1, 1), tell();
  s.b.end(7 * kUs, 1, Outcome::failed), tell();
  s.b.end_wait(8 * kUs, 0, 1), tell();
  const Trace trace = s.trace();
  for (Seq cursor = 1; cursor <= trace.size(); ++cursor)
    EXPECT_EQ(to_text(narrate(trace, cursor)), told[cursor - 1]);
}

}  // namespace
}  // namespace runahead
