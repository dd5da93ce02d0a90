// SPDX-License-Identifier: GPL-3.0-or-later
// The rule of each operation.
// Not here: operations that only gradients use; they are not differentiated again.
#include "core/nn/gradients.h"

#include <cmath>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/tensor/on_host.h"
#include "core/tensor/operations.h"

namespace runahead::nn {

namespace {

using kernels::Transposed;

NDArray dot_first(const Call& call, const NDArray& g) {
  const NDArray& b = call.inputs[1];
  switch (std::get<Transposed>(call.op.attributes)) {
    case Transposed::none:
      return dot(g, b, Transposed::second);
    case Transposed::first:
      return dot(b, g, Transposed::second);
    case Transposed::second:
      return dot(g, b);
  }
  return {};
}

/// Arrays of one axis as the rows and columns that they stood for.
NDArray vector_dot(const Call& call, std::size_t input, const NDArray& g) {
  const Sizes& sizes = call.sizes;
  const Shape& own = call.shapes[input];
  const NDArray matrix = reshape(g, {sizes.m, sizes.n});
  const NDArray made = input == 0
                           ? dot(matrix, reshape(call.inputs[1], {sizes.k, sizes.n}), Transposed::second)
                           : dot(reshape(call.inputs[0], {sizes.m, sizes.k}), matrix, Transposed::first);
  return made.shape() == own ? made : reshape(made, own);
}

NDArray dot_second(const Call& call, const NDArray& g) {
  const NDArray& a = call.inputs[0];
  switch (std::get<Transposed>(call.op.attributes)) {
    case Transposed::none:
      return dot(a, g, Transposed::first);
    case Transposed::first:
      return dot(a, g);
    case Transposed::second:
      return dot(g, a, Transposed::first);
  }
  return {};
}

NDArray of_batch_dot(const Call& call, std::size_t input, const NDArray& g) {
  const NDArray& other = call.inputs[1 - input];
  switch (std::get<Batch>(call.op.attributes).transposed) {
    case Transposed::none:
      return input == 0 ? batch_dot(g, other, Transposed::second) : batch_dot(other, g, Transposed::first);
    case Transposed::first:
      return input == 0 ? batch_dot(other, g, Transposed::second) : batch_dot(other, g);
    case Transposed::second:
      return input == 0 ? batch_dot(g, other) : batch_dot(g, other, Transposed::first);
  }
  return {};
}

NDArray of_cumsum(const Call& call, const NDArray& g) {
  std::int64_t before = 1;
  int axis = 0;
  for (; before != call.sizes.m || g.shape()[axis] != call.sizes.k; ++axis) before *= g.shape()[axis];
  return cumsum(g, axis, !std::get<Direction>(call.op.attributes).reversed);
}

/// The axes back where they were.
NDArray of_permute(const Call& call, const NDArray& g) {
  const Reordered& reordered = std::get<Reordered>(call.op.attributes);
  const int rank = g.shape().rank(), missing = static_cast<int>(reordered.axes.size()) - rank;
  std::vector<int> axes(static_cast<std::size_t>(rank));
  for (int axis = 0; axis < rank; ++axis) {
    const int from = reordered.axes[static_cast<std::size_t>(missing + axis)] - missing;
    axes[static_cast<std::size_t>(from)] = axis;
  }
  return transpose(g, axes);
}

NDArray of_conv2d(const Call& call, std::size_t input, const NDArray& g) {
  const auto& window = std::get<kernels::Window>(call.op.attributes);
  const Shape& shape = call.shapes[input];
  if (input == 0) return conv2d_backward_x(g, call.inputs[1], shape, call.sizes, window);
  if (input == 1) return conv2d_backward_w(g, call.inputs[0], shape, call.sizes, window);
  const Shape& made = g.shape();
  return sum(sum(reshape(g, {made[0], made[1], made[2] * made[3]}), 2), 0);
}

using kernels::Binary;
using kernels::Number;
using kernels::Reduction;
using kernels::Type;
using kernels::Unary;

/// 1 where it holds, else 0, as numbers of the gradient's type.
NDArray where_holds(const NDArray& booleans, const NDArray& g) {
  return cast(booleans, g.type());
}

/// Of two arrays the larger or smaller gets the gradient, equal ones half of it each; beside a number, an
/// array that is equal to it gets all.
NDArray of_extremum(const Call& call, std::size_t input, const NDArray& g, Binary wins, Binary wins_or_ties) {
  const NDArray& own = call.inputs[input];
  if (call.op.code.operand() != Operand::array)
    return g * where_holds(compute(wins_or_ties, own, call.op.number()), g);
  const NDArray& other = call.inputs[1 - input];
  const NDArray part =
      where_holds(compute(wins, own, other), g) + where_holds(compute(Binary::equal, own, other), g) * 0.5F;
  return sum_to(g * part, own.shape());
}

NDArray zeros_beside(const NDArray& g, const Shape& shape) {
  const OnHost place(*g.body().frontend, g.body().on_host);
  return zeros(*g.body().frontend, shape, g.type());
}
NDArray zeros_like(const NDArray& g) {
  return zeros_beside(g, g.shape());
}

/// 1 / n, as that type rounds it.
double part(const NDArray& g, std::int64_t n) {
  if (g.type() != Type::float32) return 1.0 / static_cast<double>(n);
  return static_cast<double>(1.0F / static_cast<float>(n));
}

/// float32 has an operation for it; others go by way of those that all types have.
NDArray relu_gradient(const NDArray& g, const NDArray& y) {
  if (g.type() == Type::float32) return relu_backward(g, y);
  return g * where_holds(compute(Binary::greater, y, Number{.real = 0}), g);
}
NDArray abs_gradient(const NDArray& g, const NDArray& x) {
  if (g.type() == Type::float32) return abs_backward(g, x);
  return g * (where_holds(compute(Binary::greater, x, Number{.real = 0}), g) -
              where_holds(compute(Binary::less, x, Number{.real = 0}), g));
}
NDArray norm_gradient(const NDArray& g, const NDArray& x, const NDArray& norm) {
  if (g.type() == Type::float32) return norm_backward(g, x, norm);
  return x * (g / compute(Binary::maximum, norm, Number{.real = 1e-300}));  // 0 where all are
}
NDArray best_gradient(const Call& call, const NDArray& g) {
  const NDArray& x = call.inputs[0];
  if (call.to_each) {
    const NDArray best = spread_over_axis(call.out, call.sizes, x.shape(), 1);
    return where_holds(compute(Binary::equal, x, best), g) * spread_over_axis(g, call.sizes, x.shape(), 1);
  }
  if (g.type() == Type::float32) return max_backward(g, x, call.out, call.sizes);
  const NDArray best = spread_over_axis(call.out, call.sizes, x.shape(), 1);
  const NDArray holds = where_holds(compute(Binary::equal, x, best), g);
  const NDArray as_axis = reshape(holds, {call.sizes.m, call.sizes.k, call.sizes.n});
  const NDArray share = g / reshape(sum(as_axis, 1), g.shape());
  return holds * spread_over_axis(share, call.sizes, x.shape(), 1);
}

/// All of it goes to the places that stand in `out`.
NDArray first_best_gradient(const Call& call, const NDArray& g) {
  const Sizes& sizes = call.sizes;
  Frontend& frontend = *g.body().frontend;
  const OnHost place(frontend, g.body().on_host);
  const NDArray places = arange(frontend, sizes.k, Type::int64, {.whole = 0}, {.whole = 1});
  const NDArray holds =
      compute(Binary::equal, reshape(call.out, {sizes.m, 1, sizes.n}), reshape(places, {sizes.k, 1}));
  const Shape& shape = call.shapes[0];
  return reshape(where_holds(holds, g), shape) * spread_over_axis(g, sizes, shape, 1);
}

/// exponent * x ** (exponent - 1), and 0 where the exponent is 0, whatever x is.
NDArray power_slope(const NDArray& x, const NDArray& exponent) {
  const NDArray slope = exponent * compute(Binary::power, x, exponent - 1.0F);
  return where(compute(Binary::equal, exponent + zeros_like(slope), Number{.real = 0}), zeros_like(slope),
               slope);
}

[[noreturn]] void refuse(const Call& call) {
  throw Error(std::string("[backward] ") + row_of(call.op.code).name + " has no gradient");
}

NDArray of_unary(Unary unary, const Call& call, const NDArray& g) {
  const NDArray& x = call.inputs[0];
  switch (unary) {
    case Unary::negative:
      return -g;
    case Unary::abs:
      return abs_gradient(g, x);
    case Unary::square:
      return g * x * 2.0F;
    case Unary::relu:
      return relu_gradient(g, call.out);
    case Unary::exp:
      return g * call.out;
    case Unary::log:
      return g / x;
    case Unary::sqrt:
      return g / call.out * 0.5F;
    case Unary::tanh:
      return g * (1.0F - square(call.out));
    case Unary::sigmoid:
      return g * call.out * (1.0F - call.out);
    case Unary::sin:
      return g * cos(x);
    case Unary::cos:
      return g * -sin(x);
    case Unary::arctan:
      return g / (square(x) + 1.0F);
    case Unary::erf:  // 2 / sqrt(pi)
      return compute(Binary::mul, g * exp(-square(x)), Number{.real = 1.1283791670955126});
    case Unary::logical_not:
      break;
  }
  refuse(call);
}

NDArray of_binary(Binary binary, const Call& call, std::size_t input, const NDArray& g) {
  const NDArray& x = call.inputs[0];
  const NDArray& other = call.inputs[1 - input];
  const Shape& shape = call.shapes[input];
  switch (binary) {
    case Binary::add:
      return sum_to(g, shape);
    case Binary::sub:
      if (input == 0) return sum_to(g, shape);
      return shape == call.shapes[0] ? g * -1.0F : sum_to(-g, shape);
    case Binary::mul:
      return sum_to(g * other, shape);
    case Binary::div:
      return sum_to(input == 0 ? g / other : -(g * (other / call.inputs[1]) / call.inputs[1]), shape);
    case Binary::power:
      return sum_to(g * (input == 0 ? power_slope(x, other) : call.out * log(x)), shape);
    case Binary::remainder:
      if (input == 0) return sum_to(g, shape);
      break;
    case Binary::maximum:
      return of_extremum(call, input, g, Binary::greater, Binary::greater_equal);
    case Binary::minimum:
      return of_extremum(call, input, g, Binary::less, Binary::less_equal);
    default:
      break;
  }
  refuse(call);
}

NDArray of_number(Binary binary, const Call& call, const NDArray& g) {
  const NDArray& x = call.inputs[0];
  const bool number_first = call.op.code.operand() == Operand::number_first;
  const Number number = call.op.number();
  switch (binary) {
    case Binary::add:
      return g;
    case Binary::sub:
      return number_first ? -g : g;
    case Binary::mul:
      return compute(Binary::mul, g, number);
    case Binary::div:
      if (!number_first) return compute(Binary::div, g, number);
      return number.real == 1 ? -(g * square(call.out)) : -(g * compute(Binary::div, x, number, true) / x);
    case Binary::power:
      if (number_first) return compute(Binary::mul, g * call.out, {.real = std::log(number.real)});
      if (number.real == 0) return zeros_like(g);
      return compute(Binary::mul, g * compute(Binary::power, x, {.real = number.real - 1}), number);
    case Binary::remainder:
      if (!number_first) return g;
      break;
    case Binary::maximum:
      return of_extremum(call, 0, g, Binary::greater, Binary::greater_equal);
    case Binary::minimum:
      return of_extremum(call, 0, g, Binary::less, Binary::less_equal);
    default:
      break;
  }
  refuse(call);
}

NDArray of_reduction(Reduction reduction, const Call& call, const NDArray& g) {
  switch (reduction) {
    case Reduction::sum:
      return spread_over_axis(g, call.sizes, call.shapes[0], 1);
    case Reduction::mean:
      return spread_over_axis(g, call.sizes, call.shapes[0], part(g, call.sizes.k));
    case Reduction::norm:
      return norm_gradient(g, call.inputs[0], call.out);
    case Reduction::max:
    case Reduction::min:
      return call.to_first ? first_best_gradient(call, g) : best_gradient(call, g);
    default:
      refuse(call);
  }
}

NDArray of_routine(Routine routine, const Call& call, std::size_t input, const NDArray& g) {
  const NDArray& x = call.inputs[0];
  const Shape& shape = call.shapes[input];
  switch (routine) {
    case Routine::copy:
      return g;
    case Routine::dot:
      if (call.shapes[0].rank() == 1 || call.shapes[1].rank() == 1) return vector_dot(call, input, g);
      return input == 0 ? dot_first(call, g) : dot_second(call, g);
    case Routine::transpose:
      return transpose(g);
    case Routine::dense:
      if (input == 0) return dot(g, call.inputs[1]);
      return input == 1 ? dot(g, x, Transposed::first) : sum_rows(g);
    case Routine::sum_rows:
      return spread_over_axis(g, {.m = 1, .k = call.sizes.m, .n = call.sizes.n}, shape, 1);
    case Routine::mean_of_rows:
      return spread_over_rows(g, call.sizes.n, part(g, call.sizes.n));
    case Routine::reshape:
      return reshape(g, shape);
    case Routine::slice:
      return place_slice(g, shape, call.sizes, std::get<Part>(call.op.attributes).offset);
    case Routine::write_part: {
      const Sizes& sizes = call.sizes;
      const std::int64_t first = std::get<Part>(call.op.attributes).offset;
      const NDArray wide = reshape(g, {sizes.m, sizes.k});
      if (input == 1) return reshape(slice(wide, 1, first, first + sizes.n), shape);
      const NDArray nothing = zeros_beside(g, call.shapes[1]);
      return reshape(with_slice(wide, 1, first, first + sizes.n, nothing), shape);
    }
    case Routine::concatenate: {
      const Sizes& sizes = call.sizes;
      const NDArray wide = reshape(g, {sizes.m, sizes.k + sizes.n});
      const NDArray part =
          input == 0 ? slice(wide, 1, 0, sizes.k) : slice(wide, 1, sizes.k, sizes.k + sizes.n);
      return reshape(part, shape);
    }
    case Routine::rows:
      return place_rows(g, shape, call.sizes.k);
    case Routine::permute:
      return of_permute(call, g);
    case Routine::take:
    case Routine::pick:
      if (input == 0) break;
      return take_backward(g, x, shape, call.sizes, std::get<Taken>(call.op.attributes));
    case Routine::cumsum:
      return of_cumsum(call, g);
    case Routine::batch_dot:
      return of_batch_dot(call, input, g);
    case Routine::conv2d:
      return of_conv2d(call, input, g);
    case Routine::conv2d_backward_x: {
      const auto& window = std::get<kernels::Window>(call.op.attributes);
      if (input == 0) return conv2d(g, call.inputs[1], nullptr, window);
      return conv2d_backward_w(x, g, shape, call.sizes, window);
    }
    case Routine::pool2d:
      return pool2d_backward(g, x, std::get<kernels::Window>(call.op.attributes));
    case Routine::spread: {  // a gradient's own, in a tape inside a tape
      const NDArray folded = reshape(g, Shape{call.sizes.m, call.sizes.k, call.sizes.n});
      return compute(Binary::mul, reshape(sum(folded, 1), shape), call.op.number());
    }
    case Routine::spread_over_rows:
      return compute(Binary::mul, sum(g, 1), call.op.number());
    case Routine::cast:
      if (!is_floating(std::get<Type>(call.op.attributes))) break;
      return cast(g, call.op.type);
    case Routine::where:
      if (input == 1) return sum_to(where(x, g, zeros_beside(g, {})), shape);
      return sum_to(where(x, zeros_beside(g, {}), g), shape);
    default:
      break;
  }
  refuse(call);
}

NDArray gradient_of(const Call& call, std::size_t input, const NDArray& g) {
  if (call.rule) return call.rule(call, g);
  const OpCode code = call.op.code;
  if (const auto unary = code.as<Unary>()) return of_unary(*unary, call, g);
  if (const auto reduction = code.as<Reduction>()) return of_reduction(*reduction, call, g);
  if (const auto routine = code.as<Routine>()) return of_routine(*routine, call, input, g);
  const Binary binary = *code.as<Binary>();
  return code.operand() == Operand::array ? of_binary(binary, call, input, g) : of_number(binary, call, g);
}

using Wanted = std::array<bool, kMaxInputs>;

bool unary_needs(Unary unary, bool result) {
  switch (unary) {
    case Unary::negative:
      return false;
    case Unary::exp:
    case Unary::sqrt:
    case Unary::tanh:
    case Unary::sigmoid:
    case Unary::relu:
      return result;
    default:
      return !result;
  }
}

bool binary_needs(Binary binary, const Op& op, std::size_t place, const Wanted& wanted) {
  const bool result = place == kMaxInputs;
  const bool arrays = op.code.operand() == Operand::array;
  const bool number_first = op.code.operand() == Operand::number_first;
  switch (binary) {
    case Binary::add:
    case Binary::sub:
    case Binary::remainder:
      return false;
    case Binary::mul:
      return arrays && place < 2 && wanted[1 - place];
    case Binary::div:
      if (!arrays) return number_first && result == (op.number().real == 1);
      return place == 1 || (place == 0 && wanted[1]);
    case Binary::power:  // PyTorch looks at all of them
      return arrays || number_first || !result;
    case Binary::maximum:
    case Binary::minimum:
      return !result;
    default:
      return true;
  }
}

bool routine_needs(Routine routine, const Op& op, std::size_t place, const Wanted& wanted) {
  switch (routine) {
    case Routine::copy:
    case Routine::transpose:
    case Routine::sum_rows:
    case Routine::mean_of_rows:
    case Routine::reshape:
    case Routine::slice:
    case Routine::write_part:
    case Routine::concatenate:
    case Routine::rows:
    case Routine::spread:
    case Routine::spread_over_rows:
    case Routine::permute:
    case Routine::cumsum:
      return false;
    case Routine::cast:
      return !is_floating(std::get<Type>(op.attributes));
    case Routine::dot:
    case Routine::dense:
    case Routine::batch_dot:
    case Routine::conv2d:
    case Routine::conv2d_backward_x:
      return place < 2 && wanted[1 - place];
    case Routine::where:
    case Routine::take:
    case Routine::pick:
    case Routine::pool2d:
      return place == 0;
    default:
      return true;
  }
}

}  // namespace

bool needs_values(const Op& op, std::size_t place, const Wanted& wanted) {
  if (const auto unary = op.code.as<Unary>()) return unary_needs(*unary, place == kMaxInputs);
  if (const auto binary = op.code.as<Binary>()) return binary_needs(*binary, op, place, wanted);
  if (const auto routine = op.code.as<Routine>()) return routine_needs(*routine, op, place, wanted);
  return op.code != Reduction::sum && op.code != Reduction::mean;
}

NDArray softmax_gradient(const Call& call, const NDArray& g, int axis) {
  const NDArray weighted = g * call.out;
  return weighted - call.out * sum(weighted, axis, true);
}

NDArray log_softmax_gradient(const Call& call, const NDArray& g, int axis) {
  return g - exp(call.out) * sum(g, axis, true);
}

NDArray clamp_gradient(const Call& call, const NDArray& g, std::optional<double> low,
                       std::optional<double> high) {
  const NDArray& x = call.inputs[0];
  NDArray inside;
  if (low) inside = compute(Binary::greater_equal, x, Number{.real = *low});
  if (high) {
    const NDArray below = compute(Binary::less_equal, x, Number{.real = *high});
    inside = inside.bound() ? compute(Binary::logical_and, inside, below) : below;
  }
  return where(inside, g, zeros_beside(g, {}));
}

Call call_for(const Op& op, const Sizes& sizes, const NDArray& out, std::span<const NDArray* const> inputs,
              const Wanted& wanted) {
  Call call{.op = op, .sizes = sizes, .out = {}};
  if (needs_values(op, kMaxInputs, wanted)) call.out = out;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    call.shapes[i] = inputs[i]->shape();
    if (needs_values(op, i, wanted)) call.inputs[i] = *inputs[i];
  }
  return call;
}

std::array<NDArray, kMaxInputs> gradients_of(const Call& call, const NDArray& gradient,
                                             const std::array<bool, kMaxInputs>& wanted) {
  std::array<NDArray, kMaxInputs> gradients;
  for (std::size_t input = 0; input < kMaxInputs; ++input) {
    if (wanted[input]) gradients[input] = gradient_of(call, input, gradient);
  }
  return gradients;
}

}  // namespace runahead::nn
