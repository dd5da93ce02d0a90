// SPDX-License-Identifier: GPL-3.0-or-later
// Shape rules: from a call to an Op, its sizes and the shape of its result.
// Not here: what becomes of it (frontend.cpp), how it is computed (op.cpp).
#include "core/tensor/operations.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/misuse.h"
#include "core/tensor/broadcast.h"
#include "core/tensor/checks.h"
#include "core/tensor/frontend.h"

namespace runahead {

namespace {

using kernels::Binary;
using kernels::Number;
using kernels::Transposed;
using kernels::Type;
using kernels::Unary;

NDArray random(Frontend& frontend, OpCode code, const Shape& shape, float a, float b, Type type) {
  if (!is_floating(type))
    throw Error(std::string("[") + row_of(code).name + "] random numbers are of a floating type");
  return frontend.issue({.code = code, .type = type, .a = a, .b = b}, {.n = shape.elements()}, shape, {});
}

NDArray source(Frontend& frontend, OpCode code, const Shape& shape, Type type, Number first = {.whole = 0},
               Number step = {.whole = 0}) {
  Op op{.code = code, .type = type};
  op.set_number(first, step);
  return frontend.issue(op, {.n = shape.elements()}, shape, {});
}

/// Of each element alone, to the same shape.
NDArray unary(OpCode code, const NDArray& a, float scalar = 0) {
  Frontend& frontend = frontend_of(a, row_of(code).name);
  Op op{.code = code, .type = a.type(), .a = scalar};
  if (a.type() != Type::float32) {
    op.set_number(is_floating(a.type()) ? Number{.real = static_cast<double>(scalar)}
                                        : Number{.whole = static_cast<std::int64_t>(scalar)});
  }
  return frontend.issue(op, {.n = a.shape().elements()}, a.shape(), {&a});
}

NDArray mapped(OpCode code, Unary unary_call, const NDArray& a) {
  if (a.bound() && !has(a.type(), unary_call)) {
    throw MisuseError(Misuse::type, std::string("[") + row_of(code).name + "] of " + name_of(a.type()) +
                                        ": cast it to float32 or float64 first");
  }
  return unary(code, a);
}

NDArray binary(OpCode code, const NDArray& a, const NDArray& b) {
  const char* name = row_of(code).name;
  Frontend& frontend = frontend_of(a, name);
  frontend_of(b, name);
  require_same(a, b, name);
  return frontend.issue({.code = code}, {.n = a.shape().elements()}, a.shape(), {&a, &b});
}

NDArray over_axes(OpCode code, const NDArray& a, const NDArray& b) {
  const char* const name = row_of(code).name;
  Frontend& frontend = frontend_of(a, name);
  frontend_of(b, name);
  const std::optional<Shape> shape = broadcast_shape(a.shape(), b.shape());
  if (!shape) require_same(a, b, name);
  const kernels::Axes axes = broadcast_axes(a.shape(), b.shape(), *shape);
  if (axes.sizes[0] > std::numeric_limits<std::uint32_t>::max())
    throw Error(std::string("[") + name + "] shape " + shape->text() + " is too large");
  return frontend.issue({.code = code,
                         .repeated = static_cast<std::uint8_t>(axes.repeated_a | axes.repeated_b << 4),
                         .outermost = static_cast<std::uint32_t>(axes.sizes[0])},
                        {.m = axes.sizes[1], .k = axes.sizes[2], .n = axes.sizes[3]}, *shape, {&a, &b});
}

NDArray arithmetic(OpCode code, OpCode broadcast, const NDArray& a, const NDArray& b) {
  if (!a.bound() || !b.bound() || a.shape() == b.shape()) return binary(code, a, b);
  return over_axes(broadcast, a, b);
}

void require_floating(OpCode code, const NDArray& a) {
  if (is_floating(a.type())) return;
  throw MisuseError(Misuse::type, std::string("[") + row_of(code).name + "] of " + name_of(a.type()) +
                                      ": cast it to float32 or float64 first");
}

NDArray reduction(OpCode code, const NDArray& a) {
  Frontend& frontend = frontend_of(a, row_of(code).name);
  if (code != OpCode::sum) require_floating(code, a);
  return frontend.issue({.code = code}, {.n = a.shape().elements()}, Shape{}, {&a});
}

/// `nothing`: it may reduce no element at all.
NDArray along(OpCode code, const NDArray& a, int axis, bool nothing, bool keeps = false) {
  const char* const name = row_of(code).name;
  Frontend& frontend = frontend_of(a, name);
  if (code == OpCode::mean_axis) require_floating(code, a);
  const Shape& shape = a.shape();
  const int at = axis < 0 ? axis + shape.rank() : axis;
  if (at < 0 || at >= shape.rank()) {
    throw MisuseError(Misuse::axis, std::string("[") + name + "] shape " + shape.text() + " has no axis " +
                                        std::to_string(axis));
  }
  Sizes sizes{1, shape[at], 1};
  std::vector<std::int64_t> left;
  for (int other = 0; other < shape.rank(); ++other) {
    if (other == at && keeps) left.push_back(1);
    if (other == at) continue;
    left.push_back(shape[other]);
    (other < at ? sizes.m : sizes.n) *= shape[other];
  }
  if (!nothing && sizes.k == 0) throw Error(std::string("[") + name + "] of nothing: shape " + shape.text());
  return frontend.issue({.code = code}, sizes, Shape(left), {&a});
}

}  // namespace

NDArray zeros(Frontend& frontend, const Shape& shape, Type type) {
  return source(frontend, OpCode::zeros, shape, type);
}
NDArray ones(Frontend& frontend, const Shape& shape, Type type) {
  return source(frontend, OpCode::ones, shape, type);
}
NDArray full(Frontend& frontend, const Shape& shape, Type type, Number value) {
  return source(frontend, OpCode::full, shape, type, value);
}
NDArray arange(Frontend& frontend, std::int64_t count, Type type, Number first, Number step) {
  return source(frontend, OpCode::arange, {count}, type, first, step);
}
NDArray uniform(Frontend& frontend, const Shape& shape, float low, float high, Type type) {
  return random(frontend, OpCode::uniform, shape, low, high, type);
}
NDArray normal(Frontend& frontend, const Shape& shape, float mean, float standard_deviation, Type type) {
  return random(frontend, OpCode::normal, shape, mean, standard_deviation, type);
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
  return mapped(OpCode::negative, Unary::negative, a);
}
NDArray power(const NDArray& a, float exponent) {
  return unary(OpCode::power, a, exponent);
}
NDArray exp(const NDArray& a) {
  return mapped(OpCode::exp, Unary::exp, a);
}
NDArray log(const NDArray& a) {
  return mapped(OpCode::log, Unary::log, a);
}
NDArray sqrt(const NDArray& a) {
  return mapped(OpCode::sqrt, Unary::sqrt, a);
}
NDArray tanh(const NDArray& a) {
  return mapped(OpCode::tanh, Unary::tanh, a);
}
NDArray sigmoid(const NDArray& a) {
  return mapped(OpCode::sigmoid, Unary::sigmoid, a);
}
NDArray abs(const NDArray& a) {
  return mapped(OpCode::abs, Unary::abs, a);
}
NDArray relu(const NDArray& a) {
  return mapped(OpCode::relu, Unary::relu, a);
}
NDArray square(const NDArray& a) {
  return mapped(OpCode::square, Unary::square, a);
}
NDArray copy(const NDArray& a) {
  return unary(OpCode::copy, a);
}

namespace {

struct Codes {
  OpCode arrays, broadcast, number, number_first;
};

Codes codes_of(Binary binary) {
  switch (binary) {
    case Binary::add:
      return {OpCode::add, OpCode::add_broadcast, OpCode::add_scalar, OpCode::add_scalar};
    case Binary::sub:
      return {OpCode::sub, OpCode::sub_broadcast, OpCode::sub_scalar, OpCode::scalar_sub};
    case Binary::mul:
      return {OpCode::mul, OpCode::mul_broadcast, OpCode::mul_scalar, OpCode::mul_scalar};
    case Binary::div:
      return {OpCode::div, OpCode::div_broadcast, OpCode::div_scalar, OpCode::scalar_div};
    case Binary::power:
      return {OpCode::power_arrays, OpCode::power_arrays, OpCode::power, OpCode::power};
    default: {
      const int behind = static_cast<int>(binary) - static_cast<int>(Binary::floor_divide);
      const auto arrays = static_cast<OpCode>(static_cast<int>(OpCode::floor_divide) + behind);
      const auto number = static_cast<OpCode>(static_cast<int>(OpCode::floor_divide_number) + behind);
      return {arrays, arrays, number, number};
    }
  }
}

void require(Type type, Binary binary, const char* name) {
  if (has(type, binary)) return;
  throw MisuseError(Misuse::type, std::string("[") + name + "] of " + name_of(type) + " is not to be had");
}

}  // namespace

NDArray compute(Binary binary, const NDArray& a, const NDArray& b) {
  const Codes codes = codes_of(binary);
  if (a.bound()) require(a.type(), binary, row_of(codes.arrays).name);
  return codes.arrays == codes.broadcast ? over_axes(codes.arrays, a, b)
                                         : arithmetic(codes.arrays, codes.broadcast, a, b);
}

NDArray compute(Binary binary, const NDArray& a, Number b, bool number_first) {
  const Codes codes = codes_of(binary);
  Frontend& frontend = frontend_of(a, row_of(codes.number).name);
  require(a.type(), binary, row_of(codes.number).name);
  Op op{.code = number_first ? codes.number_first : codes.number, .type = a.type()};
  if (number_first && codes.number_first == codes.number) op.repeated = 1;
  op.set_number(b);
  return frontend.issue(op, {.n = a.shape().elements()}, a.shape(), {&a});
}

NDArray cast(const NDArray& a, Type type) {
  return unary(static_cast<OpCode>(static_cast<int>(OpCode::cast_float32) + static_cast<int>(type)), a);
}
NDArray logical_not(const NDArray& a) {
  return unary(OpCode::logical_not, a);
}

NDArray where(const NDArray& which, const NDArray& a, const NDArray& b) {
  Frontend& frontend = frontend_of(which, "where");
  frontend_of(a, "where");
  frontend_of(b, "where");
  if (which.type() != Type::boolean)
    throw MisuseError(Misuse::type,
                      "[where] chooses by booleans, not by " + std::string(name_of(which.type())));
  require_same(a, b, "where");
  require_same(which, a, "where");
  return frontend.issue({.code = OpCode::where}, {.n = a.shape().elements()}, a.shape(), {&which, &a, &b});
}

namespace {

/// (k) is (1, k) in front and (k, 1) behind.
NDArray vector_dot(Frontend& frontend, const NDArray& a, const NDArray& b, Transposed transposed) {
  const bool row = a.shape().rank() == 1, column = b.shape().rank() == 1;
  if (transposed != Transposed::none || (!row && a.shape().rank() != 2) || (!column && b.shape().rank() != 2))
    throw Error("[dot] shapes " + a.shape().text() + " and " + b.shape().text() + " do not fit");
  const Sizes sizes{.m = row ? 1 : a.shape()[0], .k = a.shape()[row ? 0 : 1], .n = column ? 1 : b.shape()[1]};
  if (b.shape()[0] != sizes.k) {
    throw Error("[dot] inner sizes " + std::to_string(sizes.k) + " and " + std::to_string(b.shape()[0]) +
                " differ: shapes " + a.shape().text() + " and " + b.shape().text());
  }
  std::vector<std::int64_t> left;
  if (!row) left.push_back(sizes.m);
  if (!column) left.push_back(sizes.n);
  return frontend.issue({.code = OpCode::dot}, sizes, Shape(left), {&a, &b});
}

}  // namespace

NDArray dot(const NDArray& a, const NDArray& b, Transposed transposed) {
  Frontend& frontend = frontend_of(a, "dot");
  frontend_of(b, "dot");
  if (a.shape().rank() == 1 || b.shape().rank() == 1) return vector_dot(frontend, a, b, transposed);
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
namespace {

/// As along an axis of everything.
NDArray over_all(OpCode code, const NDArray& a) {
  const char* const name = row_of(code).name;
  Frontend& frontend = frontend_of(a, name);
  const Sizes sizes{.m = 1, .k = a.shape().elements(), .n = 1};
  if (sizes.k == 0) throw Error(std::string("[") + name + "] of nothing: shape " + a.shape().text());
  return frontend.issue({.code = code}, sizes, Shape{}, {&a});
}

}  // namespace

NDArray max(const NDArray& a) {
  return over_all(OpCode::max_axis, a);
}
NDArray min(const NDArray& a) {
  return over_all(OpCode::min_axis, a);
}
NDArray argmax(const NDArray& a) {
  return over_all(OpCode::argmax_axis, a);
}
NDArray argmin(const NDArray& a) {
  return over_all(OpCode::argmin_axis, a);
}
NDArray sum(const NDArray& a, int axis, bool keeps) {
  return along(OpCode::sum_axis, a, axis, true, keeps);
}
NDArray mean(const NDArray& a, int axis, bool keeps) {
  return along(OpCode::mean_axis, a, axis, true, keeps);
}
NDArray max(const NDArray& a, int axis, bool keeps) {
  return along(OpCode::max_axis, a, axis, false, keeps);
}
NDArray min(const NDArray& a, int axis, bool keeps) {
  return along(OpCode::min_axis, a, axis, false, keeps);
}
NDArray argmax(const NDArray& a, int axis) {
  return along(OpCode::argmax_axis, a, axis, false);
}
NDArray argmin(const NDArray& a, int axis) {
  return along(OpCode::argmin_axis, a, axis, false);
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
  require_floating(OpCode::mean_of_rows, a);
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

namespace {

Op spreading(OpCode code, const NDArray& values, double factor) {
  Op op{.code = code, .type = values.type()};
  op.set_number({.real = factor});
  return op;
}

}  // namespace

NDArray spread(const NDArray& value, const Shape& shape, double factor) {
  Frontend& frontend = frontend_of(value, "spread");
  require_rank(value, 0, "spread");
  return frontend.issue(spreading(OpCode::spread, value, factor), {.n = shape.elements()}, shape, {&value});
}

NDArray spread_over_rows(const NDArray& values, std::int64_t columns, double factor) {
  Frontend& frontend = frontend_of(values, "spread_over_rows");
  require_rank(values, 1, "spread_over_rows");
  const Sizes sizes{.m = values.shape()[0], .n = columns};
  return frontend.issue(spreading(OpCode::spread_over_rows, values, factor), sizes, Shape{sizes.m, sizes.n},
                        {&values});
}

NDArray spread_over_axis(const NDArray& values, const Sizes& sizes, const Shape& shape, double factor) {
  Frontend& frontend = frontend_of(values, "spread");
  return frontend.issue(spreading(OpCode::spread_over_axis, values, factor), sizes, shape, {&values});
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

void momentum_update(NDArray& velocity, const NDArray& gradient, float momentum) {
  Frontend& frontend = frontend_of(velocity, "momentum_update");
  frontend_of(gradient, "momentum_update");
  require_same(velocity, gradient, "momentum_update");
  frontend.update({.code = OpCode::momentum_update, .a = momentum}, {.n = velocity.shape().elements()},
                  velocity, gradient);
}

void sgd_update(NDArray& weight, const NDArray& gradient, float rate) {
  Frontend& frontend = frontend_of(weight, "sgd_update");
  frontend_of(gradient, "sgd_update");
  require_same(weight, gradient, "sgd_update");
  frontend.update({.code = OpCode::sgd_update, .a = rate}, {.n = weight.shape().elements()}, weight,
                  gradient);
}

}  // namespace runahead
