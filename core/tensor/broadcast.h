// SPDX-License-Identifier: GPL-3.0-or-later
// Broadcasting: the rules of NumPy by which two arrays of different shapes meet. Shapes are aligned at their
// last axes; an axis of size 1, or one that is missing, is repeated.
// Not here: the calls (operations.cpp), the loops (kernels).
#pragma once

#include <cstdint>
#include <optional>

#include "core/tensor/shape.h"
#include "kernels/operations.h"

namespace runahead {

/// Nothing where the two do not fit.
std::optional<Shape> broadcast_shape(const Shape& a, const Shape& b);
/// How the kernel goes over inputs of these shapes, with neighbouring axes taken as one where that can be.
kernels::Axes broadcast_axes(const Shape& a, const Shape& b, const Shape& out);

/// A reduction along `n`, between what lies before it and behind it.
struct Run {
  std::int64_t outer, n, inner;
  Shape left;  ///< with 1 for each axis of the run
};
/// The first axes of `from` along which `to` was repeated; nothing where there are none (any more).
std::optional<Run> repeated_run(const Shape& from, const Shape& to);

}  // namespace runahead
