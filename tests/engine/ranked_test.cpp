// SPDX-License-Identifier: GPL-3.0-or-later
// The ranked pool: of the tasks that are ready, the one that was submitted first; no worker is idle beside a
// task that is ready. Not here: what holds for every driver (random_program_test.cpp, waits_test.cpp, ...).
#include "core/engine/ranked_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <random>

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

TEST(Ranked, OneWorkerKeepsToTheOrderOfSubmit) {
  TracedRun run(1);
  run.collect_meanwhile();
  std::mt19937 random(3);
  std::deque<EngineVariable> variables;
  for (VariableId id = 0; id < 20; ++id) {
    run.declare(id);
    variables.push_back({.id = id});
  }
  std::vector<TaskId> submitted;
  {
    RankedPool<Recording> engine(1, 0, run.recording());
    for (TaskId id = 0; id < 10'000; ++id) {
      submitted.push_back(id);
      EngineVariable* const reads[] = {&variables[random() % 20], &variables[random() % 20]};
      EngineVariable* const writes[] = {&variables[random() % 20]};
      submit_task(engine, reads, std::span(writes).first(random() % 4 == 0 ? 0 : 1), [] {});
    }
    engine.drain();
  }
  const Trace trace = run.finish();
  EXPECT_EQ(starts_of(trace), submitted);
  EXPECT_THAT(trace_violations(trace, RunEnd::complete, StartOrder::ranked), IsEmpty());
}

/// What was submitted first comes first, though it became ready last.
TEST(Ranked, TheOrderIsNotThatOfBecomingReady) {
  TracedRun run(2);
  EngineVariable x{.id = 0};
  run.declare(0);
  EngineVariable* const only_x[] = {&x};
  Gate first, second;
  {
    RankedPool<Recording> engine(2, 0, run.recording());
    submit_task(engine, {}, only_x, [&] { first.pass(); });  // 0
    submit_task(engine, {}, {}, [&] { second.pass(); });     // 1
    submit_task(engine, only_x, {}, [] {});                  // 2: blocked by 0
    first.wait_for_arrivals(1);
    second.wait_for_arrivals(1);
    submit_task(engine, {}, {}, [] {});  // 3: ready at once
    submit_task(engine, {}, {}, [] {});  // 4: ready at once
    first.open();
    engine.wait_to_read(x, WaitReason::wait_to_read, kNone);
    second.open();
    engine.drain();
  }
  const Trace trace = run.finish();
  EXPECT_LT(trace.task(3).ready, trace.task(2).ready);
  EXPECT_THAT(starts_of(trace), ElementsAre(testing::_, testing::_, 2, 3, 4));
}

/// Two workers pass what would keep one of them idle.
TEST(Ranked, ATaskThatIsReadyPassesOneThatIsNot) {
  TracedRun run(2);
  EngineVariable x{.id = 0}, y{.id = 1};
  run.declare(0);
  run.declare(1);
  EngineVariable* const only_x[] = {&x};
  EngineVariable* const only_y[] = {&y};
  Gate gate;
  {
    RankedPool<Recording> engine(2, 0, run.recording());
    submit_task(engine, {}, only_x, [&] { gate.pass(); });    // 0
    submit_task(engine, only_x, {}, [] {});                   // 1: blocked by 0
    submit_task(engine, {}, only_y, [] {});                   // 2
    engine.wait_to_read(y, WaitReason::wait_to_read, kNone);  // hangs where 2 stands behind 1
    gate.open();
    engine.drain();
  }
  const Trace trace = run.finish();
  EXPECT_LT(trace.task(2).end, trace.task(1).start);
  EXPECT_THAT(trace_violations(trace, RunEnd::complete, StartOrder::ranked), IsEmpty());
}

}  // namespace
}  // namespace runahead
