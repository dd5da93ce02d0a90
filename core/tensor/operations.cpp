// SPDX-License-Identifier: GPL-3.0-or-later
// Shape rules: from a call to an Op, its sizes and the shape of its result.
// Not here: what becomes of it (frontend.cpp), how it is computed (op.cpp).
#include "core/tensor/operations.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/tensor/broadcast.h"
#include "core/tensor/frontend.h"

namespace runahead {

namespace {

using kernels::Transposed;

Frontend& frontend_of(const NDArray& array, const char* operation) {
  if (!array.bound()) throw Error(std::string("[") + operation + "] a name is used before it has a value");
  return *array.body().frontend;
}

void require_rank(const NDArray& array, int rank, const char* operation) {
  if (array.shape().rank() == rank) return;
  throw Error(std::string("[") + operation + "] needs " + std::to_string(rank) + " axes, got shape " +
              array.shape().text());
}

void require_same(const NDArray& a, const NDArray& b, const char* operation) {
  if (a.shape() == b.shape()) return;
  throw Error(std::string("[") + operation + "] shapes " + a.shape().text() + " and " + b.shape().text() +
              " differ");
}

NDArray source(Frontend& frontend, OpCode code, const Shape& shape, float a = 0, float b = 0) {
  return frontend.issue({.code = code, .a = a, .b = b}, {.n = shape.elements()}, shape, {});
}

/// Of each element alone, to the same shape.
NDArray unary(OpCode code, const NDArray& a, float scalar = 0) {
  Frontend& frontend = frontend_of(a, row_of(code).name);
  return frontend.issue({.code = code, .a = scalar}, {.n = a.shape().elements()}, a.shape(), {&a});
}

NDArray binary(OpCode code, const NDArray& a, const NDArray& b) {
  const char* name = row_of(code).name;
  Frontend& frontend = frontend_of(a, name);
  frontend_of(b, name);
  require_same(a, b, name);
  return frontend.issue({.code = code}, {.n = a.shape().elements()}, a.shape(), {&a, &b});
}

NDArray arithmetic(OpCode code, OpCode broadcast, const NDArray& a, const NDArray& b) {
  if (!a.bound() || !b.bound() || a.shape() == b.shape()) return binary(code, a, b);
  const std::optional<Shape> shape = broadcast_shape(a.shape(), b.shape());
  if (!shape) require_same(a, b, row_of(code).name);
  const kernels::Axes axes = broadcast_axes(a.shape(), b.shape(), *shape);
  if (axes.sizes[0] > std::numeric_limits<std::uint32_t>::max())
    throw Error(std::string("[") + row_of(code).name + "] shape " + shape->text() + " is too large");
  return a.body().frontend->issue({.code = broadcast,
                                   .repeated_a = axes.repeated_a,
                                   .repeated_b = axes.repeated_b,
                                   .outermost = static_cast<std::uint32_t>(axes.sizes[0])},
                                  {.m = axes.sizes[1], .k = axes.sizes[2], .n = axes.sizes[3]}, *shape,
                                  {&a, &b});
}

NDArray reduction(OpCode code, const NDArray& a) {
  Frontend& frontend = frontend_of(a, row_of(code).name);
  return frontend.issue({.code = code}, {.n = a.shape().elements()}, Shape{}, {&a});
}

/// `nothing`: it may reduce no element at all.
NDArray along(OpCode code, const NDArray& a, int axis, bool nothing) {
  const char* const name = row_of(code).name;
  Frontend& frontend = frontend_of(a, name);
  const Shape& shape = a.shape();
  const int at = axis < 0 ? axis + shape.rank() : axis;
  if (at < 0 || at >= shape.rank()) {
    throw Error(std::string("[") + name + "] shape " + shape.text() + " has no axis " + std::to_string(axis));
  }
  Sizes sizes{1, shape[at], 1};
  std::vector<std::int64_t> left;
  for (int other = 0; other < shape.rank(); ++other) {
    if (other == at) continue;
    left.push_back(shape[other]);
    (other < at ? sizes.m : sizes.n) *= shape[other];
  }
  if (!nothing && sizes.k == 0) throw Error(std::string("[") + name + "] of nothing: shape " + shape.text());
  return frontend.issue({.code = code}, sizes, Shape(left), {&a});
}

/// `n` elements from `first` on.
NDArray part(const NDArray& a, std::int64_t first, const Shape& shape) {
  const Sizes sizes{.m = a.shape().elements(), .k = first, .n = shape.elements()};
  return a.body().frontend->issue({.code = OpCode::rows}, sizes, shape, {&a});
}

/// Of one row, with `first` as the size of the first axis.
Shape with_rows(const Shape& shape, std::optional<std::int64_t> first) {
  std::vector<std::int64_t> sizes;
  if (first) sizes.push_back(*first);
  for (int axis = 1; axis < shape.rank(); ++axis) sizes.push_back(shape[axis]);
  return Shape(sizes);
}

void require_rows(const NDArray& a, std::int64_t first, std::int64_t last) {
  frontend_of(a, "rows");
  const Shape& shape = a.shape();
  if (shape.rank() == 0) throw Error("[rows] a single number has no rows");
  if (0 <= first && first <= last && last <= shape[0]) return;
  throw Error("[rows] shape " + shape.text() + " has no rows from " + std::to_string(first) + " to " +
              std::to_string(last));
}

}  // namespace

NDArray zeros(Frontend& frontend, const Shape& shape) {
  return source(frontend, OpCode::zeros, shape);
}
NDArray ones(Frontend& frontend, const Shape& shape) {
  return source(frontend, OpCode::ones, shape);
}
NDArray uniform(Frontend& frontend, const Shape& shape, float low, float high) {
  return source(frontend, OpCode::uniform, shape, low, high);
}
NDArray normal(Frontend& frontend, const Shape& shape, float mean, float standard_deviation) {
  return source(frontend, OpCode::normal, shape, mean, standard_deviation);
}

NDArray operator+(const NDArray& a, const NDArray& b) {
  return arithmetic(OpCode::add, OpCode::add_broadcast, a, b);
}
NDArray operator-(const NDArray& a, const NDArray& b) {
  return arithmetic(OpCode::sub, OpCode::sub_broadcast, a, b);
}
NDArray operator*(const NDArray& a, const NDArray& b) {
  return arithmetic(OpCode::mul, OpCode::mul_broadcast, a, b);
}
NDArray operator/(const NDArray& a, const NDArray& b) {
  return arithmetic(OpCode::div, OpCode::div_broadcast, a, b);
}
NDArray operator+(const NDArray& a, float b) {
  return unary(OpCode::add_scalar, a, b);
}
NDArray operator-(const NDArray& a, float b) {
  return unary(OpCode::sub_scalar, a, b);
}
NDArray operator*(const NDArray& a, float b) {
  return unary(OpCode::mul_scalar, a, b);
}
NDArray operator/(const NDArray& a, float b) {
  return unary(OpCode::div_scalar, a, b);
}
NDArray operator-(float a, const NDArray& b) {
  return unary(OpCode::scalar_sub, b, a);
}
NDArray operator/(float a, const NDArray& b) {
  return unary(OpCode::scalar_div, b, a);
}
NDArray operator-(const NDArray& a) {
  return unary(OpCode::negative, a);
}
NDArray power(const NDArray& a, float exponent) {
  return unary(OpCode::power, a, exponent);
}
NDArray exp(const NDArray& a) {
  return unary(OpCode::exp, a);
}
NDArray log(const NDArray& a) {
  return unary(OpCode::log, a);
}
NDArray sqrt(const NDArray& a) {
  return unary(OpCode::sqrt, a);
}
NDArray tanh(const NDArray& a) {
  return unary(OpCode::tanh, a);
}
NDArray sigmoid(const NDArray& a) {
  return unary(OpCode::sigmoid, a);
}
NDArray abs(const NDArray& a) {
  return unary(OpCode::abs, a);
}
NDArray relu(const NDArray& a) {
  return unary(OpCode::relu, a);
}
NDArray square(const NDArray& a) {
  return unary(OpCode::square, a);
}
NDArray copy(const NDArray& a) {
  return unary(OpCode::copy, a);
}

NDArray dot(const NDArray& a, const NDArray& b, Transposed transposed) {
  Frontend& frontend = frontend_of(a, "dot");
  frontend_of(b, "dot");
  require_rank(a, 2, "dot");
  require_rank(b, 2, "dot");
  const bool first = transposed == Transposed::first;
  const bool second = transposed == Transposed::second;
  const Sizes sizes{
      .m = a.shape()[first ? 1 : 0], .k = a.shape()[first ? 0 : 1], .n = b.shape()[second ? 0 : 1]};
  if (const std::int64_t inner = b.shape()[second ? 1 : 0]; inner != sizes.k) {
    throw Error("[dot] inner sizes " + std::to_string(sizes.k) + " and " + std::to_string(inner) +
                " differ: shapes " + a.shape().text() + " and " + b.shape().text());
  }
  return frontend.issue({.code = OpCode::dot, .transposed = transposed}, sizes, Shape{sizes.m, sizes.n},
                        {&a, &b});
}

NDArray transpose(const NDArray& a) {
  Frontend& frontend = frontend_of(a, "transpose");
  require_rank(a, 2, "transpose");
  const Sizes sizes{.m = a.shape()[0], .n = a.shape()[1]};
  return frontend.issue({.code = OpCode::transpose}, sizes, Shape{sizes.n, sizes.m}, {&a});
}

NDArray dense(const NDArray& x, const NDArray& weight, const NDArray& bias) {
  Frontend& frontend = frontend_of(x, "dense");
  frontend_of(weight, "dense");
  frontend_of(bias, "dense");
  require_rank(x, 2, "dense");
  require_rank(weight, 2, "dense");
  const Sizes sizes{.m = x.shape()[0], .k = x.shape()[1], .n = weight.shape()[0]};
  if (weight.shape()[1] != sizes.k || bias.shape() != Shape{sizes.n}) {
    throw Error("[dense] shapes " + x.shape().text() + ", weight " + weight.shape().text() + " and bias " +
                bias.shape().text() + " do not fit");
  }
  return frontend.issue({.code = OpCode::dense}, sizes, Shape{sizes.m, sizes.n}, {&x, &weight, &bias});
}

NDArray sum(const NDArray& a) {
  return reduction(OpCode::sum, a);
}
NDArray mean(const NDArray& a) {
  return reduction(OpCode::mean, a);
}
NDArray norm(const NDArray& a) {
  return reduction(OpCode::norm, a);
}
NDArray max(const NDArray& a) {
  Frontend& frontend = frontend_of(a, "max");
  const Sizes sizes{.m = 1, .k = a.shape().elements(), .n = 1};
  if (sizes.k == 0) throw Error("[max] of nothing: shape " + a.shape().text());
  return frontend.issue({.code = OpCode::max_axis}, sizes, Shape{}, {&a});
}
NDArray sum(const NDArray& a, int axis) {
  return along(OpCode::sum_axis, a, axis, true);
}
NDArray mean(const NDArray& a, int axis) {
  return along(OpCode::mean_axis, a, axis, true);
}
NDArray max(const NDArray& a, int axis) {
  return along(OpCode::max_axis, a, axis, false);
}

NDArray sum_rows(const NDArray& a) {
  Frontend& frontend = frontend_of(a, "sum_rows");
  require_rank(a, 2, "sum_rows");
  const Sizes sizes{.m = a.shape()[0], .n = a.shape()[1]};
  return frontend.issue({.code = OpCode::sum_rows}, sizes, Shape{sizes.n}, {&a});
}

NDArray mean_of_rows(const NDArray& a) {
  Frontend& frontend = frontend_of(a, "mean_of_rows");
  require_rank(a, 2, "mean_of_rows");
  const Sizes sizes{.m = a.shape()[0], .n = a.shape()[1]};
  return frontend.issue({.code = OpCode::mean_of_rows}, sizes, Shape{sizes.m}, {&a});
}

NDArray reshape(const NDArray& a, const Shape& shape) {
  Frontend& frontend = frontend_of(a, "reshape");
  if (shape.elements() != a.shape().elements()) {
    throw Error("[reshape] shapes " + a.shape().text() + " and " + shape.text() +
                " have different numbers of elements");
  }
  return frontend.issue({.code = OpCode::reshape}, {.n = shape.elements()}, shape, {&a});
}

NDArray rows(const NDArray& a, std::int64_t first, std::int64_t last) {
  require_rows(a, first, last);
  return part(a, first * with_rows(a.shape(), 1).elements(), with_rows(a.shape(), last - first));
}

NDArray row(const NDArray& a, std::int64_t index) {
  require_rows(a, index, index + 1);
  const Shape shape = with_rows(a.shape(), std::nullopt);
  return part(a, index * shape.elements(), shape);
}

NDArray relu_backward(const NDArray& gradient, const NDArray& y) {
  return binary(OpCode::relu_backward, gradient, y);
}

NDArray norm_backward(const NDArray& gradient, const NDArray& x, const NDArray& norm) {
  Frontend& frontend = frontend_of(x, "norm_backward");
  require_rank(gradient, 0, "norm_backward");
  require_rank(norm, 0, "norm_backward");
  return frontend.issue({.code = OpCode::norm_backward}, {.n = x.shape().elements()}, x.shape(),
                        {&gradient, &x, &norm});
}

NDArray spread(const NDArray& value, const Shape& shape, float factor) {
  Frontend& frontend = frontend_of(value, "spread");
  require_rank(value, 0, "spread");
  return frontend.issue({.code = OpCode::spread, .a = factor}, {.n = shape.elements()}, shape, {&value});
}

NDArray spread_over_rows(const NDArray& values, std::int64_t columns, float factor) {
  Frontend& frontend = frontend_of(values, "spread_over_rows");
  require_rank(values, 1, "spread_over_rows");
  const Sizes sizes{.m = values.shape()[0], .n = columns};
  return frontend.issue({.code = OpCode::spread_over_rows, .a = factor}, sizes, Shape{sizes.m, sizes.n},
                        {&values});
}

NDArray spread_over_axis(const NDArray& values, const Sizes& sizes, const Shape& shape, float factor) {
  Frontend& frontend = frontend_of(values, "spread");
  return frontend.issue({.code = OpCode::spread_over_axis, .a = factor}, sizes, shape, {&values});
}

NDArray max_backward(const NDArray& gradient, const NDArray& x, const NDArray& max, const Sizes& sizes) {
  Frontend& frontend = frontend_of(x, "max_backward");
  require_same(gradient, max, "max_backward");
  return frontend.issue({.code = OpCode::max_backward}, sizes, x.shape(), {&gradient, &x, &max});
}

NDArray abs_backward(const NDArray& gradient, const NDArray& x) {
  return binary(OpCode::abs_backward, gradient, x);
}

NDArray sum_to(const NDArray& a, const Shape& shape) {
  Frontend& frontend = frontend_of(a, "sum");
  NDArray out = a;
  while (const std::optional<Run> run = repeated_run(out.shape(), shape)) {
    const bool last = !repeated_run(run->left, shape);
    out = frontend.issue({.code = OpCode::sum_axis}, {.m = run->outer, .k = run->n, .n = run->inner},
                         last ? shape : run->left, {&out});
  }
  return out.shape() == shape ? out : reshape(out, shape);
}

NDArray place_rows(const NDArray& gradient, const Shape& shape, std::int64_t from) {
  Frontend& frontend = frontend_of(gradient, "place_rows");
  const Sizes sizes{.m = shape.elements(), .k = from, .n = gradient.shape().elements()};
  return frontend.issue({.code = OpCode::place_rows}, sizes, shape, {&gradient});
}

void sgd_update(NDArray& weight, const NDArray& gradient, float rate) {
  Frontend& frontend = frontend_of(weight, "sgd_update");
  frontend_of(gradient, "sgd_update");
  require_same(weight, gradient, "sgd_update");
  frontend.update({.code = OpCode::sgd_update, .a = rate}, {.n = weight.shape().elements()}, weight,
                  gradient);
}

}  // namespace runahead
