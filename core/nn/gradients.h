// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients of single operations, made of ordinary calls.
// Not here: which gradients are wanted, and adding them up (tape.h).
#pragma once

#include <array>
#include <span>

#include "core/tensor/ndarray.h"
#include "core/tensor/op.h"

namespace runahead::nn {

/// One call that is to be differentiated.
struct Call {
  Op op;
  Sizes sizes;
  NDArray out;
  std::array<NDArray, kMaxInputs> inputs;
  bool to_first =
      false;  ///< of several that are the largest, the first gets the gradient; else each its part
};

/// Given the gradient of what the call made, those of its inputs; only of the wanted ones, the others stay
/// unbound. Throws Error for an operation that has none.
std::array<NDArray, kMaxInputs> gradients_of(const Call& call, const NDArray& gradient,
                                             const std::array<bool, kMaxInputs>& wanted);

/// Whether the gradients of the wanted inputs are computed with the values of that input, of kMaxInputs: with
/// those that the call made.
bool needs_values(const Op& op, std::size_t place, const std::array<bool, kMaxInputs>& wanted);

}  // namespace runahead::nn
