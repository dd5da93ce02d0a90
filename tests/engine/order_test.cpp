// SPDX-License-Identifier: GPL-3.0-or-later
// The pool: first in, first out by the instant of becoming ready, ties by id.
// Not here: the order of submit (in_order_test.cpp).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <random>

#include "core/engine/thread_pool.h"
#include "tests/support/gate.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::Gate;
using testing_support::TracedRun;

std::vector<TaskId> starts_of(const Trace& trace) {
  std::vector<TaskId> order;
  for (Seq seq = 0; seq < trace.size(); ++seq) {
    if (trace.event(seq).kind == EventKind::start) order.push_back(trace.event(seq).id);
  }
  return order;
}

std::vector<TaskId> by_ready(const Trace& trace) {
  std::vector<TaskId> order;
  for (TaskId id = 0; id < trace.task_count(); ++id) order.push_back(id);
  std::sort(order.begin(), order.end(),
            [&](TaskId a, TaskId b) { return trace.task(a).ready < trace.task(b).ready; });
  return order;
}

/// Random tasks; `gated`: all of them are pushed while the first one holds the only worker.
Trace random_run(std::uint32_t seed, bool gated) {
  TracedRun run(1);
  std::mt19937 random(seed);
  std::deque<EngineVariable> variables;
  for (VariableId id = 0; id < 20; ++id) {
    run.declare(id);
    variables.push_back({.id = id});
  }
  Gate gate;
  std::optional<ThreadPool<Recording>> engine(std::in_place, 1, 0, run.recording());
  if (gated) engine->push(0, {}, {}, [&] { gate.pass(); });
  for (int i = 0; i < 3000; ++i) {
    EngineVariable* const reads[] = {&variables[random() % 20], &variables[random() % 20]};
    EngineVariable* const writes[] = {&variables[random() % 20]};
    engine->push(0, reads, std::span(writes).first(random() % 4 == 0 ? 0 : 1), [] {});
  }
  gate.open();
  engine->drain();
  engine.reset();  // the trace is whole once the workers are gone
  return run.finish();
}

TEST(Order, OneWorkerStartsTasksInTheOrderOfBecomingReady) {
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    const Trace trace = random_run(seed, true);
    ASSERT_EQ(trace.task_count(), 3001u);
    EXPECT_THAT(testing_support::trace_violations(trace), IsEmpty());
    ASSERT_EQ(starts_of(trace), by_ready(trace));
    // Tasks that one end makes ready come by id.
    TaskId last = kNone;
    for (Seq seq = 0; seq < trace.size(); ++seq) {
      const Event event = trace.event(seq);
      if (event.kind == EventKind::end) last = kNone;
      if (event.kind != EventKind::ready) continue;
      EXPECT_TRUE(last == kNone || last < event.id);
      last = event.id;
    }
  }
}

/// While the frontend pushes, two tasks may become ready at the same instant on the two threads; among those
/// that one thread made ready the order is exact.
TEST(Order, HoldsPerThreadWhileTheFrontendPushes) {
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    const Trace trace = random_run(seed, false);
    EXPECT_THAT(testing_support::trace_violations(trace), IsEmpty());
    Seq last_at_once = 0, last_released = 0;
    for (const TaskId id : starts_of(trace)) {
      const Task task = trace.task(id);
      Seq& last = task.ready == task.enqueue ? last_at_once : last_released;
      ASSERT_LE(last, task.ready);
      last = task.ready;
    }
  }
}

/// The book's memory story: a source that is ready at once overtakes nothing that was ready before it, and a
/// task that becomes ready later comes after it, whatever their order of enqueue.
TEST(Order, IsNotThatOfTheEnqueues) {
  TracedRun run(1);
  EngineVariable x{.id = 0};
  run.declare(0);
  EngineVariable* const only_x[] = {&x};
  Gate gate;
  {
    ThreadPool<Recording> engine(1, 0, run.recording());
    engine.push(0, {}, only_x, [&] { gate.pass(); });  // 0
    engine.push(0, only_x, {}, [] {});                 // 1: blocked by 0
    engine.push(0, {}, {}, [] {});                     // 2: ready at once
    engine.push(0, only_x, {}, [] {});                 // 3: blocked by 0
    engine.push(0, {}, {}, [] {});                     // 4: ready at once
    gate.open();
    engine.drain();
  }
  EXPECT_THAT(starts_of(run.finish()), ElementsAre(0, 2, 4, 1, 3));
}

}  // namespace
}  // namespace runahead
