// SPDX-License-Identifier: GPL-3.0-or-later
// The loop's formulas against a count task by task, and where the book's approximation breaks.
// Not here: simulated runs (tests/scenario/virtual_test.cpp).
#include "core/analysis/loop_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace runahead {
namespace {

/// When the last of n tasks has ended and was handed back: each takes the worker that is free first, and pays
/// for waking it if it was idle.
std::int64_t counted_ns(const LoopModel& model) {
  std::vector<std::int64_t> free_at(static_cast<std::size_t>(model.workers), -1);
  std::int64_t last_ns = 0;
  for (std::int64_t i = 1; i <= model.n; ++i) {
    const auto worker = std::min_element(free_at.begin(), free_at.end());
    const std::int64_t wake_latency = *worker < i * model.t1 ? model.wake_latency : 0;
    *worker = std::max(*worker, i * model.t1) + wake_latency + model.t2;
    last_ns = std::max(last_ns, *worker);
  }
  return last_ns + model.t3;
}

std::vector<LoopModel> some_models() {
  std::mt19937 random(5);
  const auto below = [&random](std::int64_t most) { return static_cast<std::int64_t>(random()) % most; };
  std::vector<LoopModel> models;
  for (int i = 0; i < 3000; ++i) {
    models.push_back({.n = 1 + below(50),
                      .t1 = 1 + below(60),
                      .t2 = 1 + below(i % 2 == 0 ? 60 : 900),
                      .t3 = below(30),
                      .workers = static_cast<int>(1 + below(16))});
  }
  return models;
}

TEST(LoopModel, IsTheExample) {
  const LoopModel model{.n = 1000, .t1 = 1000, .t2 = 10'000, .t3 = 2000};
  EXPECT_EQ(model.waiting_ns(), 13'000'000);
  EXPECT_EQ(model.running_ahead_ns(), 10'003'000);
  EXPECT_EQ(model.book_ns(), 10'003'000);
  EXPECT_EQ(model.issuing_ns(), 1'002'000);
  EXPECT_FALSE(model.frontend_is_bottleneck());
}

TEST(LoopModel, RunningAheadIsExact) {
  for (const LoopModel& model : some_models()) {
    ASSERT_EQ(model.running_ahead_ns(), counted_ns(model))
        << model.n << ' ' << model.t1 << ' ' << model.t2 << ' ' << model.t3 << ' ' << model.workers;
  }
}

TEST(LoopModel, OneWorkerIsPickedUpWheneverItWasIdle) {
  std::mt19937 random(6);
  for (LoopModel model : some_models()) {
    model.workers = 1;
    model.wake_latency = static_cast<std::int64_t>(random() % 200);
    ASSERT_EQ(model.running_ahead_ns(), counted_ns(model))
        << model.n << ' ' << model.t1 << ' ' << model.t2 << ' ' << model.t3 << ' ' << model.wake_latency;
    EXPECT_EQ(model.waiting_ns(), model.n * (model.t1 + model.wake_latency + model.t2 + model.t3));
  }
  // Busy workers are not woken: once, at the beginning.
  const LoopModel busy{.n = 100, .t1 = 10, .t2 = 30, .t3 = 5, .workers = 1, .wake_latency = 7};
  EXPECT_EQ(busy.running_ahead_ns(), 10 + 7 + 100 * 30 + 5);
}

TEST(LoopModel, OneWorkerHasTheBooksForm) {
  for (LoopModel model : some_models()) {
    model.workers = 1;
    EXPECT_EQ(model.running_ahead_ns(),
              model.t1 + model.t2 + (model.n - 1) * std::max(model.t1, model.t2) + model.t3);
  }
}

TEST(LoopModel, TheBooksConditionIsThatTheLastTaskEndsAfterItWasIssued) {
  for (LoopModel model : some_models()) {
    EXPECT_EQ(model.book_holds(), model.n * model.t2 > (model.n - 1) * model.t1 * model.workers);
    model.workers = 1;
    if (!model.frontend_is_bottleneck()) {
      EXPECT_TRUE(model.book_holds());
      EXPECT_EQ(model.book_ns(), model.running_ahead_ns());
    } else {
      EXPECT_EQ(model.running_ahead_ns() - model.book_ns(), (model.n - 1) * (model.t1 - model.t2));
    }
  }
}

TEST(LoopModel, TheBendIsWhereTheWorkersShareIsT1) {
  EXPECT_FALSE((LoopModel{.n = 9, .t1 = 25, .t2 = 100, .workers = 4}.frontend_is_bottleneck()));
  EXPECT_TRUE((LoopModel{.n = 9, .t1 = 26, .t2 = 100, .workers = 4}.frontend_is_bottleneck()));
  EXPECT_TRUE((LoopModel{.n = 9, .t1 = 25, .t2 = 99, .workers = 4}.frontend_is_bottleneck()));
}

TEST(LoopModel, LargestParametersFit) {
  constexpr std::int64_t kMost = 100'000'000'000;
  const LoopModel model{.n = 1'000'000, .t1 = kMost, .t2 = kMost, .t3 = kMost, .workers = 256};
  EXPECT_EQ(model.waiting_ns(), 300'000'000'000'000'000);
  EXPECT_EQ(model.running_ahead_ns(), 100'000'200'000'000'000);
  EXPECT_TRUE(model.frontend_is_bottleneck());
  EXPECT_FALSE(model.book_holds());
}

}  // namespace
}  // namespace runahead
