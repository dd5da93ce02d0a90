// SPDX-License-Identifier: GPL-3.0-or-later
// The property that everything rests on: whatever the driver, the number of workers and the window, a program
// comes to what the serial oracle says, values and errors alike, and leaves a trace in which every rule
// holds.
#include <gtest/gtest.h>

#include "core/engine/inline_engine.h"
#include "core/engine/thread_pool.h"
#include "tests/support/random_program.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using testing_support::live_bodies;
using testing_support::RandomProgram;
using testing_support::RandomProgramOptions;
using testing_support::trace_violations;
using testing_support::TracedRun;

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

RandomProgramOptions options_of(std::uint32_t seed) {
  RandomProgramOptions options{.seed = seed};
  options.variables = seed % 3 == 0 ? 2 : seed % 3 == 1 ? 8 : 40;
  options.failure_percent = seed % 2 == 0 ? 0 : 5;
  options.wait_percent = seed % 4 < 2 ? 5 : 0;
  options.most_spins = seed % 5 == 0 ? 2000 : 0;
  return options;
}

void compare_traced(const RandomProgram& program, int workers, std::size_t window, bool collect_meanwhile) {
  TracedRun run(workers);
  if (collect_meanwhile) run.collect_meanwhile();
  RandomProgram::Outcome outcome;
  {
    ThreadPool<Recording> engine(workers, window, run.recording());
    outcome = program.run(engine, false, [&](VariableId id) { run.declare(id); });
  }
  EXPECT_EQ(joined(outcome.differences), "");
  const Trace trace = run.finish();
  EXPECT_EQ(trace.task_count(), program.task_count());
  EXPECT_EQ(joined(trace_violations(trace)), "");
}

class RandomPrograms : public testing::TestWithParam<std::uint32_t> {};

TEST_P(RandomPrograms, InlineEngineAgreesWithTheOracle) {
  const RandomProgram program(options_of(GetParam()));
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

TEST_P(RandomPrograms, ThreadPoolAgreesWithTheOracle) {
  const RandomProgram program(options_of(GetParam()));
  for (const int workers : {1, 2, 4, 8}) {
    for (const std::size_t window : {0, 1, 2, 7, 4096}) {
      SCOPED_TRACE(std::to_string(workers) + " workers, window " + std::to_string(window));
      {
        ThreadPool<NoTracing> engine(workers, window, {});
        EXPECT_EQ(joined(program.run(engine, false).differences), "");
      }
      compare_traced(program, workers, window, (GetParam() + window) % 2 == 0);
      EXPECT_EQ(live_bodies(), 0);
      if (HasFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, testing::Range(0U, 20U));

TEST(ManyWorkers, AgreeWithTheOracleToo) {
  const RandomProgram program({.seed = 5, .steps = 2000, .variables = 64, .failure_percent = 2});
  compare_traced(program, 256, 0, true);
  compare_traced(program, 256, 64, false);
}

}  // namespace
}  // namespace runahead
