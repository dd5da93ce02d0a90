// SPDX-License-Identifier: GPL-3.0-or-later
// From random words to uniform and normal numbers. In float32 with additions, products, one division and one
// square root, and without the C library's log, sin and cos, whose last bits differ between machines and
// which do not vectorise; float64, which programs ask for, takes those.
#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/host_device.h"

namespace runahead::kernels {

inline constexpr float kTwoToMinus24 = 1.0f / 16777216.0f;

/// Via int32, which every vector unit can convert.
RUNAHEAD_HOST_DEVICE float exact_float(std::uint32_t at_most_24_bits) {
  return static_cast<float>(static_cast<std::int32_t>(at_most_24_bits));
}

/// The upper 24 bits, as k / 2^24 in [0, 1).
RUNAHEAD_HOST_DEVICE float unit_interval(std::uint32_t word) {
  return exact_float(word >> 8) * kTwoToMinus24;
}

struct Uniform {
  float low;
  float range;
  float largest;  ///< the float below `high`: the sum may round up to `high` itself

  RUNAHEAD_HOST_DEVICE float operator()(std::uint32_t word) const {
    const float value = low + range * unit_interval(word);
    return value < largest ? value : largest;
  }
};

/// Natural logarithm of a positive normal float. Relative error below 2e-7.
RUNAHEAD_HOST_DEVICE float log_positive(float x) {
  constexpr std::int32_t kRootHalf = 0x3F3504F3;  // the bits of sqrt(1/2): the mantissa is taken around 1
  const std::int32_t bits = __builtin_bit_cast(std::int32_t, x);
  const std::int32_t exponent = (bits - kRootHalf) >> 23;
  const float mantissa = __builtin_bit_cast(float, bits - (exponent << 23));
  // log m = 2 artanh s with s = (m - 1) / (m + 1), |s| < 0.172; the next term would be 2e-9 of it.
  const float s = (mantissa - 1.0f) / (mantissa + 1.0f);
  const float z = s * s;
  const float rest = z * (1.0f / 3 + z * (1.0f / 5 + z * (1.0f / 7 + z * (1.0f / 9))));
  const float twice = s + s;
  return static_cast<float>(exponent) * 0.693147181f + (twice + twice * rest);
}

struct SinCos {
  float sin, cos;
};

/// Sine and cosine of k / 2^24 turns. Absolute error below 1e-7.
RUNAHEAD_HOST_DEVICE SinCos sin_cos_turns(std::uint32_t k) {
  // To the nearest quarter turn, in integers and so exactly; what remains is within an eighth of a turn.
  const std::uint32_t shifted = k + (1u << 21);
  const std::uint32_t quarter = shifted >> 22;
  const std::int32_t remainder = static_cast<std::int32_t>(shifted & ((1u << 22) - 1)) - (1 << 21);
  const float x = static_cast<float>(remainder) * (6.28318531f * kTwoToMinus24);
  const float z = x * x;
  const float sine = x + x * z * (-1.0f / 6 + z * (1.0f / 120 + z * (-1.0f / 5040 + z * (1.0f / 362880))));
  const float cosine = 1.0f + z * (-0.5f + z * (1.0f / 24 + z * (-1.0f / 720 + z * (1.0f / 40320))));
  const bool swapped = (quarter & 1u) != 0;
  const std::uint32_t sine_bits = __builtin_bit_cast(std::uint32_t, swapped ? cosine : sine);
  const std::uint32_t cosine_bits = __builtin_bit_cast(std::uint32_t, swapped ? sine : cosine);
  // Signs: the sine is negative in quarters 2 and 3, the cosine in 1 and 2.
  const std::uint32_t sine_sign = (quarter & 2u) << 30;
  const std::uint32_t cosine_sign = ((quarter + 1u) & 2u) << 30;
  return {__builtin_bit_cast(float, sine_bits ^ sine_sign),
          __builtin_bit_cast(float, cosine_bits ^ cosine_sign)};
}

struct NormalPair {
  float first, second;
};

/// Box and Muller: two words give two independent numbers. The radius is taken from (k + 1) / 2^24 in (0, 1],
/// so it ends at sqrt(48 ln 2) = 5.77.
struct Normal {
  float mean;
  float stddev;

  RUNAHEAD_HOST_DEVICE NormalPair operator()(std::uint32_t for_radius, std::uint32_t for_angle) const {
    const float u = exact_float((for_radius >> 8) + 1u) * kTwoToMinus24;
    const float radius = std::sqrt(-2.0f * log_positive(u));
    const SinCos direction = sin_cos_turns(for_angle >> 8);
    return {mean + stddev * (radius * direction.cos), mean + stddev * (radius * direction.sin)};
  }
};

/// Float64 takes the word of the same place behind this key, too: the digits that float32 has not.
RUNAHEAD_HOST_DEVICE std::uint64_t seed_of_further_digits(std::uint64_t seed) {
  return seed ^ 0x9E3779B97F4A7C15u;
}

/// As k / 2^53 in [0, 1), whose upper 24 bits are the word's.
RUNAHEAD_HOST_DEVICE double unit_interval(std::uint32_t word, std::uint32_t further) {
  const std::uint64_t bits = (std::uint64_t{word} << 32U | further) >> 11U;
  return static_cast<double>(bits) * 0x1p-53;
}

struct Uniform64 {
  double low;
  double range;
  double largest;  ///< as Uniform's

  RUNAHEAD_HOST_DEVICE double operator()(std::uint32_t word, std::uint32_t further) const {
    const double value = low + range * unit_interval(word, further);
    return value < largest ? value : largest;
  }
};

struct NormalPair64 {
  double first, second;
};

/// As Normal: the radius is taken from (0, 1].
struct Normal64 {
  double mean;
  double stddev;

  RUNAHEAD_HOST_DEVICE NormalPair64 operator()(std::uint32_t for_radius, std::uint32_t further_for_radius,
                                               std::uint32_t for_angle,
                                               std::uint32_t further_for_angle) const {
    const double u = unit_interval(for_radius, further_for_radius) + 0x1p-53;
    const double radius = std::sqrt(-2 * std::log(u));
    const double angle = 6.283185307179586 * unit_interval(for_angle, further_for_angle);
    return {mean + stddev * (radius * std::cos(angle)), mean + stddev * (radius * std::sin(angle))};
  }
};

}  // namespace runahead::kernels
