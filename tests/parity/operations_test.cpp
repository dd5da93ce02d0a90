// SPDX-License-Identifier: GPL-3.0-or-later
// Every operation of the table against its naive reference, over sizes, alignments and in place.
// Not here: what the random numbers are (random_test.cpp) and the order of reductions (reduce_test.cpp).
#include "kernels/operations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <ostream>

#include "tests/parity/arrays.h"
#include "tests/parity/cases.h"

namespace runahead::kernels {

namespace {

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
template <class Operation>
void check_zip(Operation operation) {
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

/// rows, cols
std::vector<std::pair<std::int64_t, std::int64_t>> matrix_shapes() {
  std::vector<std::pair<std::int64_t, std::int64_t>> shapes = {
      {0, 0}, {0, 5}, {5, 0}, {1, 1}, {1, 1000}, {1000, 1}, {509, 251}, {1024, 512}, {1009, 997}};
  for (std::int64_t rows = 1; rows <= 70; rows += 3) {
    for (std::int64_t cols = 1; cols <= 70; cols += 5) shapes.emplace_back(rows, cols);
  }
  return shapes;
}

/// A result for each of `results` rows or columns, whose terms are within 1.
template <class Call>
void check_rows(std::int64_t (*results)(std::int64_t rows, std::int64_t cols), Call call) {
  for (const auto& [rows, cols] : matrix_shapes()) {
    SCOPED_TRACE(std::to_string(rows) + "x" + std::to_string(cols));
    const Array in = random_array(rows * cols, 13, 1);
    Array expected(results(rows, cols));
    call(naive(), in.data(), rows, cols, expected.data());
    Array out(expected.size(), 1);
    call(real(), in.data(), rows, cols, out.data());
    for (std::int64_t i = 0; i < out.size(); ++i) {
      if (std::isnan(expected[i])) {
        ASSERT_TRUE(std::isnan(out[i]));
      } else {
        ASSERT_NEAR(out[i], expected[i], 1.2e-7f * std::abs(expected[i]) + 1e-9f) << "element " << i;
      }
    }
    ASSERT_TRUE(out.margins_untouched());
  }
}

template <class Operation>
void check_reduction(Operation operation) {
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

void check_transpose() {
  for (const auto& [rows, cols] : matrix_shapes()) {
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
  check_map([](const Float32& operations, const float*, float* out, std::int64_t n) {
    operations.fill(nullptr, out, n, 3.25f);
  });
}

void check_copy() {
  check_map([](const Float32& operations, const float* in, float* out, std::int64_t n) {
    operations.copy(nullptr, in, out, n);
  });
}

void check_uniform() {
  check_random([](const Float32& operations, float* out, std::int64_t n,
                  std::uint64_t offset) { operations.uniform(nullptr, out, n, 11, offset, -2, 3); },
               5e-7f);
}

void check_normal() {
  check_random([](const Float32& operations, float* out, std::int64_t n,
                  std::uint64_t offset) { operations.normal(nullptr, out, n, 12, offset, 1, 2); },
               4e-6f);
}

void check_add() {
  check_zip(&Float32::add);
}
void check_sub() {
  check_zip(&Float32::sub);
}
void check_mul() {
  check_zip(&Float32::mul);
}
void check_div() {
  check_zip(&Float32::div);
}
void check_abs_backward() {
  check_zip(&Operations::abs_backward);
}
void check_relu_backward() {
  check_zip(&Operations::relu_backward);
}

void check_add_scalar() {
  check_map([](const Float32& operations, const float* in, float* out, std::int64_t n) {
    operations.add_scalar(nullptr, in, 0.7f, out, n);
  });
}

void check_mul_scalar() {
  check_map([](const Float32& operations, const float* in, float* out, std::int64_t n) {
    operations.mul_scalar(nullptr, in, -1.3f, out, n);
  });
}

void check_div_scalar() {
  check_map([](const Float32& operations, const float* in, float* out, std::int64_t n) {
    operations.div_scalar(nullptr, in, -1.3f, out, n);
  });
}

void check_scalar_sub() {
  check_map([](const Float32& operations, const float* in, float* out, std::int64_t n) {
    operations.scalar_sub(nullptr, in, 0.7f, out, n);
  });
}

void check_scalar_div() {
  check_map([](const Float32& operations, const float* in, float* out, std::int64_t n) {
    operations.scalar_div(nullptr, in, 0.7f, out, n);
  });
}

void check_sqrt() {
  check_map([](const Float32& operations, const float* in, float* out, std::int64_t n) {
    operations.sqrt(nullptr, in, out, n);
  });
}

void check_abs() {
  check_map([](const Float32& operations, const float* in, float* out, std::int64_t n) {
    operations.abs(nullptr, in, out, n);
  });
}

void check_square() {
  check_map([](const Float32& operations, const float* in, float* out, std::int64_t n) {
    operations.square(nullptr, in, out, n);
  });
}

void check_relu() {
  check_map([](const Float32& operations, const float* in, float* out, std::int64_t n) {
    operations.relu(nullptr, in, out, n);
  });
}

void check_update(decltype(Operations::add_scaled) Operations::*operation) {
  for (const std::int64_t n : sizes()) {
    for (const std::int64_t shift : kShifts) {
      SCOPED_TRACE("n = " + std::to_string(n) + ", shift = " + std::to_string(shift));
      const Array x = random_array(n, 14, shift);
      Array y = random_array(n, 15, 1 - shift);
      Array expected = random_array(n, 15);
      (naive().*operation)(nullptr, x.data(), -0.3f, expected.data(), n);
      (real().*operation)(nullptr, x.data(), -0.3f, y.data(), n);
      ASSERT_EQ(difference(y, expected), "");
      ASSERT_TRUE(y.margins_untouched());
      (naive().*operation)(nullptr, expected.data(), 0.3f, expected.data(), n);
      (real().*operation)(nullptr, y.data(), 0.3f, y.data(), n);
      ASSERT_EQ(difference(y, expected), "") << "onto itself";
    }
  }
}

void check_add_scaled() {
  check_update(&Operations::add_scaled);
}
void check_add_to_scaled() {
  check_update(&Operations::add_to_scaled);
}

void check_spread() {
  const float value = 1.7f;
  check_map([&](const Float32& operations, const float*, float* out, std::int64_t n) {
    operations.spread(nullptr, n == 0 ? nullptr : &value, 0.3f, out, n);
  });
}

void check_norm_backward() {
  const float gradient = -0.7f;
  for (const float norm : {3.0f, 0.0f, -0.0f}) {
    check_map([&](const Float32& operations, const float* in, float* out, std::int64_t n) {
      operations.norm_backward(nullptr, &gradient, in, &norm, out, n);
    });
  }
}

void check_sum() {
  check_reduction(&Float32::sum);
}
void check_mean() {
  check_reduction(&Float32::mean);
}
void check_norm() {
  check_reduction(&Float32::norm);
}

void check_sum_rows() {
  check_rows([](std::int64_t, std::int64_t cols) { return cols; },
             [](const Float32& operations, const float* in, std::int64_t rows, std::int64_t cols,
                float* out) { operations.sum_rows(nullptr, in, rows, cols, out); });
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
    {"sub", check_sub},
    {"mul", check_mul},
    {"div", check_div},
    {"add_scalar", check_add_scalar},
    {"mul_scalar", check_mul_scalar},
    {"div_scalar", check_div_scalar},
    {"scalar_sub", check_scalar_sub},
    {"scalar_div", check_scalar_div},
    {"power", check_power},
    {"broadcast", check_broadcast},
    {"square", check_square},
    {"exp", check_exp},
    {"log", check_log},
    {"sqrt", check_sqrt},
    {"tanh", check_tanh},
    {"sigmoid", check_sigmoid},
    {"abs", check_abs},
    {"abs_backward", check_abs_backward},
    {"relu", check_relu},
    {"relu_backward", check_relu_backward},
    {"add_scaled", check_add_scaled},
    {"add_to_scaled", check_add_to_scaled},
    {"matmul", check_matmul},
    {"dense", check_dense},
    {"transpose", check_transpose},
    {"sum", check_sum},
    {"mean", check_mean},
    {"norm", check_norm},
    {"sum_rows", check_sum_rows},
    {"sum_axis", check_sum_axis},
    {"mean_axis", check_mean_axis},
    {"max_axis", check_max_axis},
    {"spread", check_spread},
    {"spread_over_axis", check_spread_over_axis},
    {"max_backward", check_max_backward},
    {"norm_backward", check_norm_backward},
};

// An operation that is added to the table needs its case, here, in typed_test.cpp or in places_test.cpp.
// Functions of elements have theirs there already.
static_assert(sizeof(Operations) == 32 * sizeof(void (*)()));

class Parity : public testing::TestWithParam<Case> {};

TEST_P(Parity, WithReference) {
  GetParam().check();
}

INSTANTIATE_TEST_SUITE_P(Operations, Parity, testing::ValuesIn(kCases),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(Table, HasNoGap) {
  for (const Operations* operations : {&tested(), &reference_operations()}) {
    void (*functions[sizeof(Operations) / sizeof(void (*)())])();
    std::memcpy(functions, operations, sizeof functions);
    for (const auto& function : functions) EXPECT_NE(function, nullptr);
  }
}

TEST(Elementwise, SpecialValuesAreKept) {
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
  const float y[] = {1, 1, 0, -0.0f, 1e-40f, kNan};
  real().relu_backward(nullptr, in, y, out, 6);
  EXPECT_TRUE(std::isnan(out[0]));
  EXPECT_EQ(out[1], kInfinity);
  EXPECT_EQ(out[2], 0.0f) << "nothing passes where nothing was let through, not even infinity";
  EXPECT_EQ(out[3], 0.0f);
  EXPECT_EQ(out[4], 1e-40f);
  EXPECT_EQ(out[5], 0.0f);
}

TEST(NormBackward, OfZerosIsZeroAndErrorsComeThrough) {
  const float x[] = {0, -0.0f, 2};
  const float zero = 0;
  float out[3];
  real().norm_backward(nullptr, &kNan, x, &zero, out, 3);
  for (const float value : out) EXPECT_EQ(value, 0.0f);
  real().norm_backward(nullptr, &x[2], x, &kNan, out, 3);
  for (const float value : out) EXPECT_TRUE(std::isnan(value));
}

}  // namespace

}  // namespace runahead::kernels
