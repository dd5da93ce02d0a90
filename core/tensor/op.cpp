// SPDX-License-Identifier: GPL-3.0-or-later
// The table of operations: each code's name and the kernel that it calls.
#include "core/tensor/op.h"

#include <bit>
#include <string>

#include "core/base/error.h"

namespace runahead {

namespace {

using Kernels = kernels::Operations;
using kernels::Binary;
using kernels::Reduction;
using kernels::Stream;
using kernels::Type;
using kernels::Unary;
using In = Readings;

void zeros(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In&) {
  k.fill(s, out, z.n, 0);
}
void ones(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In&) {
  k.fill(s, out, z.n, 1);
}
void uniform(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  k.uniform(s, out, z.n, op.seed, op.offset, op.a, op.b);
}
void normal(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  if (!(op.b >= 0)) throw Error("[normal] the standard deviation is negative: " + std::to_string(op.b));
  k.normal(s, out, z.n, op.seed, op.offset, op.a, op.b);
}
void uniform64(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  k.typed->uniform(s, out, z.n, op.seed, op.offset, static_cast<double>(op.a), static_cast<double>(op.b));
}
void normal64(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  if (!(op.b >= 0)) throw Error("[normal] the standard deviation is negative: " + std::to_string(op.b));
  k.typed->normal(s, out, z.n, op.seed, op.offset, static_cast<double>(op.a), static_cast<double>(op.b));
}
void copy(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.copy(s, in[0], out, z.n);
}
void add(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.add(s, in[0], in[1], out, z.n);
}
void sub(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.sub(s, in[0], in[1], out, z.n);
}
void mul(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.mul(s, in[0], in[1], out, z.n);
}
void add_scalar(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.add_scalar(s, in[0], op.a, out, z.n);
}
void mul_scalar(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.mul_scalar(s, in[0], op.a, out, z.n);
}
void square(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.square(s, in[0], out, z.n);
}
void relu(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.relu(s, in[0], out, z.n);
}
void dot(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.matmul(s, op.transposed, in[0], in[1], out, z.m, z.k, z.n);
}
void transpose(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.transpose(s, in[0], out, z.m, z.n);
}
void dense(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.dense(s, in[0], in[1], in[2], out, z.m, z.k, z.n);
}
void sum(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.sum(s, in[0], z.n, out);
}
void mean(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.mean(s, in[0], z.n, out);
}
void norm(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.norm(s, in[0], z.n, out);
}
void sum_rows(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.sum_rows(s, in[0], z.m, z.n, out);
}
void mean_of_rows(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.mean_axis(s, in[0], z.m, z.n, 1, out);
}
void relu_backward(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.relu_backward(s, in[0], in[1], out, z.n);
}
void norm_backward(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.norm_backward(s, in[0], in[1], in[2], out, z.n);
}
void spread(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.spread(s, in[0], op.a, out, z.n);
}
void spread_over_rows(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.spread_over_axis(s, in[0], op.a, out, z.m, z.n, 1);
}
void sgd_update(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.add_scaled(s, in[0], -op.a, out, z.n);
}
void sub_scalar(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.add_scalar(s, in[0], -op.a, out, z.n);
}
void negative(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.mul_scalar(s, in[0], -1, out, z.n);
}
void scalar_sub(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.scalar_sub(s, in[0], op.a, out, z.n);
}
void div(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.div(s, in[0], in[1], out, z.n);
}
void div_scalar(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.div_scalar(s, in[0], op.a, out, z.n);
}
void scalar_div(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.scalar_div(s, in[0], op.a, out, z.n);
}
void power(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  if (op.repeated == 0) return k.power(s, in[0], op.a, out, z.n);
  k.typed->zip_number(s, op.type, Binary::power, in[0], op.number(), true, out, z.n);
}
kernels::Axes axes_of(const Op& op, const Sizes& z) {
  return {{op.outermost, z.m, z.k, z.n},
          static_cast<std::uint8_t>(op.repeated & 15U),
          static_cast<std::uint8_t>(op.repeated >> 4U)};
}
template <kernels::Arithmetic kArithmetic>
void broadcast(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.broadcast(s, kArithmetic, in[0], in[1], out, axes_of(op, z));
}
void exp(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.exp(s, in[0], out, z.n);
}
void log(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.log(s, in[0], out, z.n);
}
void sqrt(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.sqrt(s, in[0], out, z.n);
}
void tanh(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.tanh(s, in[0], out, z.n);
}
void sigmoid(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.sigmoid(s, in[0], out, z.n);
}
void abs(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.abs(s, in[0], out, z.n);
}
void abs_backward(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.abs_backward(s, in[0], in[1], out, z.n);
}
void sum_axis(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.sum_axis(s, in[0], z.m, z.k, z.n, out);
}
void mean_axis(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.mean_axis(s, in[0], z.m, z.k, z.n, out);
}
void max_axis(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.max_axis(s, in[0], z.m, z.k, z.n, out);
}
void spread_over_axis(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.spread_over_axis(s, in[0], op.a, out, z.m, z.k, z.n);
}
void max_backward(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.max_backward(s, in[0], in[1], in[2], out, z.m, z.k, z.n);
}
void rows(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  const float* const from = in[0];
  if (z.n > 0) k.copy(s, from + z.k, out, z.n);
}
void place_rows(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  float* const to = out;
  if (z.n < z.m) k.fill(s, to, z.m, 0);
  if (z.n > 0) k.copy(s, in[0], to + z.k, z.n);
}
void momentum_update(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.add_to_scaled(s, in[0], op.a, out, z.n);
}

// Of any type.

constexpr kernels::Number kNothing = {.whole = 0};  // of every type

template <Unary kUnary>
void map(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->map(s, op.type, kUnary, in[0], out, z.n);
}
template <Binary kBinary>
void zip(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->zip(s, op.type, kBinary, in[0], in[1], out, axes_of(op, z));
}
/// Without axes of its own: of one shape.
template <Binary kBinary>
void zip_plain(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->zip(s, op.type, kBinary, in[0], in[1], out, {{1, 1, 1, z.n}, 0, 0});
}
template <Binary kBinary>
void zip_number(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->zip_number(s, op.type, kBinary, in[0], op.number(), op.repeated != 0, out, z.n);
}
template <Binary kBinary>
void number_zip(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->zip_number(s, op.type, kBinary, in[0], op.number(), true, out, z.n);
}
template <Reduction kReduction>
void reduce_all(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->reduce(s, op.type, kReduction, in[0], 1, z.n, 1, out);
}
template <Reduction kReduction>
void reduce(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->reduce(s, op.type, kReduction, in[0], z.m, z.k, z.n, out);
}
void sum_rows_typed(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->reduce(s, op.type, Reduction::sum, in[0], 1, z.m, z.n, out);
}
void mean_of_rows_typed(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out,
                        const In& in) {
  k.typed->reduce(s, op.type, Reduction::mean, in[0], z.m, z.n, 1, out);
}
void full(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  k.typed->sequence(s, op.type, out, z.n, op.number(), kNothing);
}
void arange(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  k.typed->sequence(s, op.type, out, z.n, op.number(), op.step());
}
void zeros_typed(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  k.typed->sequence(s, op.type, out, z.n, kNothing, kNothing);
}
void ones_typed(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  const bool real = is_floating(op.type);
  k.typed->sequence(s, op.type, out, z.n, real ? kernels::Number{.real = 1} : kernels::Number{.whole = 1},
                    kNothing);
}
void copy_typed(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->convert(s, op.type, in[0], op.type, out, z.n);
}
void cast(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->convert(s, op.type, in[0], result_of(op), out, z.n);
}
void dot_typed(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->product(s, op.type, op.transposed, in[0], in[1], out, z.m, z.k, z.n);
}
void dense_typed(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->product(s, op.type, kernels::Transposed::second, in[0], in[1], out, z.m, z.k, z.n);
  constexpr std::uint8_t kRows = 1U << 2U;
  k.typed->zip(s, op.type, Binary::add, out, in[2], out, {{1, 1, z.m, z.n}, 0, kRows});
}
void transpose_typed(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->transpose(s, op.type, in[0], out, z.m, z.n);
}
/// Values at each place of repeated axes, times the factor.
void spread_along(const Kernels& k, Stream* s, const Op& op, Writing out, Reading in,
                  const kernels::Axes& axes) {
  k.typed->zip(s, op.type, Binary::maximum, in, in, out, axes);
  const std::int64_t n = axes.sizes[0] * axes.sizes[1] * axes.sizes[2] * axes.sizes[3];
  if (op.number().real != 1) k.typed->zip_number(s, op.type, Binary::mul, out, op.number(), false, out, n);
}
void spread_typed(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  spread_along(k, s, op, out, in[0], {{1, 1, 1, z.n}, 8, 8});
}
void spread_over_rows_typed(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out,
                            const In& in) {
  spread_along(k, s, op, out, in[0], {{1, 1, z.m, z.n}, 8, 8});
}
void spread_over_axis_typed(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out,
                            const In& in) {
  spread_along(k, s, op, out, in[0], {{1, z.m, z.k, z.n}, 4, 4});
}
const void* behind(Type type, Reading from, std::int64_t elements) {
  return static_cast<const char*>(from.data) + elements * size_of(type);
}
void rows_typed(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->convert(s, op.type, behind(op.type, in[0], z.k), op.type, out, z.n);
}
void place_rows_typed(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->sequence(s, op.type, out, z.m, kNothing, kNothing);
  k.typed->convert(s, op.type, in[0], op.type, static_cast<char*>(out.data) + z.k * size_of(op.type), z.n);
}
void slice(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  const void* const from = behind(op.type, in[0], static_cast<std::int64_t>(op.offset));
  k.typed->copy_rows(s, op.type, from, z.k, out, z.n, z.m, z.n);
}
void* behind(Type type, Writing from, std::int64_t elements) {
  return static_cast<char*>(from.data) + elements * size_of(type);
}
void place_slice(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->sequence(s, op.type, out, z.m * z.k, kNothing, kNothing);
  void* const to = behind(op.type, out, static_cast<std::int64_t>(op.offset));
  k.typed->copy_rows(s, op.type, in[0], z.n, to, z.k, z.m, z.n);
}
void concatenate(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->copy_rows(s, op.type, in[0], z.k, out, z.k + z.n, z.m, z.k);
  k.typed->copy_rows(s, op.type, in[1], z.n, behind(op.type, out, z.k), z.k + z.n, z.m, z.n);
}
void write_part(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->convert(s, op.type, in[0], op.type, out, z.m * z.k);
  void* const to = behind(op.type, out, static_cast<std::int64_t>(op.offset));
  k.typed->copy_rows(s, op.type, in[1], z.n, to, z.k, z.m, z.n);
}
void write_slice(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  void* const to = behind(op.type, out, static_cast<std::int64_t>(op.offset));
  k.typed->copy_rows(s, op.type, in[0], z.n, to, z.k, z.m, z.n);
}
void where(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.typed->select(s, op.type, in[0], in[1], in[2], out, z.n);
}

// What each of them computes and moves: one flop per multiplication and addition of a product; elsewhere
// bytes are what limits, so single operations on elements are not counted.

template <int kArrays>
Work of_elements(const Op& op, const Sizes& z) {
  return {.bytes = kArrays * size_of(op.type) * z.n};
}
template <int kArrays>
Work of_matrix(const Op& op, const Sizes& z) {
  return {.bytes = kArrays * size_of(op.type) * z.m * z.n};
}
Work of_uniforms(const Op& op, const Sizes& z) {
  return {.bytes = size_of(op.type) * z.n, .uniforms = z.n};
}
Work of_normals(const Op& op, const Sizes& z) {
  return {.bytes = size_of(op.type) * z.n, .normals = z.n};
}
Work of_product(const Op& op, const Sizes& z) {
  const std::int64_t as_long_as = op.type == Type::float64 ? 2 : 1;
  return {.flops = as_long_as * 2 * z.m * z.k * z.n,
          .bytes = size_of(op.type) * (z.m * z.k + z.k * z.n + z.m * z.n)};
}
template <int kArrays>
Work of_axes(const Op& op, const Sizes& z) {
  return {.bytes = kArrays * size_of(op.type) * z.m * z.k * z.n};
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
  return {.bytes = size_of(op.type) * (a + b) + size_of(result_of(op)) * out};
}
Work of_mapped(const Op& op, const Sizes& z) {
  return {.bytes = (size_of(op.type) + size_of(result_of(op))) * z.n};
}
Work of_chosen(const Op& op, const Sizes& z) {
  return {.bytes = (1 + 3 * size_of(op.type)) * z.n};
}
Work of_placed_slice(const Op& op, const Sizes& z) {
  return {.bytes = size_of(op.type) * z.m * (z.k + z.n)};
}
Work of_written_part(const Op& op, const Sizes& z) {
  return {.bytes = 2 * size_of(op.type) * z.m * (z.k + z.n)};
}
Work of_both(const Op& op, const Sizes& z) {
  return {.bytes = 2 * size_of(op.type) * z.m * (z.k + z.n)};
}
Work of_placed(const Op& op, const Sizes& z) {
  return {.bytes = size_of(op.type) * (z.m + z.n)};
}

constexpr std::array<OpRow, kOpCodes> kTable = {{
    {"zeros", 0, false, zeros, of_elements<1>, zeros_typed},
    {"ones", 0, false, ones, of_elements<1>, ones_typed},
    {"uniform", 0, true, uniform, of_uniforms, uniform64},
    {"normal", 0, true, normal, of_normals, normal64},
    {"copy", 1, false, copy, of_elements<2>, copy_typed},
    {"add", 2, false, add, of_elements<3>, zip_plain<Binary::add>},
    {"sub", 2, false, sub, of_elements<3>, zip_plain<Binary::sub>},
    {"mul", 2, false, mul, of_elements<3>, zip_plain<Binary::mul>},
    {"add", 1, false, add_scalar, of_elements<2>, zip_number<Binary::add>},
    {"mul", 1, false, mul_scalar, of_elements<2>, zip_number<Binary::mul>},
    {"square", 1, false, square, of_elements<2>, map<Unary::square>},
    {"relu", 1, false, relu, of_elements<2>, map<Unary::relu>},
    {"dot", 2, false, dot, of_product, dot_typed},
    {"transpose", 1, false, transpose, of_matrix<2>, transpose_typed},
    {"dense", 3, false, dense, of_product, dense_typed},
    {"sum", 1, false, sum, of_elements<1>, reduce_all<Reduction::sum>},
    {"mean", 1, false, mean, of_elements<1>, reduce_all<Reduction::mean>},
    {"norm", 1, false, norm, of_elements<1>, reduce_all<Reduction::norm>},
    {"sum_rows", 1, false, sum_rows, of_matrix<1>, sum_rows_typed},
    {"mean_of_rows", 1, false, mean_of_rows, of_matrix<1>, mean_of_rows_typed},
    {"relu_backward", 2, false, relu_backward, of_elements<3>},
    {"norm_backward", 3, false, norm_backward, of_elements<2>},
    {"spread", 1, false, spread, of_elements<1>, spread_typed},
    {"spread_over_rows", 1, false, spread_over_rows, of_matrix<1>, spread_over_rows_typed},
    {"sgd_update", 1, false, sgd_update, of_elements<3>},
    {"sub", 1, false, sub_scalar, of_elements<2>, zip_number<Binary::sub>},
    {"negative", 1, false, negative, of_elements<2>, map<Unary::negative>},
    {"sub", 1, false, scalar_sub, of_elements<2>, number_zip<Binary::sub>},
    {"div", 2, false, div, of_elements<3>, zip_plain<Binary::div>},
    {"div", 1, false, div_scalar, of_elements<2>, zip_number<Binary::div>},
    {"div", 1, false, scalar_div, of_elements<2>, number_zip<Binary::div>},
    {"power", 1, false, power, of_elements<2>, zip_number<Binary::power>},
    {"add", 2, false, broadcast<kernels::Arithmetic::add>, of_broadcast, zip<Binary::add>},
    {"sub", 2, false, broadcast<kernels::Arithmetic::sub>, of_broadcast, zip<Binary::sub>},
    {"mul", 2, false, broadcast<kernels::Arithmetic::mul>, of_broadcast, zip<Binary::mul>},
    {"div", 2, false, broadcast<kernels::Arithmetic::div>, of_broadcast, zip<Binary::div>},
    {"exp", 1, false, exp, of_elements<2>, map<Unary::exp>},
    {"log", 1, false, log, of_elements<2>, map<Unary::log>},
    {"sqrt", 1, false, sqrt, of_elements<2>, map<Unary::sqrt>},
    {"tanh", 1, false, tanh, of_elements<2>, map<Unary::tanh>},
    {"sigmoid", 1, false, sigmoid, of_elements<2>, map<Unary::sigmoid>},
    {"abs", 1, false, abs, of_elements<2>, map<Unary::abs>},
    {"abs_backward", 2, false, abs_backward, of_elements<3>},
    {"sum", 1, false, sum_axis, of_axes<1>, reduce<Reduction::sum>},
    {"mean", 1, false, mean_axis, of_axes<1>, reduce<Reduction::mean>},
    {"max", 1, false, max_axis, of_axes<1>, reduce<Reduction::max>},
    {"spread", 1, false, spread_over_axis, of_axes<1>, spread_over_axis_typed},
    {"max_backward", 3, false, max_backward, of_axes<2>},
    {"reshape", 1, false, copy, of_elements<2>, copy_typed},
    {"rows", 1, false, rows, of_elements<2>, rows_typed},
    {"place_rows", 1, false, place_rows, of_placed, place_rows_typed},
    {"full", 0, false, full, of_elements<1>, full},
    {"arange", 0, false, arange, of_elements<1>, arange},
    {"cast", 1, false, cast, of_mapped, cast},
    {"cast", 1, false, cast, of_mapped, cast},
    {"cast", 1, false, cast, of_mapped, cast},
    {"cast", 1, false, cast, of_mapped, cast},
    {"cast", 1, false, cast, of_mapped, cast},
    {"logical_not", 1, false, map<Unary::logical_not>, of_elements<2>, map<Unary::logical_not>},
    {"power", 2, false, zip<Binary::power>, of_broadcast, zip<Binary::power>},
    {"floor_divide", 2, false, zip<Binary::floor_divide>, of_broadcast, zip<Binary::floor_divide>},
    {"remainder", 2, false, zip<Binary::remainder>, of_broadcast, zip<Binary::remainder>},
    {"maximum", 2, false, zip<Binary::maximum>, of_broadcast, zip<Binary::maximum>},
    {"minimum", 2, false, zip<Binary::minimum>, of_broadcast, zip<Binary::minimum>},
    {"logical_and", 2, false, zip<Binary::logical_and>, of_broadcast, zip<Binary::logical_and>},
    {"logical_or", 2, false, zip<Binary::logical_or>, of_broadcast, zip<Binary::logical_or>},
    {"equal", 2, false, zip<Binary::equal>, of_broadcast, zip<Binary::equal>},
    {"not_equal", 2, false, zip<Binary::not_equal>, of_broadcast, zip<Binary::not_equal>},
    {"less", 2, false, zip<Binary::less>, of_broadcast, zip<Binary::less>},
    {"less_equal", 2, false, zip<Binary::less_equal>, of_broadcast, zip<Binary::less_equal>},
    {"greater", 2, false, zip<Binary::greater>, of_broadcast, zip<Binary::greater>},
    {"greater_equal", 2, false, zip<Binary::greater_equal>, of_broadcast, zip<Binary::greater_equal>},
    {"floor_divide", 1, false, zip_number<Binary::floor_divide>, of_mapped, zip_number<Binary::floor_divide>},
    {"remainder", 1, false, zip_number<Binary::remainder>, of_mapped, zip_number<Binary::remainder>},
    {"maximum", 1, false, zip_number<Binary::maximum>, of_mapped, zip_number<Binary::maximum>},
    {"minimum", 1, false, zip_number<Binary::minimum>, of_mapped, zip_number<Binary::minimum>},
    {"logical_and", 1, false, zip_number<Binary::logical_and>, of_mapped, zip_number<Binary::logical_and>},
    {"logical_or", 1, false, zip_number<Binary::logical_or>, of_mapped, zip_number<Binary::logical_or>},
    {"equal", 1, false, zip_number<Binary::equal>, of_mapped, zip_number<Binary::equal>},
    {"not_equal", 1, false, zip_number<Binary::not_equal>, of_mapped, zip_number<Binary::not_equal>},
    {"less", 1, false, zip_number<Binary::less>, of_mapped, zip_number<Binary::less>},
    {"less_equal", 1, false, zip_number<Binary::less_equal>, of_mapped, zip_number<Binary::less_equal>},
    {"greater", 1, false, zip_number<Binary::greater>, of_mapped, zip_number<Binary::greater>},
    {"greater_equal", 1, false, zip_number<Binary::greater_equal>, of_mapped,
     zip_number<Binary::greater_equal>},
    {"where", 3, false, where, of_chosen, where},
    {"min", 1, false, reduce<Reduction::min>, of_axes<1>, reduce<Reduction::min>},
    {"argmax", 1, false, reduce<Reduction::argmax>, of_axes<1>, reduce<Reduction::argmax>},
    {"argmin", 1, false, reduce<Reduction::argmin>, of_axes<1>, reduce<Reduction::argmin>},
    {"slice", 1, false, slice, of_matrix<2>, slice},
    {"place_slice", 1, false, place_slice, of_placed_slice, place_slice},
    {"concatenate", 2, false, concatenate, of_both, concatenate},
    {"momentum_update", 1, false, momentum_update, of_elements<3>},
    {"write_part", 2, false, write_part, of_written_part, write_part},
    {"write_part", 1, false, write_slice, of_matrix<2>, write_slice},
}};

}  // namespace

const OpRow& row_of(OpCode code) {
  return kTable[static_cast<std::size_t>(code)];
}

void run(const Kernels& kernels, Stream* stream, const Op& op, const Sizes& sizes, Writing out,
         const Readings& in) {
  const OpRow& row = row_of(op.code);
  (op.type == Type::float32 ? row.run : row.typed)(kernels, stream, op, sizes, out, in);
}

kernels::Number Op::number() const {
  if (type == Type::float32) return {.real = static_cast<double>(a)};
  return std::bit_cast<kernels::Number>(seed);
}

kernels::Number Op::step() const {
  if (type == Type::float32) return {.real = static_cast<double>(b)};
  return std::bit_cast<kernels::Number>(offset);
}

void Op::set_number(kernels::Number number, kernels::Number step) {
  if (type == Type::float32) {
    a = static_cast<float>(number.real);
    b = static_cast<float>(step.real);
  } else {
    seed = std::bit_cast<std::uint64_t>(number);
    offset = std::bit_cast<std::uint64_t>(step);
  }
}

Type result_of(const Op& op) {
  const auto among = [&op](OpCode first, OpCode last) { return op.code >= first && op.code <= last; };
  if (among(OpCode::cast_float32, OpCode::cast_boolean))
    return static_cast<Type>(static_cast<int>(op.code) - static_cast<int>(OpCode::cast_float32));
  if (among(OpCode::equal, OpCode::greater_equal) ||
      among(OpCode::equal_number, OpCode::greater_equal_number))
    return Type::boolean;
  if (among(OpCode::argmax_axis, OpCode::argmin_axis)) return Type::int64;
  const bool adds = op.code == OpCode::sum || op.code == OpCode::sum_rows || op.code == OpCode::sum_axis;
  return adds && !is_floating(op.type) ? Type::int64 : op.type;
}

}  // namespace runahead
