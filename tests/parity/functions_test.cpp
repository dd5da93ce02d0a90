// SPDX-License-Identifier: GPL-3.0-or-later
// Exponential, logarithm and what is made of them: within a float's rounding of the C library's in double,
// and right at their ends. Not here: other operations on elements (operations_test.cpp).
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/parity/cases.h"

namespace runahead::kernels {

namespace {

/// The next float on either side is near enough; a NaN is a NaN.
void expect_near(float got, float expected, float of) {
  if (std::isnan(expected)) {
    ASSERT_TRUE(std::isnan(got)) << "of " << of << ": " << got;
    return;
  }
  ASSERT_GE(got, std::nextafter(expected, -kInfinity)) << "of " << of;
  ASSERT_LE(got, std::nextafter(expected, kInfinity)) << "of " << of;
}

/// Random numbers of every size that matters, and those at which something changes.
Array inputs(std::int64_t n, std::int64_t shift) {
  Array in = random_array(n, 71, shift);
  std::mt19937 generator(72);
  for (std::int64_t i = 0; i < n; ++i) in[i] = std::ldexp(in[i], static_cast<int>(generator() % 60) - 30);
  const float special[] = {0,       -0.0f,   1,           -1,          kInfinity, -kInfinity, kNan,
                           1e-45f,  -1e-45f, 1e-39f,      88.7f,       88.73f,    89,         -87.3f,
                           -103.9f, -104.1f, 200,         -200,        3.4e38f,   -3.4e38f,   0.5f,
                           0.35f,   -0.35f,  0.70710678f, 0.70710680f, 2,         -3};
  std::int64_t at = 0;
  for (const float value : special) {
    if (at < n) in[at++] = value;
  }
  return in;
}

template <class Call>
void check_function(Call call, std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  for (const std::int64_t n : sizes()) {
    if (n > most) continue;
    for (const std::int64_t shift : kShifts) {
      if (n > 70'000 && shift > 0) continue;
      SCOPED_TRACE("n = " + std::to_string(n) + ", shift = " + std::to_string(shift));
      Array in = inputs(n, shift);
      Array expected(n);
      call(naive(), in.data(), expected.data(), n);
      Array out(n, 1 - shift);
      call(real(), in.data(), out.data(), n);
      for (std::int64_t i = 0; i < n; ++i) ASSERT_NO_FATAL_FAILURE(expect_near(out[i], expected[i], in[i]));
      ASSERT_TRUE(out.margins_untouched());
      call(real(), in.data(), in.data(), n);
      ASSERT_EQ(difference(in, out), "") << "in place";
    }
  }
}

}  // namespace

void check_exp() {
  check_function([](const Float32& operations, const float* in, float* out, std::int64_t n) {
    operations.exp(nullptr, in, out, n);
  });
}
void check_log() {
  check_function([](const Float32& operations, const float* in, float* out, std::int64_t n) {
    operations.log(nullptr, in, out, n);
  });
}
void check_tanh() {
  check_function([](const Float32& operations, const float* in, float* out, std::int64_t n) {
    operations.tanh(nullptr, in, out, n);
  });
}
void check_sigmoid() {
  check_function([](const Float32& operations, const float* in, float* out, std::int64_t n) {
    operations.sigmoid(nullptr, in, out, n);
  });
}
void check_power() {
  for (const float exponent : {2.0f, 3.0f, -1.0f, 0.5f, 0.0f, -2.5f, 1e30f, kInfinity, -kInfinity, kNan}) {
    SCOPED_TRACE("exponent " + std::to_string(exponent));
    check_function([=](const Float32& operations, const float* in, float* out,
                       std::int64_t n) { operations.power(nullptr, in, exponent, out, n); },
                   2000);
  }
}

namespace {

TEST(Functions, WholePowersAreExact) {
  Array in(200), out(200), expected(200);
  for (std::int64_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i - 100);
  real().power(nullptr, in.data(), 2, out.data(), in.size());
  for (std::int64_t i = 0; i < in.size(); ++i) expected[i] = in[i] * in[i];
  EXPECT_EQ(difference(out, expected), "");
  real().power(nullptr, in.data(), 3, out.data(), in.size());
  for (std::int64_t i = 0; i < in.size(); ++i) expected[i] = i == 100 ? 0.0f : in[i] * in[i] * in[i];
  EXPECT_EQ(difference(out, expected), "");
}

TEST(Functions, OfOneAreTheSameEverywhere) {
  const float in[] = {1, -1, 0.1f, 10};
  float out[4];
  real().exp(nullptr, in, out, 4);
  EXPECT_EQ(bits(out[0]), 0x402DF854u);
  EXPECT_EQ(bits(out[2]), 0x3F8D763Eu);
  real().log(nullptr, in, out, 4);
  EXPECT_EQ(bits(out[0]), 0u);
  EXPECT_EQ(bits(out[3]), 0x40135D8Eu);
}

}  // namespace

}  // namespace runahead::kernels
