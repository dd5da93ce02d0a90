// SPDX-License-Identifier: GPL-3.0-or-later
// The operations that programs call, named as the frameworks name them. Each checks shapes at the call
// (Error), makes a new array and submits one task; none waits. Not the numbers (kernels/operations.h).
#pragma once

#include "core/tensor/ndarray.h"

namespace runahead {

NDArray zeros(Frontend& frontend, const Shape& shape);
NDArray ones(Frontend& frontend, const Shape& shape);
/// In [low, high).
NDArray uniform(Frontend& frontend, const Shape& shape, float low = 0, float high = 1);
/// A negative standard deviation is an error of the task, not of the call.
NDArray normal(Frontend& frontend, const Shape& shape, float mean = 0, float standard_deviation = 1);

/// Of equal shapes.
NDArray operator+(const NDArray& a, const NDArray& b);
NDArray operator*(const NDArray& a, const NDArray& b);
NDArray operator+(const NDArray& a, float b);
NDArray operator*(const NDArray& a, float b);

/// (m, k) by (k, n) gives (m, n).
NDArray dot(const NDArray& a, const NDArray& b);
/// (m, n) gives (n, m).
NDArray transpose(const NDArray& a);
NDArray relu(const NDArray& a);
/// Another array with the same values.
NDArray copy(const NDArray& a);

/// Over all elements, to a scalar.
NDArray sum(const NDArray& a);
NDArray mean(const NDArray& a);
/// Square root of the sum of squares.
NDArray norm(const NDArray& a);

}  // namespace runahead
