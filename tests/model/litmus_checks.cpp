// SPDX-License-Identifier: GPL-3.0-or-later
// The model itself, on programs whose outcomes the language's memory model names: what it forbids never
// shows, and what it allows does.
#include "core/base/fences.h"
#include "core/base/futex.h"
#include "tests/model/checks.h"

namespace runahead::model {

namespace {

constexpr Bounds kBounds{.preemptions = 3, .stale = 4};

/// Runs it everywhere; returns what `program` has counted.
int count(Bounds bounds, const std::function<void(int& counted)>& program, std::string& failure) {
  int counted = 0;
  failure = explore(bounds, [&] { program(counted); }).failure;
  return counted;
}

struct Pair {
  std::atomic<int> x{0};
  std::atomic<int> y{0};
  int plain = 0;
};

/// Each thread stores one and loads the other: both may see nothing unless all is in sequential order.
void store_then_load(std::memory_order stores, std::memory_order loads, void (*between)(), void (*other)(),
                     int& seen) {
  auto pair = std::make_unique<Pair>();
  int there = -1;
  std::thread one([&] {
    pair->y.store(1, stores);
    other();
    there = pair->x.load(loads);
  });
  pair->x.store(1, stores);
  between();
  const int here = pair->y.load(loads);
  one.join();
  if (here == 0 && there == 0) ++seen;
}
void nothing() {}

/// Who was seen to store the second has stored the first, to everybody behind a fence everywhere.
void fence_behind_a_store(int& missed) {
  auto pair = std::make_unique<Pair>();
  std::thread one([&] {
    pair->x.store(1, std::memory_order_relaxed);
    pair->y.store(1, std::memory_order_relaxed);
  });
  if (pair->y.load(std::memory_order_relaxed) == 1) {
    heavy_fence();
    if (pair->x.load(std::memory_order_relaxed) == 0) ++missed;
  }
  one.join();
}

/// A flag says that the data is there.
void pass_message(std::memory_order stores, std::memory_order loads) {
  auto pair = std::make_unique<Pair>();
  std::thread one([&] {
    pair->plain = 7;
    pair->x.store(1, stores);
  });
  if (pair->x.load(loads) == 1) RUNAHEAD_MODEL_REQUIRE(pair->plain == 7);
  one.join();
}

/// Two readers see two independent stores in different orders.
void read_independent(std::memory_order order, int& seen) {
  auto pair = std::make_unique<Pair>();
  int a = 0, b = 0, c = 0, d = 0;
  std::thread x([&] { pair->x.store(1, order); });
  std::thread y([&] { pair->y.store(1, order); });
  std::thread xy([&] {
    a = pair->x.load(order);
    b = pair->y.load(order);
  });
  c = pair->y.load(order);
  d = pair->x.load(order);
  x.join();
  y.join();
  xy.join();
  if (a == 1 && b == 0 && c == 1 && d == 0) ++seen;
}

}  // namespace

std::vector<std::string> litmus() {
  constexpr auto kRelaxed = std::memory_order_relaxed;
  constexpr auto kAcquire = std::memory_order_acquire;
  constexpr auto kRelease = std::memory_order_release;
  constexpr auto kSequential = std::memory_order_seq_cst;
  std::vector<std::string> wrong;
  std::string failure;
  const auto expect = [&](bool holds, const char* what) {
    if (!holds || !failure.empty()) wrong.push_back(what + (": " + failure));
  };
  Bounds plain = kBounds;
  plain.membarrier = false;
  int seen = count(
      kBounds, [&](int& n) { store_then_load(kRelease, kAcquire, nothing, nothing, n); }, failure);
  expect(seen > 0, "release and acquire leave stores behind loads");
  seen = count(
      kBounds, [&](int& n) { store_then_load(kSequential, kSequential, nothing, nothing, n); }, failure);
  expect(seen == 0, "sequential order");
  seen = count(
      kBounds, [&](int& n) { store_then_load(kRelaxed, kRelaxed, light_fence, heavy_fence, n); }, failure);
  expect(seen == 0, "the pair of fences");
  seen = count(
      kBounds, [&](int& n) { store_then_load(kRelaxed, kRelaxed, light_fence, light_fence, n); }, failure);
  expect(seen > 0, "two light fences are none");
  seen = count(
      plain, [&](int& n) { store_then_load(kRelaxed, kRelaxed, light_fence, heavy_fence, n); }, failure);
  expect(seen == 0, "the pair of fences without membarrier");
  seen = count(
      plain, [&](int& n) { store_then_load(kRelaxed, kRelaxed, nothing, heavy_fence, n); }, failure);
  expect(seen > 0, "one fence is not enough");
  seen = count(kBounds, fence_behind_a_store, failure);
  expect(seen == 0, "the heavy fence is one of threads that run, and of those that have ended");
  seen = count(plain, fence_behind_a_store, failure);
  expect(seen > 0, "without membarrier it is one's own");
  seen = count(
      kBounds, [&](int& n) { read_independent(kAcquire, n); }, failure);
  expect(seen > 0, "acquire alone orders nothing between two stores");
  seen = count(
      kBounds, [&](int& n) { read_independent(kSequential, n); }, failure);
  expect(seen == 0, "one order of all");
  count(
      kBounds, [&](int&) { pass_message(kRelease, kAcquire); }, failure);
  expect(true, "a message arrives");
  for (const auto& [stores, loads] : {std::pair(kRelaxed, kAcquire), std::pair(kRelease, kRelaxed)}) {
    const std::memory_order to = stores, from = loads;
    count(
        kBounds, [&](int&) { pass_message(to, from); }, failure);
    const bool raced = failure.find("race") != std::string::npos;
    failure.clear();
    expect(raced, "a message without an order is a race");
  }
  return wrong;
}

}  // namespace runahead::model
