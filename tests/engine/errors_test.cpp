// SPDX-License-Identifier: GPL-3.0-or-later
// What an error does: poisons versions, spares what does not depend on it, heals when overwritten, and is
// met.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "core/engine/inline_engine.h"
#include "tests/support/driver.h"
#include "tests/support/gate.h"
#include "tests/support/submit_task.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::Driver;
using testing_support::Gate;
using testing_support::make_driver;
using testing_support::TracedRun;

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const TaskError& error) {
    return error.what();
  }
  return "";
}

class Errors : public testing::TestWithParam<Driver> {
 protected:
  void submit(const std::vector<EngineVariable*>& reads, const std::vector<EngineVariable*>& writes,
              std::function<void()> body) {
    submit_task(engine, reads, writes, std::move(body));
  }
  void fail(EngineVariable& variable, const char* message) {
    submit({}, {&variable}, [message] { throw std::runtime_error(message); });
  }
  std::string wait(EngineVariable& variable) {
    return message_of([&] { engine.wait_to_read(variable, WaitReason::wait_to_read, kNone); });
  }
  std::string wait_all() {
    return message_of([&] { engine.wait_all(WaitReason::waitall, kNone); });
  }

  EngineVariable x{.id = 0}, y{.id = 1}, z{.id = 2};
  const std::unique_ptr<Engine> own = make_driver(GetParam(), 2, 0, NoTracing{});
  Engine& engine = *own;
};

TEST_P(Errors, DependentsAreSkippedAndInherit) {
  bool ran = false;
  fail(x, "x fails");
  submit({&x}, {&y}, [&] { ran = true; });
  submit({&y}, {&z}, [&] { ran = true; });
  EXPECT_EQ(wait(z), "x fails");
  EXPECT_EQ(wait(y), "x fails");
  EXPECT_EQ(wait(z), "x fails") << "a poisoned version throws at every read";
  EXPECT_FALSE(ran);
  EXPECT_EQ(wait_all(), "") << "already met";
}

TEST_P(Errors, IndependentTasksRun) {
  int value = 0;
  fail(x, "x fails");
  submit({}, {&y}, [&] { value = 7; });
  EXPECT_EQ(wait(y), "");
  EXPECT_EQ(value, 7);
  EXPECT_EQ(wait_all(), "x fails");
}

TEST_P(Errors, SurfaceAtTheCallThatRunsTheTask) {
  const auto run_in_call = [&](EngineVariable* read, EngineVariable& written, std::function<void()> body) {
    TaskNode& task = engine.acquire(kNone);
    task.name = 0;
    task.statement = kNone;
    if (read) task.read(*read);
    task.write(written);
    task.set_body(std::move(body));
    engine.run_in_call(task);
  };
  EngineVariable a{.id = 100}, b{.id = 101};
  std::thread::id where;
  bool submitted_ran = false;
  submit({}, {&x}, [&] { submitted_ran = true; });
  run_in_call(&x, a, [&] { EXPECT_TRUE(submitted_ran) << "what was pushed before comes first"; });
  run_in_call(nullptr, a, [&] { where = std::this_thread::get_id(); });
  EXPECT_EQ(where, std::this_thread::get_id());
  EXPECT_EQ(message_of([&] { run_in_call(nullptr, a, [] { throw std::runtime_error("early"); }); }), "early");
  bool ran = false;
  EXPECT_EQ(message_of([&] { run_in_call(&a, b, [&] { ran = true; }); }), "early") << "a is poisoned";
  EXPECT_FALSE(ran);
  run_in_call(nullptr, a, [] {});
  run_in_call(&a, b, [&] { ran = true; });
  EXPECT_TRUE(ran);
  engine.wait_all(WaitReason::waitall, kNone);
  EXPECT_THAT(engine.unmet_errors(), IsEmpty());
  engine.forget(a);
  engine.forget(b);
}

TEST_P(Errors, AnOverwrittenVersionIsWhole) {
  bool older_reader_ran = false, newer_reader_ran = false;
  fail(x, "x fails");
  submit({&x}, {&y}, [&] { older_reader_ran = true; });
  submit({}, {&x}, [] {});
  submit({&x}, {&z}, [&] { newer_reader_ran = true; });
  EXPECT_EQ(wait(x), "");
  EXPECT_EQ(wait(z), "");
  EXPECT_EQ(wait(y), "x fails");
  EXPECT_FALSE(older_reader_ran);
  EXPECT_TRUE(newer_reader_ran);
}

TEST_P(Errors, AnUpdateInPlaceDoesNotHeal) {
  fail(x, "x fails");
  submit({&x}, {&x}, [] {});
  EXPECT_EQ(wait(x), "x fails");
}

TEST_P(Errors, EveryOutputOfAFailingTaskIsPoisoned) {
  submit({}, {&x, &y}, [] { throw std::runtime_error("both"); });
  EXPECT_EQ(wait(x), "both");
  EXPECT_EQ(wait(y), "both");
}

TEST_P(Errors, WaitAllThrowsTheFirstAndMeetsAll) {
  fail(x, "first");
  engine.drain();
  fail(y, "second");
  fail(z, "third");
  EXPECT_EQ(wait_all(), "first");
  EXPECT_EQ(wait_all(), "");
  EXPECT_THAT(engine.unmet_errors(), IsEmpty());
  EXPECT_EQ(wait(y), "second");
}

TEST_P(Errors, NobodyMetThemUntilTheEnd) {
  fail(x, "first");
  engine.drain();
  submit({}, {}, [] { throw 7; });
  engine.drain();
  std::vector<std::string> unmet;
  for (const TaskError& error : engine.unmet_errors()) unmet.emplace_back(error.what());
  EXPECT_THAT(unmet, ElementsAre("first", "an exception of unknown type"));
  EXPECT_THAT(engine.unmet_errors(), IsEmpty());
}

TEST_P(Errors, AForgottenVariableTakesItsPoisonAlong) {
  fail(x, "x fails");
  engine.forget(x);
  x = EngineVariable{.id = 3};
  submit({}, {&x}, [] {});
  EXPECT_EQ(wait(x), "");
}

INSTANTIATE_TEST_SUITE_P(Drivers, Errors, testing::Values(Driver::pool, Driver::ranked, Driver::in_order),
                         testing::PrintToStringParamName());

class TracedErrors : public testing::TestWithParam<Driver> {};

TEST_P(TracedErrors, AreRaisedInheritedAndSurfacedInTheTrace) {
  TracedRun run(2);
  EngineVariable x{.id = 0}, y{.id = 1}, z{.id = 2};
  for (const VariableId id : {0U, 1U, 2U}) run.declare(id);
  {
    const auto own = make_driver(GetParam(), 2, 0, run.recording());
    Engine& engine = *own;
    EngineVariable* const only_x[] = {&x};
    EngineVariable* const only_y[] = {&y};
    EngineVariable* const only_z[] = {&z};
    submit_task(engine, {}, only_x, [] { throw std::runtime_error("x fails"); });
    submit_task(engine, only_x, only_y, [] {});
    engine.drain();
    submit_task(engine, {}, only_z, [] { throw std::runtime_error("z fails"); });
    EXPECT_EQ(message_of([&] { engine.wait_all(WaitReason::waitall, kNone); }), "x fails");
  }
  const Trace trace = run.finish();
  EXPECT_THAT(testing_support::trace_violations(trace), IsEmpty());
  std::vector<std::string> errors;
  for (std::uint32_t i = 0; i < trace.error_count(); ++i) {
    const ErrorRecord error = trace.error(i);
    errors.push_back(std::string(to_string(error.kind)) + " " + std::to_string(error.task) + " from " +
                     std::to_string(error.origin) + " " + trace.name(error.message));
  }
  EXPECT_THAT(errors, ElementsAre("raised 0 from 0 x fails", "inherited 1 from 0 ", "raised 2 from 2 z fails",
                                  "surfaced 0 from 0 x fails", "surfaced 2 from 2 z fails"));
}

INSTANTIATE_TEST_SUITE_P(Drivers, TracedErrors,
                         testing::Values(Driver::pool, Driver::ranked, Driver::in_order),
                         testing::PrintToStringParamName());

TEST(InlineErrors, TheCallItselfThrows) {
  InlineEngine engine;
  EngineVariable x{.id = 0}, y{.id = 1};
  EngineVariable* const only_x[] = {&x};
  EngineVariable* const only_y[] = {&y};
  EXPECT_EQ(message_of([&] { submit_task(engine, {}, only_x, [] { throw std::runtime_error("x fails"); }); }),
            "x fails");
  bool ran = false;
  submit_task(engine, only_x, only_y, [&] { ran = true; });
  EXPECT_FALSE(ran);
  EXPECT_EQ(message_of([&] { engine.wait_to_read(y, WaitReason::wait_to_read, kNone); }), "x fails");
  EXPECT_THAT(engine.unmet_errors(), IsEmpty());
}

/// Pushing and waiting belong to the frontend; the misuse fails the task that tries.
/// Ids of deferred tasks were given when their graph was recorded, before those of the tasks around them.
void expect_deferred_tasks_keep_their_id(TracedRun& run, Engine& engine) {
  for (int i = 0; i < 3; ++i) run.recorder().next_task();
  EngineVariable x{.id = 0};
  run.declare(0);
  TaskNode& task = engine.acquire(kNone);
  task.name = 0;
  task.statement = kNone;
  task.deferred = true;
  task.id = 1;
  task.write(x);
  task.set_body([] { throw std::runtime_error("x fails"); });
  try {
    engine.submit(task);
    engine.wait_to_read(x, WaitReason::wait_to_read, kNone);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const TaskError& error) {
    EXPECT_EQ(error.origin(), 1u);
  }
  EXPECT_EQ(run.recorder().next_task(), 3u) << "no id was drawn";
  TaskNode& next = engine.acquire(kNone);
  EXPECT_FALSE(next.deferred);
  next.set_body([] {});
  engine.submit(next);
  EXPECT_EQ(run.recorder().next_task(), 5u);
  engine.drain();
}

TEST(DeferredTasks, KeepTheIdThatTheyWereGiven) {
  for (const Driver driver : {Driver::pool, Driver::ranked, Driver::in_order}) {
    TracedRun run(1);
    expect_deferred_tasks_keep_their_id(run, *make_driver(driver, 1, 0, run.recording()));
  }
  TracedRun run(1);
  InlineEngine engine(run.recording());
  expect_deferred_tasks_keep_their_id(run, engine);
}

template <class MakeEngine>
void expect_tasks_may_not_push_or_wait(MakeEngine make_engine) {
  const auto engine = make_engine();
  EngineVariable x{.id = 0};
  std::vector<std::function<void()>> misuses = {
      [&] { engine->acquire(kNone); },
      [&] { engine->wait_to_read(x, WaitReason::wait_to_read, kNone); },
      [&] { engine->wait_all(WaitReason::waitall, kNone); },
  };
  for (const auto& misuse : misuses) {
    const std::string message = message_of([&] {
      submit_task(*engine, {}, {}, misuse);
      engine->wait_all(WaitReason::waitall, kNone);
    });
    EXPECT_THAT(message, testing::HasSubstr("a task may neither submit nor wait"));
  }
}

TEST(Misuse, TasksMayNotPushOrWait) {
  expect_tasks_may_not_push_or_wait([] { return std::make_unique<InlineEngine>(); });
  for (const Driver driver : {Driver::pool, Driver::ranked, Driver::in_order}) {
    expect_tasks_may_not_push_or_wait([driver] { return make_driver(driver, 2, 0, NoTracing{}); });
  }
}

TEST(Misuse, NeitherMayTasksWaitForProgressOrDrain) {
  for (const Driver driver : {Driver::pool, Driver::ranked, Driver::in_order}) {
    const auto engine = make_driver(driver, 2, 0, NoTracing{});
    submit_task(*engine, {}, {},
                [&] { engine->wait_for(WaitReason::memory_full, kNone, [] { return true; }); });
    EXPECT_THAT(message_of([&] { engine->wait_all(WaitReason::waitall, kNone); }),
                testing::HasSubstr("a task may neither submit nor wait"));
    submit_task(*engine, {}, {}, [&] { engine->drain(); });
    EXPECT_THAT(message_of([&] { engine->wait_all(WaitReason::waitall, kNone); }),
                testing::HasSubstr("a task may neither submit nor wait"));
  }
}

}  // namespace
}  // namespace runahead
