// SPDX-License-Identifier: GPL-3.0-or-later
// The contestant that this project is: the thread pool or (compiled with RUNAHEAD_RANKED) the ranked pool,
// untraced or (RUNAHEAD_TRACED) recorded, with a window of 4096 tasks. Not a test; tests/engine checks
// what it computes.
#include <atomic>
#include <thread>

#include "core/engine/ranked_pool.h"
#include "core/engine/thread_pool.h"
#include "core/trace/collector.h"
#include "tests/bench/engine/child.h"

using namespace runahead;

namespace {

constexpr std::size_t kWindow = 4096;

template <class Tracing>
void run(const bench::Job& job, Tracing tracing) {
#ifdef RUNAHEAD_RANKED
  RankedPool<Tracing> driver(job.workers, kWindow, tracing);
#else
  ThreadPool<Tracing> driver(job.workers, kWindow, tracing);
#endif
  Engine& engine = driver;
  EngineVariable x{.id = 0}, y{.id = 1};
  const int us = job.body_us;
  const auto enqueue = [&](int tasks) {
    for (int i = 0; i < tasks; ++i) {
      TaskNode& task = engine.acquire(kNone);
      task.name = 0;
      task.statement = kNone;
      task.set_body([us] { bench::body(us); });
      switch (job.shape) {
        case 'b':
        case 'e':
          task.write(x);
          break;
        case 'c':
          task.read(x);
          engine.forget(y);
          task.write(y);
          break;
        case 'd':
          if (i % 66 == 0) {
            task.write(x);
          } else {
            task.read(x);
          }
          break;
        default:
          break;
      }
      engine.submit(task);
      if (job.shape == 'e') engine.wait_to_read(x, WaitReason::wait_to_read, kNone);
    }
  };
  bench::measure(job, enqueue, [&] { engine.wait_all(WaitReason::waitall, kNone); });
  engine.forget(x);
  engine.forget(y);
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Job job(argc, argv);
#ifdef RUNAHEAD_TRACED
  TraceBuilder builder{TraceInfo{}};
  builder.add_variable();
  builder.add_variable();
  builder.add_lane(LaneKind::frontend, "Frontend");
  for (int i = 0; i < job.workers; ++i) builder.add_lane(LaneKind::worker, "Worker");
  Recorder recorder(builder);
  EventWriter& writer = recorder.add_writer();
  Collector collector(recorder, builder, now_ticks());
  run(job, Recording{&recorder, &writer, 1});
  collector.collect(true);
  const Trace trace = builder.snapshot();
  std::fprintf(stderr, "%u tasks recorded, %llu left out, %.1f bytes each\n", trace.task_count(),
               static_cast<unsigned long long>(trace.left_out_tasks()),
               static_cast<double>(trace.memory_bytes()) / trace.task_count());
#else
  run(job, NoTracing{});
#endif
}
