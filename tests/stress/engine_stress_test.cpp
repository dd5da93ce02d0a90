// SPDX-License-Identifier: GPL-3.0-or-later
// A few seconds of everything at once, from fresh seeds each time it is asked for with RUNAHEAD_STRESS_SEED,
// else from fixed ones; made for ThreadSanitizer as much as for speed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <mutex>
#include <random>
#include <sstream>

#include "core/engine/in_order_engine.h"
#include "core/engine/thread_pool.h"
#include "tests/support/random_program.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using testing_support::live_bodies;
using testing_support::RandomProgram;
using testing_support::RandomProgramOptions;
using testing_support::RunEnd;
using testing_support::StartOrder;
using testing_support::trace_violations;
using testing_support::TracedRun;

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::uint32_t first_seed() {
  const char* text = std::getenv("RUNAHEAD_STRESS_SEED");
  return text ? static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10)) : 1000;
}

/// Queues in order, or none: then the pool.
using Queues = std::vector<QueueOptions>;

Queues draw_queues(std::mt19937& random) {
  Queues queues(random() % 2 == 0 ? 0 : 1 + random() % 3);
  for (QueueOptions& queue : queues) {
    queue.workers = 1 + static_cast<int>(random() % 3);
    queue.launch_limit = random() % 2 == 0 ? 0 : 1 + random() % 40;
  }
  return queues;
}

std::string text_of(const Queues& queues) {
  std::ostringstream text;
  text << (queues.empty() ? "pool" : "queues");
  for (const QueueOptions& queue : queues) text << ' ' << queue.workers << '/' << queue.launch_limit;
  return text.str();
}

StartOrder order_of(const Queues& queues) {
  return queues.empty() ? StartOrder::as_ready : StartOrder::any;
}

int workers_of(const Queues& queues, int of_pool) {
  int workers = queues.empty() ? of_pool : 0;
  for (const QueueOptions& queue : queues) workers += queue.workers;
  return workers;
}

template <class Tracing>
std::unique_ptr<Engine> make_engine(const Queues& queues, int workers, std::size_t window, Tracing tracing) {
  if (queues.empty()) return std::make_unique<ThreadPool<Tracing>>(workers, window, tracing);
  return std::make_unique<InOrderEngine<Tracing>>(queues, window, tracing);
}

RandomProgramOptions draw(std::mt19937& random, const Queues& queues) {
  RandomProgramOptions options;
  options.seed = static_cast<std::uint32_t>(random());
  options.steps = 200 + static_cast<int>(random() % 3000);
  options.variables = 1 + static_cast<int>(random() % 60);
  options.failure_percent = random() % 2 == 0 ? 0 : static_cast<int>(random() % 20);
  options.wait_percent = static_cast<int>(random() % 10);
  options.forget_percent = static_cast<int>(random() % 30);
  options.most_spins = random() % 4 == 0 ? 3000 : 0;
  options.streams = std::max(1, static_cast<int>(queues.size()));
  return options;
}

TEST(Stress, TracedProgramsCollectedMeanwhile) {
  std::mt19937 random(first_seed());
  for (int round = 0; round < 80; ++round) {
    const Queues queues = draw_queues(random);
    const RandomProgramOptions options = draw(random, queues);
    const int workers = workers_of(queues, 1 + static_cast<int>(random() % 6));
    const std::size_t window = random() % 3 == 0 ? 0 : 1 + random() % 300;
    SCOPED_TRACE(text_of(queues) + ", seed " + std::to_string(options.seed) + ", workers " +
                 std::to_string(workers) + ", window " + std::to_string(window));
    const RandomProgram program(options);
    TracedRun run(workers);
    run.collect_meanwhile();
    {
      const auto engine = make_engine(queues, workers, window, run.recording());
      EXPECT_EQ(joined(program.run(*engine, false, [&](VariableId id) { run.declare(id); }).differences), "");
    }
    const Trace trace = run.finish();
    EXPECT_EQ(trace.task_count(), program.task_count());
    EXPECT_EQ(joined(trace_violations(trace, RunEnd::complete, order_of(queues))), "");
    ASSERT_EQ(live_bodies(), 0);
    ASSERT_FALSE(HasFailure());
  }
}

TEST(Stress, ProgramsStoppedAtAnyMoment) {
  std::mt19937 random(first_seed() + 1);
  for (int round = 0; round < 120; ++round) {
    const Queues queues = draw_queues(random);
    const RandomProgram program(draw(random, queues));
    const int workers = workers_of(queues, 1 + static_cast<int>(random() % 4));
    const unsigned patience = random() % 200'000;
    TracedRun run(workers);
    run.collect_meanwhile();
    {
      const auto engine = make_engine(queues, workers, random() % 2 == 0 ? 0 : 9, run.recording());
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
    ASSERT_EQ(joined(trace_violations(run.finish(), RunEnd::stopped, order_of(queues))), "");
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
        const Queues queues = draw_queues(random);
        const RandomProgram program(draw(random, queues));
        const auto engine = make_engine(queues, 2, random() % 50, NoTracing{});
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
