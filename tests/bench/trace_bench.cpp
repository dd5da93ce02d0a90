// SPDX-License-Identifier: GPL-3.0-or-later
// What recording costs on top of reading the clock, what the merge costs, and what a recorded task occupies.
// Not the engine (engine/).
#include <benchmark/benchmark.h>

#include <atomic>
#include <thread>

#include "core/scenario/run_execution.h"
#include "core/trace/collector.h"

namespace {

using namespace runahead;

void read_counter(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(now_ticks());
}
BENCHMARK(read_counter);

void read_steady_clock(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(std::chrono::steady_clock::now());
}
BENCHMARK(read_steady_clock);

/// The difference to read_counter is what recording adds to the clock. A collector drains beside it.
void record_event(benchmark::State& state) {
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  builder.add_lane(LaneKind::worker, "Worker 1");
  Recorder recorder(builder);
  EventWriter& writer = recorder.add_writer();
  Collector collector(recorder, builder, now_ticks());
  std::atomic<bool> stop{false};
  std::thread drain([&] {
    while (!stop.load(std::memory_order_relaxed)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(8));
      collector.collect();
    }
  });
  std::uint32_t id = 0;
  for (auto _ : state) {
    writer.open();
    writer.put(EventKind::statement_begin, id++ & 0xffffff, 1);
    writer.commit();
  }
  stop = true;
  drain.join();
}
BENCHMARK(record_event)->Iterations(20'000'000);

/// One task each: enqueue, start, end. Five million within a second is a push every 200 ns.
void record_task(benchmark::State& state) {
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  builder.add_lane(LaneKind::worker, "Worker 1");
  builder.add_variable();
  Recorder recorder(builder);
  EventWriter& writer = recorder.add_writer();
  for (auto _ : state) {
    const TaskId id = recorder.next_task();
    writer.open();
    writer.put(EventKind::enqueue, id, 0).extra |= kReadyAtOnce;
    writer.put_words(kNone, 1, 0x80000000U);
    writer.commit();
    writer.open();
    writer.put(EventKind::start, id, 1);
    writer.commit();
    writer.open();
    writer.put(EventKind::end, id, 0);
    writer.commit();
  }
  Collector collector(recorder, builder, now_ticks());
  const auto before = std::chrono::steady_clock::now();
  collector.collect(true);
  const auto after = std::chrono::steady_clock::now();
  const Trace trace = builder.snapshot();
  state.counters["left_out"] = static_cast<double>(recorder.left_out());
  state.counters["merge_ns_per_event"] =
      std::chrono::duration<double, std::nano>(after - before).count() / trace.size();
}
BENCHMARK(record_task)->Iterations(5'000'000);

/// The whole of a run: statements, uses, allocations, releases.
void memory_per_task(benchmark::State& state) {
  for (auto _ : state) {
    RunRequest request = default_request("tiny-tasks");
    request.waits = Waits::none();
    request.set["n"] = state.range(0);
    RunExecution session(*check(request));
    session.start();
    session.wait();
    const Trace trace = session.snapshot();
    state.counters["bytes_per_task"] =
        static_cast<double>(trace.memory_bytes()) / static_cast<double>(trace.task_count());
    state.counters["events_per_task"] = static_cast<double>(trace.size()) / trace.task_count();
  }
}
BENCHMARK(memory_per_task)->Arg(1'000'000)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
