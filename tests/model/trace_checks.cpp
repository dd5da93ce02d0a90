// SPDX-License-Identifier: GPL-3.0-or-later
// The recorder and its collector: while others record, what is merged is in the order of time and never
// changes; in the end every event is there, once, in its thread's order.
#include "core/trace/collector.h"
#include "tests/model/checks.h"

namespace runahead::model {

namespace {

struct TraceRun {
  TraceRun() {
    for (EventWriter*& writer : writers) writer = &recorder.add_writer();
  }

  /// Event `number` of a writer.
  void put(std::size_t writer, std::uint32_t number) {
    writers[writer]->put(EventKind::release, static_cast<std::uint32_t>(writer) * 10'000 + number);
  }
  void record(std::size_t writer, std::uint32_t number, std::uint32_t count = 1) {
    writers[writer]->open();
    for (std::uint32_t i = 0; i < count; ++i) put(writer, number + i);
    writers[writer]->commit();
  }
  void require(std::array<std::uint32_t, 2> counts) {
    collector.collect(true);
    std::array<std::uint32_t, 2> next = {0, 0};
    for (const TraceBuilder::Entry& entry : builder.entries()) {
      const std::size_t writer = entry.id / 10'000;
      if (entry.id % 10'000 != next[writer])
        fail("writer %zu: %u comes in place of %u", writer, entry.id % 10'000, next[writer]);
      ++next[writer];
    }
    RUNAHEAD_MODEL_REQUIRE(next == counts);
  }

  TraceBuilder builder;
  Recorder recorder{builder};
  std::array<EventWriter*, 2> writers;
  Collector collector{recorder, builder, 0};
};

/// Two threads record while the third collects.
void record_and_collect() {
  auto run = std::make_unique<TraceRun>();
  std::thread one([&] {
    run->record(0, 0);
    run->record(0, 1);
  });
  std::thread two([&] { run->record(1, 0, 2); });
  run->collector.collect();
  run->collector.collect();
  one.join();
  two.join();
  run->require({2, 2});
}

/// A writer whose chunk ends within a section.
void record_beyond_a_chunk() {
  auto run = std::make_unique<TraceRun>();
  const auto filled = static_cast<std::uint32_t>(RecordChunk::kRecords - 1);
  run->record(0, 0, filled);
  run->collector.collect();
  std::thread one([&] {
    run->record(0, filled, 2);
    run->record(0, filled + 2);
  });
  run->collector.collect();
  run->collector.collect();
  one.join();
  run->require({filled + 3, 0});
}

/// A device's lane, which learns late what happened: nothing that it may still say is overtaken.
void record_late() {
  auto run = std::make_unique<TraceRun>();
  run->writers[0]->open();
  run->put(0, 0);
  run->writers[1]->expect();
  const Ticks launched = run->writers[0]->stamp();
  run->writers[0]->commit();
  std::thread one([&] {
    run->writers[1]->rule_out(launched);
    run->writers[1]->open_at(launched + 1);
    run->put(1, 0);
    run->writers[1]->commit();
    run->writers[1]->met();
  });
  std::thread two([&] { run->record(0, 1); });
  run->collector.collect();
  run->collector.collect();
  one.join();
  two.join();
  run->require({2, 1});
}

/// A stamp that is not before what its writer has seen is one that the collector waits for, too.
void record_in_order() {
  auto run = std::make_unique<TraceRun>();
  std::thread one([&] {
    run->writers[1]->open_ordered();
    run->put(1, 0);
    run->writers[1]->commit();
  });
  run->record(0, 0);
  run->collector.collect();
  run->collector.collect();
  one.join();
  run->require({1, 1});
}

/// A device's lane that has said something, and then what has not happened yet.
void record_late_and_rule_out() {
  auto run = std::make_unique<TraceRun>();
  run->writers[1]->expect();
  run->record(0, 0);
  const Ticks launched = now_ticks();
  run->record(0, 1);
  const Ticks seen = now_ticks();
  std::thread one([&] {
    run->writers[1]->open_at(launched);
    run->put(1, 0);
    run->writers[1]->commit();
    run->writers[1]->rule_out(seen);
    run->writers[1]->open_at(seen + 1);
    run->put(1, 1);
    run->writers[1]->commit();
    run->writers[1]->met();
  });
  run->collector.collect();
  run->collector.collect();
  one.join();
  run->require({2, 2});
}

}  // namespace

std::vector<Check> trace_checks(bool thorough) {
  std::vector<Check> checks;
  for (const bool membarrier : {true, false}) {
    const Bounds bounds{.preemptions = thorough ? 3 : 2, .stale = thorough ? 2 : 1, .membarrier = membarrier};
    checks.push_back({"Recorder",
                      bounds,
                      {{"two record", record_and_collect},
                       {"a chunk ends", record_beyond_a_chunk},
                       {"late", record_late},
                       {"in order", record_in_order},
                       {"late, and not yet", record_late_and_rule_out}}});
  }
  return checks;
}

}  // namespace runahead::model
