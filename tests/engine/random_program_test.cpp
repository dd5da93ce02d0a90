// SPDX-License-Identifier: GPL-3.0-or-later
// The property that everything rests on: whatever the driver, the number of workers and the window, a program
// comes to what the serial oracle says, values and errors alike, and leaves a trace in which every rule
// holds.
#include <gtest/gtest.h>

#include "core/engine/inline_engine.h"
#include "tests/support/driver.h"
#include "tests/support/random_program.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using testing_support::Driver;
using testing_support::joined;
using testing_support::live_bodies;
using testing_support::make_driver;
using testing_support::order_of;
using testing_support::RandomProgram;
using testing_support::RandomProgramOptions;
using testing_support::RunEnd;
using testing_support::StartOrder;
using testing_support::trace_violations;
using testing_support::TracedRun;
using testing_support::varied_options;

/// `make_engine(tracing)` without and with recording; `lanes`: its workers.
template <class MakeEngine>
void compare(const RandomProgram& program, int lanes, StartOrder order, bool collect_meanwhile,
             MakeEngine make_engine) {
  EXPECT_EQ(joined(program.run(*make_engine(NoTracing{}), false).differences), "");
  TracedRun run(lanes);
  if (collect_meanwhile) run.collect_meanwhile();
  const auto outcome =
      program.run(*make_engine(run.recording()), false, [&](VariableId id) { run.declare(id); });
  EXPECT_EQ(joined(outcome.differences), "");
  const Trace trace = run.finish();
  EXPECT_EQ(trace.task_count(), program.task_count());
  EXPECT_EQ(joined(trace_violations(trace, RunEnd::complete, order)), "");
  EXPECT_EQ(live_bodies(), 0);
}

class RandomPrograms : public testing::TestWithParam<std::uint32_t> {};

TEST_P(RandomPrograms, InlineEngineAgreesWithTheOracle) {
  const RandomProgram program(varied_options(GetParam()));
  {
    InlineEngine engine;
    EXPECT_EQ(joined(program.run(engine, true).differences), "");
  }
  TracedRun run(1);
  {
    InlineEngine engine(run.recording());
    EXPECT_EQ(joined(program.run(engine, true, [&](VariableId id) { run.declare(id); }).differences), "");
  }
  EXPECT_EQ(joined(trace_violations(run.finish())), "");
  EXPECT_EQ(live_bodies(), 0);
}

TEST_P(RandomPrograms, DriversWithWorkersAgreeWithTheOracle) {
  const RandomProgram program(varied_options(GetParam()));
  for (const Driver driver : {Driver::pool, Driver::ranked}) {
    for (const int workers : {1, 2, 4, 8}) {
      for (const std::size_t window : {0, 1, 2, 7, 4096}) {
        SCOPED_TRACE(testing::Message() << driver << ", " << workers << " workers, window " << window);
        compare(program, workers, order_of(driver), (GetParam() + window) % 2 == 0,
                [&](auto tracing) { return make_driver(driver, workers, window, tracing); });
        if (HasFailure()) return;
      }
    }
  }
}

/// Each task on a queue of its own choice, with and without limits.
TEST_P(RandomPrograms, QueuesInOrderAgreeWithTheOracle) {
  for (const int queues : {1, 2, 3}) {
    RandomProgramOptions options = varied_options(GetParam());
    options.streams = queues;
    const RandomProgram program(options);
    for (const std::size_t limit : {0, 1, 5}) {
      const std::size_t window = GetParam() % 2 == 0 ? 0 : 4;
      SCOPED_TRACE(testing::Message() << queues << " queues, limit " << limit);
      const std::vector<std::size_t> limits(static_cast<std::size_t>(queues), limit);
      compare(program, queues, StartOrder::any, limit != 1, [&]<class Tracing>(Tracing tracing) {
        return std::make_unique<InOrderEngine<Tracing>>(limits, window, tracing);
      });
      if (HasFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, testing::Range(0U, 20U));

TEST(ManyWorkers, AgreeWithTheOracleToo) {
  const RandomProgram program({.seed = 5, .steps = 2000, .variables = 64, .failure_percent = 2});
  for (const Driver driver : {Driver::pool, Driver::ranked}) {
    compare(program, 256, order_of(driver), true,
            [&](auto tracing) { return make_driver(driver, 256, 0, tracing); });
    compare(program, 256, order_of(driver), false,
            [&](auto tracing) { return make_driver(driver, 256, 64, tracing); });
  }
}

}  // namespace
}  // namespace runahead
