// SPDX-License-Identifier: GPL-3.0-or-later
// Every operation of the table against its naive reference, over sizes, alignments and in place.
// Not here: what the random numbers are (random_test.cpp) and the order of reductions (reduce_test.cpp).
#include "kernels/operations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <limits>
#include <ostream>
#include <stdexcept>

#include "kernels/cpu/blas.h"
#include "kernels/cpu/reference.h"
#include "tests/parity/arrays.h"

namespace runahead::kernels {

namespace {

const Operations& real() {
  return cpu_operations();
}
const Operations& naive() {
  return reference_operations();
}

constexpr std::int64_t kShifts[] = {0, 1};

/// `call(operations, in, out)` gives the same bits apart, and in place, and writes nothing else.
template <class Call>
void check_map(Call call) {
  for (const std::int64_t n : sizes()) {
    for (const std::int64_t shift : kShifts) {
      SCOPED_TRACE("n = " + std::to_string(n) + ", shift = " + std::to_string(shift));
      Array in = random_array(n, 1, shift);
      Array expected(n);
      call(naive(), in.data(), expected.data(), n);
      Array out(n, 1 - shift);
      call(real(), in.data(), out.data(), n);
      ASSERT_EQ(difference(out, expected), "");
      ASSERT_TRUE(out.margins_untouched());
      call(real(), in.data(), in.data(), n);
      ASSERT_EQ(difference(in, expected), "");
      ASSERT_TRUE(in.margins_untouched());
    }
  }
}

/// The same with two inputs, either of which may be the result, or both.
void check_zip(decltype(Operations::add) Operations::*operation) {
  for (const std::int64_t n : sizes()) {
    for (const std::int64_t shift : kShifts) {
      SCOPED_TRACE("n = " + std::to_string(n) + ", shift = " + std::to_string(shift));
      const Array a = random_array(n, 2, shift);
      const Array b = random_array(n, 3);
      Array expected(n);
      (naive().*operation)(nullptr, a.data(), b.data(), expected.data(), n);
      Array out(n, 1 - shift);
      (real().*operation)(nullptr, a.data(), b.data(), out.data(), n);
      ASSERT_EQ(difference(out, expected), "");
      ASSERT_TRUE(out.margins_untouched());
      Array first = a;
      (real().*operation)(nullptr, first.data(), b.data(), first.data(), n);
      ASSERT_EQ(difference(first, expected), "");
      Array second = b;
      (real().*operation)(nullptr, a.data(), second.data(), second.data(), n);
      ASSERT_EQ(difference(second, expected), "");
      Array both = a;
      (naive().*operation)(nullptr, a.data(), a.data(), expected.data(), n);
      (real().*operation)(nullptr, both.data(), both.data(), both.data(), n);
      ASSERT_EQ(difference(both, expected), "");
    }
  }
}

/// Draws with both tables at several places of the sequence; `tolerance` is absolute.
template <class Draw>
void check_random(Draw draw, float tolerance) {
  for (const std::int64_t n : sizes()) {
    for (const std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{37}, (std::uint64_t{1} << 34) - 50}) {
      SCOPED_TRACE("n = " + std::to_string(n) + ", offset = " + std::to_string(offset));
      Array expected(n);
      draw(naive(), expected.data(), n, offset);
      Array out(n, 1);
      draw(real(), out.data(), n, offset);
      for (std::int64_t i = 0; i < n; ++i) ASSERT_NEAR(out[i], expected[i], tolerance) << "element " << i;
      ASSERT_TRUE(out.margins_untouched());
    }
  }
}

void check_reduction(decltype(Operations::sum) Operations::*operation) {
  for (const std::int64_t n : sizes()) {
    for (const std::int64_t shift : kShifts) {
      SCOPED_TRACE("n = " + std::to_string(n) + ", shift = " + std::to_string(shift));
      const Array in = random_array(n, 4, shift);
      Array expected(1);
      (naive().*operation)(nullptr, in.data(), n, expected.data());
      Array out(1, shift);
      (real().*operation)(nullptr, in.data(), n, out.data());
      if (std::isnan(expected[0])) {
        ASSERT_TRUE(std::isnan(out[0]));
      } else {
        ASSERT_NEAR(out[0], expected[0], 1.2e-7f * std::abs(expected[0]) + 1e-9f);
      }
      ASSERT_TRUE(out.margins_untouched());
    }
  }
}

void check_matmul() {
  struct Shape {
    std::int64_t m, k, n;
  };
  std::vector<Shape> shapes = {{0, 3, 4},  {3, 0, 4},       {3, 4, 0},    {0, 0, 0},    {1, 1, 1},
                               {1, 7, 1},  {7, 1, 7},       {1, 1000, 1}, {1000, 1, 1}, {1000, 1, 1000},
                               {17, 1, 1}, {513, 257, 129}, {64, 64, 64}, {2, 1009, 3}};
  std::mt19937 generator(5);
  for (int i = 0; i < 60; ++i) {
    shapes.push_back({static_cast<std::int64_t>(generator() % 40),
                      static_cast<std::int64_t>(generator() % 40),
                      static_cast<std::int64_t>(generator() % 40)});
  }
  for (const auto& [m, k, n] : shapes) {
    for (const std::int64_t shift : kShifts) {
      SCOPED_TRACE(std::to_string(m) + "x" + std::to_string(k) + " . " + std::to_string(k) + "x" +
                   std::to_string(n) + ", shift = " + std::to_string(shift));
      const Array a = random_array(m * k, 6, shift);
      const Array b = random_array(k * n, 7, 1 - shift);
      Array expected(m * n);
      naive().matmul(nullptr, a.data(), b.data(), expected.data(), m, k, n);
      Array out(m * n, shift);
      real().matmul(nullptr, a.data(), b.data(), out.data(), m, k, n);
      // The inputs are within 1, so every addition rounds by at most half a unit of the partial sum.
      const float tolerance = 6e-8f * static_cast<float>(k + 1) * std::sqrt(static_cast<float>(k + 1));
      for (std::int64_t i = 0; i < m * n; ++i) ASSERT_NEAR(out[i], expected[i], tolerance) << "element " << i;
      ASSERT_TRUE(out.margins_untouched());
    }
  }
}

void check_transpose() {
  std::vector<std::pair<std::int64_t, std::int64_t>> shapes = {
      {0, 0}, {0, 5}, {5, 0}, {1, 1}, {1, 1000}, {1000, 1}, {509, 251}, {1024, 512}, {1009, 997}};
  for (std::int64_t rows = 1; rows <= 70; rows += 3) {
    for (std::int64_t cols = 1; cols <= 70; cols += 5) shapes.emplace_back(rows, cols);
  }
  for (const auto& [rows, cols] : shapes) {
    SCOPED_TRACE(std::to_string(rows) + "x" + std::to_string(cols));
    const Array in = random_array(rows * cols, 8, 1);
    Array expected(rows * cols);
    naive().transpose(nullptr, in.data(), expected.data(), rows, cols);
    Array out(rows * cols, 1);
    real().transpose(nullptr, in.data(), out.data(), rows, cols);
    ASSERT_EQ(difference(out, expected), "");
    ASSERT_TRUE(out.margins_untouched());
  }
}

void check_fill() {
  check_map([](const Operations& operations, const float*, float* out, std::int64_t n) {
    operations.fill(nullptr, out, n, 3.25f);
  });
}

void check_copy() {
  check_map([](const Operations& operations, const float* in, float* out, std::int64_t n) {
    operations.copy(nullptr, in, out, n);
  });
}

void check_uniform() {
  check_random([](const Operations& operations, float* out, std::int64_t n,
                  std::uint64_t offset) { operations.uniform(nullptr, out, n, 11, offset, -2, 3); },
               5e-7f);
}

void check_normal() {
  check_random([](const Operations& operations, float* out, std::int64_t n,
                  std::uint64_t offset) { operations.normal(nullptr, out, n, 12, offset, 1, 2); },
               4e-6f);
}

void check_add() {
  check_zip(&Operations::add);
}
void check_mul() {
  check_zip(&Operations::mul);
}

void check_add_scalar() {
  check_map([](const Operations& operations, const float* in, float* out, std::int64_t n) {
    operations.add_scalar(nullptr, in, 0.7f, out, n);
  });
}

void check_mul_scalar() {
  check_map([](const Operations& operations, const float* in, float* out, std::int64_t n) {
    operations.mul_scalar(nullptr, in, -1.3f, out, n);
  });
}

void check_relu() {
  check_map([](const Operations& operations, const float* in, float* out, std::int64_t n) {
    operations.relu(nullptr, in, out, n);
  });
}

void check_sum() {
  check_reduction(&Operations::sum);
}
void check_mean() {
  check_reduction(&Operations::mean);
}
void check_norm() {
  check_reduction(&Operations::norm);
}

struct Case {
  const char* name;
  void (*check)();
};

/// How the test programs name a case.
void PrintTo(const Case& each, std::ostream* out) {
  *out << each.name;
}

const Case kCases[] = {
    {"fill", check_fill},
    {"copy", check_copy},
    {"uniform", check_uniform},
    {"normal", check_normal},
    {"add", check_add},
    {"mul", check_mul},
    {"add_scalar", check_add_scalar},
    {"mul_scalar", check_mul_scalar},
    {"relu", check_relu},
    {"matmul", check_matmul},
    {"transpose", check_transpose},
    {"sum", check_sum},
    {"mean", check_mean},
    {"norm", check_norm},
};

// Whoever adds an operation to the table is sent here to add its case.
static_assert(sizeof(Operations) == std::size(kCases) * sizeof(void (*)()));

class Parity : public testing::TestWithParam<Case> {};

TEST_P(Parity, WithReference) {
  GetParam().check();
}

INSTANTIATE_TEST_SUITE_P(Operations, Parity, testing::ValuesIn(kCases),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(Table, HasNoGap) {
  for (const Operations* operations : {&real(), &naive()}) {
    void (*functions[std::size(kCases)])();
    std::memcpy(functions, operations, sizeof functions);
    for (std::size_t i = 0; i < std::size(kCases); ++i) {
      EXPECT_NE(functions[i], nullptr) << "operation " << i;
    }
  }
}

TEST(Elementwise, SpecialValuesAreKept) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const float in[] = {kNan, kInfinity, -kInfinity, -1e-40f, 1e-40f, -0.0f};
  float out[6];
  real().relu(nullptr, in, out, 6);
  EXPECT_TRUE(std::isnan(out[0]));
  EXPECT_EQ(out[1], kInfinity);
  EXPECT_EQ(out[2], 0.0f);
  EXPECT_EQ(out[3], 0.0f);
  EXPECT_EQ(out[4], 1e-40f) << "subnormal numbers must not be flushed";
  real().add_scalar(nullptr, in, 1, out, 6);
  EXPECT_TRUE(std::isnan(out[0]));
  EXPECT_EQ(out[1], kInfinity);
}

TEST(Matmul, OverwritesWhatWasThere) {
  const float a[] = {1, 2};
  const float b[] = {3, 4};
  float out[] = {std::numeric_limits<float>::quiet_NaN()};
  real().matmul(nullptr, a, b, out, 1, 2, 1);
  EXPECT_EQ(out[0], 11.0f);
  real().matmul(nullptr, a, b, out, 1, 0, 1);
  EXPECT_EQ(out[0], 0.0f);
}

TEST(Matmul, RefusesWhatTheLibraryCannotCount) {
  float one = 1;
  EXPECT_THROW(real().matmul(nullptr, &one, &one, &one, 1, std::int64_t{1} << 31, 1), std::length_error);
}

TEST(Matmul, RoundsTheSameEveryTime) {
  const Array a = random_array(300 * 300, 9);
  const Array b = random_array(300 * 300, 10);
  Array once(300 * 300);
  Array again(300 * 300, 1);
  real().matmul(nullptr, a.data(), b.data(), once.data(), 300, 300, 300);
  real().matmul(nullptr, a.data(), b.data(), again.data(), 300, 300, 300);
  EXPECT_EQ(difference(once, again), "");
}

TEST(Blas, SaysWhichCodeItRuns) {
  EXPECT_NE(std::string(blas_description()).find("OpenBLAS"), std::string::npos);
}

}  // namespace

}  // namespace runahead::kernels
