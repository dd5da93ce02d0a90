// SPDX-License-Identifier: GPL-3.0-or-later
// The table of operations: each code's name and the kernel that it calls.
#include "core/tensor/op.h"

#include <algorithm>
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
kernels::Permutation permutation_of(const Op& op, const Sizes& z) {
  const auto& [outermost, axes] = std::get<Reordered>(op.attributes);
  kernels::Permutation permutation{{outermost, z.m, z.k, z.n}, {}};
  std::int64_t apart = 1;
  for (std::size_t axis = axes.size(); axis-- > 0;) {  // of the input
    const std::ptrdiff_t at = std::find(axes.begin(), axes.end(), axis) - axes.begin();
    permutation.steps[at] = apart;
    apart *= permutation.sizes[at];
  }
  return permutation;
}
const kernels::Window& window_of(const Op& op) {
  return std::get<kernels::Window>(op.attributes);
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
void permute(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.permute(s, op.type, in[0], out, permutation_of(op, z));
}
void take(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  const Taken& taken = std::get<Taken>(op.attributes);
  k.take(s, op.type, in[0], taken.each, in[1], out, z.m, z.k, z.n, taken.count);
}
void take_backward(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  const Taken& taken = std::get<Taken>(op.attributes);
  k.add_at(s, op.type, in[0], taken.each, in[1], out, z.m, z.k, z.n, taken.count);
}
void one_hot(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.one_hot(s, result_of(op), in[0], out, z.m, z.n);
}
void cumsum(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.cumsum(s, op.type, std::get<Direction>(op.attributes).reversed, in[0], out, z.m, z.k, z.n);
}
void argsort(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.argsort(s, op.type, std::get<Direction>(op.attributes).reversed, in[0], out, z.m, z.k, z.n);
}
void batch_dot(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  const auto& [count, transposed] = std::get<Batch>(op.attributes);
  for (std::int64_t i = 0; i < count; ++i) {
    k.product(s, op.type, transposed, behind(op.type, in[0], i * z.m * z.k),
              behind(op.type, in[1], i * z.k * z.n), behind(op.type, out, i * z.m * z.n), z.m, z.k, z.n);
  }
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
void conv2d(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.conv2d(s, in[0], in[1], in[2], out, {z.m, z.k, z.n}, window_of(op));
}
void conv2d_backward_x(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.conv2d_backward_x(s, in[0], in[1], out, {z.m, z.k, z.n}, window_of(op));
}
void conv2d_backward_w(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.conv2d_backward_w(s, in[0], in[1], out, {z.m, z.k, z.n}, window_of(op));
}
void pool2d(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.pool2d(s, in[0], out, z.m, window_of(op));
}
void pool2d_backward(const Kernels& k, Stream* s, const Op& op, const Sizes& z, Writing out, const In& in) {
  k.pool2d_backward(s, in[0], in[1], out, z.m, window_of(op));
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

Work of_permuted(const Op& op, const Sizes& z) {
  return {.bytes = 2 * size_of(op.type) * std::get<Reordered>(op.attributes).outermost * z.m * z.k * z.n};
}
/// Places, and elements that are read and written; on the way back, all that there are.
template <bool kBack>
Work of_taken(const Op& op, const Sizes& z) {
  const Taken& taken = std::get<Taken>(op.attributes);
  const std::int64_t moved = z.m * taken.count * z.n;
  return {.bytes = size_of(Type::int64) * (taken.each ? moved : taken.count) +
                   size_of(op.type) * (2 * moved + (kBack ? z.m * z.k * z.n : 0))};
}
Work of_one_hot(const Op& op, const Sizes& z) {
  return {.bytes = size_of(op.type) * z.m + size_of(result_of(op)) * z.m * z.n};
}
Work of_ordered(const Op& op, const Sizes& z) {
  return {.bytes = (size_of(op.type) + size_of(result_of(op))) * z.m * z.k * z.n};
}
Work of_batch(const Op& op, const Sizes& z) {
  const Work one = of_product(op, z);
  const std::int64_t count = std::get<Batch>(op.attributes).count;
  return {.flops = count * one.flops, .bytes = count * one.bytes};
}
Work of_convolution(const Op& op, const Sizes& z) {
  const kernels::Window& window = window_of(op);
  const std::int64_t places = windows_along(window, 0) * windows_along(window, 1);
  const std::int64_t weights =
      z.n * (z.k / window.groups) * std::int64_t{window.kernel[0]} * window.kernel[1];
  const std::int64_t plane = std::int64_t{window.sizes[0]} * window.sizes[1];
  return {.flops = 2 * z.m * places * weights,
          .bytes = size_of(op.type) * (z.m * (z.k * plane + z.n * places) + weights)};
}
template <int kPlanes>
Work of_pool(const Op& op, const Sizes& z) {
  const kernels::Window& window = window_of(op);
  const std::int64_t places = windows_along(window, 0) * windows_along(window, 1);
  const std::int64_t plane = std::int64_t{window.sizes[0]} * window.sizes[1];
  return {.bytes = size_of(op.type) * z.m * (kPlanes * plane + places)};
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
     {"transpose", permute, of_permuted},
     {"take", take, of_taken<false>},
     {"pick", take, of_taken<false>},
     {"take_backward", take_backward, of_taken<true>},
     {"one_hot", one_hot, of_one_hot},
     {"cumsum", cumsum, of_ordered},
     {"argsort", argsort, of_ordered},
     {"batch_dot", batch_dot, of_batch},
     {"relu_backward", relu_backward, of_elements<3>},
     {"abs_backward", abs_backward, of_elements<3>},
     {"norm_backward", norm_backward, of_elements<2>},
     {"max_backward", max_backward, of_axes<2>},
     {"conv2d", conv2d, of_convolution},
     {"conv2d_backward_x", conv2d_backward_x, of_convolution},
     {"conv2d_backward_w", conv2d_backward_w, of_convolution},
     {"pool2d", pool2d, of_pool<1>},
     {"pool2d_backward", pool2d_backward, of_pool<2>},
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
  const auto routine = op.code.as<Routine>();
  if (!routine) return op.type;
  switch (*routine) {
    case Routine::cast:
    case Routine::one_hot:
      return std::get<Type>(op.attributes);
    case Routine::sum_rows:
    case Routine::cumsum:
      return result_of(op.type, Reduction::sum);
    case Routine::argsort:
      return Type::int64;
    default:
      return op.type;
  }
}

}  // namespace runahead
