// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients of single operations, made of ordinary calls.
// Not here: which gradients are wanted, and adding them up (tape.h).
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>

#include "core/tensor/ndarray.h"
#include "core/tensor/op.h"

namespace runahead::nn {

/// One call that is to be differentiated.
struct Call {
  Op op;
  Sizes sizes;
  NDArray out;                                  ///< what it made; unbound where its values are not kept
  std::array<NDArray, kMaxInputs> inputs = {};  ///< as `out`
  std::array<Shape, kMaxInputs> shapes = {};    ///< of the inputs
  /// Of several that are the largest, the first gets the gradient, whose place along the axis stands in
  /// `out`; else each its part.
  bool to_first = false;
  /// MXNet's: each of several that are the largest gets all of it.
  bool to_each = false;
  /// Of several calls with one input that count as one: its gradient. They keep what the rule needs.
  std::function<NDArray(const Call&, const NDArray& gradient)> rule = {};
};

/// Given the gradient of what the call made, those of its inputs; only of the wanted ones, the others stay
/// unbound. Throws Error for an operation that has none.
std::array<NDArray, kMaxInputs> gradients_of(const Call& call, const NDArray& gradient,
                                             const std::array<bool, kMaxInputs>& wanted);

/// Whether the gradients of the wanted inputs are computed with the values of that input, of kMaxInputs: with
/// those that the call made.
bool needs_values(const Op& op, std::size_t place, const std::array<bool, kMaxInputs>& wanted);

/// The rule of a softmax along an axis, or of its logarithm, which need the result.
NDArray softmax_gradient(const Call& call, const NDArray& gradient, int axis);
NDArray log_softmax_gradient(const Call& call, const NDArray& gradient, int axis);
/// Of an input between two bounds, each of which may be none.
NDArray clamp_gradient(const Call& call, const NDArray& gradient, std::optional<double> low,
                       std::optional<double> high);

/// The call with the values of `inputs` and `out` that these gradients need. The others may be freed.
Call call_for(const Op& op, const Sizes& sizes, const NDArray& out, std::span<const NDArray* const> inputs,
              const std::array<bool, kMaxInputs>& wanted);

}  // namespace runahead::nn
