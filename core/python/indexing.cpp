// SPDX-License-Identifier: GPL-3.0-or-later
// What square brackets behind an array mean: an index or a part for each axis, from the first on.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/base/misuse.h"
#include "core/python/array.h"
#include "core/python/in_place.h"
#include "core/python/run.h"
#include "core/python/types.h"
#include "core/tensor/broadcast.h"
#include "core/tensor/on_host.h"
#include "core/tensor/operations.h"

namespace runahead::python {

namespace {

/// Of one axis: [first, last), or the one place `first`.
struct Part {
  std::int64_t first, last;
  bool keeps;
};

/// Throws; false: the interpreter has an error.
bool part_in(PyObject* key, int axis, std::int64_t size, Part& part, Rules rules) {
  if (PyBool_Check(key))
    throw MisuseError(Misuse::missing, "[index] the engine does not choose by booleans; where() does");
  if (PyLong_Check(key)) {
    const std::int64_t given = PyLong_AsLongLong(key);
    if (PyErr_Occurred()) return false;
    const std::int64_t place = given < 0 ? given + size : given;
    part = {place, place + 1, false};
    if (place >= 0 && place < size) return true;
    throw MisuseError(Misuse::index, "index " + std::to_string(given) + " is out of bounds for axis " +
                                         std::to_string(axis) + " with size " + std::to_string(size));
  }
  if (is_array(key) && array_in(key).shape().rank() == 0 && array_in(key).type() != kernels::Type::boolean &&
      !is_floating(array_in(key).type())) {
    PyObject* const number = PyNumber_Index(key);
    const bool done = number && part_in(number, axis, size, part, rules);
    Py_XDECREF(number);
    return done;
  }
  if (PyFloat_Check(key) || PyUnicode_Check(key) || PyComplex_Check(key)) {
    throw MisuseError(
        rules == Rules::tensorflow ? Misuse::object : Misuse::index,
        std::string("[index] an index is a whole number or a part, not a ") + Py_TYPE(key)->tp_name);
  }
  Py_ssize_t first = 0, last = 0, step = 0;
  if (PySlice_Check(key) && PySlice_Unpack(key, &first, &last, &step) != 0) return false;
  if (!PySlice_Check(key) || step != 1) {
    throw MisuseError(Misuse::missing,
                      "[index] the engine takes numbers and parts without steps, as x[1], x[1:3] or x[:, 2]");
  }
  PySlice_AdjustIndices(static_cast<Py_ssize_t>(size), &first, &last, step);
  part = {first, std::max(first, last), true};
  return true;
}

using Parts = std::vector<Part>;

/// Of the first axes; nothing: the interpreter has an error.
std::optional<Parts> parts_in(PyObject* key, const Shape& shape, Rules rules) {
  const Py_ssize_t given = PyTuple_Check(key) ? PyTuple_GET_SIZE(key) : 1;
  if (given > shape.rank() || shape.rank() == 0) {
    throw MisuseError(Misuse::index, "[index] " + std::to_string(given) +
                                         (given == 1 ? " index" : " indices") + " into shape " +
                                         shape.text());
  }
  Parts parts(static_cast<std::size_t>(given));
  for (int axis = 0; axis < given; ++axis) {
    PyObject* const one = PyTuple_Check(key) ? PyTuple_GET_ITEM(key, axis) : key;
    if (!part_in(one, axis, shape[axis], parts[static_cast<std::size_t>(axis)], rules)) return std::nullopt;
  }
  return parts;
}

/// Of the first axes, one after another, how many are single places.
std::size_t places_in(const Parts& parts) {
  const auto end = std::find_if(parts.begin(), parts.end(), [](const Part& part) { return part.keeps; });
  return static_cast<std::size_t>(end - parts.begin());
}

Shape shape_of_part(const Shape& shape, const Parts& parts) {
  std::vector<std::int64_t> sizes;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    if (at >= parts.size()) {
      sizes.push_back(shape[axis]);
    } else if (parts[at].keeps) {
      sizes.push_back(parts[at].last - parts[at].first);
    }
  }
  return Shape(sizes);
}

bool is_whole(const Part& part, std::int64_t size) {
  return part.keeps && part.first == 0 && part.last == size;
}

/// `a` with `value`, which has the part's elements, in place of the part. One call where the part is one
/// piece, or the same piece of every row; else the part of the first axis is written by itself, and put back.
NDArray with_value(const NDArray& a, Parts parts, const NDArray& value) {
  const Shape& shape = a.shape();
  while (!parts.empty() && is_whole(parts.back(), shape[static_cast<int>(parts.size()) - 1]))
    parts.pop_back();
  if (parts.empty()) return value.shape() == shape ? value : reshape(value, shape);
  const std::size_t places = places_in(parts);
  if (places + 1 >= parts.size()) {
    std::int64_t first = 0;
    for (std::size_t axis = 0; axis < parts.size(); ++axis)
      first = first * shape[static_cast<int>(axis)] + parts[axis].first;
    for (int axis = static_cast<int>(parts.size()); axis < shape.rank(); ++axis) first *= shape[axis];
    return with_elements(a, first, value);
  }
  int axis = 0;
  while (is_whole(parts[static_cast<std::size_t>(axis)], shape[axis])) ++axis;
  const Part part = parts[static_cast<std::size_t>(axis)];
  if (static_cast<std::size_t>(axis) + 1 == parts.size())
    return with_slice(a, axis, part.first, part.last, value);
  parts[static_cast<std::size_t>(axis)] = {0, part.last - part.first, true};
  const NDArray piece = slice(a, axis, part.first, part.last);
  return with_slice(a, axis, part.first, part.last, with_value(piece, std::move(parts), value));
}

/// x[()] and x[:] of an array without axes.
bool is_all(PyObject* key, const Shape& shape) {
  if (shape.rank() > 0) return false;
  if (PyTuple_Check(key)) return PyTuple_GET_SIZE(key) == 0;
  Py_ssize_t first = 0, last = 0, step = 0;
  return PySlice_Check(key) && PySlice_Unpack(key, &first, &last, &step) == 0 && first == 0 &&
         last == PY_SSIZE_T_MAX && step == 1;
}

/// Without axes of one place before those that `rank` axes meet.
Shape without_leading(const Shape& shape, int rank) {
  std::vector<std::int64_t> sizes;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (shape.rank() - axis > rank && shape[axis] == 1) continue;
    sizes.push_back(shape[axis]);
  }
  return Shape(sizes);
}

/// Whether what has the one's shape lies in what has the other's again and again, as it is.
bool is_end_of(const Shape& part, const Shape& shape) {
  int ones = 0;
  while (ones < part.rank() && part[ones] == 1) ++ones;
  const int shift = shape.rank() - part.rank();
  for (int axis = ones; axis < part.rank(); ++axis) {
    if (part[axis] != shape[axis + shift]) return false;
  }
  return part.elements() > 0;
}

/// A number or an array, as what is written into a part of `a`.
NDArray value_for(const NDArray& a, const Shape& shape, PyObject* value) {
  Frontend& frontend = *a.body().frontend;
  const OnHost lane(frontend, a.body().on_host);
  if (const std::optional<PythonNumber> number = number_in(value))
    return full(frontend, shape, a.type(), number->as(a.type()));
  const NDArray& given = array_in(value);
  const Shape meets = without_leading(given.shape(), shape.rank());
  if (broadcast_shape(meets, shape) != shape) {
    throw Error("[index] an array of shape " + given.shape().text() + " does not fit into a part of shape " +
                shape.text());
  }
  const NDArray typed = given.type() == a.type() ? given : cast(given, a.type());
  if (meets.elements() == shape.elements()) return typed;
  History& history = Run::current().history;
  const bool wanted = history.records() && history.of(typed);  // spread has no gradient
  if (!wanted && is_end_of(meets, shape)) {
    const std::int64_t elements = meets.elements();
    const Sizes sizes{.m = 1, .k = shape.elements() / elements, .n = elements};
    return spread_over_axis(typed, sizes, shape, 1);
  }
  return compute(kernels::Binary::mul, ones(frontend, shape, a.type()), typed);  // keeps -0
}

/// Where `part` of it is, to be written: a part of its own where it does not lie in one piece.
Place place_of(Place place, const Parts& parts) {
  int axis = 0;
  for (std::size_t at = 0; at < parts.size(); ++at) {
    const Part& part = parts[at];
    if (!place.array.bound()) {  // the one before does not, either
      place.taken->take();
      place.array = place.taken->copy;
    }
    place = part_to_write(place, axis, part.first, part.last, part.keeps);
    axis += part.keeps ? 1 : 0;
  }
  return place;
}

bool same_part(const Taken& a, const Taken& b) {
  return same_place(a.source, b.source) && a.source.shape() == b.source.shape() &&
         a.transposed == b.transposed && a.axis == b.axis && a.first == b.first && a.last == b.last;
}

/// A number or an array, into the memory.
void write_there(PyObject* self, const Parts& parts, PyObject* value) {
  const NDArray whole = array_in(self);
  Frontend& frontend = *whole.body().frontend;
  const Shape shape = shape_of_part(whole.shape(), parts);
  Place place = place_of({frontend.view(whole, 0, whole.shape()), taken_in(self)}, parts);
  if (!place.array.bound()) {
    const bool itself = is_array(value) && taken_in(value) && same_part(*taken_in(value), *place.taken);
    if (!itself) {
      place.taken->put(value_for(whole, shape, value));
      put_through(place.taken->of);
    }
    return;
  }
  if (const std::optional<PythonNumber> number = number_in(value)) {
    const OnHost lane(frontend, whole.body().on_host);
    const WriteInto into(frontend, place.array);
    full(frontend, place.array.shape(), whole.type(), number->as(whole.type()));
  } else {
    require_apart(rules_of(self), place.array, array_in(value));
    const bool apart = !overlap(array_in(value), place.array);
    const WriteInto into(frontend, apart ? &place.array : nullptr, apart);
    assign(place.array, value_for(whole, shape, value));
  }
  put_through(place.taken);
}

}  // namespace

PyObject* write_part(PyObject* self, PyObject* key, PyObject* value) {
  return guarded([&]() -> PyObject* {
    const Shape shape = array_in(self).shape();
    const std::optional<Parts> parts = is_all(key, shape) ? Parts() : parts_in(key, shape, rules_of(self));
    if (!parts) return nullptr;
    pybind11::object brought;  // PyTorch's, to where the array is
    if (is_array(value) && rules_of(self) == Rules::torch && device_of(value) != device_of(self)) {
      brought = to_device(pybind11::handle(reinterpret_cast<PyObject*>(Py_TYPE(value))), value,
                          device_of(self), false);
      value = brought.ptr();
    }
    if (is_array(value)) require_together(self, value);
    PyObject* const values[] = {value};
    const bool wanted = wants_gradients(self, values);
    Run::current().call(self);
    if (!wanted) {
      write_there(self, *parts, value);
      Py_RETURN_NONE;
    }
    const NDArray whole = array_in(self);  // a key may run code of its own
    const Place part = place_of({whole.body().frontend->view(whole, 0, whole.shape()), nullptr}, *parts);
    if (is_array(value) && part.array.bound() && same_place(part.array, array_in(value))) Py_RETURN_NONE;
    write_result(self, true, [&](NDArray& target) {
      return with_value(target, *parts, value_for(target, shape_of_part(target.shape(), *parts), value));
    });
    Py_RETURN_NONE;
  });
}

namespace {

/// What has its parts in copies of their own.
PyObject* copied_part(PyObject* self, const Parts& parts) {
  const NDArray operand = array_in(self);
  if (places_in(parts) == parts.size()) {
    std::vector<std::int64_t> indices;
    for (const Part& part : parts) indices.push_back(part.first);
    return wrap(result_type(self), at(operand, indices));
  }
  NDArray made = operand;
  int axis = 0;
  for (const Part& part : parts) {
    const bool whole = is_whole(part, made.shape()[axis]);
    if (!whole && axis == 0 && part.keeps) {
      made = rows(made, part.first, part.last);
    } else if (!whole) {
      made = slice(made, axis, part.first, part.last, part.keeps);
    }
    axis += part.keeps ? 1 : 0;
  }
  if (&made.body() == &operand.body()) made = rows(operand, 0, operand.shape()[0]);
  return wrap(result_type(self), std::move(made));
}

}  // namespace

PyObject* subscript(PyObject* self, PyObject* key) {
  return guarded([&]() -> PyObject* {
    const Shape shape = array_in(self).shape();  // a key may run code of its own
    const std::optional<Parts> given = parts_in(key, shape, rules_of(self));
    if (!given) return nullptr;
    const Parts& parts = *given;
    const NDArray operand = array_in(self);
    Run::current().call(self);
    const Rules rules = rules_of(self);
    const bool number = rules == Rules::numpy && static_cast<int>(parts.size()) == shape.rank() &&
                        places_in(parts) == parts.size();
    if (rules == Rules::tensorflow || number) return copied_part(self, parts);
    const bool follows = rules == Rules::numpy || rules == Rules::torch;
    Place place{operand, taken_in(self)};
    int axis = 0;
    for (const Part& part : parts) {
      place = part_of(place, axis, part.first, part.last, part.keeps, follows);
      axis += part.keeps ? 1 : 0;
    }
    if (&place.array.body() == &operand.body()) place.array = view(operand, shape);
    return wrap_part(result_type(self), std::move(place.array), std::move(place.taken));
  });
}

}  // namespace runahead::python
