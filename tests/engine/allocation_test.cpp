// SPDX-License-Identifier: GPL-3.0-or-later
// In a steady state a task allocates nothing, anywhere. Counts every allocation of the program, so it is a
// program of its own.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "core/engine/inline_engine.h"
#include "tests/support/driver.h"
#include "tests/support/gate.h"
#include "tests/support/submit_task.h"

namespace {
std::atomic<long> allocations{0};

void* counted(std::size_t size, std::size_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  void* place = nullptr;
  if (posix_memalign(&place, alignment, size) != 0) throw std::bad_alloc();
  return place;
}
}  // namespace

// Not inlined: a compiler that sees free() but not what `new` does would take them for a mistake.
void* operator new(std::size_t size) {
  return counted(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* place) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete(void* place, std::size_t) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete(void* place, std::align_val_t) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete(void* place, std::size_t, std::align_val_t) noexcept {
  std::free(place);
}

namespace runahead {
namespace {

using testing_support::Driver;
using testing_support::Gate;
using testing_support::make_driver;

/// Chains, fans and in-place updates on a few variables, which come and go.
void submit_some(Engine& engine, int tasks, std::atomic<int>& count) {
  EngineVariable x{.id = 0}, y{.id = 1};
  EngineVariable* const only_x[] = {&x};
  EngineVariable* const only_y[] = {&y};
  for (int i = 0; i < tasks; ++i) {
    const auto body = [&count] { count.fetch_add(1, std::memory_order_relaxed); };
    switch (i % 4) {
      case 0:
        submit_task(engine, {}, only_x, body);
        break;
      case 1:
        submit_task(engine, only_x, only_y, body);
        break;
      case 2:
        submit_task(engine, only_x, {}, body);
        break;
      default:
        submit_task(engine, only_y, only_y, body);
    }
    if (i % 100 == 0) {
      engine.forget(x);
      x = EngineVariable{.id = 0};
    }
  }
  engine.forget(x);
  engine.forget(y);
}

void expect_none_in_a_steady_state(Driver driver, std::initializer_list<int> worker_counts) {
  for (const int workers : worker_counts) {
    const auto own = make_driver(driver, workers, 4096, NoTracing{});
    Engine& engine = *own;
    std::atomic<int> count{0};
    // Warm: the whole window pending at once needs the most of everything that there will ever be.
    Gate gate;
    for (int i = 0; i < workers; ++i) submit_task(engine, {}, {}, [&] { gate.pass(); });
    gate.wait_for_arrivals(workers);
    for (int i = workers; i < 4096; ++i) {
      EngineVariable fresh{.id = 2};
      EngineVariable* const only_fresh[] = {&fresh};
      submit_task(engine, only_fresh, {}, [] {});
      engine.forget(fresh);
    }
    gate.open();
    engine.wait_all(WaitReason::waitall, kNone);

    const long before = allocations.load();
    submit_some(engine, 100'000, count);
    engine.wait_all(WaitReason::waitall, kNone);
    EXPECT_EQ(allocations.load() - before, 0) << workers << " workers";
    EXPECT_EQ(count.load(), 100'000);
  }
}

TEST(Allocations, NonePerTaskInAPool) {
  expect_none_in_a_steady_state(Driver::pool, {1, 2});
}
TEST(Allocations, NonePerTaskInARankedPool) {
  expect_none_in_a_steady_state(Driver::ranked, {1, 2});
}
TEST(Allocations, NonePerTaskInOrder) {
  expect_none_in_a_steady_state(Driver::in_order, {1});
}

TEST(Allocations, NoneInTheInlineEngineEither) {
  InlineEngine engine;
  std::atomic<int> count{0};
  submit_some(engine, 1000, count);
  const long before = allocations.load();
  submit_some(engine, 10'000, count);
  EXPECT_EQ(allocations.load() - before, 0);
}

}  // namespace
}  // namespace runahead
