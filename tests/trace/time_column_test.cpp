// SPDX-License-Identifier: GPL-3.0-or-later
// TimeColumn: times come back exactly, also across chunks and gaps of hours; searches agree with
// std::lower_bound. Not here: events (trace_test.cpp).
#include "core/trace/time_column.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace runahead {
namespace {

TEST(TimeColumn, KeepsTimesExactly) {
  std::mt19937_64 random(7);
  std::vector<std::int64_t> times;
  TimeColumn column;
  std::int64_t now = 0;
  for (int i = 0; i < 30000; ++i) {
    now += static_cast<std::int64_t>(random() % 50);
    if (i == 5000 || i == 20001) now += 3'600'000'000'000;  // an hour: beyond four bytes of nanoseconds
    times.push_back(now);
    column.push_back(now);
  }
  for (std::size_t i = 0; i < times.size(); ++i) ASSERT_EQ(column[i], times[i]) << i;
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t t = times[random() % times.size()] + static_cast<std::int64_t>(random() % 3) - 1;
    const std::size_t size = random() % times.size();
    const auto end = times.begin() + static_cast<std::ptrdiff_t>(size);
    EXPECT_EQ(column.lower_bound(t, size), std::lower_bound(times.begin(), end, t) - times.begin());
    EXPECT_EQ(column.upper_bound(t, size), std::upper_bound(times.begin(), end, t) - times.begin());
  }
}

}  // namespace
}  // namespace runahead
