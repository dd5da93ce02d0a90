// SPDX-License-Identifier: GPL-3.0-or-later
// Recorder and collector: what several threads record becomes one order of events that is complete, sorted,
// keeps each writer's order, and never changes once it was shown.
#include "core/trace/recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <thread>

#include "core/engine/tracing.h"
#include "core/trace/collector.h"

namespace runahead {
namespace {

using testing::ElementsAre;

struct Recorded {
  explicit Recorded(Recorder::Limits limits = {}) : recorder(builder, limits) {}
  Trace finish() {
    collector.collect(true);
    return builder.snapshot();
  }

  TraceBuilder builder{TraceInfo{}};
  Recorder recorder;
  EventWriter& frontend = recorder.add_writer();
  Collector collector{recorder, builder, now_ticks_ordered()};
};

/// Number `i` of writer `w`, as the size of an allocation.
std::int64_t size_of(std::uint32_t writer, std::uint32_t i) {
  return std::int64_t{i} * 16 + writer;
}

void record_size(EventWriter& writer, std::uint32_t number) {
  writer.put(EventKind::pool, 0);
  writer.put_words(number, 0);
}

TEST(Recorder, TakesNoMoreMemoryOnceItIsLost) {
  Recorded run;
  EventWriter& other = run.recorder.add_writer();
  run.recorder.lose();
  const auto fill = [&] {
    for (std::size_t i = 0; i < RecordChunk::kRecords; ++i) {
      other.open();
      other.put(EventKind::statement_begin, 0, 1);
      other.commit();
    }
    return other.position().chunk;
  };
  fill();
  const RecordChunk* const last = fill();
  EXPECT_EQ(fill(), last);
}

TEST(Recorder, KeepsEveryFieldOfEveryKind) {
  Recorded run;
  run.builder.add_lane(LaneKind::frontend, "Frontend");
  run.builder.add_lane(LaneKind::worker, "Worker 1");
  EventWriter& w = run.frontend;
  const NameId dot = run.recorder.intern("dot");
  const NameId why = run.recorder.intern("why");
  w.open();
  w.put(RecordKind::declare_variable, 0, dot | 1U << 16);
  w.put(RecordKind::declare_variable, 1, 0);
  w.put(RecordKind::name_variable, 1, why);
  w.put(EventKind::statement_begin, 0, 12);
  w.put(EventKind::region_begin, 0, static_cast<std::uint32_t>(RegionKind::initialisation) << 16 | why);
  ASSERT_EQ(run.recorder.next_task(), 0u);
  // Seven uses: one record for the first two, one for four, one for the last.
  w.put(EventKind::enqueue, 0, dot).extra |= kReadyAtOnce;
  w.put_words(0, 7, 0, 1);
  w.put_words(0, 1, 0, 1);
  w.put_words(0 | 0x80000000U);
  w.put(EventKind::start, 0, 1);
  w.put(EventKind::allocate, 0);
  w.put_words(5, 3);
  w.put(EventKind::end, 0, static_cast<std::uint32_t>(Outcome::failed));
  w.put(EventKind::error, 0, static_cast<std::uint32_t>(ErrorKind::surfaced) << 16 | why);
  w.put_words(0, 0, 0);
  w.put(EventKind::wait_begin, 0, static_cast<std::uint32_t>(WaitReason::asnumpy));
  w.put_words(0, 1);
  w.put(EventKind::wait_end, 0, kLastEndedTask);
  w.put(EventKind::release, 0);
  w.put(EventKind::region_end, 0);
  w.put(EventKind::statement_end, 0);
  w.commit();
  run.collector.sample_resident(std::int64_t{7} << 32);
  const Trace trace = run.finish();

  EXPECT_TRUE(trace.finished());
  ASSERT_EQ(trace.task_count(), 1u);
  const Task task = trace.task(0);
  EXPECT_EQ(trace.name(task.name), "dot");
  EXPECT_EQ(task.ready, task.enqueue);
  EXPECT_EQ(task.lane, 1);
  EXPECT_EQ(task.outcome, Outcome::failed);
  EXPECT_EQ(task.statement, 0u);
  ASSERT_EQ(trace.use_count(0), 7u);
  EXPECT_TRUE(trace.use(0, 6).write);
  EXPECT_EQ(trace.use(0, 6).variable, 0u);
  EXPECT_EQ(trace.statement(0).line, 12);
  EXPECT_EQ(trace.region(0).kind, RegionKind::initialisation);
  EXPECT_EQ(trace.name(trace.region(0).name), "why");
  EXPECT_EQ(trace.variable(0).bytes, (std::int64_t{3} << 32) + 5);
  EXPECT_TRUE(trace.variable(0).input);
  EXPECT_EQ(trace.name(trace.variable(1).name), "why");
  EXPECT_EQ(trace.wait(0).reason, WaitReason::asnumpy);
  EXPECT_EQ(trace.wait(0).variable, 1u);
  EXPECT_EQ(trace.wait(0).ended_by, 0u) << "the task that ended last";
  EXPECT_EQ(trace.error(0).kind, ErrorKind::surfaced);
  EXPECT_EQ(trace.name(trace.error(0).message), "why");
  EXPECT_EQ(trace.counters_at(trace.size()).resident_bytes, std::int64_t{7} << 32);
}

TEST(Recorder, SamplesNoMemoryBehindTheLastSampleOfTheProgram) {
  Recorded run;
  run.collector.sample_resident(5);
  run.frontend.open();
  run.frontend.put(EventKind::resident, 0);
  run.frontend.put_words(7, 0);
  run.frontend.commit();
  run.collector.collect();
  run.collector.sample_resident(9);
  const Trace trace = run.finish();
  ASSERT_EQ(trace.size(), 2U);
  EXPECT_EQ(trace.counters_at(1).resident_bytes, 5);
  EXPECT_EQ(trace.counters_at(2).resident_bytes, 7);
}

TEST(Recorder, KeepsWhatBecomesOfDeferredTasks) {
  Recorded run;
  EventWriter& w = run.frontend;
  const NameId dot = run.recorder.intern("dot");
  w.open();
  w.put(RecordKind::declare_variable, 0, 0);
  w.put(EventKind::statement_begin, 0, 3);
  for (TaskId id = 0; id < 3; ++id) {
    w.put(EventKind::defer, run.recorder.next_task(), dot);
    w.put_words(0, 5, 0, 0);
    w.put_words(0, 0, 0x80000000U);
  }
  w.put(EventKind::enqueue, 2).extra |= kWasDeferred | kReadyAtOnce;
  w.put(EventKind::eliminate, 1);
  w.put(EventKind::enqueue, 0).extra |= kWasDeferred;
  w.commit();
  const Trace trace = run.finish();
  ASSERT_EQ(trace.task_count(), 3u);
  ASSERT_EQ(trace.size(), 7u);
  for (TaskId id = 0; id < 3; ++id) {
    EXPECT_EQ(trace.task(id).defer, id + 1);
    EXPECT_EQ(trace.task(id).statement, 0u);
    EXPECT_EQ(trace.name(trace.task(id).name), "dot");
    ASSERT_EQ(trace.use_count(id), 5u);
    EXPECT_EQ(trace.use(id, 4).version, id + 1);
  }
  EXPECT_EQ(trace.task(2).enqueue, 4u);
  EXPECT_EQ(trace.task(2).ready, 4u);
  EXPECT_EQ(trace.task(1).end, 5u);
  EXPECT_EQ(trace.task(1).outcome, Outcome::eliminated);
  EXPECT_EQ(trace.task(0).enqueue, 6u);
  EXPECT_EQ(trace.task(0).ready, kNever);
}

TEST(Recorder, TheUsesOfATaskAreWrittenOnce) {
  Recorded run;
  EngineVariable a{.id = 0}, b{.id = 1};
  TaskNode task;
  task.name = run.recorder.intern("add");
  task.read(a);
  task.read(b);
  task.write(b);
  run.frontend.open();
  run.frontend.put(RecordKind::declare_variable, 0, 0);
  run.frontend.put(RecordKind::declare_variable, 1, 0);
  task.id = run.recorder.next_task();
  EnqueueRecord(run.frontend, task).set_ready_at_once();
  task.id = run.recorder.next_task();
  EnqueueRecord(run.frontend, task, EventKind::defer);
  task.deferred = true;
  EnqueueRecord(run.frontend, task).set_ready_at_once();
  run.frontend.commit();
  const Trace trace = run.finish();
  ASSERT_EQ(trace.size(), 3u);
  for (TaskId id = 0; id < 2; ++id) {
    EXPECT_EQ(trace.name(trace.task(id).name), "add");
    EXPECT_EQ(trace.task(id).ready, trace.task(id).enqueue);
    ASSERT_EQ(trace.use_count(id), 3u);
    EXPECT_TRUE(trace.use(id, 2).write);
    EXPECT_EQ(trace.use(id, 2).variable, 1u);
  }
  EXPECT_EQ(trace.task(0).defer, kNever);
  EXPECT_EQ(trace.task(1).defer, 1u);
  EXPECT_EQ(trace.task(1).enqueue, 2u);
}

TEST(Recorder, AnOpenSectionHoldsBackWhatIsLater) {
  Recorded run;
  EventWriter& other = run.recorder.add_writer();
  run.frontend.open();
  record_size(run.frontend, 1);
  other.open();
  record_size(other, 2);
  other.commit();
  run.collector.collect();
  EXPECT_EQ(run.builder.snapshot().size(), 0u) << "the open section may come before";
  record_size(run.frontend, 3);
  run.frontend.commit();
  run.collector.collect();
  const Trace trace = run.builder.snapshot();
  ASSERT_EQ(trace.size(), 3u);
  EXPECT_EQ(trace.counters_at(1).pool_bytes, 1);
  EXPECT_EQ(trace.counters_at(3).pool_bytes, 2);
  EXPECT_FALSE(trace.finished());
}

TEST(Recorder, WhatIsExpectedHoldsBackWhatIsLater) {
  Recorded run;
  EventWriter& lane = run.recorder.add_writer();
  lane.expect();
  run.frontend.open();
  const Ticks begin = run.frontend.stamp();
  record_size(run.frontend, 1);
  run.frontend.commit();
  run.collector.collect();
  EXPECT_EQ(run.builder.snapshot().size(), 0u) << "something may come that was before it";
  lane.rule_out(begin + 1);
  run.collector.collect();
  EXPECT_EQ(run.builder.snapshot().size(), 1u) << "nothing can any more";
  run.frontend.open();
  record_size(run.frontend, 2);
  const Ticks later = run.frontend.stamp();
  run.frontend.commit();
  run.collector.collect();
  EXPECT_EQ(run.builder.snapshot().size(), 1u);
  lane.open_at(begin);
  EXPECT_EQ(lane.stamp(), begin + 1) << "what was ruled out does not come";
  record_size(lane, 3);
  lane.commit();
  lane.met();
  ASSERT_GT(later, begin + 1);
  run.collector.collect();
  const Trace trace = run.finish();
  ASSERT_EQ(trace.size(), 3u);
  EXPECT_EQ(trace.state_at(2).counters.pool_bytes, 3);
  EXPECT_EQ(trace.state_at(3).counters.pool_bytes, 2);
}

TEST(Recorder, AWriterThatHoldsBackMayStampAnew) {
  Recorded run;
  EventWriter& lane = run.recorder.add_writer();
  lane.expect();
  lane.hold_back();
  const Ticks begin = lane.open();
  record_size(lane, 1);
  lane.commit();
  const EventWriter::Mark first = lane.mark();
  lane.open_at(begin + 1000);
  const EventWriter::Position place = lane.position();
  record_size(lane, 2);
  lane.commit();
  lane.rule_out(begin + 5000);
  lane.met();
  run.frontend.open_at(begin + 700);
  record_size(run.frontend, 3);
  run.frontend.commit();
  run.collector.collect();
  EXPECT_EQ(run.builder.snapshot().size(), 0u) << "nothing that is held is ruled out";
  EXPECT_TRUE(lane.holds());
  lane.publish_until(first);
  run.collector.collect();
  EXPECT_EQ(run.builder.snapshot().size(), 1u) << "what is held may come before";
  lane.restamp(place, begin + 500);
  lane.publish();
  run.collector.collect();
  const Trace trace = run.finish();
  ASSERT_EQ(trace.size(), 3u);
  EXPECT_EQ(trace.state_at(2).counters.pool_bytes, 2);
  EXPECT_EQ(trace.state_at(3).counters.pool_bytes, 3);
}

TEST(Recorder, StampsOfAWriterNeverGoBack) {
  Recorded run;
  run.frontend.open();
  const Ticks far = run.frontend.stamp() + 1'000'000'000'000;
  run.frontend.advance_past(far);
  EXPECT_EQ(run.frontend.stamp(), far + 1);
  run.frontend.commit();
  EXPECT_EQ(run.frontend.open(), far + 1);
  run.frontend.advance_past(5);
  EXPECT_EQ(run.frontend.stamp(), far + 1);
  run.frontend.commit();
}

/// Writers with sections of every size, stamps that advance inside a section, and chunks that fill up, while
/// the collector runs.
TEST(Recorder, ManyWritersAndACollectorAgree) {
  constexpr std::uint32_t kWriters = 4;
  constexpr std::uint32_t kEach = 30'000;  // several chunks
  Recorded run;
  std::vector<EventWriter*> writers;
  for (std::uint32_t i = 0; i < kWriters; ++i) writers.push_back(&run.recorder.add_writer());
  std::atomic<std::uint32_t> running{kWriters};
  std::vector<std::thread> threads;
  for (std::uint32_t w = 0; w < kWriters; ++w) {
    threads.emplace_back([&, w] {
      std::mt19937 random(w);
      EventWriter& writer = *writers[w];
      for (std::uint32_t i = 0; i < kEach;) {
        if (random() % 8 == 0) {
          writer.open_ordered();
        } else {
          writer.open();
        }
        for (std::uint32_t in_section = random() % 4; in_section > 0 && i < kEach; --in_section, ++i) {
          record_size(writer, static_cast<std::uint32_t>(size_of(w, i)));
          if (random() % 16 == 0) writer.advance_past(writer.stamp() + random() % 500);
        }
        writer.commit();
      }
      running.fetch_sub(1);
    });
  }

  struct Row {
    std::int64_t time_ns;
    std::int64_t bytes;
    bool operator==(const Row&) const = default;
  };
  std::vector<Row> seen;
  const auto extend = [&](const Trace& trace) {
    for (auto seq = static_cast<Seq>(seen.size()); seq < trace.size(); ++seq) {
      seen.push_back({trace.time_ns(seq), trace.counters_at(seq + 1).pool_bytes});
    }
  };
  std::mt19937 random(99);
  while (running.load() > 0) {
    run.collector.collect();
    const Trace trace = run.builder.snapshot();
    ASSERT_GE(trace.size(), seen.size());
    extend(trace);
    // A sample of what was shown before has not changed.
    for (int i = 0; i < 20 && !seen.empty(); ++i) {
      const auto seq = static_cast<Seq>(random() % seen.size());
      ASSERT_EQ(trace.time_ns(seq), seen[seq].time_ns);
      ASSERT_EQ(trace.counters_at(seq + 1).pool_bytes, seen[seq].bytes);
    }
  }
  for (std::thread& thread : threads) thread.join();
  const Trace trace = run.finish();
  extend(trace);
  ASSERT_EQ(seen.size(), std::size_t{kWriters} * kEach) << "complete";
  std::vector<std::uint32_t> next(kWriters, 0);
  std::int64_t last_ns = 0;
  for (std::size_t seq = 0; seq < seen.size(); ++seq) {
    ASSERT_GE(seen[seq].time_ns, last_ns) << "sorted";
    last_ns = seen[seq].time_ns;
    const auto writer = static_cast<std::uint32_t>(seen[seq].bytes % 16);
    ASSERT_EQ(seen[seq].bytes, size_of(writer, next[writer])) << "each writer's order";
    ++next[writer];
    ASSERT_EQ(trace.time_ns(static_cast<Seq>(seq)), seen[seq].time_ns) << "unchanged";
    ASSERT_EQ(trace.counters_at(static_cast<Seq>(seq) + 1).pool_bytes, seen[seq].bytes) << "unchanged";
  }
}

/// Hand-overs between threads: the receiver's stamp lies after the sender's, whatever the collector has
/// merged.
TEST(Recorder, WhatFollowsFromAnEventComesAfterIt) {
  constexpr std::uint32_t kRounds = 4000;
  Recorded run;
  EventWriter& first = run.recorder.add_writer();
  EventWriter& second = run.recorder.add_writer();
  std::atomic<std::uint32_t> turn{0};
  std::atomic<Ticks> stamp{0};
  std::atomic<bool> done{false};
  const auto play = [&](EventWriter& writer, std::uint32_t parity) {
    for (std::uint32_t i = parity; i < kRounds; i += 2) {
      for (std::uint32_t now = turn.load(std::memory_order_acquire); now != i;
           now = turn.load(std::memory_order_acquire)) {
        turn.wait(now, std::memory_order_acquire);
      }
      writer.open();
      writer.advance_past(stamp.load(std::memory_order_relaxed));
      record_size(writer, i);
      stamp.store(writer.stamp(), std::memory_order_relaxed);
      // Seen by the other before it is committed, as a task's end is.
      turn.store(i + 1, std::memory_order_release);
      turn.notify_one();
      writer.commit();
    }
  };
  std::thread a([&] { play(first, 0); });
  std::thread b([&] { play(second, 1); });
  std::thread collecting([&] {
    while (!done.load()) {
      run.collector.collect();
      std::this_thread::yield();
    }
  });
  a.join();
  b.join();
  done.store(true);
  collecting.join();
  const Trace trace = run.finish();
  ASSERT_EQ(trace.size(), kRounds);
  for (Seq seq = 0; seq < trace.size(); ++seq) ASSERT_EQ(trace.counters_at(seq + 1).pool_bytes, seq);
}

TEST(Recorder, BeyondTheCapTasksAreLeftOutWholeAndCounted) {
  Recorded run({.tasks = 3});
  for (TaskId i = 0; i < 3; ++i) EXPECT_EQ(run.recorder.next_task(), i);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(run.recorder.next_task(), kNone);
  EXPECT_EQ(run.recorder.left_out(), 5u);
  EXPECT_EQ(run.finish().left_out_tasks(), 5u);
}

TEST(Recorder, TasksAreLeftOutWhileTooMuchIsNotYetCollected) {
  Recorded run({.tasks = 1000, .raw_bytes = 6 * sizeof(RecordChunk)});
  EXPECT_EQ(run.recorder.next_task(), 0u);
  run.frontend.open();
  for (std::uint32_t i = 0; i < 10 * RecordChunk::kRecords / 2; ++i) record_size(run.frontend, i);
  run.frontend.commit();
  EXPECT_EQ(run.recorder.next_task(), kNone);
  run.collector.collect(true);
  EXPECT_EQ(run.recorder.next_task(), 1u) << "recorded again, without a gap in the ids";
  EXPECT_EQ(run.finish().left_out_tasks(), 1u);
}

/// Chunks go round between the writers and the collector.
TEST(Recorder, MemoryIsReusedAfterCollection) {
  Recorded run({.tasks = 1000, .raw_bytes = 8 * sizeof(RecordChunk)});
  for (std::uint32_t round = 0; round < 50; ++round) {
    run.frontend.open();
    for (std::uint32_t i = 0; i < RecordChunk::kRecords; ++i) record_size(run.frontend, i);
    run.frontend.commit();
    run.collector.collect(true);
    ASSERT_NE(run.recorder.next_task(), kNone) << "the raw bytes do not grow";
  }
}

/// What is declared and named while others read snapshots.
TEST(Recorder, SnapshotsAreReadWhileTheRunGoesOn) {
  Recorded run;
  run.builder.add_lane(LaneKind::frontend, "Frontend");
  run.builder.add_lane(LaneKind::worker, "Worker 1");
  run.builder.publish();
  std::atomic<bool> done{false};
  std::thread reader([&] {
    std::size_t characters = 0;
    while (!done.load()) {
      const Trace trace = run.builder.snapshot();
      for (VariableId id = 0; id < trace.variable_count(); ++id) {
        characters += trace.name(trace.variable(id).name).size();
      }
      for (TaskId id = 0; id < trace.task_count(); ++id) characters += trace.use_count(id);
      characters += trace.memory_bytes();
    }
    EXPECT_GE(characters, 0u);
  });
  for (std::uint32_t i = 0; i < 300; ++i) {
    run.frontend.open();
    run.frontend.put(RecordKind::declare_variable, i, 0);
    run.frontend.put(EventKind::enqueue, run.recorder.next_task(), 0);
    run.frontend.put_words(kNone, 2, i / 2, i | 0x80000000U);
    run.frontend.put(RecordKind::name_variable, i / 2,
                     run.recorder.intern(std::string("v").append(std::to_string(i))));
    run.frontend.commit();
    run.collector.collect();
  }
  done.store(true);
  reader.join();
  const Trace trace = run.finish();
  EXPECT_EQ(trace.task_count(), 300u);
  EXPECT_EQ(trace.name(trace.variable(149).name), "v299");
}

}  // namespace
}  // namespace runahead
