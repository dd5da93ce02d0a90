// SPDX-License-Identifier: GPL-3.0-or-later
// What square brackets behind an array mean: an index or a part for each axis, from the first on.
#include <algorithm>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/python/array.h"
#include "core/python/run.h"
#include "core/tensor/operations.h"

namespace runahead::python {

namespace {

/// Of one axis: [first, last), or the one place `first`.
struct Part {
  std::int64_t first, last;
  bool keeps;
};

/// Throws; false: the interpreter has an error.
bool part_in(PyObject* key, int axis, std::int64_t size, Part& part) {
  if (PyBool_Check(key)) throw Error("[index] the engine does not choose by booleans; where() does");
  if (PyLong_Check(key)) {
    const std::int64_t given = PyLong_AsLongLong(key);
    if (PyErr_Occurred()) return false;
    const std::int64_t place = given < 0 ? given + size : given;
    part = {place, place + 1, false};
    if (place >= 0 && place < size) return true;
    PyErr_Format(PyExc_IndexError, "index %lld is out of bounds for axis %d with size %lld",
                 static_cast<long long>(given), axis, static_cast<long long>(size));
    return false;
  }
  Py_ssize_t first = 0, last = 0, step = 0;
  if (PySlice_Check(key) && PySlice_Unpack(key, &first, &last, &step) != 0) return false;
  if (!PySlice_Check(key) || step != 1)
    throw Error("[index] the engine takes numbers and parts without steps, as x[1], x[1:3] or x[:, 2]");
  PySlice_AdjustIndices(static_cast<Py_ssize_t>(size), &first, &last, step);
  part = {first, std::max(first, last), true};
  return true;
}

}  // namespace

PyObject* subscript(PyObject* self, PyObject* key) {
  return guarded([&]() -> PyObject* {
    NDArray& operand = array_in(self);
    const Shape shape = operand.shape();  // a key may run code of its own
    const Py_ssize_t given = PyTuple_Check(key) ? PyTuple_GET_SIZE(key) : 1;
    if (given > shape.rank() || shape.rank() == 0) {
      throw Error("[index] " + std::to_string(given) + (given == 1 ? " index" : " indices") + " into shape " +
                  shape.text());
    }
    std::vector<Part> parts(static_cast<std::size_t>(given));
    bool places = given > 0;
    for (int axis = 0; axis < given; ++axis) {
      PyObject* const one = PyTuple_Check(key) ? PyTuple_GET_ITEM(key, axis) : key;
      Part& part = parts[static_cast<std::size_t>(axis)];
      if (!part_in(one, axis, shape[axis], part)) return nullptr;
      places &= !part.keeps;
    }
    Run::current().call(self);
    if (places) {
      std::vector<std::int64_t> indices;
      for (const Part& part : parts) indices.push_back(part.first);
      return wrap(result_type(self), at(operand, indices));
    }
    NDArray made = operand;
    int axis = 0;
    for (const Part& part : parts) {
      const bool whole = part.keeps && part.first == 0 && part.last == made.shape()[axis];
      if (!whole && axis == 0 && part.keeps) {
        made = rows(made, part.first, part.last);
      } else if (!whole) {
        made = slice(made, axis, part.first, part.last, part.keeps);
      }
      axis += part.keeps ? 1 : 0;
    }
    if (&made.body() == &operand.body()) made = rows(operand, 0, shape[0]);
    return wrap(result_type(self), std::move(made));
  });
}

}  // namespace runahead::python
