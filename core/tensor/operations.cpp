// SPDX-License-Identifier: GPL-3.0-or-later
// Shape rules: from a call to an Op, its sizes and the shape of its result.
// Not here: what becomes of it (frontend.cpp), how it is computed (op.cpp).
#include "core/tensor/operations.h"

#include <string>

#include "core/base/error.h"
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

NDArray reduction(OpCode code, const NDArray& a) {
  Frontend& frontend = frontend_of(a, row_of(code).name);
  return frontend.issue({.code = code}, {.n = a.shape().elements()}, Shape{}, {&a});
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
  return binary(OpCode::add, a, b);
}
NDArray operator-(const NDArray& a, const NDArray& b) {
  return binary(OpCode::sub, a, b);
}
NDArray operator*(const NDArray& a, const NDArray& b) {
  return binary(OpCode::mul, a, b);
}
NDArray operator+(const NDArray& a, float b) {
  return unary(OpCode::add_scalar, a, b);
}
NDArray operator*(const NDArray& a, float b) {
  return unary(OpCode::mul_scalar, a, b);
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

void sgd_update(NDArray& weight, const NDArray& gradient, float rate) {
  Frontend& frontend = frontend_of(weight, "sgd_update");
  frontend_of(gradient, "sgd_update");
  require_same(weight, gradient, "sgd_update");
  frontend.update({.code = OpCode::sgd_update, .a = rate}, {.n = weight.shape().elements()}, weight,
                  gradient);
}

}  // namespace runahead
