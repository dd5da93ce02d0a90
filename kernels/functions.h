// SPDX-License-Identifier: GPL-3.0-or-later
// Exponential, logarithm and what is made of them: in double precision, with additions, products and
// divisions alone, rounded to float once. Not here: the C library's, whose last bits differ between machines
// and which do not vectorise.
#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/functors.h"
#include "kernels/host_device.h"

namespace runahead::kernels {

/// e^x as scale * (1 + rest), a power of two and |rest| < 0.42: near 0, e^x - 1 keeps its digits.
struct Exponential {
  double scale, rest;
  RUNAHEAD_HOST_DEVICE double value() const { return scale + scale * rest; }
  RUNAHEAD_HOST_DEVICE double minus_one() const { return (scale - 1.0) + scale * rest; }
};

/// Relative error below 1e-12. Beyond ±200, where a float holds no result, that of ±200.
RUNAHEAD_HOST_DEVICE Exponential exponential(double x) {
  const double bounded = x < -200.0 ? -200.0 : x > 200.0 ? 200.0 : x;
  // Adding 1.5 * 2^52 leaves the nearest whole number in the last bits.
  constexpr double kWhole = 6755399441055744.0;
  const double shifted = bounded * 1.4426950408889634 + kWhole;
  const double r = bounded - (shifted - kWhole) * 0.6931471805599453;
  // 1 / k!; the next term would be 6e-13 of the sum.
  const double terms =
      1.0 / 2 +
      r * (1.0 / 6 +
           r * (1.0 / 24 +
                r * (1.0 / 120 +
                     r * (1.0 / 720 +
                          r * (1.0 / 5040 + r * (1.0 / 40320 + r * (1.0 / 362880 + r * (1.0 / 3628800))))))));
  const std::uint64_t exponent = __builtin_bit_cast(std::uint64_t, shifted) + 1023;
  return {__builtin_bit_cast(double, exponent << 52), r + r * r * terms};
}

/// Natural logarithm of a float, as a double. Relative error below 1e-13.
RUNAHEAD_HOST_DEVICE double logarithm(float x) {
  constexpr std::uint64_t kRootHalf = 0x3FE6A09E667F3BCD;  // the bits of sqrt(1/2): the mantissa is around 1
  constexpr std::uint64_t kOffset = 1024;                  // keeps the exponent positive
  const std::uint64_t bits = __builtin_bit_cast(std::uint64_t, static_cast<double>(x));
  const std::uint64_t exponent = (bits - kRootHalf + (kOffset << 52)) >> 52;
  const double mantissa = __builtin_bit_cast(double, bits - ((exponent - kOffset) << 52));
  // As a double: behind the bits of 2^52, whose last bit is worth 1.
  const double whole =
      __builtin_bit_cast(double, exponent | 0x4330000000000000) - (4503599627370496.0 + 1024);
  // log m = 2 artanh s with s = (m - 1) / (m + 1), |s| < 0.172; the next term would be 4e-14 of it.
  const double s = (mantissa - 1.0) / (mantissa + 1.0);
  const double z = s * s;
  const double rest =
      z * (1.0 / 3 +
           z * (1.0 / 5 + z * (1.0 / 7 + z * (1.0 / 9 + z * (1.0 / 11 + z * (1.0 / 13 + z * (1.0 / 15)))))));
  const double value = whole * 0.6931471805599453 + (2.0 * s + 2.0 * s * rest);
  return x > 0.0f ? (x < kInfinity ? value : kInfinity) : x == 0.0f ? -kInfinity : kNan;
}

struct Exp {
  RUNAHEAD_HOST_DEVICE float operator()(float a) const { return static_cast<float>(exponential(a).value()); }
};

struct Log {
  RUNAHEAD_HOST_DEVICE float operator()(float a) const { return static_cast<float>(logarithm(a)); }
};

struct Tanh {
  RUNAHEAD_HOST_DEVICE float operator()(float a) const {
    const double q = exponential(2.0 * a).minus_one();
    return static_cast<float>(q / (q + 2.0));
  }
};

struct Sigmoid {
  RUNAHEAD_HOST_DEVICE float operator()(float a) const {
    return static_cast<float>(1.0 / (1.0 + exponential(-static_cast<double>(a)).value()));
  }
};

struct Power {
  explicit Power(float power)
      : exponent(power),
        whole(std::floor(power) == power),
        odd(whole && std::floor(power / 2) * 2 != power) {}

  float exponent;
  bool whole, odd;

  RUNAHEAD_HOST_DEVICE float operator()(float a) const {
    const float size = std::fabs(a);
    const auto power = static_cast<float>(exponential(exponent * logarithm(size)).value());
    const float of_size = size == 1.0f || exponent == 0.0f ? 1.0f : power;
    const bool negative = __builtin_bit_cast(std::uint32_t, a) >> 31 != 0;
    const float value = negative && odd ? -of_size : of_size;
    const bool undefined = a < 0.0f && a > -kInfinity && !whole;
    return undefined ? kNan : a == 1.0f ? 1.0f : value;
  }
};

}  // namespace runahead::kernels
