// SPDX-License-Identifier: GPL-3.0-or-later
// Shape rules of what goes by places along an axis, by their order, or by axes in another order; and of what
// goes over planes by windows.
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "core/base/misuse.h"
#include "core/tensor/checks.h"
#include "core/tensor/frontend.h"
#include "core/tensor/operations.h"

namespace runahead {

namespace {

using kernels::Transposed;
using kernels::Type;
using kernels::Window;

/// Before the axis, along it, and behind.
Sizes around(const Shape& shape, int axis) {
  Sizes sizes{1, shape[axis], 1};
  for (int other = 0; other < shape.rank(); ++other) {
    if (other != axis) (other < axis ? sizes.m : sizes.n) *= shape[other];
  }
  return sizes;
}

/// With the sizes of `between` in the place of an axis.
Shape replaced(const Shape& shape, int axis, const Shape& between) {
  std::vector<std::int64_t> sizes;
  for (int other = 0; other < shape.rank(); ++other) {
    if (other != axis) sizes.push_back(shape[other]);
    for (int inner = 0; other == axis && inner < between.rank(); ++inner) sizes.push_back(between[inner]);
  }
  return Shape(sizes);
}

Frontend& frontend_of_places(const NDArray& a, const NDArray& places, int axis, const char* operation) {
  Frontend& frontend = frontend_of(a, operation);
  frontend_of(places, operation);
  if (places.type() != Type::int64)
    throw MisuseError(Misuse::type, std::string("[") + operation + "] places are of int64, not of " +
                                        kernels::name_of(places.type()));
  if (a.shape()[axis] == 0 && places.shape().elements() > 0) {
    throw Error(std::string("[") + operation + "] shape " + a.shape().text() + " has no places along axis " +
                std::to_string(axis));
  }
  return frontend;
}

}  // namespace

NDArray take(const NDArray& a, const NDArray& places, int axis) {
  frontend_of(a, "take");
  const int at = known_axis(a.shape(), axis, "take");
  Frontend& frontend = frontend_of_places(a, places, at, "take");
  return frontend.issue(Op(Routine::take, Taken{places.shape().elements(), false}), around(a.shape(), at),
                        replaced(a.shape(), at, places.shape()), {&places, &a});
}

NDArray pick(const NDArray& a, const NDArray& places, int axis) {
  frontend_of(a, "pick");
  const int at = known_axis(a.shape(), axis, "pick");
  Frontend& frontend = frontend_of_places(a, places, at, "pick");
  const Sizes sizes = around(a.shape(), at);
  std::int64_t count = 1;  // an axis of their own, of any size
  if (places.shape().rank() == a.shape().rank()) count = places.shape()[at];
  const Shape axes = places.shape().rank() == a.shape().rank() ? Shape{count} : Shape{};
  if (places.shape() != replaced(a.shape(), at, axes)) {
    throw Error("[pick] places of shape " + places.shape().text() + " do not fit to an array of shape " +
                a.shape().text() + " along axis " + std::to_string(axis));
  }
  return frontend.issue(Op(Routine::pick, Taken{count, true}), sizes, places.shape(), {&places, &a});
}

NDArray take_backward(const NDArray& gradient, const NDArray& places, const Shape& shape, const Sizes& sizes,
                      const Taken& taken) {
  Frontend& frontend = frontend_of(gradient, "take_backward");
  return frontend.issue(Op(Routine::take_backward, taken), sizes, shape, {&places, &gradient});
}

NDArray one_hot(const NDArray& places, std::int64_t depth, Type type) {
  Frontend& frontend = frontend_of(places, "one_hot");
  if (places.type() != Type::int64)
    throw MisuseError(Misuse::type, std::string("[one_hot] places are of int64, not of ") +
                                        kernels::name_of(places.type()));
  if (depth < 0) throw Error("[one_hot] a depth of " + std::to_string(depth));
  std::vector<std::int64_t> sizes;
  for (int axis = 0; axis < places.shape().rank(); ++axis) sizes.push_back(places.shape()[axis]);
  sizes.push_back(depth);
  return frontend.issue(Op(Routine::one_hot, type), {.m = places.shape().elements(), .n = depth},
                        Shape(sizes), {&places});
}

NDArray cumsum(const NDArray& a, int axis, bool from_last) {
  Frontend& frontend = frontend_of(a, "cumsum");
  const int at = known_axis(a.shape(), axis, "cumsum");
  return frontend.issue(Op(Routine::cumsum, Direction{from_last}), around(a.shape(), at), a.shape(), {&a});
}

NDArray argsort(const NDArray& a, int axis, bool descending) {
  Frontend& frontend = frontend_of(a, "argsort");
  const int at = known_axis(a.shape(), axis, "argsort");
  return frontend.issue(Op(Routine::argsort, Direction{descending}), around(a.shape(), at), a.shape(), {&a});
}

NDArray transpose(const NDArray& a, std::span<const int> axes) {
  Frontend& frontend = frontend_of(a, "transpose");
  const Shape& shape = a.shape();
  std::vector<int> order;
  for (const int axis : axes) order.push_back(known_axis(shape, axis, "transpose"));
  std::vector<int> sorted = order;
  std::ranges::sort(sorted);
  const bool all = static_cast<int>(order.size()) == shape.rank() &&
                   std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  if (!all) throw Error("[transpose] of shape " + shape.text() + " needs each of its axes once");
  if (order == std::vector{1, 0}) return transpose(a);
  // Of four axes, the first ones with one place.
  const int missing = Shape::kMaxRank - shape.rank();
  Reordered reordered{1, {}};
  std::array<std::int64_t, Shape::kMaxRank> sizes = {1, 1, 1, 1};
  std::vector<std::int64_t> made;
  for (int axis = 0; axis < Shape::kMaxRank; ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    const int from = axis < missing ? axis : missing + order[at - static_cast<std::size_t>(missing)];
    reordered.axes[at] = static_cast<std::uint8_t>(from);
    if (axis < missing) continue;
    sizes[at] = shape[from - missing];
    made.push_back(sizes[at]);
  }
  reordered.outermost = sizes[0];
  return frontend.issue(Op(Routine::permute, reordered), {.m = sizes[1], .k = sizes[2], .n = sizes[3]},
                        Shape(made), {&a});
}

NDArray batch_dot(const NDArray& a, const NDArray& b, Transposed transposed) {
  Frontend& frontend = frontend_of(a, "batch_dot");
  frontend_of(b, "batch_dot");
  require_rank(a, 3, "batch_dot");
  require_rank(b, 3, "batch_dot");
  const bool first = transposed == Transposed::first, second = transposed == Transposed::second;
  const Sizes sizes{
      .m = a.shape()[first ? 2 : 1], .k = a.shape()[first ? 1 : 2], .n = b.shape()[second ? 1 : 2]};
  const std::int64_t count = a.shape()[0];
  if (b.shape()[0] != count || b.shape()[second ? 2 : 1] != sizes.k)
    throw Error("[batch_dot] shapes " + a.shape().text() + " and " + b.shape().text() + " do not fit");
  return frontend.issue(Op(Routine::batch_dot, Batch{count, transposed}), sizes,
                        Shape{count, sizes.m, sizes.n}, {&a, &b});
}

namespace {

/// Over planes of that shape's last two axes, with room for at least one window, none of which lies beside
/// the plane.
void put_plane(Window& window, const Shape& shape, const char* operation) {
  for (int axis = 0; axis < 2; ++axis) {
    const std::int64_t size = shape[2 + axis];
    if (size > std::numeric_limits<std::int32_t>::max())
      throw Error(std::string("[") + operation + "] shape " + shape.text() + " is too large");
    window.sizes[axis] = static_cast<std::int32_t>(size);
    if (window.kernel[axis] == 0 || window.stride[axis] == 0 || window.dilation[axis] == 0)
      throw Error(std::string("[") + operation + "] kernel, stride and dilation are 1 at least");
    const std::int64_t count = windows_along(window, axis);
    if (count == 0) {
      throw Error(std::string("[") + operation + "] a kernel of " + std::to_string(window.kernel[axis]) +
                  " does not fit into shape " + shape.text() + " along axis " + std::to_string(2 + axis));
    }
  }
}

void put_kernel(Window& window, const Shape& kernels, const char* operation) {
  for (int axis = 0; axis < 2; ++axis) {
    if (kernels[2 + axis] > std::numeric_limits<std::uint16_t>::max())
      throw Error(std::string("[") + operation + "] a kernel of shape " + kernels.text() + " is too large");
    window.kernel[axis] = static_cast<std::uint16_t>(kernels[2 + axis]);
  }
}

}  // namespace

NDArray conv2d(const NDArray& x, const NDArray& w, const NDArray* bias, Window window) {
  Frontend& frontend = frontend_of(x, "conv2d");
  frontend_of(w, "conv2d");
  require_rank(x, 4, "conv2d");
  require_rank(w, 4, "conv2d");
  const Shape &in = x.shape(), &kernels = w.shape();
  if (window.groups == 0 || in[1] % window.groups != 0 || kernels[0] % window.groups != 0 ||
      kernels[1] != in[1] / window.groups) {
    throw Error("[conv2d] shapes " + in.text() + " and weight " + kernels.text() + " in " +
                std::to_string(window.groups) + " groups do not fit");
  }
  if (bias && (!bias->bound() || bias->shape() != Shape{kernels[0]})) {
    throw Error("[conv2d] the bias is of shape (" + std::to_string(kernels[0]) + ",), not " +
                (bias->bound() ? bias->shape().text() : "without a value"));
  }
  put_kernel(window, kernels, "conv2d");
  put_plane(window, in, "conv2d");
  const Sizes sizes{.m = in[0], .k = in[1], .n = kernels[0]};
  const Shape out{in[0], kernels[0], windows_along(window, 0), windows_along(window, 1)};
  if (bias) return frontend.issue(Op(Routine::conv2d, window), sizes, out, {&x, &w, bias});
  return frontend.issue(Op(Routine::conv2d, window), sizes, out, {&x, &w});
}

NDArray conv2d_backward_x(const NDArray& gradient, const NDArray& w, const Shape& shape, const Sizes& sizes,
                          const Window& window) {
  Frontend& frontend = frontend_of(gradient, "conv2d_backward_x");
  return frontend.issue(Op(Routine::conv2d_backward_x, window), sizes, shape, {&gradient, &w});
}

NDArray conv2d_transpose(const NDArray& x, const NDArray& w, Window window,
                         const std::array<std::int64_t, 2>& more) {
  constexpr const char* kName = "conv2d_transpose";
  frontend_of(x, kName);
  frontend_of(w, kName);
  require_rank(x, 4, kName);
  require_rank(w, 4, kName);
  const Shape &in = x.shape(), &kernels = w.shape();
  if (window.groups == 0 || in[1] % window.groups != 0 || kernels[0] != in[1]) {
    throw Error("[conv2d_transpose] shapes " + in.text() + " and weight " + kernels.text() + " in " +
                std::to_string(window.groups) + " groups do not fit");
  }
  put_kernel(window, kernels, kName);
  const std::int64_t channels = kernels[1] * window.groups;
  std::vector<std::int64_t> made{in[0], channels};
  for (int axis = 0; axis < 2; ++axis) {
    const std::int64_t reach = (std::int64_t{window.kernel[axis]} - 1) * window.dilation[axis] + 1;
    made.push_back((in[2 + axis] - 1) * window.stride[axis] + reach - window.before[axis] -
                   window.behind[axis] + more[static_cast<std::size_t>(axis)]);
    if (made.back() < 1 || more[static_cast<std::size_t>(axis)] >= window.stride[axis])
      throw Error("[conv2d_transpose] padding is too large, or what is added is not below the stride");
  }
  const Shape out{made};
  put_plane(window, out, kName);
  return conv2d_backward_x(x, w, out, {.m = in[0], .k = channels, .n = in[1]}, window);
}

NDArray conv2d_backward_w(const NDArray& gradient, const NDArray& x, const Shape& shape, const Sizes& sizes,
                          const Window& window) {
  Frontend& frontend = frontend_of(gradient, "conv2d_backward_w");
  return frontend.issue(Op(Routine::conv2d_backward_w, window), sizes, shape, {&gradient, &x});
}

NDArray pool2d(const NDArray& x, Window window) {
  Frontend& frontend = frontend_of(x, "pool2d");
  require_rank(x, 4, "pool2d");
  put_plane(window, x.shape(), "pool2d");
  for (int axis = 0; axis < 2; ++axis) {
    const std::int64_t last = (windows_along(window, axis) - 1) * window.stride[axis] - window.before[axis];
    if (window.before[axis] >= window.kernel[axis] || last >= window.sizes[axis])
      throw Error("[pool2d] a window would lie beside the plane: less padding, or a smaller stride");
  }
  const Shape& shape = x.shape();
  return frontend.issue(Op(Routine::pool2d, window), {.m = shape[0] * shape[1]},
                        Shape{shape[0], shape[1], windows_along(window, 0), windows_along(window, 1)}, {&x});
}

NDArray pool2d_backward(const NDArray& gradient, const NDArray& x, const Window& window) {
  Frontend& frontend = frontend_of(x, "pool2d_backward");
  return frontend.issue(Op(Routine::pool2d_backward, window), {.m = x.shape()[0] * x.shape()[1]}, x.shape(),
                        {&gradient, &x});
}

}  // namespace runahead
