// SPDX-License-Identifier: GPL-3.0-or-later
// Queues that start their tasks in the order of submit, beside each other, and that are full at some point.
// Not here: what holds for every driver (random_program_test.cpp, waits_test.cpp, ...).
#include "core/engine/in_order_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <thread>

#include "tests/support/gate.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::Gate;
using testing_support::RunEnd;
using testing_support::trace_violations;
using testing_support::TracedRun;

class InOrder : public testing::Test {
 protected:
  InOrder() {
    for (const VariableId id : {0U, 1U}) run.declare(id);
  }
  void make_engine(const std::vector<std::size_t>& launch_limits) {
    engine = std::make_unique<InOrderEngine<Recording>>(launch_limits, 0, run.recording());
  }
  template <class Body>
  void submit(int stream, const std::vector<EngineVariable*>& reads,
              const std::vector<EngineVariable*>& writes, Body body) {
    TaskNode& task = engine->acquire(kNone);
    task.name = 0;
    task.statement = kNone;
    task.stream = static_cast<std::uint8_t>(stream);
    for (EngineVariable* variable : reads) task.read(*variable);
    for (EngineVariable* variable : writes) task.write(*variable);
    task.set_body(std::move(body));
    engine->submit(task);
  }
  /// Acts once the trace shows that the frontend is in the wait of this id.
  template <class Action>
  std::thread in_wait(WaitId wait, Action action) {
    return std::thread([this, wait, action] {
      while (run.snapshot().wait_count() <= wait) run.collector().collect();
      action();
    });
  }
  Trace finish() {
    engine->drain();
    engine.reset();
    const Trace trace = run.finish();
    EXPECT_THAT(trace_violations(trace), IsEmpty());
    return trace;
  }
  /// Of the tasks that started on this lane, in the order of their starts.
  static std::vector<TaskId> starts(const Trace& trace, LaneId lane) {
    std::vector<TaskId> order;
    for (Seq seq = 0; seq < trace.size(); ++seq) {
      const Event event = trace.event(seq);
      if (event.kind != EventKind::start) continue;
      if (trace.task(event.id).lane == lane) order.push_back(event.id);
    }
    return order;
  }

  TracedRun run{3};
  EngineVariable x{.id = 0}, y{.id = 1};
  std::unique_ptr<InOrderEngine<Recording>> engine;
};

TEST_F(InOrder, ALaterTaskThatIsReadyFirstDoesNotPass) {
  make_engine({0});
  Gate gate;
  submit(0, {}, {&x}, [&] { gate.pass(); });  // 0
  submit(0, {&x}, {}, [] {});                 // 1: blocked by 0
  submit(0, {}, {}, [] {});                   // 2: ready at once
  gate.wait_for_arrivals(1);
  submit(0, {}, {}, [] {});  // 3: ready at once
  gate.open();
  const Trace trace = finish();
  EXPECT_LT(trace.task(2).ready, trace.task(1).ready);
  EXPECT_THAT(starts(trace, 1), ElementsAre(0, 1, 2, 3));
}

/// Queue by queue, whatever the dependencies and the moment at which the collector looks.
TEST_F(InOrder, EachQueueStartsItsTasksInTheOrderOfSubmit) {
  std::mt19937 random(7);
  std::deque<EngineVariable> variables;
  for (VariableId id = 2; id < 12; ++id) {
    run.declare(id);
    variables.push_back({.id = id});
  }
  run.collect_meanwhile();
  make_engine({0, 0, 8});
  std::vector<std::vector<TaskId>> submitted(3);
  for (TaskId id = 0; id < 20'000; ++id) {
    const unsigned stream = random() % 3;
    submitted[stream].push_back(id);
    EngineVariable* const read = &variables[random() % 10];
    EngineVariable* const write = &variables[random() % 10];
    if (random() % 3 == 0) {
      submit(static_cast<int>(stream), {read}, {}, [] {});
    } else {
      submit(static_cast<int>(stream), {read}, {write}, [] {});
    }
  }
  const Trace trace = finish();
  for (LaneId lane = 1; lane <= 3; ++lane) EXPECT_EQ(starts(trace, lane), submitted[lane - 1U]);
}

TEST_F(InOrder, QueuesRunBesideEachOther) {
  make_engine({0, 0});
  Gate gate;
  submit(0, {}, {&x}, [&] { gate.pass(); });
  submit(1, {}, {&y}, [] {});
  engine->wait_to_read(y, WaitReason::wait_to_read, kNone);
  gate.open();
  const Trace trace = finish();
  EXPECT_LT(trace.task(1).end, trace.task(0).end);
}

/// A dependency on another queue's task is an event: the queue stands still until then.
TEST_F(InOrder, AQueueWaitsForWhatItsHeadNeedsFromAnother) {
  make_engine({0, 0});
  Gate gate;
  bool computed = false, seen = false, after = false;
  submit(0, {}, {&x}, [&] {
    gate.pass();
    computed = true;
  });                                               // 0
  submit(1, {&x}, {&y}, [&] { seen = computed; });  // 1
  submit(1, {}, {}, [&] { after = seen; });         // 2: ready at once, behind 1
  gate.wait_for_arrivals(1);
  gate.open();
  const Trace trace = finish();
  EXPECT_TRUE(seen);
  EXPECT_TRUE(after);
  EXPECT_GT(trace.task(1).ready, trace.task(0).end);
  EXPECT_THAT(starts(trace, 2), ElementsAre(1, 2));
}

/// Thousands of events between two streams that fall asleep in turn: a lost wake-up hangs here.
TEST_F(InOrder, EventsWakeTheQueueThatSleeps) {
  make_engine({0, 0});
  int value = 0;
  for (int i = 0; i < 4000; ++i) {
    submit(i % 2, {&x}, {&x}, [&value, i] {
      for (volatile int spin = 0; spin < i % 7 * 100;) spin = spin + 1;
      ++value;
    });
    if (i % 50 == 0) engine->drain();
  }
  finish();
  EXPECT_EQ(value, 4000);
}

TEST_F(InOrder, AFullQueueMakesTheNextSubmitWait) {
  make_engine({3, 0});
  Gate first, rest;
  submit(0, {}, {&x}, [&] { first.pass(); });               // 0
  submit(0, {}, {}, [&] { rest.pass(); });                  // 1
  submit(0, {}, {}, [] {});                                 // 2
  for (int i = 3; i < 20; ++i) submit(1, {}, {&y}, [] {});  // the other queue has no limit
  engine->wait_to_read(y, WaitReason::wait_to_read, kNone);
  std::thread opener = in_wait(1, [&] { first.open(); });
  submit(0, {}, {}, [] {});  // 20
  opener.join();
  rest.open();
  const Trace trace = finish();
  ASSERT_EQ(trace.wait_count(), 2u);
  const Wait wait = trace.wait(1);
  EXPECT_EQ(wait.reason, WaitReason::queue_full);
  EXPECT_EQ(wait.ended_by, 0u) << "the task whose end made room";
  EXPECT_EQ(trace.counters_at(wait.begin).depth(), 3u);
  EXPECT_LT(trace.task(0).end, wait.end);
  EXPECT_LT(wait.end, trace.task(20).enqueue);
}

TEST_F(InOrder, AQueueNeverHoldsMoreThanItsLimit) {
  run.collect_meanwhile();
  make_engine({4});
  for (int i = 0; i < 5000; ++i) submit(0, {&x}, {i % 3 == 0 ? &x : &y}, [] {});
  const Trace trace = finish();
  for (Seq seq = 0; seq <= trace.size(); ++seq) ASSERT_LE(trace.counters_at(seq).depth(), 4u);
  for (WaitId id = 0; id < trace.wait_count(); ++id) EXPECT_EQ(trace.wait(id).reason, WaitReason::queue_full);
}

TEST_F(InOrder, AStopEndsTheWaitForRoom) {
  const auto held = std::make_shared<int>(0);
  make_engine({1});
  Gate gate;
  submit(0, {}, {}, [&gate, held] { gate.pass(); });
  gate.wait_for_arrivals(1);
  std::thread stopper = in_wait(0, [&] { engine->stop(); });
  EXPECT_THROW(submit(0, {}, {}, [held] {}), Stopped);
  stopper.join();
  gate.open();
  engine.reset();
  EXPECT_EQ(held.use_count(), 1) << "the body that was refused is destroyed too";
  EXPECT_THAT(trace_violations(run.finish(), RunEnd::stopped), IsEmpty());
}

}  // namespace
}  // namespace runahead
