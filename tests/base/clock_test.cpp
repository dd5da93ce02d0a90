// SPDX-License-Identifier: GPL-3.0-or-later
// The clock: does not go back, agrees with itself across threads, and its scale is its own inverse.
#include "core/base/clock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace runahead {
namespace {

TEST(Clock, DoesNotGoBack) {
  Ticks last = now_ticks_ordered();
  for (int i = 0; i < 100'000; ++i) {
    const Ticks now = now_ticks_ordered();
    ASSERT_GE(now, last);
    last = now;
  }
}

/// The recorder merges stamps of different cores.
TEST(Clock, IsOneClockForAllThreads) {
  std::atomic<Ticks> stamp{now_ticks_ordered()};
  std::atomic<int> turn{-1};  ///< the last one played
  int behind = 0;
  const auto play = [&](int parity) {
    for (int i = parity; i < 2000; i += 2) {
      for (int last = turn.load(std::memory_order_acquire); last != i - 1;
           last = turn.load(std::memory_order_acquire)) {
        turn.wait(last, std::memory_order_acquire);
      }
      const Ticks now = now_ticks_ordered();
      behind += now < stamp.load(std::memory_order_relaxed);
      stamp.store(now, std::memory_order_relaxed);
      turn.store(i, std::memory_order_release);
      turn.notify_one();
    }
  };
  std::thread other([&] { play(1); });
  play(0);
  other.join();
  EXPECT_EQ(behind, 0);
}

TEST(Clock, ScaleConvertsThereAndBack) {
  const TickScale& scale = TickScale::instance();
  const Ticks start = now_ticks();
  for (const std::int64_t ns :
       {std::int64_t{0}, std::int64_t{1'000}, std::int64_t{1'000'000'000}, std::int64_t{3'600'000'000'000}}) {
    const Ticks later = start + scale.ticks_in(ns);
    EXPECT_NEAR(static_cast<double>(scale.ns_between(start, later)), static_cast<double>(ns), 2.0);
    EXPECT_NEAR(static_cast<double>(scale.ns_between(later, start)), static_cast<double>(-ns), 2.0);
  }
}

}  // namespace
}  // namespace runahead
