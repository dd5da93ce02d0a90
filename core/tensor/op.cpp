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

constexpr kernels::Number kNothing = {.whole = 0};  // of every type

kernels::Number number_of(Type type, std::int64_t number) {
  return is_floating(type) ? kernels::Number{.real = static_cast<double>(number)}
                           : kernels::Number{.whole = number};
}
kernels::Axes axes_of(const Op& op, const Sizes& z) {
  return {{op.outermost, z.m, z.k, z.n},
          static_cast<std::uint8_t>(op.repeated & 15U),
          static_cast<std::uint8_t>(op.repeated >> 4U)};
}
const void* behind(Type type, Reading from, std::int64_t elements) {
  return static_cast<const char*>(from.data) + elements * size_of(type);
}
void* behind(Type type, Writing from, std::int64_t elements) {
  return static_cast<char*>(from.data) + elements * size_of(type);
}

void zeros(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  k.sequence(s, op.type, out, z.n, kNothing, kNothing);
}
void ones(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  k.sequence(s, op.type, out, z.n, number_of(op.type, 1), kNothing);
}
void full(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  k.sequence(s, op.type, out, z.n, op.number(), kNothing);
}
void arange(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  k.sequence(s, op.type, out, z.n, op.number(), op.step());
}
void uniform(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  k.uniform(s, op.type, out, z.n, op.seed, op.offset, static_cast<double>(op.a), static_cast<double>(op.b));
}
void normal(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  if (!(op.b >= 0)) throw Error("[normal] the standard deviation is negative: " + std::to_string(op.b));
  k.normal(s, op.type, out, z.n, op.seed, op.offset, static_cast<double>(op.a), static_cast<double>(op.b));
}
void copy(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.convert(s, op.type, in[0], op.type, out, z.n);
}
void cast(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.convert(s, op.type, in[0], result_of(op), out, z.n);
}
template <Unary kUnary>
void map(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.map(s, op.type, kUnary, in[0], out, z.n);
}
/// Without axes of its own: of one shape.
template <Binary kBinary>
void zip_plain(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.zip(s, op.type, kBinary, in[0], in[1], out, kernels::plain(z.n));
}
template <Binary kBinary>
void zip(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.zip(s, op.type, kBinary, in[0], in[1], out, axes_of(op, z));
}
template <Binary kBinary>
void zip_number(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.zip_number(s, op.type, kBinary, in[0], op.number(), op.repeated != 0, out, z.n);
}
template <Binary kBinary>
void number_zip(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.zip_number(s, op.type, kBinary, in[0], op.number(), true, out, z.n);
}
void where(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.select(s, op.type, in[0], in[1], in[2], out, z.n);
}
void dot(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.product(s, op.type, op.transposed, in[0], in[1], out, z.m, z.k, z.n);
}
void dense(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.dense(s, op.type, in[0], in[1], in[2], out, z.m, z.k, z.n);
}
void transpose(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.transpose(s, op.type, in[0], out, z.m, z.n);
}
template <Reduction kReduction>
void reduce_all(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.reduce(s, op.type, kReduction, in[0], 1, z.n, 1, out);
}
template <Reduction kReduction>
void reduce(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.reduce(s, op.type, kReduction, in[0], z.m, z.k, z.n, out);
}
void sum_rows(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.sum_rows(s, op.type, in[0], z.m, z.n, out);
}
void mean_of_rows(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.reduce(s, op.type, Reduction::mean, in[0], z.m, z.n, 1, out);
}
void spread(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.spread(s, op.type, in[0], op.number(), out, 1, z.n, 1);
}
void spread_over_rows(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.spread(s, op.type, in[0], op.number(), out, z.m, z.n, 1);
}
void spread_over_axis(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.spread(s, op.type, in[0], op.number(), out, z.m, z.k, z.n);
}
void rows(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.convert(s, op.type, behind(op.type, in[0], z.k), op.type, out, z.n);
}
void place_rows(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  if (z.n < z.m) k.sequence(s, op.type, out, z.m, kNothing, kNothing);
  k.convert(s, op.type, in[0], op.type, behind(op.type, out, z.k), z.n);
}
void slice(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  const void* const from = behind(op.type, in[0], static_cast<std::int64_t>(op.offset));
  k.copy_rows(s, op.type, from, z.k, out, z.n, z.m, z.n);
}
void place_slice(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.sequence(s, op.type, out, z.m * z.k, kNothing, kNothing);
  void* const to = behind(op.type, out, static_cast<std::int64_t>(op.offset));
  k.copy_rows(s, op.type, in[0], z.n, to, z.k, z.m, z.n);
}
void concatenate(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.copy_rows(s, op.type, in[0], z.k, out, z.k + z.n, z.m, z.k);
  k.copy_rows(s, op.type, in[1], z.n, behind(op.type, out, z.k), z.k + z.n, z.m, z.n);
}
void write_part(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.convert(s, op.type, in[0], op.type, out, z.m * z.k);
  void* const to = behind(op.type, out, static_cast<std::int64_t>(op.offset));
  k.copy_rows(s, op.type, in[1], z.n, to, z.k, z.m, z.n);
}
void write_slice(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  void* const to = behind(op.type, out, static_cast<std::int64_t>(op.offset));
  k.copy_rows(s, op.type, in[0], z.n, to, z.k, z.m, z.n);
}
void sgd_update(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.add_scaled(s, in[0], -op.a, out, z.n);
}
void momentum_update(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.add_to_scaled(s, in[0], op.a, out, z.n);
}
void relu_backward(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.relu_backward(s, in[0], in[1], out, z.n);
}
void abs_backward(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.abs_backward(s, in[0], in[1], out, z.n);
}
void norm_backward(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.norm_backward(s, in[0], in[1], in[2], out, z.n);
}
void max_backward(const Kernels& k, Stream* s, const Op&, const Sizes& z, Writing out, const In& in) {
  k.max_backward(s, in[0], in[1], in[2], out, z.m, z.k, z.n);
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
    {"zeros", 0, false, zeros, of_elements<1>},
    {"ones", 0, false, ones, of_elements<1>},
    {"uniform", 0, true, uniform, of_uniforms},
    {"normal", 0, true, normal, of_normals},
    {"copy", 1, false, copy, of_elements<2>},
    {"add", 2, false, zip_plain<Binary::add>, of_elements<3>},
    {"sub", 2, false, zip_plain<Binary::sub>, of_elements<3>},
    {"mul", 2, false, zip_plain<Binary::mul>, of_elements<3>},
    {"add", 1, false, zip_number<Binary::add>, of_elements<2>},
    {"mul", 1, false, zip_number<Binary::mul>, of_elements<2>},
    {"square", 1, false, map<Unary::square>, of_elements<2>},
    {"relu", 1, false, map<Unary::relu>, of_elements<2>},
    {"dot", 2, false, dot, of_product},
    {"transpose", 1, false, transpose, of_matrix<2>},
    {"dense", 3, false, dense, of_product},
    {"sum", 1, false, reduce_all<Reduction::sum>, of_elements<1>},
    {"mean", 1, false, reduce_all<Reduction::mean>, of_elements<1>},
    {"norm", 1, false, reduce_all<Reduction::norm>, of_elements<1>},
    {"sum_rows", 1, false, sum_rows, of_matrix<1>},
    {"mean_of_rows", 1, false, mean_of_rows, of_matrix<1>},
    {"relu_backward", 2, false, relu_backward, of_elements<3>, false},
    {"norm_backward", 3, false, norm_backward, of_elements<2>, false},
    {"spread", 1, false, spread, of_elements<1>},
    {"spread_over_rows", 1, false, spread_over_rows, of_matrix<1>},
    {"sgd_update", 1, false, sgd_update, of_elements<3>, false},
    {"sub", 1, false, zip_number<Binary::sub>, of_elements<2>},
    {"negative", 1, false, map<Unary::negative>, of_elements<2>},
    {"sub", 1, false, number_zip<Binary::sub>, of_elements<2>},
    {"div", 2, false, zip_plain<Binary::div>, of_elements<3>},
    {"div", 1, false, zip_number<Binary::div>, of_elements<2>},
    {"div", 1, false, number_zip<Binary::div>, of_elements<2>},
    {"power", 1, false, zip_number<Binary::power>, of_elements<2>},
    {"add", 2, false, zip<Binary::add>, of_broadcast},
    {"sub", 2, false, zip<Binary::sub>, of_broadcast},
    {"mul", 2, false, zip<Binary::mul>, of_broadcast},
    {"div", 2, false, zip<Binary::div>, of_broadcast},
    {"exp", 1, false, map<Unary::exp>, of_elements<2>},
    {"log", 1, false, map<Unary::log>, of_elements<2>},
    {"sqrt", 1, false, map<Unary::sqrt>, of_elements<2>},
    {"tanh", 1, false, map<Unary::tanh>, of_elements<2>},
    {"sigmoid", 1, false, map<Unary::sigmoid>, of_elements<2>},
    {"abs", 1, false, map<Unary::abs>, of_elements<2>},
    {"abs_backward", 2, false, abs_backward, of_elements<3>, false},
    {"sum", 1, false, reduce<Reduction::sum>, of_axes<1>},
    {"mean", 1, false, reduce<Reduction::mean>, of_axes<1>},
    {"max", 1, false, reduce<Reduction::max>, of_axes<1>},
    {"spread", 1, false, spread_over_axis, of_axes<1>},
    {"max_backward", 3, false, max_backward, of_axes<2>, false},
    {"reshape", 1, false, copy, of_elements<2>},
    {"rows", 1, false, rows, of_elements<2>},
    {"place_rows", 1, false, place_rows, of_placed},
    {"full", 0, false, full, of_elements<1>},
    {"arange", 0, false, arange, of_elements<1>},
    {"cast", 1, false, cast, of_mapped},
    {"cast", 1, false, cast, of_mapped},
    {"cast", 1, false, cast, of_mapped},
    {"cast", 1, false, cast, of_mapped},
    {"cast", 1, false, cast, of_mapped},
    {"logical_not", 1, false, map<Unary::logical_not>, of_elements<2>},
    {"power", 2, false, zip<Binary::power>, of_broadcast},
    {"floor_divide", 2, false, zip<Binary::floor_divide>, of_broadcast},
    {"remainder", 2, false, zip<Binary::remainder>, of_broadcast},
    {"maximum", 2, false, zip<Binary::maximum>, of_broadcast},
    {"minimum", 2, false, zip<Binary::minimum>, of_broadcast},
    {"logical_and", 2, false, zip<Binary::logical_and>, of_broadcast},
    {"logical_or", 2, false, zip<Binary::logical_or>, of_broadcast},
    {"equal", 2, false, zip<Binary::equal>, of_broadcast},
    {"not_equal", 2, false, zip<Binary::not_equal>, of_broadcast},
    {"less", 2, false, zip<Binary::less>, of_broadcast},
    {"less_equal", 2, false, zip<Binary::less_equal>, of_broadcast},
    {"greater", 2, false, zip<Binary::greater>, of_broadcast},
    {"greater_equal", 2, false, zip<Binary::greater_equal>, of_broadcast},
    {"floor_divide", 1, false, zip_number<Binary::floor_divide>, of_mapped},
    {"remainder", 1, false, zip_number<Binary::remainder>, of_mapped},
    {"maximum", 1, false, zip_number<Binary::maximum>, of_mapped},
    {"minimum", 1, false, zip_number<Binary::minimum>, of_mapped},
    {"logical_and", 1, false, zip_number<Binary::logical_and>, of_mapped},
    {"logical_or", 1, false, zip_number<Binary::logical_or>, of_mapped},
    {"equal", 1, false, zip_number<Binary::equal>, of_mapped},
    {"not_equal", 1, false, zip_number<Binary::not_equal>, of_mapped},
    {"less", 1, false, zip_number<Binary::less>, of_mapped},
    {"less_equal", 1, false, zip_number<Binary::less_equal>, of_mapped},
    {"greater", 1, false, zip_number<Binary::greater>, of_mapped},
    {"greater_equal", 1, false, zip_number<Binary::greater_equal>, of_mapped},
    {"where", 3, false, where, of_chosen},
    {"min", 1, false, reduce<Reduction::min>, of_axes<1>},
    {"argmax", 1, false, reduce<Reduction::argmax>, of_axes<1>},
    {"argmin", 1, false, reduce<Reduction::argmin>, of_axes<1>},
    {"slice", 1, false, slice, of_matrix<2>},
    {"place_slice", 1, false, place_slice, of_placed_slice},
    {"concatenate", 2, false, concatenate, of_both},
    {"momentum_update", 1, false, momentum_update, of_elements<3>, false},
    {"write_part", 2, false, write_part, of_written_part},
    {"write_part", 1, false, write_slice, of_matrix<2>},
}};

}  // namespace

const OpRow& row_of(OpCode code) {
  return kTable[static_cast<std::size_t>(code)];
}

void run(const Kernels& kernels, Stream* stream, const Op& op, const Sizes& sizes, Writing out,
         const Readings& in) {
  row_of(op.code).run(kernels, stream, op, sizes, out, in);
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
