// SPDX-License-Identifier: GPL-3.0-or-later
// What each wait waits for, what it does not wait for, and what the trace says ended it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "tests/support/driver.h"
#include "tests/support/gate.h"
#include "tests/support/submit_task.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using testing::IsEmpty;
using testing_support::Driver;
using testing_support::Gate;
using testing_support::make_driver;
using testing_support::order_of;
using testing_support::RunEnd;
using testing_support::trace_violations;
using testing_support::TracedRun;

class Waits : public testing::TestWithParam<Driver> {
 protected:
  Waits() {
    for (const VariableId id : {0U, 1U}) run.declare(id);
  }
  Engine& make_engine(int workers, std::size_t window) {
    engine_ = make_driver(GetParam(), workers, window, run.recording());
    return *engine_;
  }
  /// The trace is whole once the workers are gone.
  Trace finish() {
    engine_->drain();
    engine_.reset();
    const Trace trace = run.finish();
    EXPECT_THAT(trace_violations(trace, RunEnd::complete, order_of(GetParam())), IsEmpty());
    return trace;
  }

  TracedRun run{2};
  EngineVariable x{.id = 0}, y{.id = 1};
  EngineVariable* const only_x[1] = {&x};
  EngineVariable* const only_y[1] = {&y};
  Gate gate;

 private:
  std::unique_ptr<Engine> engine_;
};

TEST_P(Waits, WaitToReadReturnsWhileTheRestRuns) {
  auto& engine = make_engine(2, 0);
  std::atomic<bool> rest_done{false};
  bool written = false;
  submit_task(engine, {}, only_x, [&] { written = true; });
  submit_task(engine, {}, only_y, [&] {
    gate.pass();
    rest_done.store(true);
  });
  engine.wait_to_read(x, WaitReason::asnumpy, kNone);
  EXPECT_TRUE(written);
  EXPECT_FALSE(rest_done.load());
  gate.open();
  const Trace trace = finish();
  ASSERT_EQ(trace.wait_count(), 1u);
  EXPECT_EQ(trace.wait(0).reason, WaitReason::asnumpy);
  EXPECT_EQ(trace.wait(0).variable, 0u);
}

TEST_P(Waits, WaitToReadDoesNotWaitForReaders) {
  auto& engine = make_engine(2, 0);
  submit_task(engine, {}, only_x, [] {});
  submit_task(engine, only_x, {}, [&] { gate.pass(); });
  gate.wait_for_arrivals(1);
  engine.wait_to_read(x, WaitReason::wait_to_read, kNone);
  gate.open();
  const Trace trace = finish();
  EXPECT_EQ(trace.wait(0).ended_by, kNone) << "found nothing to wait for";
  EXPECT_EQ(trace.time_ns(trace.wait(0).begin), trace.time_ns(trace.wait(0).end));
}

TEST_P(Waits, EndAtTheTaskThatEndedThem) {
  auto& engine = make_engine(2, 0);
  submit_task(engine, {}, only_x, [&] { gate.pass(); });  // 0
  submit_task(engine, {}, only_y, [] {});                 // 1
  gate.wait_for_arrivals(1);
  std::thread opener([&] {
    // Opened once the wait has begun, as the trace shows.
    while (run.snapshot().wait_count() == 0) run.collector().collect();
    gate.open();
  });
  engine.wait_to_read(x, WaitReason::wait_to_read, kNone);
  opener.join();
  const Trace trace = finish();
  EXPECT_EQ(trace.wait(0).ended_by, 0u);
  EXPECT_GT(trace.wait(0).end, trace.task(0).end);
}

TEST_P(Waits, ForAFreeNodeAreQueueFull) {
  auto& engine = make_engine(1, 3);
  submit_task(engine, {}, only_x, [&] { gate.pass(); });
  submit_task(engine, only_x, {}, [] {});
  submit_task(engine, only_x, {}, [] {});
  gate.wait_for_arrivals(1);
  std::thread opener([&] {
    while (run.snapshot().wait_count() == 0) run.collector().collect();
    gate.open();
  });
  submit_task(engine, {}, {}, [] {});
  opener.join();
  const Trace trace = finish();
  ASSERT_EQ(trace.wait_count(), 1u);
  EXPECT_EQ(trace.wait(0).reason, WaitReason::queue_full);
  EXPECT_LT(trace.wait(0).end, trace.task(3).enqueue);
  EXPECT_EQ(trace.counters_at(trace.wait(0).begin).depth(), 3u) << "the window was full";
  EXPECT_NE(trace.wait(0).ended_by, kNone);
}

/// With a window that large, workers hand nodes back several at a time; the last of them ended the wait.
TEST_P(Waits, ForAFreeNodeAreEndedByTheTaskWhoseEndGaveItBack) {
  auto& engine = make_engine(1, 64);
  Gate first;
  submit_task(engine, {}, {}, [&] { first.pass(); });              // 0
  for (int i = 1; i < 3; ++i) submit_task(engine, {}, {}, [] {});  // 1, 2
  submit_task(engine, {}, only_x, [&] { gate.pass(); });           // 3: the fourth of a batch of four
  for (int i = 4; i < 64; ++i) submit_task(engine, only_x, only_x, [] {});
  first.open();
  gate.wait_for_arrivals(1);
  std::thread opener([&] {
    while (run.snapshot().wait_count() == 0) run.collector().collect();
    gate.open();
  });
  submit_task(engine, {}, {}, [] {});
  opener.join();
  const Trace trace = finish();
  ASSERT_EQ(trace.wait_count(), 1u);
  const Wait wait = trace.wait(0);
  EXPECT_GE(wait.ended_by, 3u) << "a task that had ended before the wait began";
  EXPECT_GT(trace.task(wait.ended_by).end, wait.begin);
}

TEST_P(Waits, ForProgressAskAfterEachTask) {
  auto& engine = make_engine(2, 0);
  std::atomic<int> done{0};
  for (int i = 0; i < 100; ++i) submit_task(engine, only_x, only_x, [&] { done.fetch_add(1); });
  submit_task(engine, only_x, only_x, [&] { gate.pass(); });
  EXPECT_TRUE(engine.wait_for(WaitReason::memory_full, kNone, [&] { return done.load() == 100; }));
  // Asked before the wait begins.
  EXPECT_FALSE(engine.wait_for(WaitReason::memory_full, kNone, [&] {
    gate.open();
    return false;
  }));
  const Trace trace = finish();
  EXPECT_EQ(trace.wait(trace.wait_count() - 1).ended_by, 100u);
}

TEST_P(Waits, ForProgressThatNothingWillMakeTakeNoTime) {
  auto& engine = make_engine(2, 0);
  submit_task(engine, {}, only_x, [] {});
  engine.drain();
  EXPECT_FALSE(engine.wait_for(WaitReason::memory_full, kNone, [] { return false; }));
  const Trace trace = finish();
  ASSERT_EQ(trace.wait_count(), 1u);
  EXPECT_EQ(trace.wait(0).ended_by, kNone);
  EXPECT_EQ(trace.time_ns(trace.wait(0).begin), trace.time_ns(trace.wait(0).end));
}

TEST_P(Waits, ForProgressThatIsThereAlreadyAreNone) {
  auto& engine = make_engine(2, 0);
  EXPECT_TRUE(engine.wait_for(WaitReason::memory_full, kNone, [] { return true; }));
  EXPECT_EQ(finish().wait_count(), 0u);
}

TEST_P(Waits, WaitAllLeavesNoBody) {
  const auto held = std::make_shared<int>(0);
  auto& engine = make_engine(2, 0);
  for (int i = 0; i < 1000; ++i) submit_task(engine, {}, {}, [held] {});
  engine.wait_all(WaitReason::waitall, kNone);
  EXPECT_EQ(held.use_count(), 1);
  finish();
}

/// Thousands of rounds through sleep on both sides: a lost wake-up hangs here.
TEST_P(Waits, AreWokenEveryTime) {
  const auto own = make_driver(GetParam(), 2, 2, NoTracing{});
  Engine& engine = *own;
  int value = 0;
  for (int i = 0; i < 3000; ++i) {
    for (int k = 0; k <= i % 5; ++k) submit_task(engine, only_x, only_x, [&] { ++value; });
    switch (i % 4) {
      case 0:
        engine.wait_to_read(x, WaitReason::wait_to_read, kNone);
        break;
      case 1:
        engine.wait_all(WaitReason::waitall, kNone);
        break;
      case 2:
        engine.drain();
        break;
      default:
        EXPECT_FALSE(engine.wait_for(WaitReason::memory_full, kNone, [] { return false; }));
    }
  }
  engine.drain();
  EXPECT_EQ(value, 9000);
}

INSTANTIATE_TEST_SUITE_P(Drivers, Waits, testing::Values(Driver::pool, Driver::ranked, Driver::in_order),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace runahead
