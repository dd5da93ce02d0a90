// SPDX-License-Identifier: GPL-3.0-or-later
// Summaries: every number against the same number counted by hand or by brute force.
// Not here: the numbers of real runs (tests/scenario).
#include "core/analysis/summary.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "core/trace/collector.h"
#include "core/trace/trace_builder.h"
#include "tests/support/random_trace.h"

namespace runahead {
namespace {

using testing::HasSubstr;
using testing_support::random_trace;

/// x is made in the initialisation [0, 100); two dots run on one worker, the frontend waits for the first.
Trace two_products() {
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  builder.add_lane(LaneKind::worker, "Worker 1");
  const NameId dot = builder.intern("dot");
  const VariableId x = builder.add_variable(builder.intern("x"), true);
  const VariableId y = builder.add_variable(builder.intern("y"));
  const VariableId z = builder.add_variable(builder.intern("z"));
  const UseRequest makes_x[] = {{x, true}};
  const UseRequest makes_y[] = {{x, false}, {y, true}};
  const UseRequest makes_z[] = {{x, false}, {z, true}};

  const RegionId initialisation =
      builder.begin_region(0, RegionKind::initialisation, builder.intern("initialisation"));
  const StatementId first = builder.begin_statement(0, 1);
  builder.enqueue(10, builder.intern("normal"), first, makes_x, true);
  builder.start(20, 0, 1);
  builder.allocate(20, x, 4000);
  builder.resident(30, 9000);
  builder.begin_wait(40, WaitReason::waitall, first, kNone);
  builder.end(90, 0, Outcome::ok);
  builder.end_wait(95, 0, 0);
  builder.end_statement(98, first);
  builder.end_region(100, initialisation);

  const RegionId loop = builder.begin_region(110, RegionKind::benchmark, builder.intern("loop"));
  const StatementId second = builder.begin_statement(110, 2);
  builder.enqueue(120, dot, second, makes_y, true);
  builder.start(125, 1, 1);
  builder.allocate(125, y, 100);
  builder.enqueue(130, dot, second, makes_z, true);
  builder.end_statement(140, second);
  const StatementId third = builder.begin_statement(150, 3);
  builder.begin_wait(150, WaitReason::wait_to_read, third, y);
  builder.end(200, 1, Outcome::ok);
  builder.start(200, 2, 1);
  builder.allocate(200, z, 300);
  builder.end_wait(210, 1, 1);
  builder.end_statement(220, third);
  builder.end_region(230, loop);
  builder.release(240, y);
  builder.resident(245, 8000);
  builder.end(300, 2, Outcome::failed);
  builder.publish(true);
  return builder.snapshot();
}

TEST(Summary, LeavesTheInitialisationOut) {
  const RunSummary summary = summarize(two_products());
  EXPECT_EQ(initialisation_end_ns(two_products()), 100);
  EXPECT_EQ(summary.total_ns, 200);
  EXPECT_EQ(summary.frontend_done_ns, 120);
  EXPECT_EQ(summary.tasks, 3u);
  EXPECT_EQ(summary.failed, 1u);
  EXPECT_EQ(summary.max_depth, 2u);
  EXPECT_EQ(summary.peak_live_bytes, 4400);
  EXPECT_EQ(summary.peak_input_bytes, 4000);
  EXPECT_EQ(summary.resident_growth_bytes, -1000);
  ASSERT_EQ(summary.marks.size(), 1u);
  EXPECT_EQ(summary.marks[0].name, "loop");
  EXPECT_EQ(summary.marks[0].ns, 120);
  ASSERT_EQ(summary.waits.size(), 1u);
  EXPECT_EQ(summary.waits[0].line, 3);
  EXPECT_EQ(summary.waits[0].reason, WaitReason::wait_to_read);
  EXPECT_EQ(summary.waits[0].ns, 60);
  EXPECT_EQ(summary.waits[0].ended_by, "dot (task 1)");
}

/// Two marks that overlap: the first over an input of 1000 bytes, the second over another array of 50.
TEST(Summary, MarksHaveTheirOwnNumbers) {
  for (const Clock clock : {Clock::live, Clock::virtual_time}) {
    TraceBuilder builder{TraceInfo{{.clock = clock}, {}, {}}};
    builder.set_resident_base(500);
    builder.add_lane(LaneKind::frontend, "Frontend");
    const VariableId batch = builder.add_variable(0, true);
    const VariableId other = builder.add_variable();
    builder.resident(5, 700);
    const RegionId first = builder.begin_region(10, RegionKind::benchmark, builder.intern("first"));
    builder.enqueue(20, 0, kNone, {}, true);
    builder.enqueue(20, 0, kNone, {}, true);
    builder.allocate(30, batch, 1000);
    builder.resident(35, 1800);
    builder.release(40, batch);
    builder.end(45, 0, Outcome::skipped);
    const RegionId second = builder.begin_region(50, RegionKind::benchmark, builder.intern("second"));
    builder.end_region(60, first);
    builder.allocate(70, other, 50);
    builder.resident(75, 900);
    builder.end(80, 1, Outcome::skipped);
    builder.end_region(90, second);
    builder.resident(95, 5000);
    builder.publish(true);
    const RunSummary summary = summarize(builder.snapshot());
    ASSERT_EQ(summary.marks.size(), 2u);
    EXPECT_EQ(summary.marks[0].name, "first");
    EXPECT_EQ(summary.marks[0].ns, 50);
    EXPECT_EQ(summary.marks[0].max_depth, 2u);
    EXPECT_EQ(summary.marks[0].peak_live_bytes, 1000);
    EXPECT_EQ(summary.marks[0].peak_input_bytes, 1000);
    EXPECT_EQ(summary.marks[1].name, "second");
    EXPECT_EQ(summary.marks[1].ns, 40);
    EXPECT_EQ(summary.marks[1].max_depth, 1u);
    EXPECT_EQ(summary.marks[1].peak_live_bytes, 50);
    EXPECT_EQ(summary.marks[1].peak_input_bytes, 0);
    const bool live = clock == Clock::live;
    EXPECT_EQ(summary.marks[0].resident_growth_bytes,
              live ? std::optional<std::int64_t>(1100) : std::nullopt);
    EXPECT_EQ(summary.marks[1].resident_growth_bytes,
              live ? std::optional<std::int64_t>(-900) : std::nullopt);
  }
}

/// As threads record them: the flag stands beside the name, and a release takes the bytes off again.
TEST(Summary, InputsAreThoseThatWereDeclaredAsInputs) {
  TraceBuilder builder{TraceInfo{}};
  Recorder recorder(builder);
  EventWriter& writer = recorder.add_writer();
  Collector collector(recorder, builder, now_ticks_ordered());
  writer.open();
  for (VariableId id = 0; id < 4; ++id) {
    const std::uint32_t input = id % 2;
    writer.put(RecordKind::declare_variable, id, recorder.intern("x") | input << 16);
    writer.put(EventKind::allocate, id);
    writer.put_words(100 << id);
    if (id == 1) writer.put(EventKind::release, id);
  }
  writer.commit();
  collector.collect(true);
  const RunSummary summary = summarize(builder.snapshot());
  EXPECT_EQ(summary.peak_input_bytes, 800) << "200 bytes were let go before 800 came";
  EXPECT_EQ(summary.peak_live_bytes, 1300);
}

/// f is traced twice: five nodes, of which two are kept, two pruned and one is undecided; then one, kept.
TEST(Summary, CountsTheNodesOfEachTracing) {
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  builder.defer(1, 0, kNone, {});  // 0: before
  const RegionId first = builder.begin_region(10, RegionKind::tracing, builder.intern("f(1000)"));
  for (int i = 0; i < 5; ++i) builder.defer(20 + i, 0, kNone, {});  // 1 to 5
  builder.enqueue(30, 0, kNone, {}, true);                          // 6: of a graph that was traced before
  builder.eliminate(40, 2);
  builder.end_region(50, first);
  builder.enqueue_deferred(60, 3, true);
  builder.enqueue_deferred(60, 1, true);
  builder.eliminate(65, 4);
  const RegionId second = builder.begin_region(70, RegionKind::tracing, builder.intern("f(2000)"));
  builder.enqueue_deferred(75, builder.defer(71, 0, kNone, {}), true);  // 7
  builder.end_region(77, second);
  builder.begin_region(80, RegionKind::tracing, builder.intern("never ends"));
  builder.publish(true);
  const RunSummary summary = summarize(builder.snapshot());
  EXPECT_TRUE(summary.marks.empty()) << "tracings are no benchmark marks";
  EXPECT_EQ(summary.tasks, 4u);
  EXPECT_EQ(summary.eliminated, 2u);
  ASSERT_EQ(summary.tracings.size(), 2u);
  EXPECT_EQ(summary.tracings[0].function, "f(1000)");
  EXPECT_EQ(summary.tracings[0].ns, 40);
  EXPECT_EQ(summary.tracings[0].nodes, 5u);
  EXPECT_EQ(summary.tracings[0].kept, 2u);
  EXPECT_EQ(summary.tracings[0].pruned, 2u);
  EXPECT_EQ(summary.tracings[1].function, "f(2000)");
  EXPECT_EQ(summary.tracings[1].ns, 7);
  EXPECT_EQ(summary.tracings[1].nodes, 1u);
  EXPECT_EQ(summary.tracings[1].kept, 1u);
  EXPECT_EQ(summary.tracings[1].pruned, 0u);
}

TEST(Summary, OfNothingIsNothing) {
  const RunSummary summary = summarize(Trace());
  EXPECT_EQ(summary.total_ns, 0);
  EXPECT_EQ(summary.tasks, 0u);
  EXPECT_FALSE(summary.resident_growth_bytes.has_value());
  EXPECT_EQ(statistics(Trace(), 0, 100).tasks, 0u);
}

TEST(Summary, TotalEndsWithTheFrontendWhenThatIsLater) {
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  builder.end_statement(500, builder.begin_statement(100, 1));
  builder.publish(true);
  EXPECT_EQ(summarize(builder.snapshot()).total_ns, 500);
}

TEST(Statistics, ClipToTheRange) {
  const RangeStatistics range = statistics(two_products(), 130, 210);
  EXPECT_EQ(range.tasks, 2u);
  EXPECT_EQ(range.busy_ns, 80);
  EXPECT_EQ(range.wait_ns, 60);
  EXPECT_EQ(range.enqueued, 1u);
  EXPECT_EQ(range.ended, 1u);
  EXPECT_EQ(range.max_depth, 2u);
  EXPECT_EQ(range.max_live_bytes, 4400);
  ASSERT_EQ(range.names.size(), 1u);
  EXPECT_EQ(range.names[0].count, 2u);
  EXPECT_EQ(range.names[0].total_ns, 80);
  EXPECT_EQ(range.names[0].min_ns, 10);
  EXPECT_EQ(range.names[0].max_ns, 70);
  EXPECT_EQ(range.cut, 2u);
  EXPECT_EQ(range.names[0].cut, 2u);
  EXPECT_EQ(range.names[0].cut_ns, 80);
  const RangeStatistics all = statistics(two_products(), 0, 100'000);
  EXPECT_EQ(all.tasks, 3u);
  EXPECT_EQ(all.cut, 0u);
  EXPECT_EQ(all.names[0].cut_ns, 0);
}

TEST(Statistics, AgreeWithCountingOneByOne) {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    const Trace trace = random_trace({.seed = seed, .steps = 1500, .finished = seed % 2 == 0});
    const std::int64_t from_ns = trace.end_ns() / 3;
    const std::int64_t to_ns = trace.end_ns() * 2 / 3;
    const RangeStatistics range = statistics(trace, from_ns, to_ns);
    std::int64_t busy_ns = 0;
    std::uint32_t tasks = 0, cut = 0, enqueued = 0, ended = 0;
    for (TaskId id = 0; id < trace.task_count(); ++id) {
      const Task task = trace.task(id);
      const auto inside = [&](Seq seq) {
        return seq != kNever && trace.time_ns(seq) >= from_ns && trace.time_ns(seq) < to_ns;
      };
      enqueued += inside(task.enqueue);
      ended += inside(task.end) && task.outcome != Outcome::eliminated;
      if (task.start == kNever) continue;
      const std::int64_t begin = trace.time_ns(task.start);
      const std::int64_t end = task.end == kNever ? trace.end_ns() : trace.time_ns(task.end);
      if (begin >= to_ns || (end <= from_ns && task.end != kNever)) continue;
      ++tasks;
      cut += begin < from_ns || end > to_ns || task.end == kNever;
      busy_ns += std::min(end, to_ns) - std::max(begin, from_ns);
    }
    EXPECT_EQ(range.busy_ns, busy_ns) << seed;
    EXPECT_EQ(range.tasks, tasks) << seed;
    EXPECT_EQ(range.cut, cut) << seed;
    EXPECT_EQ(range.enqueued, enqueued) << seed;
    EXPECT_EQ(range.ended, ended) << seed;
  }
}

}  // namespace
}  // namespace runahead
