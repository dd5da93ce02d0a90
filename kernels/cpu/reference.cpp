// SPDX-License-Identifier: GPL-3.0-or-later
// The naive operations: one element at a time, in double precision where that is natural.
// Not fast, and not to be made so.
#include "kernels/cpu/reference.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace runahead::kernels {

namespace {

void fill(Stream*, float* out, std::int64_t n, float value) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = value;
}

void copy(Stream*, const float* in, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = in[i];
}

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

/// The 24 bits that position p draws, per the mapping in philox.h.
std::uint32_t bits_at(std::uint64_t seed, std::uint64_t p) {
  const std::uint64_t counter = 16 * (p / 64) + p % 16;
  const auto words =
      philox4x32({static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32), 0, 0},
                 static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
  return words[p % 64 / 16] >> 8;
}

void uniform(Stream*, float* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset, float low,
             float high) {
  for (std::int64_t i = 0; i < n; ++i) {
    const double unit = std::ldexp(bits_at(seed, offset + static_cast<std::uint64_t>(i)), -24);
    out[i] = static_cast<float>(low + (static_cast<double>(high) - low) * unit);
  }
}

void normal(Stream*, float* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset, float mean,
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

void add(Stream*, const float* a, const float* b, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = a[i] + b[i];
}

void sub(Stream*, const float* a, const float* b, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = a[i] - b[i];
}

void mul(Stream*, const float* a, const float* b, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = a[i] * b[i];
}

void add_scalar(Stream*, const float* a, float scalar, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = a[i] + scalar;
}

void mul_scalar(Stream*, const float* a, float scalar, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = a[i] * scalar;
}

void relu(Stream*, const float* in, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    if (in[i] < 0) {
      out[i] = 0;
    } else {
      out[i] = in[i];
    }
  }
}

void square(Stream*, const float* in, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = in[i] * in[i];
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

void add_scaled(Stream*, const float* x, float scale, float* y, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) y[i] += scale * x[i];
}

/// Row by row of b, so that the large shapes of the tests do not take minutes.
void matmul(Stream*, Transposed transposed, const float* a, const float* b, float* out, std::int64_t m,
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

void dense(Stream*, const float* x, const float* w, const float* bias, float* out, std::int64_t m,
           std::int64_t k, std::int64_t n) {
  for (std::int64_t r = 0; r < m; ++r) {
    for (std::int64_t c = 0; c < n; ++c) {
      double total = bias[c];
      for (std::int64_t j = 0; j < k; ++j) total += static_cast<double>(x[r * k + j]) * w[c * k + j];
      out[r * n + c] = static_cast<float>(total);
    }
  }
}

void transpose(Stream*, const float* in, float* out, std::int64_t rows, std::int64_t cols) {
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < cols; ++c) out[c * rows + r] = in[r * cols + c];
  }
}

void sum(Stream*, const float* in, std::int64_t n, float* out) {
  double total = 0;
  for (std::int64_t i = 0; i < n; ++i) total += in[i];
  out[0] = static_cast<float>(total);
}

void mean(Stream*, const float* in, std::int64_t n, float* out) {
  double total = 0;
  for (std::int64_t i = 0; i < n; ++i) total += in[i];
  out[0] =
      n == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(total / static_cast<double>(n));
}

void norm(Stream*, const float* in, std::int64_t n, float* out) {
  double total = 0;
  for (std::int64_t i = 0; i < n; ++i) total += static_cast<double>(in[i]) * in[i];
  out[0] = static_cast<float>(std::sqrt(total));
}

void sum_rows(Stream*, const float* in, std::int64_t rows, std::int64_t cols, float* out) {
  for (std::int64_t c = 0; c < cols; ++c) {
    double total = 0;
    for (std::int64_t r = 0; r < rows; ++r) total += in[r * cols + c];
    out[c] = static_cast<float>(total);
  }
}

void mean_of_rows(Stream* stream, const float* in, std::int64_t rows, std::int64_t cols, float* out) {
  for (std::int64_t r = 0; r < rows; ++r) mean(stream, in + r * cols, cols, out + r);
}

void spread(Stream*, const float* value, float factor, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = value[0] * factor;
}

void spread_over_rows(Stream*, const float* values, float factor, float* out, std::int64_t rows,
                      std::int64_t cols) {
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < cols; ++c) out[r * cols + c] = values[r] * factor;
  }
}

void norm_backward(Stream*, const float* gradient, const float* x, const float* norm, float* out,
                   std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = norm[0] == 0 ? 0 : x[i] * (gradient[0] / norm[0]);
}

}  // namespace

const Operations& reference_operations() {
  static const Operations operations{
      .fill = fill,
      .copy = copy,
      .uniform = uniform,
      .normal = normal,
      .add = add,
      .sub = sub,
      .mul = mul,
      .add_scalar = add_scalar,
      .mul_scalar = mul_scalar,
      .square = square,
      .relu = relu,
      .relu_backward = relu_backward,
      .add_scaled = add_scaled,
      .matmul = matmul,
      .dense = dense,
      .transpose = transpose,
      .sum = sum,
      .mean = mean,
      .norm = norm,
      .sum_rows = sum_rows,
      .mean_of_rows = mean_of_rows,
      .spread = spread,
      .spread_over_rows = spread_over_rows,
      .norm_backward = norm_backward,
  };
  return operations;
}

}  // namespace runahead::kernels
