// SPDX-License-Identifier: GPL-3.0-or-later
// The naive operations of float32, and random numbers: one element at a time, in double precision where that
// is natural. Not here: those of any type (reference_kernels_typed.cpp).
// Not fast, and not to be made so.
#include "tests/support/reference_kernels.h"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace runahead::kernels::reference {

namespace {

/// As the paper writes it: ten rounds, the key bumped between them.
std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> c, std::uint32_t k0, std::uint32_t k1) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = 0xD2511F53ull * c[0];
    const std::uint64_t p1 = 0xCD9E8D57ull * c[2];
    c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(p1),
         static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(p0)};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}

/// The word that position p draws, per the mapping in kernels/philox.h.
std::uint32_t word_at(std::uint64_t seed, std::uint64_t p) {
  const std::uint64_t counter = 16 * (p / 64) + p % 16;
  const auto words =
      philox4x32({static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32), 0, 0},
                 static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
  return words[p % 64 / 16];
}

/// Its 24 bits of float32.
std::uint32_t bits_at(std::uint64_t seed, std::uint64_t p) {
  return word_at(seed, p) >> 8;
}

void uniform32(float* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset, float low, float high) {
  for (std::int64_t i = 0; i < n; ++i) {
    const double unit = std::ldexp(bits_at(seed, offset + static_cast<std::uint64_t>(i)), -24);
    out[i] = static_cast<float>(low + (static_cast<double>(high) - low) * unit);
  }
}

void normal32(float* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset, float mean,
              float stddev) {
  for (std::int64_t i = 0; i < n; ++i) {
    // Words 0 and 1 are one pair, words 2 and 3 the other: the partner is 16 positions away.
    const std::uint64_t p = offset + static_cast<std::uint64_t>(i);
    const bool is_second = p % 32 >= 16;
    const std::uint64_t first = is_second ? p - 16 : p;
    const double radius = std::sqrt(-2 * std::log(std::ldexp(bits_at(seed, first) + 1.0, -24)));
    const double angle = 2 * std::numbers::pi * std::ldexp(bits_at(seed, first + 16), -24);
    out[i] = static_cast<float>(mean + stddev * radius * (is_second ? std::sin(angle) : std::cos(angle)));
  }
}

/// The 53 bits of float64: the word of the place, and the upper bits of another key's.
double unit_at(std::uint64_t seed, std::uint64_t p) {
  return std::ldexp(static_cast<double>(word_at(seed, p)), -32) +
         std::ldexp(static_cast<double>(word_at(seed ^ 0x9E3779B97F4A7C15ull, p) >> 11), -53);
}

void normal64(double* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset, double mean,
              double stddev) {
  for (std::int64_t i = 0; i < n; ++i) {
    const std::uint64_t p = offset + static_cast<std::uint64_t>(i);
    const bool is_second = p % 32 >= 16;
    const std::uint64_t first = is_second ? p - 16 : p;
    const double radius = std::sqrt(-2 * std::log(unit_at(seed, first) + std::ldexp(1, -53)));
    const double angle = 2 * std::numbers::pi * unit_at(seed, first + 16);
    out[i] = mean + stddev * radius * (is_second ? std::sin(angle) : std::cos(angle));
  }
}

}  // namespace

void uniform(Stream*, Type type, void* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
             double low, double high) {
  if (type == Type::float32)
    return uniform32(static_cast<float*>(out), n, seed, offset, static_cast<float>(low),
                     static_cast<float>(high));
  for (std::int64_t i = 0; i < n; ++i)
    static_cast<double*>(out)[i] = low + (high - low) * unit_at(seed, offset + static_cast<std::uint64_t>(i));
}

void normal(Stream*, Type type, void* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
            double mean, double stddev) {
  if (type == Type::float32)
    return normal32(static_cast<float*>(out), n, seed, offset, static_cast<float>(mean),
                    static_cast<float>(stddev));
  normal64(static_cast<double*>(out), n, seed, offset, mean, stddev);
}

void abs_backward(Stream*, const float* gradient, const float* x, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    out[i] = 0;
    if (x[i] > 0) out[i] = gradient[i];
    if (x[i] < 0) out[i] = -gradient[i];
  }
}

void relu_backward(Stream*, const float* gradient, const float* y, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    if (y[i] > 0) {
      out[i] = gradient[i];
    } else {
      out[i] = 0;
    }
  }
}

void add_to_scaled(Stream*, const float* x, float scale, float* y, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) y[i] = scale * y[i] + x[i];
}

void add_scaled(Stream*, const float* x, float scale, float* y, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) y[i] += scale * x[i];
}

/// Row by row of b, so that the large shapes of the tests do not take minutes.
void product32(Transposed transposed, const float* a, const float* b, float* out, std::int64_t m,
               std::int64_t k, std::int64_t n) {
  std::vector<double> row(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < m; ++i) {
    row.assign(row.size(), 0.0);
    for (std::int64_t j = 0; j < k; ++j) {
      const double left = transposed == Transposed::first ? a[j * m + i] : a[i * k + j];
      for (std::int64_t c = 0; c < n; ++c) {
        row[static_cast<std::size_t>(c)] +=
            left * (transposed == Transposed::second ? b[c * k + j] : b[j * n + c]);
      }
    }
    for (std::int64_t c = 0; c < n; ++c)
      out[i * n + c] = static_cast<float>(row[static_cast<std::size_t>(c)]);
  }
}

void dense32(const float* x, const float* w, const float* bias, float* out, std::int64_t m, std::int64_t k,
             std::int64_t n) {
  for (std::int64_t r = 0; r < m; ++r) {
    for (std::int64_t c = 0; c < n; ++c) {
      double total = bias[c];
      for (std::int64_t j = 0; j < k; ++j) total += static_cast<double>(x[r * k + j]) * w[c * k + j];
      out[r * n + c] = static_cast<float>(total);
    }
  }
}

void max_backward(Stream*, const float* gradient, const float* x, const float* max, float* out,
                  std::int64_t outer, std::int64_t n, std::int64_t inner) {
  for (std::int64_t at = 0; at < outer * inner; ++at) {
    const std::int64_t first = at / inner * n * inner + at % inner;
    float count = 0;
    for (std::int64_t k = 0; k < n; ++k) count += x[first + k * inner] == max[at] ? 1.0f : 0.0f;
    for (std::int64_t k = 0; k < n; ++k)
      out[first + k * inner] = x[first + k * inner] == max[at] ? gradient[at] / count : 0.0f;
  }
}

void norm_backward(Stream*, const float* gradient, const float* x, const float* norm, float* out,
                   std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = norm[0] == 0 ? 0 : x[i] * (gradient[0] / norm[0]);
}

}  // namespace runahead::kernels::reference
