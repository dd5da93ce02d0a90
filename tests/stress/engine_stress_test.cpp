// SPDX-License-Identifier: GPL-3.0-or-later
// A few seconds of everything at once, from fresh seeds each time it is asked for with RUNAHEAD_STRESS_SEED,
// else from fixed ones; made for ThreadSanitizer as much as for speed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <mutex>
#include <random>
#include <sstream>

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
using testing_support::trace_violations;
using testing_support::TracedRun;

std::uint32_t first_seed() {
  const char* text = std::getenv("RUNAHEAD_STRESS_SEED");
  return text ? static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10)) : 1000;
}

/// A pool, or queues in order with a limit each.
struct Drawn {
  explicit Drawn(std::mt19937& random) {
    if (random() % 2 == 0) {
      driver = random() % 2 == 0 ? Driver::pool : Driver::ranked;
      workers = 1 + static_cast<int>(random() % 6);
      return;
    }
    driver = Driver::in_order;
    limits.resize(1 + random() % 3);
    for (std::size_t& limit : limits) limit = random() % 2 == 0 ? 0 : 1 + random() % 40;
    workers = static_cast<int>(limits.size());
  }
  std::string text() const {
    std::ostringstream text;
    text << driver << ", " << workers << " workers";
    for (const std::size_t limit : limits) text << ", limit " << limit;
    return text.str();
  }

  Driver driver;
  int workers;
  std::vector<std::size_t> limits;  ///< of the queues
};

template <class Tracing>
std::unique_ptr<Engine> make_engine(const Drawn& drawn, std::size_t window, Tracing tracing) {
  if (drawn.limits.empty()) return make_driver(drawn.driver, drawn.workers, window, tracing);
  return std::make_unique<InOrderEngine<Tracing>>(drawn.limits, window, tracing);
}

RandomProgramOptions draw(std::mt19937& random, const Drawn& drawn) {
  RandomProgramOptions options;
  options.seed = static_cast<std::uint32_t>(random());
  options.steps = 200 + static_cast<int>(random() % 3000);
  options.variables = 1 + static_cast<int>(random() % 60);
  options.failure_percent = random() % 2 == 0 ? 0 : static_cast<int>(random() % 20);
  options.wait_percent = static_cast<int>(random() % 10);
  options.forget_percent = static_cast<int>(random() % 30);
  options.most_spins = random() % 4 == 0 ? 3000 : 0;
  options.streams = std::max(1, static_cast<int>(drawn.limits.size()));
  return options;
}

TEST(Stress, TracedProgramsCollectedMeanwhile) {
  std::mt19937 random(first_seed());
  for (int round = 0; round < 80; ++round) {
    const Drawn drawn(random);
    const RandomProgramOptions options = draw(random, drawn);
    const std::size_t window = random() % 3 == 0 ? 0 : 1 + random() % 300;
    SCOPED_TRACE(drawn.text() + ", seed " + std::to_string(options.seed) + ", window " +
                 std::to_string(window));
    const RandomProgram program(options);
    TracedRun run(drawn.workers);
    run.collect_meanwhile();
    {
      const auto engine = make_engine(drawn, window, run.recording());
      EXPECT_EQ(joined(program.run(*engine, false, [&](VariableId id) { run.declare(id); }).differences), "");
    }
    const Trace trace = run.finish();
    EXPECT_EQ(trace.task_count(), program.task_count());
    EXPECT_EQ(joined(trace_violations(trace, RunEnd::complete, order_of(drawn.driver))), "");
    ASSERT_EQ(live_bodies(), 0);
    ASSERT_FALSE(HasFailure());
  }
}

TEST(Stress, ProgramsStoppedAtAnyMoment) {
  std::mt19937 random(first_seed() + 1);
  for (int round = 0; round < 120; ++round) {
    const Drawn drawn(random);
    const RandomProgram program(draw(random, drawn));
    const unsigned patience = random() % 200'000;
    TracedRun run(drawn.workers);
    run.collect_meanwhile();
    {
      const auto engine = make_engine(drawn, random() % 2 == 0 ? 0 : 9, run.recording());
      std::thread stopper([&] {
        for (volatile unsigned spin = 0; spin < patience;) spin = spin + 1;
        engine->stop();
      });
      try {
        program.run(*engine, false, [&](VariableId id) { run.declare(id); });
      } catch (const Stopped&) {
      }
      stopper.join();
    }
    ASSERT_EQ(joined(trace_violations(run.finish(), RunEnd::stopped, order_of(drawn.driver))), "");
    ASSERT_EQ(live_bodies(), 0);
  }
}

/// Engines that live at the same time share nothing.
TEST(Stress, SeveralEnginesAtOnce) {
  std::vector<std::thread> frontends;
  std::mutex mutex;
  std::vector<std::string> differences;
  for (std::uint32_t i = 0; i < 3; ++i) {
    frontends.emplace_back([&, i] {
      std::mt19937 random(first_seed() + 2 + i);
      for (int round = 0; round < 10; ++round) {
        const Drawn drawn(random);
        const RandomProgram program(draw(random, drawn));
        const auto engine = make_engine(drawn, random() % 50, NoTracing{});
        const auto outcome = program.run(*engine, false);
        const std::lock_guard lock(mutex);
        differences.insert(differences.end(), outcome.differences.begin(), outcome.differences.end());
      }
    });
  }
  for (std::thread& frontend : frontends) frontend.join();
  EXPECT_EQ(joined(differences), "");
}

}  // namespace
}  // namespace runahead
