// SPDX-License-Identifier: GPL-3.0-or-later
// Operations along an axis, and of inputs that are repeated along axes, against their naive reference.
// Not here: sums over rows (operations_test.cpp), the order of sums (reduce_test.cpp).
#include <gtest/gtest.h>

#include <cmath>

#include "tests/parity/cases.h"

namespace runahead::kernels {

namespace {

/// outer, n, inner
struct Sizes {
  std::int64_t outer, n, inner;
  std::int64_t elements() const { return outer * n * inner; }
  std::int64_t results() const { return outer * inner; }
};

std::vector<Sizes> axis_shapes() {
  std::vector<Sizes> shapes = {{0, 3, 2},     {2, 0, 3},      {3, 2, 0},     {0, 3, 1},    {2, 0, 1},
                               {1, 0, 1},     {1, 1000, 1},   {1000, 1, 1},  {1, 1, 1000}, {509, 251, 1},
                               {1, 509, 251}, {3, 9001, 1},   {2, 20003, 5}, {5, 300, 33}, {2, 3, 5000},
                               {1, 70001, 2}, {1, 1000003, 1}};
  for (std::int64_t outer = 1; outer <= 4; outer += 3) {
    for (std::int64_t n = 1; n <= 40; n += 4) {
      for (const std::int64_t inner : {1, 2, 3, 16, 31, 33, 70}) shapes.push_back({outer, n, inner});
    }
  }
  return shapes;
}

/// `check(sizes)` for each of them.
template <class Check>
void for_all_shapes(Check check) {
  for (const Sizes& sizes : axis_shapes()) {
    SCOPED_TRACE(std::to_string(sizes.outer) + "x" + std::to_string(sizes.n) + "x" +
                 std::to_string(sizes.inner));
    ASSERT_NO_FATAL_FAILURE(check(sizes));
  }
}

template <class Operation>
void check_along(Operation operation) {
  for_all_shapes([&](const Sizes& sizes) {
    const Array in = random_array(sizes.elements(), 81, 1);
    Array expected(sizes.results());
    (naive().*operation)(nullptr, in.data(), sizes.outer, sizes.n, sizes.inner, expected.data());
    Array out(sizes.results(), 1);
    (real().*operation)(nullptr, in.data(), sizes.outer, sizes.n, sizes.inner, out.data());
    for (std::int64_t i = 0; i < out.size(); ++i) {
      if (std::isnan(expected[i])) {
        ASSERT_TRUE(std::isnan(out[i]));
      } else {
        ASSERT_NEAR(out[i], expected[i], 1.2e-7f * std::abs(expected[i]) + 1e-9f) << "element " << i;
      }
    }
    ASSERT_TRUE(out.margins_untouched());
  });
}

/// Few values, so that many are the largest.
Array with_ties(std::int64_t n) {
  Array array = random_array(n, 82, 1);
  for (std::int64_t i = 0; i < n; ++i) array[i] = std::round(array[i] * 3);
  return array;
}

}  // namespace

void check_sum_axis() {
  check_along(&Float32::sum_axis);
}
void check_mean_axis() {
  check_along(&Float32::mean_axis);
}

void check_max_axis() {
  for_all_shapes([](const Sizes& sizes) {
    for (const Array& in : {random_array(sizes.elements(), 83, 1), with_ties(sizes.elements())}) {
      Array expected(sizes.results());
      naive().max_axis(nullptr, in.data(), sizes.outer, sizes.n, sizes.inner, expected.data());
      Array out(sizes.results(), 1);
      real().max_axis(nullptr, in.data(), sizes.outer, sizes.n, sizes.inner, out.data());
      ASSERT_EQ(difference(out, expected), "");
      ASSERT_TRUE(out.margins_untouched());
    }
  });
}

void check_max_backward() {
  for_all_shapes([](const Sizes& sizes) {
    const Array x = with_ties(sizes.elements());
    const Array gradient = random_array(sizes.results(), 84);
    Array max(sizes.results());
    naive().max_axis(nullptr, x.data(), sizes.outer, sizes.n, sizes.inner, max.data());
    Array expected(sizes.elements());
    naive().max_backward(nullptr, gradient.data(), x.data(), max.data(), expected.data(), sizes.outer,
                         sizes.n, sizes.inner);
    Array out(sizes.elements(), 1);
    real().max_backward(nullptr, gradient.data(), x.data(), max.data(), out.data(), sizes.outer, sizes.n,
                        sizes.inner);
    ASSERT_EQ(difference(out, expected), "");
    ASSERT_TRUE(out.margins_untouched());
  });
}

void check_spread_over_axis() {
  for_all_shapes([](const Sizes& sizes) {
    const Array values = random_array(sizes.results(), 85, 1);
    Array expected(sizes.elements());
    naive().spread_over_axis(nullptr, values.data(), 0.3f, expected.data(), sizes.outer, sizes.n,
                             sizes.inner);
    Array out(sizes.elements(), 1);
    real().spread_over_axis(nullptr, values.data(), 0.3f, out.data(), sizes.outer, sizes.n, sizes.inner);
    ASSERT_EQ(difference(out, expected), "");
    ASSERT_TRUE(out.margins_untouched());
  });
}

/// Every way to repeat two inputs along four axes.
void check_broadcast() {
  constexpr std::int64_t kSizes[][4] = {{2, 3, 4, 5}, {1, 1, 7, 33}, {3, 1, 2, 1},   {1, 1, 1, 300},
                                        {2, 0, 2, 3}, {2, 2, 2, 0},  {1, 1, 600, 3}, {1, 2, 3, 257}};
  for (const auto& sizes : kSizes) {
    for (int repeated = 0; repeated < 256; ++repeated) {
      const Axes axes{{sizes[0], sizes[1], sizes[2], sizes[3]},
                      static_cast<std::uint8_t>(repeated % 16),
                      static_cast<std::uint8_t>(repeated / 16)};
      const auto elements = [&](int mask) {
        std::int64_t n = 1;
        for (int axis = 0; axis < 4; ++axis) n *= (mask >> axis & 1) != 0 ? 1 : sizes[axis];
        return n;
      };
      const Array a = random_array(elements(axes.repeated_a), 86, 1),
                  b = random_array(elements(axes.repeated_b), 87);
      for (const Binary arithmetic : {Binary::add, Binary::sub, Binary::mul, Binary::div}) {
        SCOPED_TRACE("of " + std::to_string(elements(0)) + ", repeated " + std::to_string(repeated) +
                     ", arithmetic " + std::to_string(static_cast<int>(arithmetic)));
        Array expected(elements(0));
        naive().broadcast(nullptr, arithmetic, a.data(), b.data(), expected.data(), axes);
        Array out(elements(0), 1);
        real().broadcast(nullptr, arithmetic, a.data(), b.data(), out.data(), axes);
        for (std::int64_t i = 0; i < out.size(); ++i) {
          if (!std::isnan(expected[i]) || !std::isnan(out[i])) {
            ASSERT_EQ(bits(out[i]), bits(expected[i])) << "element " << i;
          }
        }
        ASSERT_TRUE(out.margins_untouched());
      }
    }
  }
}

namespace {

TEST(Axes, SumsAreThoseOfTheOtherReductions) {
  const Array in = cancelling(1003 * 37);
  Array out(37), expected(37);
  real().sum_axis(nullptr, in.data(), 1, 1003, 37, out.data());
  real().sum_rows(nullptr, in.data(), 1003, 37, expected.data());
  EXPECT_EQ(difference(out, expected), "");
  for (std::int64_t r = 0; r < 37; ++r) real().sum(nullptr, in.data() + r * 1003, 1003, &expected[r]);
  real().sum_axis(nullptr, in.data(), 37, 1003, 1, out.data());
  EXPECT_EQ(difference(out, expected), "");
}

TEST(Max, OfSpecialValues) {
  const auto max_of = [](std::vector<float> values) {
    float out = 0;
    real().max_axis(nullptr, values.data(), 1, static_cast<std::int64_t>(values.size()), 1, &out);
    return out;
  };
  EXPECT_EQ(max_of({}), -kInfinity);
  EXPECT_EQ(max_of({-kInfinity, -3}), -3.0f);
  EXPECT_EQ(max_of({kInfinity, 1}), kInfinity);
  EXPECT_EQ(bits(max_of({-0.0f, 0.0f})), bits(0.0f));
  EXPECT_EQ(bits(max_of({0.0f, -0.0f})), bits(0.0f));
  EXPECT_EQ(bits(max_of({-0.0f, -0.0f})), bits(-0.0f));
  EXPECT_TRUE(std::isnan(max_of({1, kNan, 2})));
  EXPECT_TRUE(std::isnan(max_of({kNan, kInfinity})));
}

}  // namespace

}  // namespace runahead::kernels
