// SPDX-License-Identifier: GPL-3.0-or-later
// The operations that programs call, named as the frameworks name them. Each checks shapes at the call
// (Error), makes a new array and issues one task; none waits, except where the mode computes inside the call.
// Not the numbers (kernels/operations.h).
#pragma once

#include <array>
#include <span>

#include "core/tensor/ndarray.h"
#include "core/tensor/op.h"
#include "kernels/operations.h"

namespace runahead {

NDArray zeros(Frontend& frontend, const Shape& shape, kernels::Type type = kernels::Type::float32);
NDArray ones(Frontend& frontend, const Shape& shape, kernels::Type type = kernels::Type::float32);
NDArray full(Frontend& frontend, const Shape& shape, kernels::Type type, kernels::Number value);
/// (count): first, first + step, ...
NDArray arange(Frontend& frontend, std::int64_t count, kernels::Type type, kernels::Number first,
               kernels::Number step);
/// In [low, high).
NDArray uniform(Frontend& frontend, const Shape& shape, float low = 0, float high = 1,
                kernels::Type type = kernels::Type::float32);
/// A negative standard deviation is an error of the task, not of the call.
NDArray normal(Frontend& frontend, const Shape& shape, float mean = 0, float standard_deviation = 1,
               kernels::Type type = kernels::Type::float32);

// Functions of elements and reductions (kernels/elements.h), of any type that they have.

NDArray compute(kernels::Unary unary, const NDArray& a);
/// Shapes that differ are broadcast (broadcast.h). Both are of one type; comparisons give booleans.
NDArray compute(kernels::Binary binary, const NDArray& a, const NDArray& b);
/// With a number of a's type.
NDArray compute(kernels::Binary binary, const NDArray& a, kernels::Number b, bool number_first = false);
NDArray compute(kernels::Binary binary, const NDArray& a, float b, bool number_first = false);
/// Over all elements, to a scalar; all but `sum`, `mean` and `norm` need one at least.
NDArray compute(kernels::Reduction reduction, const NDArray& a);
/// Along an axis, which the result does not have; negative ones count from the last.
/// keeps: it has it, with one place.
NDArray compute(kernels::Reduction reduction, const NDArray& a, int axis, bool keeps = false);

// The same by their names: exp(a); sum(a), sum(a, axis, keeps); a + b, a + 1.

#define RUNAHEAD_CALL(name, types)           \
  inline NDArray name(const NDArray& a) {    \
    return compute(kernels::Unary::name, a); \
  }
RUNAHEAD_UNARY(RUNAHEAD_CALL)
#undef RUNAHEAD_CALL

#define RUNAHEAD_CALL(name, types)                                      \
  inline NDArray name(const NDArray& a) {                               \
    return compute(kernels::Reduction::name, a);                        \
  }                                                                     \
  inline NDArray name(const NDArray& a, int axis, bool keeps = false) { \
    return compute(kernels::Reduction::name, a, axis, keeps);           \
  }
RUNAHEAD_REDUCTION(RUNAHEAD_CALL)
#undef RUNAHEAD_CALL

#define RUNAHEAD_OPERATOR(sign, name)                                \
  inline NDArray operator sign(const NDArray& a, const NDArray& b) { \
    return compute(kernels::Binary::name, a, b);                     \
  }                                                                  \
  inline NDArray operator sign(const NDArray& a, float b) {          \
    return compute(kernels::Binary::name, a, b);                     \
  }
RUNAHEAD_OPERATOR(+, add)
RUNAHEAD_OPERATOR(-, sub)
RUNAHEAD_OPERATOR(*, mul)
RUNAHEAD_OPERATOR(/, div)
#undef RUNAHEAD_OPERATOR
inline NDArray operator-(float a, const NDArray& b) {
  return compute(kernels::Binary::sub, b, a, true);
}
inline NDArray operator/(float a, const NDArray& b) {
  return compute(kernels::Binary::div, b, a, true);
}
inline NDArray operator-(const NDArray& a) {
  return negative(a);
}
inline NDArray power(const NDArray& a, float exponent) {
  return compute(kernels::Binary::power, a, exponent);
}

/// Another array with the same values; of another type.
NDArray copy(const NDArray& a);
NDArray cast(const NDArray& a, kernels::Type type);
/// Of a where `which`, of booleans, says so, else of b; of one shape, or of one element, for all.
NDArray where(const NDArray& which, const NDArray& a, const NDArray& b);

/// (m, k) by (k, n) gives (m, n); an array of one axis stands for a row in front and for a column behind, and
/// its axis is not in the result. A factor that is transposed is given as it lies: (k, m) or (n, k).
NDArray dot(const NDArray& a, const NDArray& b, kernels::Transposed transposed = kernels::Transposed::none);
/// (m, n) gives (n, m).
NDArray transpose(const NDArray& a);
/// The axes in another order: (1, 2, 0) of (2, 3, 4) gives (3, 4, 2).
NDArray transpose(const NDArray& a, std::span<const int> axes);
/// Of arrays of three axes, (b, m, k) by (b, k, n), as `dot`.
NDArray batch_dot(const NDArray& a, const NDArray& b,
                  kernels::Transposed transposed = kernels::Transposed::none);
/// x (m, k) times the transposed weight (n, k), plus bias (n) in every row, gives (m, n).
NDArray dense(const NDArray& x, const NDArray& weight, const NDArray& bias);

/// (m, n) gives (n): over the rows.
NDArray sum_rows(const NDArray& a);
/// (m, n) gives (m): the mean of each row.
NDArray mean_of_rows(const NDArray& a);

/// Another array with the same values, of another shape with as many elements.
NDArray reshape(const NDArray& a, const Shape& shape);
/// Along the first axis: [first, last).
NDArray rows(const NDArray& a, std::int64_t first, std::int64_t last);
/// One of them, without that axis.
NDArray row(const NDArray& a, std::int64_t index);
/// Along any axis: [first, last); without that axis where it is not kept, as for one index.
NDArray slice(const NDArray& a, int axis, std::int64_t first, std::int64_t last, bool keeps = true);
/// Behind one another along an axis, of one type and alike in all other axes.
NDArray concatenate(const NDArray& a, const NDArray& b, int axis);
/// `a`, with the elements of `value` in their order along an axis in place of [first, last).
NDArray with_slice(const NDArray& a, int axis, std::int64_t first, std::int64_t last, const NDArray& value);
/// `a`, with the elements of `value` in place of its own from `first` on, over all rows.
NDArray with_elements(const NDArray& a, std::int64_t first, const NDArray& value);
/// Along the first axes, one index for each, without those axes.
NDArray at(const NDArray& a, std::span<const std::int64_t> indices);

/// Along an axis, in whose place the axes of `places` come, whole numbers of int64: those of the axis that
/// are nearest to them.
NDArray take(const NDArray& a, const NDArray& places, int axis);
/// Along an axis: for each place of `places`, whose shape is that of `a` but for that axis, one element.
NDArray pick(const NDArray& a, const NDArray& places, int axis);
/// Behind the axes of `places` one of that many, with 1 at the place and 0 elsewhere.
NDArray one_hot(const NDArray& places, std::int64_t depth, kernels::Type type = kernels::Type::float32);
/// Along an axis, the sums up to each place; from_last: from each place on.
NDArray cumsum(const NDArray& a, int axis, bool from_last = false);
/// Along an axis, where the elements stand in their order, of int64; equal ones stay in theirs.
NDArray argsort(const NDArray& a, int axis, bool descending = false);
/// (b, i, h, w) and kernels (o, i / groups, h, w), to (b, o, h, w); `bias`, of o, may be null. The window's
/// sizes and kernel are those of the arrays.
NDArray conv2d(const NDArray& x, const NDArray& w, const NDArray* bias, kernels::Window window);
/// The other way round: what `conv2d` makes such planes of, those that are `more` beyond the smallest of
/// them. (b, o, h, w) and kernels (o, i / groups, h, w), to (b, i, h, w).
NDArray conv2d_transpose(const NDArray& x, const NDArray& w, kernels::Window window,
                         const std::array<std::int64_t, 2>& more);
/// (b, c, h, w), each plane by itself. The window's sizes are those of the array.
NDArray pool2d(const NDArray& x, kernels::Window window);

// Arrays in the memory of another one (Frontend::view), and what writes into an array's place.

/// All of it in another shape.
NDArray view(const NDArray& a, const Shape& shape);
/// Its elements from `first` on.
NDArray view(const NDArray& a, std::int64_t first, const Shape& shape);
/// Whether an element of one is an element of the other.
bool overlap(const NDArray& a, const NDArray& b);
/// Whether they are the same elements in the same order.
bool same_place(const NDArray& a, const NDArray& b);
/// As many elements of its type in their order.
void assign(NDArray& target, const NDArray& value);
/// Of m rows of k: n elements of each from `offset` on.
void assign_slice(NDArray& target, const Sizes& sizes, std::int64_t offset, const NDArray& value);

// What gradients are made of.

/// The gradient where y, which relu gave, is positive; else 0.
NDArray relu_backward(const NDArray& gradient, const NDArray& y);
/// x times gradient / norm, both scalars.
NDArray norm_backward(const NDArray& gradient, const NDArray& x, const NDArray& norm);
/// (m) gives (m, n): each row holds its value times `factor`.
NDArray spread_over_rows(const NDArray& values, std::int64_t columns, double factor);
/// What a reduction along k of (m, k, n) gave, times `factor`, at each place along k of `shape`.
NDArray spread_over_axis(const NDArray& values, const Sizes& sizes, const Shape& shape, double factor);
/// x gave `max` when it was reduced along k of (m, k, n): those that are equal to it share the gradient.
NDArray max_backward(const NDArray& gradient, const NDArray& x, const NDArray& max, const Sizes& sizes);
/// The gradient where x is positive, its negative where x is negative, else 0.
NDArray abs_backward(const NDArray& gradient, const NDArray& x);
/// The sums along the axes along which `shape` was broadcast.
NDArray sum_to(const NDArray& a, const Shape& shape);
/// Zeros, and the gradient where `slice`, of these sizes and this offset, took its elements.
NDArray place_slice(const NDArray& gradient, const Shape& shape, const Sizes& sizes, std::int64_t offset);
/// Zeros, to which the gradient is added where `take` or `pick`, of these sizes, took its elements.
NDArray take_backward(const NDArray& gradient, const NDArray& places, const Shape& shape, const Sizes& sizes,
                      const Taken& taken);
NDArray conv2d_backward_x(const NDArray& gradient, const NDArray& w, const Shape& shape, const Sizes& sizes,
                          const kernels::Window& window);
NDArray conv2d_backward_w(const NDArray& gradient, const NDArray& x, const Shape& shape, const Sizes& sizes,
                          const kernels::Window& window);
NDArray pool2d_backward(const NDArray& gradient, const NDArray& x, const kernels::Window& window);
/// Zeros, and the gradient from element `from` on.
NDArray place_rows(const NDArray& gradient, const Shape& shape, std::int64_t from);

/// In place: velocity = momentum * velocity + gradient.
void momentum_update(NDArray& velocity, const NDArray& gradient, float momentum);
/// In place: weight -= rate * gradient. A new version of the same array.
void sgd_update(NDArray& weight, const NDArray& gradient, float rate);

}  // namespace runahead
