// SPDX-License-Identifier: GPL-3.0-or-later
// The table of operations: each code's name and the kernel that it calls.
#include "core/tensor/op.h"

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

kernels::Axes axes_of(const Op& op, const Sizes& z) {
  const auto& repeated = std::get<Repetition>(op.attributes);
  return {{repeated.outermost, z.m, z.k, z.n}, repeated.a, repeated.b};
}
std::int64_t offset_of(const Op& op) {
  return std::get<Part>(op.attributes).offset;
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
  const auto& [first, step] = std::get<Progression>(op.attributes);
  k.sequence(s, op.type, out, z.n, first, step);
}
void uniform(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  const auto& [low, high, seed, offset] = std::get<RandomDraw>(op.attributes);
  k.uniform(s, op.type, out, z.n, seed, offset, static_cast<double>(low), static_cast<double>(high));
}
void normal(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In&) {
  const auto& [mean, deviation, seed, offset] = std::get<RandomDraw>(op.attributes);
  if (!(deviation >= 0))
    throw Error("[normal] the standard deviation is negative: " + std::to_string(deviation));
  k.normal(s, op.type, out, z.n, seed, offset, static_cast<double>(mean), static_cast<double>(deviation));
}
void copy(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.convert(s, op.type, in[0], op.type, out, z.n);
}
void cast(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.convert(s, op.type, in[0], result_of(op), out, z.n);
}
void map(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.map(s, op.type, *op.code.as<Unary>(), in[0], out, z.n);
}
void zip(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  const Binary binary = *op.code.as<Binary>();
  if (op.code.operand() == Operand::array)
    return k.zip(s, op.type, binary, in[0], in[1], out, axes_of(op, z));
  k.zip_number(s, op.type, binary, in[0], op.number(), op.code.operand() == Operand::number_first, out, z.n);
}
void where(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.select(s, op.type, in[0], in[1], in[2], out, z.n, std::get<Repeated>(op.attributes).inputs);
}
void dot(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.product(s, op.type, std::get<kernels::Transposed>(op.attributes), in[0], in[1], out, z.m, z.k, z.n);
}
void dense(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.dense(s, op.type, in[0], in[1], in[2], out, z.m, z.k, z.n);
}
void transpose(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.transpose(s, op.type, in[0], out, z.m, z.n);
}
void reduce(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.reduce(s, op.type, *op.code.as<Reduction>(), in[0], z.m, z.k, z.n, out);
}
void sum_rows(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.sum_rows(s, op.type, in[0], z.m, z.n, out);
}
void mean_of_rows(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.reduce(s, op.type, Reduction::mean, in[0], z.m, z.n, 1, out);
}
void spread_over_rows(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.spread(s, op.type, in[0], op.number(), out, z.m, z.n, 1);
}
void spread(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
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
  const void* const from = behind(op.type, in[0], offset_of(op));
  k.copy_rows(s, op.type, from, z.k, out, z.n, z.m, z.n);
}
void place_slice(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.sequence(s, op.type, out, z.m * z.k, kNothing, kNothing);
  void* const to = behind(op.type, out, offset_of(op));
  k.copy_rows(s, op.type, in[0], z.n, to, z.k, z.m, z.n);
}
void concatenate(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.copy_rows(s, op.type, in[0], z.k, out, z.k + z.n, z.m, z.k);
  k.copy_rows(s, op.type, in[1], z.n, behind(op.type, out, z.k), z.k + z.n, z.m, z.n);
}
void write_part(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.convert(s, op.type, in[0], op.type, out, z.m * z.k);
  void* const to = behind(op.type, out, offset_of(op));
  k.copy_rows(s, op.type, in[1], z.n, to, z.k, z.m, z.n);
}
void write_slice(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  void* const to = behind(op.type, out, offset_of(op));
  k.copy_rows(s, op.type, in[0], z.n, to, z.k, z.m, z.n);
}
void sgd_update(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.add_scaled(s, in[0], -static_cast<float>(op.number().real), out, z.n);
}
void momentum_update(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.add_to_scaled(s, in[0], static_cast<float>(op.number().real), out, z.n);
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
Work of_mapped(const Op& op, const Sizes& z) {
  return {.bytes = (size_of(op.type) + size_of(result_of(op))) * z.n};
}
Work of_zipped(const Op& op, const Sizes& z) {
  if (op.code.operand() != Operand::array) return of_mapped(op, z);
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
Work of_chosen(const Op& op, const Sizes& z) {
  const unsigned repeated = std::get<Repeated>(op.attributes).inputs;
  const auto read = [repeated](unsigned input) { return (repeated >> input & 1U) == 0 ? 1 : 0; };
  return {.bytes = (read(0) + (1 + read(1) + read(2)) * size_of(op.type)) * z.n};
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

#define RUNAHEAD_MAPPED(name, types) {#name, map, of_mapped},
#define RUNAHEAD_ZIPPED(name, types) {#name, zip, of_zipped},
#define RUNAHEAD_REDUCED(name, types) {#name, reduce, of_axes<1>},
constexpr std::array<OpRow, kOpKinds> kRows = {
    {{"zeros", zeros, of_elements<1>},
     {"ones", ones, of_elements<1>},
     {"full", full, of_elements<1>},
     {"arange", arange, of_elements<1>},
     {"uniform", uniform, of_uniforms},
     {"normal", normal, of_normals},
     {"copy", copy, of_elements<2>},
     {"reshape", copy, of_elements<2>},
     {"cast", cast, of_mapped},
     {"where", where, of_chosen},
     {"dot", dot, of_product},
     {"dense", dense, of_product},
     {"transpose", transpose, of_matrix<2>},
     {"sum_rows", sum_rows, of_matrix<1>},
     {"mean_of_rows", mean_of_rows, of_matrix<1>},
     {"rows", rows, of_elements<2>},
     {"place_rows", place_rows, of_placed},
     {"slice", slice, of_matrix<2>},
     {"place_slice", place_slice, of_placed_slice},
     {"concatenate", concatenate, of_both},
     {"write_part", write_part, of_written_part},
     {"write_part", write_slice, of_matrix<2>},
     {"spread", spread, of_axes<1>},
     {"spread_over_rows", spread_over_rows, of_matrix<1>},
     {"relu_backward", relu_backward, of_elements<3>},
     {"abs_backward", abs_backward, of_elements<3>},
     {"norm_backward", norm_backward, of_elements<2>},
     {"max_backward", max_backward, of_axes<2>},
     {"sgd_update", sgd_update, of_elements<3>},
     {"momentum_update", momentum_update, of_elements<3>},
     RUNAHEAD_UNARY(RUNAHEAD_MAPPED) RUNAHEAD_BINARY(RUNAHEAD_ZIPPED) RUNAHEAD_REDUCTION(RUNAHEAD_REDUCED)}};
#undef RUNAHEAD_REDUCED
#undef RUNAHEAD_ZIPPED
#undef RUNAHEAD_MAPPED

}  // namespace

const std::array<OpRow, kOpKinds>& op_rows() {
  return kRows;
}

void run(const Kernels& kernels, Stream* stream, const Op& op, const Sizes& sizes, Writing out,
         const Readings& in) {
  row_of(op.code).run(kernels, stream, op, sizes, out, in);
}

kernels::Number rounded(Type type, kernels::Number number) {
  if (type == Type::float32) return {.real = static_cast<double>(static_cast<float>(number.real))};
  return number;
}

kernels::Number number_of(Type type, double value) {
  if (!is_floating(type)) return {.whole = static_cast<std::int64_t>(value)};
  return rounded(type, {.real = value});
}

Type result_of(const Op& op) {
  if (const auto binary = op.code.as<Binary>()) return result_of(op.type, *binary);
  if (const auto reduction = op.code.as<Reduction>()) return result_of(op.type, *reduction);
  if (op.code == Routine::cast) return std::get<Type>(op.attributes);
  return op.code == Routine::sum_rows ? result_of(op.type, Reduction::sum) : op.type;
}

}  // namespace runahead
