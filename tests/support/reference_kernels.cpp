// SPDX-License-Identifier: GPL-3.0-or-later
// The naive operations: one element at a time, in double precision where that is natural.
// Not fast, and not to be made so.
#include "tests/support/reference_kernels.h"

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

/// The 53 bits of float64: the word of the place, and the upper bits of another key's.
double unit_at(std::uint64_t seed, std::uint64_t p) {
  return std::ldexp(static_cast<double>(word_at(seed, p)), -32) +
         std::ldexp(static_cast<double>(word_at(seed ^ 0x9E3779B97F4A7C15ull, p) >> 11), -53);
}

}  // namespace

void reference_uniform64(Stream*, double* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
                         double low, double high) {
  for (std::int64_t i = 0; i < n; ++i)
    out[i] = low + (high - low) * unit_at(seed, offset + static_cast<std::uint64_t>(i));
}

void reference_normal64(Stream*, double* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
                        double mean, double stddev) {
  for (std::int64_t i = 0; i < n; ++i) {
    const std::uint64_t p = offset + static_cast<std::uint64_t>(i);
    const bool is_second = p % 32 >= 16;
    const std::uint64_t first = is_second ? p - 16 : p;
    const double radius = std::sqrt(-2 * std::log(unit_at(seed, first) + std::ldexp(1, -53)));
    const double angle = 2 * std::numbers::pi * unit_at(seed, first + 16);
    out[i] = mean + stddev * radius * (is_second ? std::sin(angle) : std::cos(angle));
  }
}

namespace {

void add(Stream*, const float* a, const float* b, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = a[i] + b[i];
}

void sub(Stream*, const float* a, const float* b, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = a[i] - b[i];
}

void mul(Stream*, const float* a, const float* b, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = a[i] * b[i];
}

void div(Stream*, const float* a, const float* b, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = a[i] / b[i];
}

void add_scalar(Stream*, const float* a, float scalar, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = a[i] + scalar;
}

void mul_scalar(Stream*, const float* a, float scalar, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = a[i] * scalar;
}

void div_scalar(Stream*, const float* a, float scalar, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = a[i] / scalar;
}

void scalar_sub(Stream*, const float* a, float scalar, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = scalar - a[i];
}

void scalar_div(Stream*, const float* a, float scalar, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = scalar / a[i];
}

void power(Stream*, const float* a, float exponent, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i)
    out[i] = static_cast<float>(std::pow(static_cast<double>(a[i]), static_cast<double>(exponent)));
}

/// The element at (i, j, k, l) of the result, in an input.
std::int64_t place(const Axes& axes, std::uint8_t repeated, std::array<std::int64_t, 4> at) {
  std::int64_t index = 0;
  for (int axis = 0; axis < 4; ++axis) {
    const bool one = (repeated >> axis & 1) != 0;
    index = index * (one ? 1 : axes.sizes[axis]) + (one ? 0 : at[static_cast<std::size_t>(axis)]);
  }
  return index;
}

void broadcast(Stream*, Arithmetic arithmetic, const float* a, const float* b, float* out, Axes axes) {
  const auto [ni, nj, nk, nl] = axes.sizes;
  for (std::int64_t at = 0; at < ni * nj * nk * nl; ++at) {
    const std::array<std::int64_t, 4> where = {at / nl / nk / nj, at / nl / nk % nj, at / nl % nk, at % nl};
    const float x = a[place(axes, axes.repeated_a, where)];
    const float y = b[place(axes, axes.repeated_b, where)];
    out[at] = arithmetic == Arithmetic::add   ? x + y
              : arithmetic == Arithmetic::sub ? x - y
              : arithmetic == Arithmetic::mul ? x * y
                                              : x / y;
  }
}

void exp(Stream*, const float* in, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = static_cast<float>(std::exp(static_cast<double>(in[i])));
}

void log(Stream*, const float* in, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = static_cast<float>(std::log(static_cast<double>(in[i])));
}

void sqrt(Stream*, const float* in, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = static_cast<float>(std::sqrt(static_cast<double>(in[i])));
}

void tanh(Stream*, const float* in, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = static_cast<float>(std::tanh(static_cast<double>(in[i])));
}

void sigmoid(Stream*, const float* in, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i)
    out[i] = static_cast<float>(1 / (1 + std::exp(-static_cast<double>(in[i]))));
}

void abs(Stream*, const float* in, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = std::abs(in[i]);
}

void abs_backward(Stream*, const float* gradient, const float* x, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    out[i] = 0;
    if (x[i] > 0) out[i] = gradient[i];
    if (x[i] < 0) out[i] = -gradient[i];
  }
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

void add_to_scaled(Stream*, const float* x, float scale, float* y, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) y[i] = scale * y[i] + x[i];
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

/// `reduce` of what lies along the middle axis, for each place of the other two.
template <class Reduce>
void along_axis(const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner, Reduce reduce) {
  std::vector<float> line(static_cast<std::size_t>(n));
  for (std::int64_t o = 0; o < outer; ++o) {
    for (std::int64_t i = 0; i < inner; ++i) {
      for (std::int64_t k = 0; k < n; ++k) line[static_cast<std::size_t>(k)] = in[(o * n + k) * inner + i];
      reduce(line.data(), o * inner + i);
    }
  }
}

void sum_axis(Stream* stream, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner,
              float* out) {
  along_axis(in, outer, n, inner,
             [&](const float* line, std::int64_t at) { sum(stream, line, n, out + at); });
}

void mean_axis(Stream* stream, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner,
               float* out) {
  along_axis(in, outer, n, inner,
             [&](const float* line, std::int64_t at) { mean(stream, line, n, out + at); });
}

void max_axis(Stream*, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner, float* out) {
  along_axis(in, outer, n, inner, [&](const float* line, std::int64_t at) {
    float largest = -std::numeric_limits<float>::infinity();
    for (std::int64_t k = 0; k < n; ++k) {
      if (std::isnan(largest)) break;
      const bool above = line[k] > largest || (line[k] == largest && !std::signbit(line[k]));
      if (above || std::isnan(line[k])) largest = line[k];
    }
    out[at] = largest;
  });
}

void max_backward(Stream*, const float* gradient, const float* x, const float* max, float* out,
                  std::int64_t outer, std::int64_t n, std::int64_t inner) {
  along_axis(x, outer, n, inner, [&](const float* line, std::int64_t at) {
    float count = 0;
    for (std::int64_t k = 0; k < n; ++k) count += line[k] == max[at] ? 1.0f : 0.0f;
    for (std::int64_t k = 0; k < n; ++k)
      out[(at / inner * n + k) * inner + at % inner] = line[k] == max[at] ? gradient[at] / count : 0.0f;
  });
}

void spread(Stream*, const float* value, float factor, float* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = value[0] * factor;
}

void spread_over_axis(Stream*, const float* values, float factor, float* out, std::int64_t outer,
                      std::int64_t n, std::int64_t inner) {
  for (std::int64_t at = 0; at < outer * n * inner; ++at)
    out[at] = values[at / (n * inner) * inner + at % inner] * factor;
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
      .div = div,
      .add_scalar = add_scalar,
      .mul_scalar = mul_scalar,
      .div_scalar = div_scalar,
      .scalar_sub = scalar_sub,
      .scalar_div = scalar_div,
      .power = power,
      .broadcast = broadcast,
      .square = square,
      .exp = exp,
      .log = log,
      .sqrt = sqrt,
      .tanh = tanh,
      .sigmoid = sigmoid,
      .abs = abs,
      .abs_backward = abs_backward,
      .relu = relu,
      .relu_backward = relu_backward,
      .add_scaled = add_scaled,
      .add_to_scaled = add_to_scaled,
      .matmul = matmul,
      .dense = dense,
      .transpose = transpose,
      .sum = sum,
      .mean = mean,
      .norm = norm,
      .sum_rows = sum_rows,
      .sum_axis = sum_axis,
      .mean_axis = mean_axis,
      .max_axis = max_axis,
      .spread = spread,
      .spread_over_axis = spread_over_axis,
      .max_backward = max_backward,
      .norm_backward = norm_backward,
      .typed = &reference_typed_operations(),
  };
  return operations;
}

}  // namespace runahead::kernels
