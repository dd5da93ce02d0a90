// SPDX-License-Identifier: GPL-3.0-or-later
// Other shapes of an array, parts of one, and arrays behind one another: all of them copies.
#include <optional>
#include <string>
#include <vector>

#include "core/tensor/checks.h"
#include "core/tensor/frontend.h"
#include "core/tensor/operations.h"

namespace runahead {

namespace {

/// `n` elements from `first` on.
NDArray part(const NDArray& a, std::int64_t first, const Shape& shape) {
  const Sizes sizes{.m = a.shape().elements(), .k = first, .n = shape.elements()};
  return a.body().frontend->issue(Op(Routine::rows), sizes, shape, {&a});
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

NDArray reshape(const NDArray& a, const Shape& shape) {
  Frontend& frontend = frontend_of(a, "reshape");
  if (shape.elements() != a.shape().elements()) {
    throw Error("[reshape] shapes " + a.shape().text() + " and " + shape.text() +
                " have different numbers of elements");
  }
  return frontend.issue(Op(Routine::reshape), {.n = shape.elements()}, shape, {&a});
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

namespace {

/// The elements of one place along `axis`; and how many places there are before it.
std::int64_t behind(const Shape& shape, int axis) {
  std::int64_t elements = 1;
  for (int later = axis + 1; later < shape.rank(); ++later) elements *= shape[later];
  return elements;
}
std::int64_t before(const Shape& shape, int axis) {
  std::int64_t places = 1;
  for (int earlier = 0; earlier < axis; ++earlier) places *= shape[earlier];
  return places;
}

}  // namespace

NDArray slice(const NDArray& a, int axis, std::int64_t first, std::int64_t last, bool keeps) {
  Frontend& frontend = frontend_of(a, "slice");
  const Shape& shape = a.shape();
  const int at = known_axis(shape, axis, "slice");
  if (first < 0 || first > last || last > shape[at] || (!keeps && last != first + 1)) {
    throw Error("[slice] shape " + shape.text() + " has no places from " + std::to_string(first) + " to " +
                std::to_string(last) + " along axis " + std::to_string(axis));
  }
  std::vector<std::int64_t> left;
  for (int other = 0; other < shape.rank(); ++other) {
    if (other != at) left.push_back(shape[other]);
    if (other == at && keeps) left.push_back(last - first);
  }
  const std::int64_t inner = behind(shape, at);
  return frontend.issue(Op(Routine::slice, Part{first * inner}),
                        {.m = before(shape, at), .k = shape[at] * inner, .n = (last - first) * inner},
                        Shape(left), {&a});
}

NDArray concatenate(const NDArray& a, const NDArray& b, int axis) {
  Frontend& frontend = frontend_of(a, "concatenate");
  frontend_of(b, "concatenate");
  const int at = known_axis(a.shape(), axis, "concatenate");
  std::vector<std::int64_t> sizes;
  for (int other = 0; other < a.shape().rank(); ++other) {
    const bool fits =
        b.shape().rank() == a.shape().rank() && (other == at || a.shape()[other] == b.shape()[other]);
    if (!fits) require_same(a, b, "concatenate");
    sizes.push_back(a.shape()[other] + (other == at ? b.shape()[other] : 0));
  }
  return frontend.issue(Op(Routine::concatenate),
                        {.m = before(a.shape(), at),
                         .k = a.shape()[at] * behind(a.shape(), at),
                         .n = b.shape()[at] * behind(b.shape(), at)},
                        Shape(sizes), {&a, &b});
}

namespace {

/// Of m rows of k: n elements of each from `offset` on.
NDArray written(const NDArray& a, const Sizes& sizes, std::int64_t offset, const NDArray& value) {
  Frontend& frontend = frontend_of(a, "write_part");
  frontend_of(value, "write_part");
  const bool fits =
      offset >= 0 && sizes.m * sizes.n == value.shape().elements() && offset + sizes.n <= sizes.k;
  if (!fits) {
    throw Error("[write_part] an array of shape " + value.shape().text() +
                " does not fit into this part of one of " + a.shape().text());
  }
  return frontend.issue(Op(Routine::write_part, Part{offset}), sizes, a.shape(), {&a, &value});
}

}  // namespace

NDArray with_slice(const NDArray& a, int axis, std::int64_t first, std::int64_t last, const NDArray& value) {
  frontend_of(a, "write_part");
  const Shape& shape = a.shape();
  const int at = known_axis(shape, axis, "write_part");
  const std::int64_t inner = behind(shape, at);
  return written(a, {.m = before(shape, at), .k = shape[at] * inner, .n = (last - first) * inner},
                 first * inner, value);
}

NDArray with_elements(const NDArray& a, std::int64_t first, const NDArray& value) {
  frontend_of(a, "write_part");
  frontend_of(value, "write_part");
  return written(a, {.m = 1, .k = a.shape().elements(), .n = value.shape().elements()}, first, value);
}

NDArray place_slice(const NDArray& gradient, const Shape& shape, const Sizes& sizes, std::int64_t offset) {
  Frontend& frontend = frontend_of(gradient, "place_slice");
  return frontend.issue(Op(Routine::place_slice, Part{offset}), sizes, shape, {&gradient});
}

NDArray at(const NDArray& a, std::span<const std::int64_t> indices) {
  frontend_of(a, "rows");
  const Shape& shape = a.shape();
  if (static_cast<int>(indices.size()) > shape.rank())
    throw Error("[rows] shape " + shape.text() + " has fewer axes than " + std::to_string(indices.size()));
  std::int64_t first = 0;
  for (int axis = 0; axis < static_cast<int>(indices.size()); ++axis) {
    const std::int64_t index = indices[static_cast<std::size_t>(axis)];
    if (index < 0 || index >= shape[axis]) {
      throw Error("[rows] index " + std::to_string(index) + " is out of bounds for axis " +
                  std::to_string(axis) + " of shape " + shape.text());
    }
    first = first * shape[axis] + index;
  }
  std::vector<std::int64_t> left;
  for (int axis = static_cast<int>(indices.size()); axis < shape.rank(); ++axis) left.push_back(shape[axis]);
  const Shape rest(left);
  return part(a, first * rest.elements(), rest);
}

NDArray place_rows(const NDArray& gradient, const Shape& shape, std::int64_t from) {
  Frontend& frontend = frontend_of(gradient, "place_rows");
  const Sizes sizes{.m = shape.elements(), .k = from, .n = gradient.shape().elements()};
  return frontend.issue(Op(Routine::place_rows), sizes, shape, {&gradient});
}

}  // namespace runahead
