// SPDX-License-Identifier: GPL-3.0-or-later
// Products, with and without a transposed factor and a bias, against the naive reference; and their corners.
// Not here: how often the BLAS is called (matmul_calls_test.cpp).
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/parity/arrays.h"
#include "tests/parity/cases.h"

namespace runahead::kernels {

namespace {

/// What may differ from the exact result: the inputs are within 1, so every addition rounds by at most half a
/// unit of the partial sum.
float tolerance(std::int64_t k) {
  return 6e-8f * static_cast<float>(k + 1) * std::sqrt(static_cast<float>(k + 1));
}

struct Shape {
  std::int64_t m, k, n;
};

std::vector<Shape> product_shapes() {
  std::vector<Shape> result = {{0, 3, 4},  {3, 0, 4},       {3, 4, 0},    {0, 0, 0},    {1, 1, 1},
                               {1, 7, 1},  {7, 1, 7},       {1, 1000, 1}, {1000, 1, 1}, {1000, 1, 1000},
                               {17, 1, 1}, {513, 257, 129}, {64, 64, 64}, {2, 1009, 3}};
  std::mt19937 generator(5);
  for (int i = 0; i < 60; ++i) {
    result.push_back({static_cast<std::int64_t>(generator() % 40),
                      static_cast<std::int64_t>(generator() % 40),
                      static_cast<std::int64_t>(generator() % 40)});
  }
  return result;
}

constexpr Transposed kTransposed[] = {Transposed::none, Transposed::first, Transposed::second};

}  // namespace

void check_matmul() {
  for (const auto& [m, k, n] : product_shapes()) {
    for (const Transposed transposed : kTransposed) {
      for (const std::int64_t shift : kShifts) {
        SCOPED_TRACE(std::to_string(m) + "x" + std::to_string(k) + " . " + std::to_string(k) + "x" +
                     std::to_string(n) + ", shift = " + std::to_string(shift) + ", transposed " +
                     std::to_string(static_cast<int>(transposed)));
        const Array a = random_array(m * k, 6, shift);
        const Array b = random_array(k * n, 7, 1 - shift);
        Array expected(m * n);
        naive().matmul(nullptr, transposed, a.data(), b.data(), expected.data(), m, k, n);
        Array out(m * n, shift);
        real().matmul(nullptr, transposed, a.data(), b.data(), out.data(), m, k, n);
        for (std::int64_t i = 0; i < m * n; ++i) {
          ASSERT_NEAR(out[i], expected[i], tolerance(k)) << "element " << i;
        }
        ASSERT_TRUE(out.margins_untouched());
      }
    }
  }
}

void check_dense() {
  for (const auto& [m, k, n] : product_shapes()) {
    for (const std::int64_t shift : kShifts) {
      SCOPED_TRACE(std::to_string(m) + "x" + std::to_string(k) + " to " + std::to_string(n) +
                   ", shift = " + std::to_string(shift));
      const Array x = random_array(m * k, 17, shift);
      const Array w = random_array(n * k, 18, 1 - shift);
      const Array bias = random_array(n, 19, shift);
      Array expected(m * n);
      naive().dense(nullptr, x.data(), w.data(), bias.data(), expected.data(), m, k, n);
      Array out(m * n, shift);
      real().dense(nullptr, x.data(), w.data(), bias.data(), out.data(), m, k, n);
      for (std::int64_t i = 0; i < m * n; ++i) {
        ASSERT_NEAR(out[i], expected[i], tolerance(k + 1)) << "element " << i;
      }
      ASSERT_TRUE(out.margins_untouched());
    }
  }
}

namespace {

TEST(Matmul, OverwritesWhatWasThere) {
  const float a[] = {1, 2};
  const float b[] = {3, 4};
  float out[] = {std::numeric_limits<float>::quiet_NaN()};
  real().matmul(nullptr, Transposed::none, a, b, out, 1, 2, 1);
  EXPECT_EQ(out[0], 11.0f);
  real().matmul(nullptr, Transposed::none, a, b, out, 1, 0, 1);
  EXPECT_EQ(out[0], 0.0f);
  out[0] = std::numeric_limits<float>::quiet_NaN();
  real().dense(nullptr, a, b, &b[0], out, 1, 2, 1);
  EXPECT_EQ(out[0], 14.0f);
}

TEST(Matmul, RefusesWhatTheLibraryCannotCount) {
  float one = 1;
  EXPECT_THROW(real().matmul(nullptr, Transposed::none, &one, &one, &one, 1, std::int64_t{1} << 31, 1),
               std::length_error);
  EXPECT_THROW(real().dense(nullptr, &one, &one, &one, &one, 1, std::int64_t{1} << 31, 1), std::length_error);
}

TEST(Matmul, RoundsTheSameEveryTime) {
  const Array a = random_array(300 * 300, 9);
  const Array b = random_array(300 * 300, 10);
  Array once(300 * 300);
  Array again(300 * 300);
  for (const Transposed transposed : kTransposed) {
    real().matmul(nullptr, transposed, a.data(), b.data(), once.data(), 300, 300, 300);
    real().matmul(nullptr, transposed, a.data(), b.data(), again.data(), 300, 300, 300);
    EXPECT_EQ(difference(once, again), "");
  }
  real().dense(nullptr, a.data(), b.data(), a.data(), once.data(), 300, 300, 300);
  real().dense(nullptr, a.data(), b.data(), a.data(), again.data(), 300, 300, 300);
  EXPECT_EQ(difference(once, again), "");
}

}  // namespace

}  // namespace runahead::kernels
