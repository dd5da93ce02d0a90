// SPDX-License-Identifier: GPL-3.0-or-later
// Ratios as everybody writes them.
#include "core/base/format.h"

#include <gtest/gtest.h>

#include <cmath>

namespace runahead {
namespace {

TEST(Format, RatiosAreReadable) {
  EXPECT_EQ(format_ratio(1), "1.00");
  EXPECT_EQ(format_ratio(1.309), "1.31");
  EXPECT_EQ(format_ratio(9.994), "9.99");
  EXPECT_EQ(format_ratio(9.996), "10.0");
  EXPECT_EQ(format_ratio(14.24), "14.2");
  EXPECT_EQ(format_ratio(99.6), "100");
  EXPECT_EQ(format_ratio(12'901), "12,901");
  EXPECT_EQ(format_ratio(0.5), "0.50");
  EXPECT_EQ(format_ratio(0.1), "0.10");
  EXPECT_EQ(format_ratio(0.04), "1/25");
  EXPECT_EQ(format_ratio(1.5e-05), "1/66,667");
  EXPECT_EQ(format_times(1.5e-05), "1/66,667");
  EXPECT_EQ(format_times(1.5), "1.50 ×");
}

TEST(Format, RatiosOfAnythingHaveNoExponent) {
  EXPECT_EQ(format_ratio(0), "0");
  EXPECT_EQ(format_ratio(-1), "0");
  EXPECT_EQ(format_ratio(std::nan("")), "0");
  for (double ratio = 1e-30; ratio < 1e30; ratio *= 1.7) {
    EXPECT_EQ(format_ratio(ratio).find('e'), std::string::npos) << ratio;
  }
}

TEST(Format, ThreeOrFourDigits) {
  EXPECT_EQ(format_time(0), "0 ns");
  EXPECT_EQ(format_time(812), "812 ns");
  EXPECT_EQ(format_time(8'049), "8.05 µs");
  EXPECT_EQ(format_time(9'999), "10.0 µs");
  EXPECT_EQ(format_time(999'949), "999.9 µs");
  EXPECT_EQ(format_time(999'950), "1.00 ms");
  EXPECT_EQ(format_time(7'910'000'000), "7.91 s");
  EXPECT_EQ(format_time(-1'200), "−1.20 µs");
  EXPECT_EQ(format_time(INT64_MIN), "−9223372036.9 s");
  EXPECT_EQ(format_bytes(999), "999 B");
  EXPECT_EQ(format_bytes(4'190), "4.2 kB");
  EXPECT_EQ(format_bytes(786'432), "786 kB");
  EXPECT_EQ(format_bytes(209'700'000), "209.7 MB");
  EXPECT_EQ(format_bytes(1'250'000'000), "1.25 GB");
  EXPECT_EQ(format_bytes(-220'600'000), "−220.6 MB");
  EXPECT_EQ(format_bytes(INT64_MIN), "−9223372036.85 GB");
  EXPECT_EQ(format_count(7), "7");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(12'901), "12,901");
  EXPECT_EQ(format_count(1'234'567), "1,234,567");
}

}  // namespace
}  // namespace runahead
