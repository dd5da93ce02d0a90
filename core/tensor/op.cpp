// SPDX-License-Identifier: GPL-3.0-or-later
// The table of operations: each code's name and the kernel that it calls.
#include "core/tensor/op.h"

#include <string>

#include "core/base/error.h"

namespace runahead {

namespace {

using Kernels = kernels::Operations;
using kernels::Stream;
using In = std::array<const float*, kMaxInputs>;

void zeros(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In&) {
  k.fill(s, out, z.n, 0);
}
void ones(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In&) {
  k.fill(s, out, z.n, 1);
}
void uniform(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In&) {
  k.uniform(s, out, z.n, op.seed, op.offset, op.a, op.b);
}
void normal(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In&) {
  if (!(op.b >= 0)) throw Error("[normal] the standard deviation is negative: " + std::to_string(op.b));
  k.normal(s, out, z.n, op.seed, op.offset, op.a, op.b);
}
void copy(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.copy(s, in[0], out, z.n);
}
void add(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.add(s, in[0], in[1], out, z.n);
}
void sub(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.sub(s, in[0], in[1], out, z.n);
}
void mul(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.mul(s, in[0], in[1], out, z.n);
}
void add_scalar(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In& in) {
  k.add_scalar(s, in[0], op.a, out, z.n);
}
void mul_scalar(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In& in) {
  k.mul_scalar(s, in[0], op.a, out, z.n);
}
void square(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.square(s, in[0], out, z.n);
}
void relu(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.relu(s, in[0], out, z.n);
}
void dot(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In& in) {
  k.matmul(s, op.transposed, in[0], in[1], out, z.m, z.k, z.n);
}
void transpose(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.transpose(s, in[0], out, z.m, z.n);
}
void dense(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.dense(s, in[0], in[1], in[2], out, z.m, z.k, z.n);
}
void sum(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.sum(s, in[0], z.n, out);
}
void mean(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.mean(s, in[0], z.n, out);
}
void norm(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.norm(s, in[0], z.n, out);
}
void sum_rows(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.sum_rows(s, in[0], z.m, z.n, out);
}
void mean_of_rows(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.mean_axis(s, in[0], z.m, z.n, 1, out);
}
void relu_backward(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.relu_backward(s, in[0], in[1], out, z.n);
}
void norm_backward(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.norm_backward(s, in[0], in[1], in[2], out, z.n);
}
void spread(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In& in) {
  k.spread(s, in[0], op.a, out, z.n);
}
void spread_over_rows(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In& in) {
  k.spread_over_axis(s, in[0], op.a, out, z.m, z.n, 1);
}
void sgd_update(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In& in) {
  k.add_scaled(s, in[0], -op.a, out, z.n);
}
void sub_scalar(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In& in) {
  k.add_scalar(s, in[0], -op.a, out, z.n);
}
void negative(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.mul_scalar(s, in[0], -1, out, z.n);
}
void scalar_sub(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In& in) {
  k.scalar_sub(s, in[0], op.a, out, z.n);
}
void div(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.div(s, in[0], in[1], out, z.n);
}
void div_scalar(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In& in) {
  k.div_scalar(s, in[0], op.a, out, z.n);
}
void scalar_div(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In& in) {
  k.scalar_div(s, in[0], op.a, out, z.n);
}
void power(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In& in) {
  k.power(s, in[0], op.a, out, z.n);
}
kernels::Axes axes_of(const Op& op, const Sizes& z) {
  return {{op.outermost, z.m, z.k, z.n}, op.repeated_a, op.repeated_b};
}
template <kernels::Arithmetic kArithmetic>
void broadcast(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In& in) {
  k.broadcast(s, kArithmetic, in[0], in[1], out, axes_of(op, z));
}
void exp(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.exp(s, in[0], out, z.n);
}
void log(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.log(s, in[0], out, z.n);
}
void sqrt(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.sqrt(s, in[0], out, z.n);
}
void tanh(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.tanh(s, in[0], out, z.n);
}
void sigmoid(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.sigmoid(s, in[0], out, z.n);
}
void abs(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.abs(s, in[0], out, z.n);
}
void abs_backward(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.abs_backward(s, in[0], in[1], out, z.n);
}
void sum_axis(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.sum_axis(s, in[0], z.m, z.k, z.n, out);
}
void mean_axis(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.mean_axis(s, in[0], z.m, z.k, z.n, out);
}
void max_axis(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.max_axis(s, in[0], z.m, z.k, z.n, out);
}
void spread_over_axis(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In& in) {
  k.spread_over_axis(s, in[0], op.a, out, z.m, z.k, z.n);
}
void max_backward(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  k.max_backward(s, in[0], in[1], in[2], out, z.m, z.k, z.n);
}
void rows(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  if (z.n > 0) k.copy(s, in[0] + z.k, out, z.n);
}
void place_rows(const Kernels& k, Stream* s, const Op&, const Sizes& z, float* out, const In& in) {
  if (z.n < z.m) k.fill(s, out, z.m, 0);
  if (z.n > 0) k.copy(s, in[0], out + z.k, z.n);
}

// What each of them computes and moves: one flop per multiplication and addition of a product; elsewhere
// bytes are what limits, so single operations on elements are not counted.

template <int kArrays>
Work of_elements(const Op&, const Sizes& z) {
  return {.bytes = kArrays * 4 * z.n};
}
template <int kArrays>
Work of_matrix(const Op&, const Sizes& z) {
  return {.bytes = kArrays * 4 * z.m * z.n};
}
Work of_uniforms(const Op&, const Sizes& z) {
  return {.bytes = 4 * z.n, .uniforms = z.n};
}
Work of_normals(const Op&, const Sizes& z) {
  return {.bytes = 4 * z.n, .normals = z.n};
}
Work of_product(const Op&, const Sizes& z) {
  return {.flops = 2 * z.m * z.k * z.n, .bytes = 4 * (z.m * z.k + z.k * z.n + z.m * z.n)};
}
template <int kArrays>
Work of_axes(const Op&, const Sizes& z) {
  return {.bytes = kArrays * 4 * z.m * z.k * z.n};
}
Work of_broadcast(const Op& op, const Sizes& z) {
  const kernels::Axes axes = axes_of(op, z);
  std::int64_t a = 1, b = 1, out = 1;
  for (int axis = 0; axis < 4; ++axis) {
    const std::int64_t size = axes.sizes[axis];
    out *= size;
    if ((axes.repeated_a >> axis & 1) == 0) a *= size;
    if ((axes.repeated_b >> axis & 1) == 0) b *= size;
  }
  return {.bytes = 4 * (a + b + out)};
}
Work of_placed(const Op&, const Sizes& z) {
  return {.bytes = 4 * (z.m + z.n)};
}

constexpr std::array<OpRow, kOpCodes> kTable = {{
    {"zeros", 0, false, zeros, of_elements<1>},
    {"ones", 0, false, ones, of_elements<1>},
    {"uniform", 0, true, uniform, of_uniforms},
    {"normal", 0, true, normal, of_normals},
    {"copy", 1, false, copy, of_elements<2>},
    {"add", 2, false, add, of_elements<3>},
    {"sub", 2, false, sub, of_elements<3>},
    {"mul", 2, false, mul, of_elements<3>},
    {"add", 1, false, add_scalar, of_elements<2>},
    {"mul", 1, false, mul_scalar, of_elements<2>},
    {"square", 1, false, square, of_elements<2>},
    {"relu", 1, false, relu, of_elements<2>},
    {"dot", 2, false, dot, of_product},
    {"transpose", 1, false, transpose, of_matrix<2>},
    {"dense", 3, false, dense, of_product},
    {"sum", 1, false, sum, of_elements<1>},
    {"mean", 1, false, mean, of_elements<1>},
    {"norm", 1, false, norm, of_elements<1>},
    {"sum_rows", 1, false, sum_rows, of_matrix<1>},
    {"mean_of_rows", 1, false, mean_of_rows, of_matrix<1>},
    {"relu_backward", 2, false, relu_backward, of_elements<3>},
    {"norm_backward", 3, false, norm_backward, of_elements<2>},
    {"spread", 1, false, spread, of_elements<1>},
    {"spread_over_rows", 1, false, spread_over_rows, of_matrix<1>},
    {"sgd_update", 1, false, sgd_update, of_elements<3>},
    {"sub", 1, false, sub_scalar, of_elements<2>},
    {"negative", 1, false, negative, of_elements<2>},
    {"sub", 1, false, scalar_sub, of_elements<2>},
    {"div", 2, false, div, of_elements<3>},
    {"div", 1, false, div_scalar, of_elements<2>},
    {"div", 1, false, scalar_div, of_elements<2>},
    {"power", 1, false, power, of_elements<2>},
    {"add", 2, false, broadcast<kernels::Arithmetic::add>, of_broadcast},
    {"sub", 2, false, broadcast<kernels::Arithmetic::sub>, of_broadcast},
    {"mul", 2, false, broadcast<kernels::Arithmetic::mul>, of_broadcast},
    {"div", 2, false, broadcast<kernels::Arithmetic::div>, of_broadcast},
    {"exp", 1, false, exp, of_elements<2>},
    {"log", 1, false, log, of_elements<2>},
    {"sqrt", 1, false, sqrt, of_elements<2>},
    {"tanh", 1, false, tanh, of_elements<2>},
    {"sigmoid", 1, false, sigmoid, of_elements<2>},
    {"abs", 1, false, abs, of_elements<2>},
    {"abs_backward", 2, false, abs_backward, of_elements<3>},
    {"sum", 1, false, sum_axis, of_axes<1>},
    {"mean", 1, false, mean_axis, of_axes<1>},
    {"max", 1, false, max_axis, of_axes<1>},
    {"spread", 1, false, spread_over_axis, of_axes<1>},
    {"max_backward", 3, false, max_backward, of_axes<2>},
    {"reshape", 1, false, copy, of_elements<2>},
    {"rows", 1, false, rows, of_elements<2>},
    {"place_rows", 1, false, place_rows, of_placed},
}};

}  // namespace

const OpRow& row_of(OpCode code) {
  return kTable[static_cast<std::size_t>(code)];
}

}  // namespace runahead
