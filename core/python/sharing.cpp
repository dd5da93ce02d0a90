// SPDX-License-Identifier: GPL-3.0-or-later
// Views, and copies that follow what they were taken from.
#include "core/python/sharing.h"

#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/python/calls.h"
#include "core/python/types.h"
#include "core/tensor/on_host.h"
#include "core/tensor/operations.h"

namespace runahead::python {

namespace {

std::int64_t before(const Shape& shape, int axis) {
  std::int64_t places = 1;
  for (int earlier = 0; earlier < axis; ++earlier) places *= shape[earlier];
  return places;
}

std::int64_t behind(const Shape& shape, int axis) {
  std::int64_t elements = 1;
  for (int later = axis + 1; later < shape.rank(); ++later) elements *= shape[later];
  return elements;
}

Shape with_axis(const Shape& shape, int axis, std::int64_t size, bool keeps) {
  std::vector<std::int64_t> sizes;
  for (int other = 0; other < shape.rank(); ++other) {
    if (other != axis) sizes.push_back(shape[other]);
    if (other == axis && keeps) sizes.push_back(size);
  }
  return Shape(sizes);
}

/// Nothing else has the memory any more: it will not be written.
bool held_alone(const NDArray& array) {
  const ArrayBody& body = array.body();
  if (body.handles != 1) return false;
  return body.base ? body.base->handles == 1 && body.base->views == 1 : body.views == 0;
}

/// The place that `array` had in the copy before, in this one; whether that is another.
bool move_to(const NDArray& copy, NDArray& array) {
  const ArrayBody& own = array.body();
  if (&own.root() == &copy.body().root()) return false;
  array = own.base ? view(copy, own.first, own.shape) : copy;
  return true;
}

}  // namespace

void Taken::take(bool follows) {
  const StandIns place(*source.body().frontend, follows);
  copy = transposed ? transpose(source) : slice(source, axis, first, last, keeps);
  version = source.body().root().version;
}

void Taken::put(const NDArray& value) {
  if (transposed) {
    assign(source, transpose(value));
  } else {
    const std::int64_t inner = behind(source.shape(), axis);
    assign_slice(
        source,
        {.m = before(source.shape(), axis), .k = source.shape()[axis] * inner, .n = (last - first) * inner},
        first * inner, value);
  }
  version = source.body().root().version;
}

bool follow(TakenLink& taken, NDArray& array) {
  Taken& its = *taken;
  // Versions of another copy begin anew.
  const bool moved = its.of && follow(its.of, its.source);
  const bool changed = moved || its.version != its.source.body().root().version;
  if (changed) {
    const Frontend& frontend = *its.source.body().frontend;
    if (frontend.tracing() && !its.traced) {
      throw Error(
          "[function] a transpose or column that was taken outside of a traced function, of an array that "
          "was written since: take it inside the function");
    }
    its.take();
  }
  const bool array_moved = move_to(its.copy, array);
  if (!its.of && held_alone(its.source)) {
    its.source.body().frontend->keep_whole(its.copy.body(), its.source.body());
    taken = nullptr;
  }
  return array_moved;
}

void put_through(const TakenLink& taken) {
  for (Taken* its = taken.get(); its; its = its->of.get()) its->put(its->copy);
}

Place part_to_write(const Place& whole, int axis, std::int64_t first, std::int64_t last, bool keeps) {
  const NDArray& array = whole.array;
  const Shape& shape = array.shape();
  const Shape left = with_axis(shape, axis, last - first, keeps);
  if (left == shape) return whole;
  if (before(shape, axis) == 1 || last - first == shape[axis] || left.elements() == 0) {
    const std::int64_t from = left.elements() == 0 ? 0 : first * behind(shape, axis);
    return {view(array, from, left), whole.taken};
  }
  const TakenLink taken = std::make_shared<Taken>(Taken{.source = array,
                                                        .of = whole.taken,
                                                        .transposed = false,
                                                        .axis = axis,
                                                        .first = first,
                                                        .last = last,
                                                        .keeps = keeps,
                                                        .traced = array.body().frontend->tracing()});
  return {NDArray(), taken};
}

Place part_of(const Place& whole, int axis, std::int64_t first, std::int64_t last, bool keeps, bool follows) {
  Place part = part_to_write(whole, axis, first, last, keeps);
  if (part.array.bound()) return part;
  part.taken->take(follows);
  part.array = part.taken->copy;
  if (!follows) part.taken = nullptr;
  return part;
}

Place transpose_of(const Place& whole) {
  const NDArray& array = whole.array;
  const Shape& shape = array.shape();
  if (shape.rank() == 2 && (shape[0] == 1 || shape[1] == 1))
    return {view(array, Shape{shape[1], shape[0]}), whole.taken};
  if (whole.taken && whole.taken->transposed && shape == whole.taken->copy.shape())
    return {view(whole.taken->source, whole.taken->source.shape()), whole.taken->of};  // turned back
  const TakenLink taken = std::make_shared<Taken>(Taken{
      .source = array, .of = whole.taken, .transposed = true, .traced = array.body().frontend->tracing()});
  taken->take();
  return {taken->copy, taken};
}

namespace {

using Strides = std::vector<std::int64_t>;

Strides in_one_piece(const Shape& shape) {
  Strides strides;
  for (int axis = 0; axis < shape.rank(); ++axis) strides.push_back(behind(shape, axis));
  return strides;
}

/// How far apart its elements are in the array that they were taken from.
Strides strides_of(const NDArray& array, const Taken* taken) {
  Strides strides = in_one_piece(array.shape());
  if (!taken) return strides;
  Strides there = strides_of(taken->source, taken->of.get());
  if (taken->transposed) {
    std::swap(there[0], there[1]);
  } else if (!taken->keeps) {
    there.erase(there.begin() + taken->axis);
  }
  // Each axis lies in one of the copy's, or in several that are as one.
  const Strides copied = in_one_piece(taken->copy.shape());
  for (std::int64_t& stride : strides) {
    std::size_t axis = 0;
    while (axis + 1 < copied.size() && copied[axis] > stride) ++axis;
    if (!copied.empty()) stride = there[axis] * (stride / copied[axis]);
  }
  return strides;
}

}  // namespace

bool has_view(const Place& whole, const Shape& shape) {
  const Shape& own = whole.array.shape();
  if (!whole.taken || own.elements() == 0 || own.elements() != shape.elements()) return true;
  const Strides all = strides_of(whole.array, whole.taken.get());
  Strides sizes, strides;
  for (int axis = 0; axis < own.rank(); ++axis) {
    if (own[axis] == 1) continue;
    sizes.push_back(own[axis]);
    strides.push_back(all[static_cast<std::size_t>(axis)]);
  }
  // The fewest axes that become as many elements are as one.
  int next = 0;
  for (std::size_t axis = 0, last = 0; axis < sizes.size(); axis = ++last) {
    std::int64_t before = sizes[axis], now = shape[next++];
    while (before != now) {
      if (now < before) {
        now *= shape[next++];
      } else {
        before *= sizes[++last];
      }
    }
    for (std::size_t one = axis; one < last; ++one)
      if (strides[one] != sizes[one + 1] * strides[one + 1]) return false;
  }
  return true;
}

}  // namespace runahead::python
