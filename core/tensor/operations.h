// SPDX-License-Identifier: GPL-3.0-or-later
// The operations that programs call, named as the frameworks name them. Each checks shapes at the call
// (Error), makes a new array and issues one task; none waits, except where the mode computes inside the call.
// Not the numbers (kernels/operations.h).
#pragma once

#include "core/tensor/ndarray.h"
#include "kernels/operations.h"

namespace runahead {

NDArray zeros(Frontend& frontend, const Shape& shape);
NDArray ones(Frontend& frontend, const Shape& shape);
/// In [low, high).
NDArray uniform(Frontend& frontend, const Shape& shape, float low = 0, float high = 1);
/// A negative standard deviation is an error of the task, not of the call.
NDArray normal(Frontend& frontend, const Shape& shape, float mean = 0, float standard_deviation = 1);

/// Of equal shapes.
NDArray operator+(const NDArray& a, const NDArray& b);
NDArray operator-(const NDArray& a, const NDArray& b);
NDArray operator*(const NDArray& a, const NDArray& b);
NDArray operator+(const NDArray& a, float b);
NDArray operator*(const NDArray& a, float b);

/// (m, k) by (k, n) gives (m, n). A factor that is transposed is given as it lies: (k, m) or (n, k).
NDArray dot(const NDArray& a, const NDArray& b, kernels::Transposed transposed = kernels::Transposed::none);
/// (m, n) gives (n, m).
NDArray transpose(const NDArray& a);
NDArray relu(const NDArray& a);
NDArray square(const NDArray& a);
/// Another array with the same values.
NDArray copy(const NDArray& a);
/// x (m, k) times the transposed weight (n, k), plus bias (n) in every row, gives (m, n).
NDArray dense(const NDArray& x, const NDArray& weight, const NDArray& bias);

/// Over all elements, to a scalar.
NDArray sum(const NDArray& a);
NDArray mean(const NDArray& a);
/// Square root of the sum of squares.
NDArray norm(const NDArray& a);
/// (m, n) gives (n): over the rows.
NDArray sum_rows(const NDArray& a);
/// (m, n) gives (m): the mean of each row.
NDArray mean_of_rows(const NDArray& a);

// What gradients are made of.

/// The gradient where y, which relu gave, is positive; else 0.
NDArray relu_backward(const NDArray& gradient, const NDArray& y);
/// x times gradient / norm, both scalars.
NDArray norm_backward(const NDArray& gradient, const NDArray& x, const NDArray& norm);
/// A scalar times `factor`, everywhere.
NDArray spread(const NDArray& value, const Shape& shape, float factor);
/// (m) gives (m, n): each row holds its value times `factor`.
NDArray spread_over_rows(const NDArray& values, std::int64_t columns, float factor);

/// In place: weight -= rate * gradient. A new version of the same array.
void sgd_update(NDArray& weight, const NDArray& gradient, float rate);

}  // namespace runahead
