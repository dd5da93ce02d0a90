// SPDX-License-Identifier: GPL-3.0-or-later
// The rule of each operation.
// Not here: operations that only gradients use; they are not differentiated again.
#include "core/nn/gradients.h"

#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/tensor/on_host.h"
#include "core/tensor/operations.h"

namespace runahead::nn {

namespace {

using kernels::Transposed;

NDArray dot_first(const Call& call, const NDArray& g) {
  const NDArray& b = call.inputs[1];
  switch (call.op.transposed) {
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
  const NDArray& own = call.inputs[input];
  const NDArray matrix = reshape(g, {sizes.m, sizes.n});
  const NDArray made = input == 0
                           ? dot(matrix, reshape(call.inputs[1], {sizes.k, sizes.n}), Transposed::second)
                           : dot(reshape(call.inputs[0], {sizes.m, sizes.k}), matrix, Transposed::first);
  return made.shape() == own.shape() ? made : reshape(made, own.shape());
}

NDArray dot_second(const Call& call, const NDArray& g) {
  const NDArray& a = call.inputs[0];
  switch (call.op.transposed) {
    case Transposed::none:
      return dot(a, g, Transposed::first);
    case Transposed::first:
      return dot(a, g);
    case Transposed::second:
      return dot(g, a, Transposed::first);
  }
  return {};
}

using kernels::Binary;
using kernels::Number;
using kernels::Type;

/// 1 where it holds, else 0, as numbers of the gradient's type.
NDArray where_holds(const NDArray& booleans, const NDArray& g) {
  return cast(booleans, g.type());
}

/// Of two arrays the larger or smaller gets the gradient, equal ones half of it each; beside a number, an
/// array that is equal to it gets all.
NDArray of_extremum(const Call& call, std::size_t input, const NDArray& g, Binary wins, Binary wins_or_ties) {
  const NDArray& own = call.inputs[input];
  if (!call.inputs[1].bound()) return g * where_holds(compute(wins_or_ties, own, call.op.number()), g);
  const NDArray& other = call.inputs[1 - input];
  const NDArray part =
      where_holds(compute(wins, own, other), g) + where_holds(compute(Binary::equal, own, other), g) * 0.5F;
  return sum_to(g * part, own.shape());
}

NDArray zeros_like(const NDArray& g) {
  const OnHost place(*g.body().frontend, g.body().on_host);
  return zeros(*g.body().frontend, g.shape(), g.type());
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
  if (g.type() == Type::float32) return max_backward(g, x, call.out, call.sizes);
  const NDArray best = spread_over_axis(call.out, call.sizes, x.shape(), 1);
  const NDArray holds = where_holds(compute(Binary::equal, x, best), g);
  const NDArray as_axis = reshape(holds, {call.sizes.m, call.sizes.k, call.sizes.n});
  const NDArray share = g / reshape(sum(as_axis, 1), g.shape());
  return holds * spread_over_axis(share, call.sizes, x.shape(), 1);
}

/// All of it goes to the first of the places that have the largest or smallest value.
NDArray first_best_gradient(const Call& call, const NDArray& g) {
  const NDArray& x = call.inputs[0];
  const Sizes& sizes = call.sizes;
  Frontend& frontend = *x.body().frontend;
  const OnHost place(frontend, x.body().on_host);
  const NDArray as_axis = reshape(x, {sizes.m, sizes.k, sizes.n});
  const NDArray first = call.op.code == OpCode::max_axis ? argmax(as_axis, 1) : argmin(as_axis, 1);
  const NDArray places = arange(frontend, sizes.k, Type::int64, {.whole = 0}, {.whole = 1});
  const NDArray holds =
      compute(Binary::equal, reshape(first, {sizes.m, 1, sizes.n}), reshape(places, {sizes.k, 1}));
  return reshape(where_holds(holds, g), x.shape()) * spread_over_axis(g, sizes, x.shape(), 1);
}

/// exponent * x ** (exponent - 1), and 0 where the exponent is 0, whatever x is.
NDArray power_slope(const NDArray& x, const NDArray& exponent) {
  const NDArray slope = exponent * compute(Binary::power, x, exponent - 1.0F);
  return where(compute(Binary::equal, exponent + zeros_like(slope), Number{.real = 0}), zeros_like(slope),
               slope);
}

NDArray gradient_of(const Call& call, std::size_t input, const NDArray& g) {
  const NDArray& x = call.inputs[0];
  switch (call.op.code) {
    case OpCode::copy:
    case OpCode::add:
    case OpCode::add_scalar:
    case OpCode::sub_scalar:
      return g;
    case OpCode::sub:
      return input == 0 ? g : g * -1.0F;
    case OpCode::negative:
    case OpCode::scalar_sub:
      return -g;
    case OpCode::mul:
      return g * call.inputs[1 - input];
    case OpCode::add_broadcast:
      return sum_to(g, call.inputs[input].shape());
    case OpCode::sub_broadcast:
      return sum_to(input == 0 ? g : -g, call.inputs[input].shape());
    case OpCode::mul_broadcast:
      return sum_to(g * call.inputs[1 - input], call.inputs[input].shape());
    case OpCode::div:
    case OpCode::div_broadcast:
      return sum_to(input == 0 ? g / call.inputs[1] : -(g * call.out / call.inputs[1]),
                    call.inputs[input].shape());
    case OpCode::div_scalar:
      return compute(Binary::div, g, call.op.number());
    case OpCode::scalar_div:
      return -(g * call.out / x);
    case OpCode::power:
      if (call.op.repeated == 0 && call.op.number().real == 0) return zeros_like(g);
      if (call.op.repeated != 0)
        return compute(Binary::mul, g * call.out, {.real = std::log(call.op.number().real)});
      return compute(Binary::mul, g * compute(Binary::power, x, {.real = call.op.number().real - 1}),
                     call.op.number());
    case OpCode::mul_scalar:
      return compute(Binary::mul, g, call.op.number());
    case OpCode::square:
      return g * x * 2.0F;
    case OpCode::exp:
      return g * call.out;
    case OpCode::log:
      return g / x;
    case OpCode::sqrt:
      return g / call.out * 0.5F;
    case OpCode::tanh:
      return g * (1.0F - square(call.out));
    case OpCode::sigmoid:
      return g * call.out * (1.0F - call.out);
    case OpCode::abs:
      return abs_gradient(g, x);
    case OpCode::relu:
      return relu_gradient(g, call.out);
    case OpCode::dot:
      if (x.shape().rank() == 1 || call.inputs[1].shape().rank() == 1) return vector_dot(call, input, g);
      return input == 0 ? dot_first(call, g) : dot_second(call, g);
    case OpCode::transpose:
      return transpose(g);
    case OpCode::dense:
      if (input == 0) return dot(g, call.inputs[1]);
      return input == 1 ? dot(g, x, Transposed::first) : sum_rows(g);
    case OpCode::sum:
      return spread(g, x.shape(), 1);
    case OpCode::mean:
      return spread(g, x.shape(), part(g, call.sizes.n));
    case OpCode::norm:
      return norm_gradient(g, x, call.out);
    case OpCode::sum_rows:
      return spread_over_axis(g, {.m = 1, .k = call.sizes.m, .n = call.sizes.n}, x.shape(), 1);
    case OpCode::mean_of_rows:
      return spread_over_rows(g, call.sizes.n, part(g, call.sizes.n));
    case OpCode::sum_axis:
      return spread_over_axis(g, call.sizes, x.shape(), 1);
    case OpCode::mean_axis:
      return spread_over_axis(g, call.sizes, x.shape(), part(g, call.sizes.k));
    case OpCode::max_axis:
    case OpCode::min_axis:
      return call.to_first ? first_best_gradient(call, g) : best_gradient(call, g);
    case OpCode::reshape:
      return reshape(g, x.shape());
    case OpCode::slice:
      return place_slice(g, x.shape(), call.sizes, call.op.offset);
    case OpCode::write_part: {
      const Sizes& sizes = call.sizes;
      const auto first = static_cast<std::int64_t>(call.op.offset);
      const NDArray wide = reshape(g, {sizes.m, sizes.k});
      if (input == 1) return reshape(slice(wide, 1, first, first + sizes.n), call.inputs[1].shape());
      const NDArray nothing = zeros_like(call.inputs[1]);
      return reshape(with_slice(wide, 1, first, first + sizes.n, nothing), x.shape());
    }
    case OpCode::concatenate: {
      const Sizes& sizes = call.sizes;
      const NDArray wide = reshape(g, {sizes.m, sizes.k + sizes.n});
      const NDArray part =
          input == 0 ? slice(wide, 1, 0, sizes.k) : slice(wide, 1, sizes.k, sizes.k + sizes.n);
      return reshape(part, call.inputs[input].shape());
    }
    case OpCode::rows:
      return place_rows(g, x.shape(), call.sizes.k);
    case OpCode::cast_float32:
    case OpCode::cast_float64:
      return cast(g, x.type());
    case OpCode::maximum:
    case OpCode::maximum_number:
      return of_extremum(call, input, g, Binary::greater, Binary::greater_equal);
    case OpCode::minimum:
    case OpCode::minimum_number:
      return of_extremum(call, input, g, Binary::less, Binary::less_equal);
    case OpCode::where:
      return input == 1 ? where(x, g, zeros_like(g)) : where(x, zeros_like(g), g);
    case OpCode::remainder:
    case OpCode::remainder_number:
      if (input == 1 || call.op.repeated == 1) break;
      return sum_to(g, x.shape());
    case OpCode::power_arrays: {
      const NDArray& exponent = call.inputs[1];
      return sum_to(g * (input == 0 ? power_slope(x, exponent) : call.out * log(x)),
                    call.inputs[input].shape());
    }
    default:
      break;
  }
  throw Error(std::string("[backward] ") + row_of(call.op.code).name + " has no gradient");
}

}  // namespace

bool needs_values(const Op& op, std::size_t place, const std::array<bool, kMaxInputs>& wanted) {
  const bool result = place == kMaxInputs;
  switch (op.code) {
    case OpCode::copy:
    case OpCode::add:
    case OpCode::add_scalar:
    case OpCode::add_broadcast:
    case OpCode::sub:
    case OpCode::sub_scalar:
    case OpCode::sub_broadcast:
    case OpCode::scalar_sub:
    case OpCode::negative:
    case OpCode::mul_scalar:
    case OpCode::div_scalar:
    case OpCode::transpose:
    case OpCode::sum:
    case OpCode::mean:
    case OpCode::sum_rows:
    case OpCode::mean_of_rows:
    case OpCode::sum_axis:
    case OpCode::mean_axis:
    case OpCode::reshape:
    case OpCode::slice:
    case OpCode::write_part:
    case OpCode::concatenate:
    case OpCode::rows:
    case OpCode::cast_float32:
    case OpCode::cast_float64:
    case OpCode::remainder:
    case OpCode::remainder_number:
      return false;
    case OpCode::mul:
    case OpCode::mul_broadcast:
    case OpCode::dot:
    case OpCode::dense:
      return place < 2 && wanted[1 - place];
    case OpCode::div:
    case OpCode::div_broadcast:
      return place == 1 || (result && wanted[1]);
    case OpCode::exp:
    case OpCode::sqrt:
    case OpCode::tanh:
    case OpCode::sigmoid:
    case OpCode::relu:
      return result;
    case OpCode::square:
    case OpCode::log:
    case OpCode::abs:
    case OpCode::maximum:
    case OpCode::maximum_number:
    case OpCode::minimum:
    case OpCode::minimum_number:
      return !result;
    case OpCode::where:
      return place == 0;
    case OpCode::power:
      return result == (op.repeated != 0);
    case OpCode::power_arrays:
      return result ? wanted[1] : place == 0 || wanted[0];
    default:
      return true;
  }
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
