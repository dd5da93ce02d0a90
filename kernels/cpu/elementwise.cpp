// SPDX-License-Identifier: GPL-3.0-or-later
// Loops over elements on the CPU.
// Not here: the arithmetic itself (functors.h, functions.h), inputs of two shapes (broadcast.cpp).
#include <cstring>

#include "kernels/cpu/operations.h"
#include "kernels/cpu/vector_loops.h"
#include "kernels/functions.h"
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

}  // namespace

RUNAHEAD_EACH_VECTOR_UNIT void fill(Stream*, float* out, std::int64_t n, float value) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = value;
}

void copy(Stream*, const float* in, float* out, std::int64_t n) {
  if (n > 0 && in != out) std::memcpy(out, in, static_cast<std::size_t>(n) * sizeof(float));
}

RUNAHEAD_EACH_VECTOR_UNIT void add(Stream*, const float* a, const float* b, float* out, std::int64_t n) {
  zip(Add{}, a, b, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void sub(Stream*, const float* a, const float* b, float* out, std::int64_t n) {
  zip(Sub{}, a, b, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void mul(Stream*, const float* a, const float* b, float* out, std::int64_t n) {
  zip(Mul{}, a, b, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void div(Stream*, const float* a, const float* b, float* out, std::int64_t n) {
  zip(Div{}, a, b, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void add_scalar(Stream*, const float* a, float scalar, float* out, std::int64_t n) {
  map(AddScalar{scalar}, a, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void mul_scalar(Stream*, const float* a, float scalar, float* out, std::int64_t n) {
  map(MulScalar{scalar}, a, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void div_scalar(Stream*, const float* a, float scalar, float* out, std::int64_t n) {
  map(DivScalar{scalar}, a, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void scalar_sub(Stream*, const float* a, float scalar, float* out, std::int64_t n) {
  map(ScalarSub{scalar}, a, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void scalar_div(Stream*, const float* a, float scalar, float* out, std::int64_t n) {
  map(ScalarDiv{scalar}, a, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void power(Stream*, const float* a, float exponent, float* out, std::int64_t n) {
  map(Power(exponent), a, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void square(Stream*, const float* in, float* out, std::int64_t n) {
  map(Square{}, in, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void exp(Stream*, const float* in, float* out, std::int64_t n) {
  map(Exp{}, in, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void log(Stream*, const float* in, float* out, std::int64_t n) {
  map(Log{}, in, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void sqrt(Stream*, const float* in, float* out, std::int64_t n) {
  map(Sqrt{}, in, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void tanh(Stream*, const float* in, float* out, std::int64_t n) {
  map(Tanh{}, in, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void sigmoid(Stream*, const float* in, float* out, std::int64_t n) {
  map(Sigmoid{}, in, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void abs(Stream*, const float* in, float* out, std::int64_t n) {
  map(Abs{}, in, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void abs_backward(Stream*, const float* gradient, const float* x, float* out,
                                            std::int64_t n) {
  zip(AbsBackward{}, gradient, x, out, n);
}

RUNAHEAD_EACH_VECTOR_UNIT void relu(Stream*, const float* in, float* out, std::int64_t n) {
  map(Relu{}, in, out, n);
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

void spread(Stream* stream, const float* value, float factor, float* out, std::int64_t n) {
  if (n > 0) fill(stream, out, n, value[0] * factor);
}

void spread_over_axis(Stream* stream, const float* values, float factor, float* out, std::int64_t outer,
                      std::int64_t n, std::int64_t inner) {
  if (n == 1) return mul_scalar(stream, values, factor, out, outer * inner);
  for (std::int64_t o = 0; o < outer && n > 0; ++o, values += inner, out += n * inner) {
    if (inner == 1) {
      fill(stream, out, n, values[0] * factor);
      continue;
    }
    mul_scalar(stream, values, factor, out, inner);
    for (std::int64_t k = 1; k < n; ++k) copy(stream, out, out + k * inner, inner);
  }
}

RUNAHEAD_EACH_VECTOR_UNIT void norm_backward(Stream*, const float* gradient, const float* x,
                                             const float* norm, float* out, std::int64_t n) {
  if (n > 0) map(NormBackward{gradient[0], norm[0]}, x, out, n);
}

}  // namespace runahead::kernels::cpu
