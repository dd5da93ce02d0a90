// SPDX-License-Identifier: GPL-3.0-or-later
// A table's operations on float32, each by a name of its own, for tests and benchmarks that name them.
#pragma once

#include "kernels/operations.h"

namespace runahead::kernels {

/// Those of the table that are of float32 alone have their names there.
struct Float32 : Operations {
  using Size = std::int64_t;
  static constexpr Type kType = Type::float32;
  static Number number(float value) { return {.real = static_cast<double>(value)}; }

  explicit Float32(const Operations& table) : Operations(table) {}

  void fill(Stream* s, float* out, Size n, float value) const {
    sequence(s, kType, out, n, number(value), number(0));
  }
  void copy(Stream* s, const float* in, float* out, Size n) const { convert(s, kType, in, kType, out, n); }
  void uniform(Stream* s, float* out, Size n, std::uint64_t seed, std::uint64_t offset, float low,
               float high) const {
    Operations::uniform(s, kType, out, n, seed, offset, number(low).real, number(high).real);
  }
  void normal(Stream* s, float* out, Size n, std::uint64_t seed, std::uint64_t offset, float mean,
              float stddev) const {
    Operations::normal(s, kType, out, n, seed, offset, number(mean).real, number(stddev).real);
  }

#define RUNAHEAD_NAMED(name, types)                                 \
  void name(Stream* s, const float* in, float* out, Size n) const { \
    map(s, kType, Unary::name, in, out, n);                         \
  }
  RUNAHEAD_UNARY(RUNAHEAD_NAMED)
#undef RUNAHEAD_NAMED

#define RUNAHEAD_NAMED(name)                                                       \
  void name(Stream* s, const float* a, const float* b, float* out, Size n) const { \
    zip(s, kType, Binary::name, a, b, out, plain(n));                              \
  }
  RUNAHEAD_NAMED(add)
  RUNAHEAD_NAMED(sub)
  RUNAHEAD_NAMED(mul)
  RUNAHEAD_NAMED(div)
#undef RUNAHEAD_NAMED
  void broadcast(Stream* s, Binary binary, const float* a, const float* b, float* out, Axes axes) const {
    zip(s, kType, binary, a, b, out, axes);
  }

#define RUNAHEAD_NAMED(name, binary, first)                                      \
  void name(Stream* s, const float* a, float scalar, float* out, Size n) const { \
    zip_number(s, kType, Binary::binary, a, number(scalar), first, out, n);      \
  }
  RUNAHEAD_NAMED(add_scalar, add, false)
  RUNAHEAD_NAMED(mul_scalar, mul, false)
  RUNAHEAD_NAMED(div_scalar, div, false)
  RUNAHEAD_NAMED(scalar_sub, sub, true)
  RUNAHEAD_NAMED(scalar_div, div, true)
  RUNAHEAD_NAMED(power, power, false)
#undef RUNAHEAD_NAMED

  void matmul(Stream* s, Transposed transposed, const float* a, const float* b, float* out, Size m, Size k,
              Size n) const {
    product(s, kType, transposed, a, b, out, m, k, n);
  }
  void dense(Stream* s, const float* x, const float* w, const float* bias, float* out, Size m, Size k,
             Size n) const {
    Operations::dense(s, kType, x, w, bias, out, m, k, n);
  }
  void transpose(Stream* s, const float* in, float* out, Size rows, Size cols) const {
    Operations::transpose(s, kType, in, out, rows, cols);
  }

#define RUNAHEAD_NAMED(name)                                                                       \
  void name(Stream* s, const float* in, Size n, float* out) const {                                \
    reduce(s, kType, Reduction::name, in, 1, n, 1, out);                                           \
  }                                                                                                \
  void name##_axis(Stream* s, const float* in, Size outer, Size n, Size inner, float* out) const { \
    reduce(s, kType, Reduction::name, in, outer, n, inner, out);                                   \
  }
  RUNAHEAD_NAMED(sum)
  RUNAHEAD_NAMED(mean)
  RUNAHEAD_NAMED(norm)
  RUNAHEAD_NAMED(max)
#undef RUNAHEAD_NAMED
  void sum_rows(Stream* s, const float* in, Size rows, Size cols, float* out) const {
    Operations::sum_rows(s, kType, in, rows, cols, out);
  }
  void spread(Stream* s, const float* value, float factor, float* out, Size n) const {
    Operations::spread(s, kType, value, number(factor), out, 1, n, 1);
  }
  void spread_over_axis(Stream* s, const float* values, float factor, float* out, Size outer, Size n,
                        Size inner) const {
    Operations::spread(s, kType, values, number(factor), out, outer, n, inner);
  }
};

}  // namespace runahead::kernels
