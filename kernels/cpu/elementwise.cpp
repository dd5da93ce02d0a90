// SPDX-License-Identifier: GPL-3.0-or-later
// float32's loops over elements on the CPU.
// Not here: the arithmetic itself (elements.h, functors.h), inputs of two shapes (broadcast.cpp).
#include <algorithm>

#include "kernels/cpu/operations.h"
#include "kernels/cpu/vector_loops.h"
#include "kernels/functors.h"

namespace runahead::kernels::cpu {

namespace {

// Always inline: only what lands in a function with clones is compiled for each vector unit.
template <class Functor>
RUNAHEAD_HOST_DEVICE void map(Functor functor, const float* in, float* out, std::int64_t n) {
  RUNAHEAD_INDEPENDENT_ITERATIONS
  for (std::int64_t i = 0; i < n; ++i) out[i] = functor(in[i]);
}

template <class Functor>
RUNAHEAD_HOST_DEVICE void zip(Functor functor, const float* a, const float* b, float* out, std::int64_t n) {
  RUNAHEAD_INDEPENDENT_ITERATIONS
  for (std::int64_t i = 0; i < n; ++i) out[i] = functor(a[i], b[i]);
}

/// By a call of the C library, which no compiler makes a vector's.
constexpr bool one_at_a_time(Unary unary) {
  return unary == Unary::arctan || unary == Unary::erf;
}

// A function for each loop: clang 14 makes no clones of templates.
#define RUNAHEAD_LOOP(name, types)                                                         \
  RUNAHEAD_EACH_VECTOR_UNIT void map_##name(const float* in, float* out, std::int64_t n) { \
    if constexpr (one_at_a_time(Unary::name)) {                                            \
      for (std::int64_t i = 0; i < n; ++i) out[i] = Mapped<Unary::name, float>{}(in[i]);   \
    } else {                                                                               \
      map(Mapped<Unary::name, float>{}, in, out, n);                                       \
    }                                                                                      \
  }
RUNAHEAD_UNARY(RUNAHEAD_LOOP)
#undef RUNAHEAD_LOOP

#define RUNAHEAD_LOOP(loop, name, number_first)                                                   \
  RUNAHEAD_EACH_VECTOR_UNIT void loop(const float* a, float number, float* out, std::int64_t n) { \
    map(WithNumber<Binary::name, float>{number, number_first}, a, out, n);                        \
  }
RUNAHEAD_LOOP(add_number, add, false)
RUNAHEAD_LOOP(sub_number, sub, false)
RUNAHEAD_LOOP(number_sub, sub, true)
RUNAHEAD_LOOP(mul_number, mul, false)
RUNAHEAD_LOOP(div_number, div, false)
RUNAHEAD_LOOP(number_div, div, true)
RUNAHEAD_LOOP(power_number, power, false)
#undef RUNAHEAD_LOOP

}  // namespace

RUNAHEAD_EACH_VECTOR_UNIT void fill(float* out, std::int64_t n, float value) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = value;
}

void map32(Unary unary, const float* in, float* out, std::int64_t n) {
  switch (unary) {
#define RUNAHEAD_CASE(name, types) \
  case Unary::name:                \
    return map_##name(in, out, n);
    RUNAHEAD_UNARY(RUNAHEAD_CASE)
#undef RUNAHEAD_CASE
  }
}

bool zip_number32(Binary binary, const float* a, float number, bool number_first, float* out,
                  std::int64_t n) {
  // No address of a loop is taken: g++ 12 defines its clones twice then.
  if (binary == Binary::add) return add_number(a, number, out, n), true;
  if (binary == Binary::mul) return mul_number(a, number, out, n), true;
  if (binary == Binary::sub && number_first) return number_sub(a, number, out, n), true;
  if (binary == Binary::div && number_first) return number_div(a, number, out, n), true;
  if (number_first) return false;
  if (binary == Binary::sub) return sub_number(a, number, out, n), true;
  if (binary == Binary::div) return div_number(a, number, out, n), true;
  if (binary == Binary::power) return power_number(a, number, out, n), true;
  return false;
}

RUNAHEAD_EACH_VECTOR_UNIT void abs_backward(Stream*, const float* gradient, const float* x, float* out,
                                            std::int64_t n) {
  zip(AbsBackward{}, gradient, x, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void relu_backward(Stream*, const float* gradient, const float* y, float* out,
                                             std::int64_t n) {
  zip(ReluBackward{}, gradient, y, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void add_scaled(Stream*, const float* x, float scale, float* y, std::int64_t n) {
  zip(AddScaled{scale}, x, y, y, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void add_to_scaled(Stream*, const float* x, float scale, float* y, std::int64_t n) {
  zip(AddToScaled{scale}, x, y, y, n);
}

void spread32(const float* values, float factor, float* out, std::int64_t outer, std::int64_t n,
              std::int64_t inner) {
  if (n == 1) return mul_number(values, factor, out, outer * inner);
  for (std::int64_t o = 0; o < outer && n > 0; ++o, values += inner, out += n * inner) {
    if (inner == 1) {
      fill(out, n, values[0] * factor);
      continue;
    }
    mul_number(values, factor, out, inner);
    for (std::int64_t k = 1; k < n; ++k) std::copy_n(out, inner, out + k * inner);
  }
}

RUNAHEAD_EACH_VECTOR_UNIT void norm_backward(Stream*, const float* gradient, const float* x,
                                             const float* norm, float* out, std::int64_t n) {
  if (n > 0) map(NormBackward{gradient[0], norm[0]}, x, out, n);
}

}  // namespace runahead::kernels::cpu
