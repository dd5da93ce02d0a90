// SPDX-License-Identifier: GPL-3.0-or-later
// Writing into an array that the program has: into its memory, where all that share it see it.
#pragma once

#include <functional>
#include <span>

#include "core/python/calls.h"

namespace runahead::python {

/// Throws as PyTorch does where `value` shares some of the target's elements, not all in their order.
void require_apart(Rules rules, const NDArray& target, const NDArray& value);
/// Whether gradients go through what is written into `given` of `values`. Throws where they would be lost.
bool wants_gradients(PyObject* given, std::span<PyObject* const> values);
/// `given` holds what `compute` makes of it from now on; `wanted` as above. `of_others`: or of arrays that
/// share nothing with it.
void write_result(PyObject* given, bool wanted, const std::function<NDArray(NDArray&)>& compute,
                  bool of_others = false);
/// The elements of `value`, which has the target's shape, as its type.
void store(NDArray& target, const NDArray& value);

}  // namespace runahead::python
