// SPDX-License-Identifier: GPL-3.0-or-later
// Shape rules: from a call to an Op, its sizes and the shape of its result.
// Not here: what becomes of it (frontend.cpp), how it is computed (op.cpp).
#include "core/tensor/operations.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/misuse.h"
#include "core/tensor/broadcast.h"
#include "core/tensor/checks.h"
#include "core/tensor/frontend.h"

namespace runahead {

namespace {

using kernels::Binary;
using kernels::Number;
using kernels::Reduction;
using kernels::Transposed;
using kernels::Type;
using kernels::Unary;

const char* name_of(OpCode code) {
  return row_of(code).name;
}

NDArray random(Frontend& frontend, OpCode code, const Shape& shape, float a, float b, Type type) {
  if (!is_floating(type))
    throw Error(std::string("[") + name_of(code) + "] random numbers are of a floating type");
  return frontend.issue(Op(code, RandomDraw{a, b}, type), {.n = shape.elements()}, shape, {});
}

NDArray source(Frontend& frontend, OpCode code, const Shape& shape, Type type, const Attributes& numbers) {
  return frontend.issue(Op(code, numbers, type), {.n = shape.elements()}, shape, {});
}

/// Of each element alone, to the same shape.
NDArray unary(OpCode code, const NDArray& a, const Attributes& attributes = {}) {
  Frontend& frontend = frontend_of(a, name_of(code));
  return frontend.issue(Op(code, attributes), {.n = a.shape().elements()}, a.shape(), {&a});
}

MisuseError wrong_type(const char* name, Type type) {
  return MisuseError(Misuse::type, std::string("[") + name + "] of " + kernels::name_of(type) +
                                       ": cast it to float32 or float64 first");
}

NDArray of_two(OpCode code, const NDArray& a, const NDArray& b) {
  const char* name = name_of(code);
  Frontend& frontend = frontend_of(a, name);
  frontend_of(b, name);
  require_same(a, b, name);
  return frontend.issue(Op(code), {.n = a.shape().elements()}, a.shape(), {&a, &b});
}

/// `left`: the shape without what is reduced.
NDArray reduced(Reduction reduction, const NDArray& a, const Sizes& sizes, const Shape& left) {
  const char* const name = name_of(reduction);
  if (!has(a.type(), reduction)) throw wrong_type(name, a.type());
  const bool of_nothing = reduction <= Reduction::norm;  // it has a value
  if (!of_nothing && sizes.k == 0)
    throw Error(std::string("[") + name + "] of nothing: shape " + a.shape().text());
  return a.body().frontend->issue(Op(reduction), sizes, left, {&a});
}

}  // namespace

NDArray zeros(Frontend& frontend, const Shape& shape, Type type) {
  return source(frontend, Routine::zeros, shape, type, {});
}
NDArray ones(Frontend& frontend, const Shape& shape, Type type) {
  return source(frontend, Routine::ones, shape, type, {});
}
NDArray full(Frontend& frontend, const Shape& shape, Type type, Number value) {
  return source(frontend, Routine::full, shape, type, rounded(type, value));
}
NDArray arange(Frontend& frontend, std::int64_t count, Type type, Number first, Number step) {
  return source(frontend, Routine::arange, {count}, type,
                Progression{rounded(type, first), rounded(type, step)});
}
NDArray uniform(Frontend& frontend, const Shape& shape, float low, float high, Type type) {
  return random(frontend, Routine::uniform, shape, low, high, type);
}
NDArray normal(Frontend& frontend, const Shape& shape, float mean, float standard_deviation, Type type) {
  return random(frontend, Routine::normal, shape, mean, standard_deviation, type);
}

NDArray compute(Unary unary_call, const NDArray& a) {
  if (a.bound() && !has(a.type(), unary_call)) throw wrong_type(kernels::name_of(unary_call), a.type());
  return unary(unary_call, a);
}

namespace {

void require(Type type, Binary binary) {
  if (has(type, binary)) return;
  throw MisuseError(Misuse::type, std::string("[") + kernels::name_of(binary) + "] of " +
                                      kernels::name_of(type) + " is not to be had");
}

NDArray zipped(Binary binary, const NDArray& a, const NDArray& b, const kernels::Axes& axes,
               const Shape& shape) {
  const auto& [outermost, m, k, n] = axes.sizes;
  return a.body().frontend->issue(Op(binary, Repetition{outermost, axes.repeated_a, axes.repeated_b}),
                                  {.m = m, .k = k, .n = n}, shape, {&a, &b});
}

}  // namespace

NDArray compute(Binary binary, const NDArray& a, const NDArray& b) {
  const char* const name = kernels::name_of(binary);
  if (a.bound()) require(a.type(), binary);
  frontend_of(a, name);
  frontend_of(b, name);
  if (a.shape() == b.shape()) return zipped(binary, a, b, kernels::plain(a.shape().elements()), a.shape());
  const std::optional<Shape> shape = broadcast_shape(a.shape(), b.shape());
  if (!shape) require_same(a, b, name);
  return zipped(binary, a, b, broadcast_axes(a.shape(), b.shape(), *shape), *shape);
}

NDArray compute(Binary binary, const NDArray& a, Number b, bool number_first) {
  frontend_of(a, kernels::name_of(binary));
  require(a.type(), binary);
  return unary({binary, number_first ? Operand::number_first : Operand::number}, a, rounded(a.type(), b));
}

NDArray compute(Binary binary, const NDArray& a, float b, bool number_first) {
  frontend_of(a, kernels::name_of(binary));
  return compute(binary, a, number_of(a.type(), static_cast<double>(b)), number_first);
}

NDArray cast(const NDArray& a, Type type) {
  return unary(Routine::cast, a, type);
}
NDArray copy(const NDArray& a) {
  return unary(Routine::copy, a);
}

NDArray where(const NDArray& which, const NDArray& a, const NDArray& b) {
  Frontend& frontend = frontend_of(which, "where");
  frontend_of(a, "where");
  frontend_of(b, "where");
  if (which.type() != Type::boolean)
    throw MisuseError(Misuse::type,
                      "[where] chooses by booleans, not by " + std::string(name_of(which.type())));
  const NDArray* const inputs[] = {&which, &a, &b};
  const auto larger = [](const NDArray* one, const NDArray* other) {
    const auto size = [](const NDArray* of) { return std::pair(of->shape().rank(), of->shape().elements()); };
    return size(one) < size(other);
  };
  const Shape& shape = (*std::ranges::max_element(inputs, larger))->shape();
  std::uint8_t repeated = 0;
  for (std::size_t i = 0; i < std::size(inputs); ++i) {
    const Shape& own = inputs[i]->shape();
    if (own == shape) continue;
    if (own.elements() != 1 || own.rank() > shape.rank())
      throw Error("[where] shapes " + own.text() + " and " + shape.text() + " differ");
    repeated = static_cast<std::uint8_t>(repeated | 1U << i);
  }
  return frontend.issue(Op(Routine::where, Repeated{repeated}), {.n = shape.elements()}, shape,
                        {&which, &a, &b});
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
  return frontend.issue(Op(Routine::dot, Transposed::none), sizes, Shape(left), {&a, &b});
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
  return frontend.issue(Op(Routine::dot, transposed), sizes, Shape{sizes.m, sizes.n}, {&a, &b});
}

NDArray transpose(const NDArray& a) {
  Frontend& frontend = frontend_of(a, "transpose");
  require_rank(a, 2, "transpose");
  const Sizes sizes{.m = a.shape()[0], .n = a.shape()[1]};
  return frontend.issue(Op(Routine::transpose), sizes, Shape{sizes.n, sizes.m}, {&a});
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
  return frontend.issue(Op(Routine::dense), sizes, Shape{sizes.m, sizes.n}, {&x, &weight, &bias});
}

NDArray compute(Reduction reduction, const NDArray& a) {
  frontend_of(a, kernels::name_of(reduction));
  return reduced(reduction, a, {.m = 1, .k = a.shape().elements(), .n = 1}, Shape{});
}

NDArray compute(Reduction reduction, const NDArray& a, int axis, bool keeps) {
  const char* const name = kernels::name_of(reduction);
  frontend_of(a, name);
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
  return reduced(reduction, a, sizes, Shape(left));
}

NDArray sum_rows(const NDArray& a) {
  Frontend& frontend = frontend_of(a, "sum_rows");
  require_rank(a, 2, "sum_rows");
  const Sizes sizes{.m = a.shape()[0], .n = a.shape()[1]};
  return frontend.issue(Op(Routine::sum_rows), sizes, Shape{sizes.n}, {&a});
}

NDArray mean_of_rows(const NDArray& a) {
  Frontend& frontend = frontend_of(a, "mean_of_rows");
  require_rank(a, 2, "mean_of_rows");
  if (!is_floating(a.type())) throw wrong_type("mean_of_rows", a.type());
  const Sizes sizes{.m = a.shape()[0], .n = a.shape()[1]};
  return frontend.issue(Op(Routine::mean_of_rows), sizes, Shape{sizes.m}, {&a});
}

NDArray relu_backward(const NDArray& gradient, const NDArray& y) {
  return of_two(Routine::relu_backward, gradient, y);
}

NDArray norm_backward(const NDArray& gradient, const NDArray& x, const NDArray& norm) {
  Frontend& frontend = frontend_of(x, "norm_backward");
  require_rank(gradient, 0, "norm_backward");
  require_rank(norm, 0, "norm_backward");
  return frontend.issue(Op(Routine::norm_backward), {.n = x.shape().elements()}, x.shape(),
                        {&gradient, &x, &norm});
}

NDArray spread_over_rows(const NDArray& values, std::int64_t columns, double factor) {
  Frontend& frontend = frontend_of(values, "spread_over_rows");
  require_rank(values, 1, "spread_over_rows");
  const Sizes sizes{.m = values.shape()[0], .n = columns};
  return frontend.issue(Op(Routine::spread_over_rows, number_of(values.type(), factor)), sizes,
                        Shape{sizes.m, sizes.n}, {&values});
}

NDArray spread_over_axis(const NDArray& values, const Sizes& sizes, const Shape& shape, double factor) {
  Frontend& frontend = frontend_of(values, "spread");
  return frontend.issue(Op(Routine::spread, number_of(values.type(), factor)), sizes, shape, {&values});
}

NDArray max_backward(const NDArray& gradient, const NDArray& x, const NDArray& max, const Sizes& sizes) {
  Frontend& frontend = frontend_of(x, "max_backward");
  require_same(gradient, max, "max_backward");
  return frontend.issue(Op(Routine::max_backward), sizes, x.shape(), {&gradient, &x, &max});
}

NDArray abs_backward(const NDArray& gradient, const NDArray& x) {
  return of_two(Routine::abs_backward, gradient, x);
}

NDArray sum_to(const NDArray& a, const Shape& shape) {
  Frontend& frontend = frontend_of(a, "sum");
  NDArray out = a;
  while (const std::optional<Run> run = repeated_run(out.shape(), shape)) {
    const bool last = !repeated_run(run->left, shape);
    out = frontend.issue(Op(Reduction::sum), {.m = run->outer, .k = run->n, .n = run->inner},
                         last ? shape : run->left, {&out});
  }
  return out.shape() == shape ? out : reshape(out, shape);
}

void momentum_update(NDArray& velocity, const NDArray& gradient, float momentum) {
  Frontend& frontend = frontend_of(velocity, "momentum_update");
  frontend_of(gradient, "momentum_update");
  require_same(velocity, gradient, "momentum_update");
  frontend.update(Op(Routine::momentum_update, Number{.real = static_cast<double>(momentum)}),
                  {.n = velocity.shape().elements()}, velocity, gradient);
}

void sgd_update(NDArray& weight, const NDArray& gradient, float rate) {
  Frontend& frontend = frontend_of(weight, "sgd_update");
  frontend_of(gradient, "sgd_update");
  require_same(weight, gradient, "sgd_update");
  frontend.update(Op(Routine::sgd_update, Number{.real = static_cast<double>(rate)}),
                  {.n = weight.shape().elements()}, weight, gradient);
}

}  // namespace runahead
