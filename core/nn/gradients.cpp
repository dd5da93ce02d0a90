// SPDX-License-Identifier: GPL-3.0-or-later
// The rule of each operation.
// Not here: operations that only gradients use; they are not differentiated again.
#include "core/nn/gradients.h"

#include <string>

#include "core/base/error.h"
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
      return g / call.op.a;
    case OpCode::scalar_div:
      return -(g * call.out / x);
    case OpCode::power:
      return g * power(x, call.op.a - 1) * call.op.a;
    case OpCode::mul_scalar:
      return g * call.op.a;
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
      return abs_backward(g, x);
    case OpCode::relu:
      return relu_backward(g, call.out);
    case OpCode::dot:
      return input == 0 ? dot_first(call, g) : dot_second(call, g);
    case OpCode::transpose:
      return transpose(g);
    case OpCode::dense:
      if (input == 0) return dot(g, call.inputs[1]);
      return input == 1 ? dot(g, x, Transposed::first) : sum_rows(g);
    case OpCode::sum:
      return spread(g, x.shape(), 1);
    case OpCode::mean:
      return spread(g, x.shape(), 1.0F / static_cast<float>(call.sizes.n));
    case OpCode::norm:
      return norm_backward(g, x, call.out);
    case OpCode::mean_of_rows:
      return spread_over_rows(g, call.sizes.n, 1.0F / static_cast<float>(call.sizes.n));
    case OpCode::sum_axis:
      return spread_over_axis(g, call.sizes, x.shape(), 1);
    case OpCode::mean_axis:
      return spread_over_axis(g, call.sizes, x.shape(), 1.0F / static_cast<float>(call.sizes.k));
    case OpCode::max_axis:
      return max_backward(g, x, call.out, call.sizes);
    case OpCode::reshape:
      return reshape(g, x.shape());
    case OpCode::rows:
      return place_rows(g, x.shape(), call.sizes.k);
    default:
      throw Error(std::string("[backward] ") + row_of(call.op.code).name + " has no gradient");
  }
}

}  // namespace

std::array<NDArray, kMaxInputs> gradients_of(const Call& call, const NDArray& gradient,
                                             const std::array<bool, kMaxInputs>& wanted) {
  std::array<NDArray, kMaxInputs> gradients;
  for (std::size_t input = 0; input < kMaxInputs; ++input) {
    if (wanted[input]) gradients[input] = gradient_of(call, input, gradient);
  }
  return gradients;
}

}  // namespace runahead::nn
