// SPDX-License-Identifier: GPL-3.0-or-later
// The limits of drivers with workers: long chains, wide fans, small windows, many workers, threads that
// cannot be had.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <deque>
#include <fstream>
#include <string>

#include "tests/support/driver.h"
#include "tests/support/gate.h"
#include "tests/support/submit_task.h"

namespace runahead {
namespace {

using testing_support::Driver;
using testing_support::Gate;
using testing_support::make_driver;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

class Workers : public testing::TestWithParam<Driver> {};

/// Released one by one while the frontend waits: neither running nor destroying recurses.
TEST_P(Workers, AChainOfAMillionTasksRunsOnALittleStack) {
  constexpr int kTasks = kSanitized ? 200'000 : 1'000'000;
  EngineVariable x{.id = 0};
  EngineVariable* const only_x[] = {&x};
  std::int64_t sum = 0;
  Gate gate;
  {
    const auto own = make_driver(GetParam(), 1, 0, NoTracing{});
    Engine& engine = *own;
    submit_task(engine, {}, only_x, [&] { gate.pass(); });
    for (int i = 0; i < kTasks; ++i) submit_task(engine, only_x, only_x, [&sum, i] { sum += i; });
    gate.open();
    engine.wait_to_read(x, WaitReason::wait_to_read, kNone);
  }
  EXPECT_EQ(sum, std::int64_t{kTasks} * (kTasks - 1) / 2);
}

TEST_P(Workers, AnAbandonedChainIsDestroyedWithoutRunning) {
  EngineVariable x{.id = 0};
  EngineVariable* const only_x[] = {&x};
  const auto held = std::make_shared<int>(0);
  Gate gate;
  {
    const auto own = make_driver(GetParam(), 1, 0, NoTracing{});
    Engine& engine = *own;
    submit_task(engine, {}, only_x, [&] { gate.pass(); });
    for (int i = 0; i < 100'000; ++i) submit_task(engine, only_x, only_x, [held] {});
    gate.wait_for_arrivals(1);
    engine.stop();
    gate.open();
  }
  EXPECT_EQ(held.use_count(), 1);
}

TEST_P(Workers, OneWriteReleasesManyReadersAndManyReadersOneWrite) {
  const auto own = make_driver(GetParam(), 4, 0, NoTracing{});
  Engine& engine = *own;
  EngineVariable x{.id = 0};
  EngineVariable* const only_x[] = {&x};
  int value = 0;
  std::atomic<int> sum{0};
  for (int round = 1; round <= 20; ++round) {
    submit_task(engine, {}, only_x, [&, round] { value = round; });
    for (int i = 0; i < 500; ++i) submit_task(engine, only_x, {}, [&] { sum.fetch_add(value); });
  }
  engine.drain();
  EXPECT_EQ(sum.load(), 500 * 210);
}

TEST_P(Workers, ATaskMayUseManyVariables) {
  const auto own = make_driver(GetParam(), 2, 3, NoTracing{});
  Engine& engine = *own;
  std::deque<EngineVariable> variables;
  std::vector<EngineVariable*> all;
  for (VariableId id = 0; id < 1000; ++id) {
    variables.push_back({.id = id});
    all.push_back(&variables.back());
  }
  std::vector<int> values(1000);
  for (int round = 0; round < 20; ++round) {
    for (std::size_t i = 0; i < 1000; i += 7) {
      EngineVariable* const one[] = {all[i]};
      submit_task(engine, {}, one, [&values, i] { ++values[i]; });
    }
    submit_task(engine, all, all, [&] {
      for (int& value : values) value *= 2;
    });
  }
  engine.drain();
  int expected = 0;
  for (int round = 0; round < 20; ++round) expected = (expected + 1) * 2;
  EXPECT_EQ(values[7], expected);
  EXPECT_EQ(values[8], 0);
}

/// No worker may keep to itself the node that the frontend needs.
TEST_P(Workers, AWindowOfOneWithManyWorkersGoesOn) {
  for (const int workers : {1, 16}) {
    const auto own = make_driver(GetParam(), workers, 1, NoTracing{});
    Engine& engine = *own;
    std::atomic<int> count{0};
    for (int i = 0; i < 2000; ++i) submit_task(engine, {}, {}, [&] { count.fetch_add(1); });
    engine.wait_all(WaitReason::waitall, kNone);
    EXPECT_EQ(count.load(), 2000);
  }
}

TEST_P(Workers, AsManyTasksRunAtOnceAsThereAreWorkers) {
  constexpr int kWorkers = 64;
  const auto own = make_driver(GetParam(), kWorkers, 0, NoTracing{});
  Engine& engine = *own;
  for (int round = 0; round < 20; ++round) {
    Gate gate;
    for (int i = 0; i < kWorkers; ++i) submit_task(engine, {}, {}, [&] { gate.pass(); });
    gate.wait_for_arrivals(kWorkers);  // hangs if a ready task is left beside an idle worker
    gate.open();
    engine.drain();
  }
}

/// Two threads make tasks ready at the same instant while workers fall asleep: every one finds a worker.
TEST_P(Workers, NoReadyTaskIsLeftBesideASleepingWorker) {
  const auto own = make_driver(GetParam(), 3, 0, NoTracing{});
  Engine& engine = *own;
  EngineVariable x{.id = 0};
  EngineVariable* const only_x[] = {&x};
  for (int round = 0; round < 2000; ++round) {
    Gate gate;
    submit_task(engine, {}, only_x, [] {});
    submit_task(engine, only_x, {}, [&] { gate.pass(); });
    submit_task(engine, only_x, {}, [&] { gate.pass(); });
    submit_task(engine, {}, {}, [&] { gate.pass(); });
    gate.wait_for_arrivals(3);
    gate.open();
    engine.drain();
  }
}

std::size_t address_space_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t pages = 0;
  file >> pages;
  return pages * 4096;
}

/// In a process of its own: the limit stays.
void start_more_workers_than_fit(Driver driver) {
  const rlimit limit{address_space_bytes() + (std::size_t{96} << 20), RLIM_INFINITY};
  setrlimit(RLIMIT_AS, &limit);
  try {
    make_driver(driver, 256, 16, NoTracing{});
  } catch (const std::exception&) {
    _exit(0);
  }
  _exit(1);
}

INSTANTIATE_TEST_SUITE_P(Drivers, Workers, testing::Values(Driver::pool, Driver::ranked),
                         testing::PrintToStringParamName());

TEST(WorkersDeathTest, ThreadsThatCannotBeHadAreAnErrorNotACrash) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer needs the address space";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const Driver driver : {Driver::pool, Driver::ranked}) {
    EXPECT_EXIT(start_more_workers_than_fit(driver), testing::ExitedWithCode(0), "") << driver;
  }
}

}  // namespace
}  // namespace runahead
