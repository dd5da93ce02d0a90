// SPDX-License-Identifier: GPL-3.0-or-later
// Stopping: from any thread, at any time, any number of times; waiting threads are let go, what never ran is
// destroyed.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <thread>

#include "core/engine/inline_engine.h"
#include "tests/support/driver.h"
#include "tests/support/gate.h"
#include "tests/support/submit_task.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using testing_support::Driver;
using testing_support::Gate;
using testing_support::make_driver;
using testing_support::RunEnd;
using testing_support::trace_violations;
using testing_support::TracedRun;

struct Frontend {
  Engine& engine;
  EngineVariable x{.id = 0};
  EngineVariable* const only_x[1] = {&x};
};

class Stop : public testing::TestWithParam<Driver> {};

TEST_P(Stop, BeforeAnythingAndTwice) {
  const auto own = make_driver(GetParam(), 2, 4, NoTracing{});
  Engine& engine = *own;
  engine.stop();
  engine.stop();
  EngineVariable x{.id = 0};
  EXPECT_THROW(engine.acquire(kNone), Stopped);
  EXPECT_THROW(engine.wait_to_read(x, WaitReason::wait_to_read, kNone), Stopped);
  EXPECT_THROW(engine.wait_all(WaitReason::waitall, kNone), Stopped);
  EXPECT_THROW(engine.wait_for(WaitReason::memory_full, kNone, [] { return true; }), Stopped);
  EXPECT_THROW(engine.drain(), Stopped);
  EXPECT_THROW(engine.check_running(), Stopped);
  engine.forget(x);
}

TEST(StopInline, EndsTheInlineEngineToo) {
  InlineEngine engine;
  submit_task(engine, {}, {}, [] {});
  engine.stop();
  EXPECT_THROW(engine.acquire(kNone), Stopped);
  EXPECT_THROW(engine.wait_all(WaitReason::waitall, kNone), Stopped);
  EXPECT_THROW(engine.check_running(), Stopped);
}

/// Each way of blocking the frontend, released by a stop from another thread while a task still runs.
struct Way {
  const char* name;
  std::function<void(Frontend&)> block;
  bool traced = true;  ///< as a wait
};
class StopWhileWaiting : public testing::TestWithParam<std::tuple<Driver, Way>> {};

TEST_P(StopWhileWaiting, LetsTheFrontendGo) {
  const auto& [driver, way] = GetParam();
  const auto held = std::make_shared<int>(0);
  Gate gate;
  TracedRun run(2);
  run.declare(0);
  {
    const auto own = make_driver(driver, 2, 8, run.recording());
    Engine& engine = *own;
    Frontend frontend{engine};
    submit_task(engine, {}, frontend.only_x, [&gate, held] { gate.pass(); });
    for (int i = 0; i < 7; ++i) submit_task(engine, frontend.only_x, frontend.only_x, [held] {});
    gate.wait_for_arrivals(1);
    std::thread stopper([&, traced = way.traced] {
      // Once the wait has begun, where the trace shows it.
      while (traced && run.snapshot().wait_count() == 0) run.collector().collect();
      engine.stop();
      engine.stop();
    });
    EXPECT_THROW(way.block(frontend), Stopped);
    EXPECT_THROW(engine.acquire(kNone), Stopped);
    stopper.join();
    EXPECT_EQ(held.use_count(), 9) << "nothing but the running task went on";
    gate.open();
    engine.forget(frontend.x);
  }
  EXPECT_EQ(held.use_count(), 1) << "bodies that never ran are destroyed";
  const Trace trace = run.finish();
  EXPECT_EQ(trace.task_count(), 8u);
  EXPECT_TRUE(trace_violations(trace, RunEnd::stopped).empty());
}

INSTANTIATE_TEST_SUITE_P(
    Ways, StopWhileWaiting,
    testing::Combine(
        testing::Values(Driver::pool, Driver::ranked, Driver::in_order),
        testing::Values(Way{"wait_to_read",
                            [](Frontend& f) { f.engine.wait_to_read(f.x, WaitReason::wait_to_read, kNone); }},
                        Way{"waitall", [](Frontend& f) { f.engine.wait_all(WaitReason::waitall, kNone); }},
                        Way{"wait_for",
                            [](Frontend& f) {
                              f.engine.wait_for(WaitReason::memory_full, kNone, [] { return false; });
                            }},
                        Way{"queue_full", [](Frontend& f) { f.engine.acquire(kNone); }},
                        Way{"drain", [](Frontend& f) { f.engine.drain(); }, false})),
    [](const auto& each) {
      return testing::PrintToString(std::get<0>(each.param)) + "_" + std::get<1>(each.param).name;
    });

/// Also where the task has stopped and ended by the time that the frontend looks.
TEST_P(Stop, FromInsideATask) {
  for (int round = 0; round < 300; ++round) {
    const auto own = make_driver(GetParam(), 2, 0, NoTracing{});
    Engine& engine = *own;
    submit_task(engine, {}, {}, [&] { engine.stop(); });
    ASSERT_THROW(engine.drain(), Stopped) << round;
  }
}

/// A watcher may be in a list when the frontend is thrown out of its wait; the task completes later.
TEST_P(Stop, TheTaskThatTheFrontendWaitedForMayStillEnd) {
  Gate gate;
  EngineVariable x{.id = 0};
  EngineVariable* const only_x[] = {&x};
  {
    const auto own = make_driver(GetParam(), 1, 0, NoTracing{});
    Engine& engine = *own;
    submit_task(engine, {}, only_x, [&] { gate.pass(); });
    gate.wait_for_arrivals(1);
    std::thread stopper([&] { engine.stop(); });
    EXPECT_THROW(engine.wait_to_read(x, WaitReason::wait_to_read, kNone), Stopped);
    stopper.join();
    gate.open();
    EXPECT_THROW(engine.wait_to_read(x, WaitReason::wait_to_read, kNone), Stopped);
  }
}

/// Stops at every stage of a busy run.
TEST_P(Stop, AtAnyMoment) {
  for (int round = 0; round < 300; ++round) {
    const auto held = std::make_shared<int>(0);
    {
      const auto own = make_driver(GetParam(), 1 + round % 3, round % 2 == 0 ? 0 : 5, NoTracing{});
      Engine& engine = *own;
      EngineVariable x{.id = 0};
      EngineVariable* const only_x[] = {&x};
      std::thread stopper([&] {
        for (volatile int spin = 0; spin < round * 100;) spin = spin + 1;
        engine.stop();
      });
      try {
        while (true) {
          submit_task(engine, only_x, {}, [held] {});
          submit_task(engine, {}, only_x, [held] {});
          if (round % 7 == 0) engine.wait_to_read(x, WaitReason::wait_to_read, kNone);
          if (round % 5 == 0) engine.wait_all(WaitReason::waitall, kNone);
        }
      } catch (const Stopped&) {
      }
      engine.forget(x);
      stopper.join();
    }
    ASSERT_EQ(held.use_count(), 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Drivers, Stop, testing::Values(Driver::pool, Driver::ranked, Driver::in_order),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace runahead
