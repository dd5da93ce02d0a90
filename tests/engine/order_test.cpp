// SPDX-License-Identifier: GPL-3.0-or-later
// The pool: first in, first out by the instant of becoming ready, ties by id.
// Not here: the order of submit (in_order_test.cpp).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <random>

#include "core/engine/thread_pool.h"
#include "tests/support/gate.h"
#include "tests/support/submit_task.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::Gate;
using testing_support::RunEnd;
using testing_support::StartOrder;
using testing_support::starts_of;
using testing_support::trace_violations;
using testing_support::TracedRun;

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
  if (gated) submit_task(*engine, {}, {}, [&] { gate.pass(); });
  for (int i = 0; i < 3000; ++i) {
    EngineVariable* const reads[] = {&variables[random() % 20], &variables[random() % 20]};
    EngineVariable* const writes[] = {&variables[random() % 20]};
    submit_task(*engine, reads, std::span(writes).first(random() % 4 == 0 ? 0 : 1), [] {});
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
    EXPECT_THAT(trace_violations(trace), IsEmpty());
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

/// Two threads make tasks ready, and stamp them as they enter the queue.
TEST(Order, HoldsWhileTheFrontendPushes) {
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    const Trace trace = random_run(seed, false);
    EXPECT_THAT(trace_violations(trace), IsEmpty());
    ASSERT_EQ(starts_of(trace), by_ready(trace));
  }
}

/// Each end gives back a node, for which the frontend waits, and makes a task ready, which comes first.
TEST(Order, HoldsWhileTheFrontendWaitsForRoom) {
  for (const int workers : {1, 2, 3}) {
    for (const std::size_t window : {2, 3, 9}) {
      TracedRun run(workers);
      EngineVariable x{.id = 0};
      run.declare(0);
      EngineVariable* const only_x[] = {&x};
      {
        ThreadPool<Recording> engine(workers, window, run.recording());
        for (int i = 0; i < 1000; ++i)
          submit_task(engine, only_x, std::span(only_x).first(i % 3 == 0), [] {});
        engine.drain();
      }
      EXPECT_THAT(trace_violations(run.finish(), RunEnd::complete, StartOrder::as_ready), IsEmpty());
    }
  }
}

/// A frontend that waits for memory sees it come back when a body is destroyed. By then the end of the task
/// has been recorded, and what it made ready stands in the queue.
TEST(Order, WhatAnEndMakesReadyComesBeforeWhatTheFrontendDoesWithTheRoom) {
  TracedRun run(1);
  EngineVariable x{.id = 0};
  run.declare(0);
  EngineVariable* const only_x[] = {&x};
  Gate gate, freed;
  {
    ThreadPool<Recording> engine(1, 0, run.recording());
    std::shared_ptr<void> held(nullptr, [&](void*) { freed.pass(); });
    submit_task(engine, {}, only_x, [&gate, held = std::move(held)] { gate.pass(); });  // 0
    submit_task(engine, only_x, {}, [] {});                                             // 1: blocked by 0
    gate.open();
    freed.wait_for_arrivals(1);
    EventWriter& frontend = run.frontend();
    frontend.open_ordered();
    frontend.put(EventKind::statement_begin, 0, 1);
    frontend.put(EventKind::statement_end, 0);
    frontend.commit();
    submit_task(engine, {}, {}, [] {});  // 2
    freed.open();
    engine.drain();
  }
  const Trace trace = run.finish();
  EXPECT_THAT(starts_of(trace), ElementsAre(0, 1, 2));
  EXPECT_THAT(trace_violations(trace, RunEnd::complete, StartOrder::as_ready), IsEmpty());
  // What happens between an end and the next start is no part of either task.
  EXPECT_LT(trace.task(0).end, trace.statement(0).begin);
  EXPECT_GT(trace.task(1).start, trace.statement(0).end);
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
    submit_task(engine, {}, only_x, [&] { gate.pass(); });  // 0
    submit_task(engine, only_x, {}, [] {});                 // 1: blocked by 0
    submit_task(engine, {}, {}, [] {});                     // 2: ready at once
    submit_task(engine, only_x, {}, [] {});                 // 3: blocked by 0
    submit_task(engine, {}, {}, [] {});                     // 4: ready at once
    gate.open();
    engine.drain();
  }
  EXPECT_THAT(starts_of(run.finish()), ElementsAre(0, 2, 4, 1, 3));
}

}  // namespace
}  // namespace runahead
