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
  k.mean_of_rows(s, in[0], z.m, z.n, out);
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
  k.spread_over_rows(s, in[0], op.a, out, z.m, z.n);
}
void sgd_update(const Kernels& k, Stream* s, const Op& op, const Sizes& z, float* out, const In& in) {
  k.add_scaled(s, in[0], -op.a, out, z.n);
}

// What each of them computes and moves: one flop per multiplication and addition of a product; elsewhere
// bytes are what limits, so single operations on elements are not counted.

template <int kArrays>
Work of_elements(const Sizes& z) {
  return {.bytes = kArrays * 4 * z.n};
}
template <int kArrays>
Work of_matrix(const Sizes& z) {
  return {.bytes = kArrays * 4 * z.m * z.n};
}
Work of_uniforms(const Sizes& z) {
  return {.bytes = 4 * z.n, .uniforms = z.n};
}
Work of_normals(const Sizes& z) {
  return {.bytes = 4 * z.n, .normals = z.n};
}
Work of_product(const Sizes& z) {
  return {.flops = 2 * z.m * z.k * z.n, .bytes = 4 * (z.m * z.k + z.k * z.n + z.m * z.n)};
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
}};

}  // namespace

const OpRow& row_of(OpCode code) {
  return kTable[static_cast<std::size_t>(code)];
}

}  // namespace runahead
