// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions add in the documented order, whatever the address and the vector width.
// Not here: that the order is accurate (operations_test.cpp).
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "tests/parity/arrays.h"
#include "tests/parity/cases.h"

namespace runahead::kernels {

Array cancelling(std::int64_t n, std::int64_t shift) {
  Array array(n, shift);
  std::mt19937 generator(61);
  for (std::int64_t i = 0; i < n; ++i) {
    const float unit = static_cast<float>(generator() % 1000) / 1000;
    array[i] = std::ldexp(unit, static_cast<int>(generator() % 90));
  }
  for (std::int64_t i = 0; i < n / 2; ++i) array[n - 1 - i] = -array[i];
  return array;
}

namespace {

double block(const float* in, std::int64_t n, bool squared) {
  double lanes[16] = {};
  for (std::int64_t i = 0; i < n; ++i) lanes[i % 16] += squared ? static_cast<double>(in[i]) * in[i] : in[i];
  for (int apart = 8; apart > 0; apart /= 2) {
    for (int lane = 0; lane < apart; ++lane) lanes[lane] += lanes[lane + apart];
  }
  return lanes[0];
}

/// The tree from its root: the left side takes the largest power of two of blocks below their count.
double tree(const float* in, std::int64_t n, bool squared) {
  const auto blocks = static_cast<std::uint64_t>((n + 4095) / 4096);
  if (blocks <= 1) return block(in, n, squared);
  const auto left = static_cast<std::int64_t>(std::bit_ceil(blocks) / 2) * 4096;
  return tree(in, left, squared) + tree(in + left, n - left, squared);
}

TEST(Reduce, AddsInTheDocumentedOrder) {
  for (const std::int64_t n : sizes()) {
    const Array in = cancelling(n);
    float out = -1;
    real().sum(nullptr, in.data(), n, &out);
    ASSERT_EQ(bits(out), bits(static_cast<float>(tree(in.data(), n, false)))) << "n = " << n;
    real().norm(nullptr, in.data(), n, &out);
    ASSERT_EQ(bits(out), bits(static_cast<float>(std::sqrt(tree(in.data(), n, true))))) << "n = " << n;
    if (n == 0) continue;
    real().mean(nullptr, in.data(), n, &out);
    const double mean = tree(in.data(), n, false) / static_cast<double>(n);
    ASSERT_EQ(bits(out), bits(static_cast<float>(mean))) << "n = " << n;
  }
}

TEST(Reduce, MeanOfARowIsItsMean) {
  for (const auto& [rows, cols] : {std::pair{100, 1}, {31, 19}, {3, 9001}}) {
    const Array in = cancelling(std::int64_t{rows} * cols, 1);
    Array out(rows);
    real().mean_axis(nullptr, in.data(), rows, cols, 1, out.data());
    for (std::int64_t r = 0; r < rows; ++r) {
      float mean = 0;
      real().mean(nullptr, in.data() + r * cols, cols, &mean);
      ASSERT_EQ(bits(out[r]), bits(mean)) << rows << "x" << cols << ", row " << r;
    }
  }
}

TEST(Reduce, AnotherOrderWouldShow) {
  const Array in = cancelling(100003);
  double in_a_row = 0;
  for (std::int64_t i = 0; i < in.size(); ++i) in_a_row += in[i];
  EXPECT_NE(static_cast<float>(in_a_row), static_cast<float>(tree(in.data(), in.size(), false)));
}

TEST(Reduce, DoesNotDependOnTheAddress) {
  for (const std::int64_t n : {31, 4097, 100003}) {
    float expected[3];
    for (std::int64_t shift = 0; shift < 16; ++shift) {
      const Array in = cancelling(n, shift);
      float out[3];
      real().sum(nullptr, in.data(), n, &out[0]);
      real().mean(nullptr, in.data(), n, &out[1]);
      real().norm(nullptr, in.data(), n, &out[2]);
      for (int i = 0; i < 3; ++i) {
        if (shift == 0) expected[i] = out[i];
        ASSERT_EQ(bits(out[i]), bits(expected[i])) << "n = " << n << ", shift = " << shift;
      }
    }
  }
}

TEST(Reduce, OfNothing) {
  float out = -1;
  real().sum(nullptr, nullptr, 0, &out);
  EXPECT_EQ(out, 0.0f);
  real().norm(nullptr, nullptr, 0, &out);
  EXPECT_EQ(out, 0.0f);
  real().mean(nullptr, nullptr, 0, &out);
  EXPECT_TRUE(std::isnan(out));
  float of_each[2] = {-1, -1};
  real().sum_rows(nullptr, nullptr, 0, 2, of_each);
  for (const float value : of_each) EXPECT_EQ(value, 0.0f);
  real().mean_axis(nullptr, nullptr, 2, 0, 1, of_each);
  for (const float value : of_each) EXPECT_TRUE(std::isnan(value));
}

TEST(Reduce, SquaresDoNotOverflow) {
  const float in[] = {3e30f, 4e30f};
  float out = 0;
  real().norm(nullptr, in, 2, &out);
  EXPECT_FLOAT_EQ(out, 5e30f);
}

TEST(Reduce, InfinityAndNanComeThrough) {
  Array in = random_array(5000, 62);
  float out = 0;
  in[4500] = std::numeric_limits<float>::infinity();
  real().sum(nullptr, in.data(), in.size(), &out);
  EXPECT_EQ(out, std::numeric_limits<float>::infinity());
  in[10] = std::numeric_limits<float>::quiet_NaN();
  real().norm(nullptr, in.data(), in.size(), &out);
  EXPECT_TRUE(std::isnan(out));
  float columns[5];
  real().sum_rows(nullptr, in.data(), 1000, 5, columns);
  EXPECT_TRUE(std::isnan(columns[0]));
  EXPECT_EQ(columns[4500 % 5 + 1] - columns[4500 % 5 + 1], 0.0f) << "a neighbour stays finite";
}

}  // namespace

}  // namespace runahead::kernels
