// SPDX-License-Identifier: GPL-3.0-or-later
// The object, its operators through the interpreter's slots, and exceptions across the border.
#include "core/python/array.h"

#include <algorithm>
#include <new>
#include <optional>
#include <unordered_map>

#include "core/base/error.h"
#include "core/python/run.h"
#include "core/tensor/operations.h"

namespace runahead::python {

PyTypeObject* array_type = nullptr;

namespace {

struct ArrayObject {
  PyObject_HEAD NDArray array;
  HistoryLink history;
  std::uint8_t stream;
  ArrayObject* before;
  ArrayObject* after;
};

ArrayObject* newest = nullptr;
std::unordered_map<PyTypeObject*, PyTypeObject*> result_types;

ArrayObject* object_of(PyObject* object) {
  return reinterpret_cast<ArrayObject*>(object);
}

void link(ArrayObject* object) {
  object->before = nullptr;
  object->after = newest;
  if (newest) newest->before = object;
  newest = object;
}

void unlink(ArrayObject* object) {
  if (object->before) {
    object->before->after = object->after;
  } else {
    newest = object->after;
  }
  if (object->after) object->after->before = object->before;
}

void dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  unlink(object_of(self));
  object_of(self)->history.~HistoryLink();
  object_of(self)->array.~NDArray();
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* refuse_new(PyTypeObject* type, PyObject*, PyObject*) {
  PyErr_Format(PyExc_TypeError, "%s is made by a call such as ones() or array()", type->tp_name);
  return nullptr;
}

/// Of a number of Python's.
std::optional<float> number_in(PyObject* object) {
  if (PyFloat_Check(object)) return static_cast<float>(PyFloat_AS_DOUBLE(object));
  if (PyLong_Check(object)) {
    const double value = PyLong_AsDouble(object);
    if (!PyErr_Occurred()) return static_cast<float>(value);
    PyErr_Clear();  // beyond what a float can be
  }
  return std::nullopt;
}

using Both = NDArray (*)(const NDArray&, const NDArray&);
using WithNumber = NDArray (*)(const NDArray&, float);

/// a OP b, where either may be a number; null: the library has no such call.
PyObject* binary(PyObject* a, PyObject* b, Both both, WithNumber number_behind, WithNumber number_before) {
  return guarded([&]() -> PyObject* {
    if (is_array(a) && is_array(b)) {
      require_together(a, b);
      NDArray& left = array_in(a);
      NDArray& right = array_in(b);
      Run::current().call(a);
      return wrap(result_type(a), both(left, right));
    }
    PyObject* const array = is_array(a) ? a : b;
    const std::optional<float> number = number_in(array == a ? b : a);
    const WithNumber call = array == a ? number_behind : number_before;
    if (!number || !call) Py_RETURN_NOTIMPLEMENTED;
    NDArray& operand = array_in(array);
    Run::current().call(array);
    return wrap(result_type(array), call(operand, *number));
  });
}

PyObject* add(PyObject* a, PyObject* b) {
  const WithNumber number = [](const NDArray& x, float y) { return x + y; };
  return binary(
      a, b, [](const NDArray& x, const NDArray& y) { return x + y; }, number, number);
}

PyObject* subtract(PyObject* a, PyObject* b) {
  return binary(
      a, b, [](const NDArray& x, const NDArray& y) { return x - y; },
      [](const NDArray& x, float y) { return x - y; }, [](const NDArray& x, float y) { return y - x; });
}

PyObject* multiply(PyObject* a, PyObject* b) {
  const WithNumber number = [](const NDArray& x, float y) { return x * y; };
  return binary(
      a, b, [](const NDArray& x, const NDArray& y) { return x * y; }, number, number);
}

PyObject* negative(PyObject* a) {
  return guarded([&] {
    NDArray& operand = array_in(a);
    Run::current().call(a);
    return wrap(result_type(a), -operand);
  });
}

PyObject* matrix_multiply(PyObject* a, PyObject* b) {
  if (!is_array(a) || !is_array(b)) Py_RETURN_NOTIMPLEMENTED;
  return binary(
      a, b, [](const NDArray& x, const NDArray& y) { return dot(x, y); }, nullptr, nullptr);
}

PyObject* power(PyObject* a, PyObject* b, PyObject*) {
  const std::optional<float> exponent = number_in(b);
  if (!is_array(a) || !exponent) Py_RETURN_NOTIMPLEMENTED;
  return guarded([&] {
    NDArray& operand = array_in(a);
    Run::current().call(a);
    return wrap(result_type(a), *exponent == 2 ? square(operand) : runahead::power(operand, *exponent));
  });
}

PyObject* divide(PyObject* a, PyObject* b) {
  return binary(
      a, b, [](const NDArray& x, const NDArray& y) { return x / y; },
      [](const NDArray& x, float y) { return x / y; }, [](const NDArray& x, float y) { return y / x; });
}

/// A row, or rows: along the first axis.
PyObject* subscript(PyObject* self, PyObject* key) {
  return guarded([&]() -> PyObject* {
    NDArray& operand = array_in(self);
    const std::int64_t count = operand.shape().rank() > 0 ? operand.shape()[0] : 0;
    if (PyLong_Check(key)) {
      const std::int64_t given = PyLong_AsLongLong(key);
      if (PyErr_Occurred()) return nullptr;
      const std::int64_t index = given < 0 ? given + count : given;
      if (index < 0 || index >= count) {
        PyErr_Format(PyExc_IndexError, "index %lld is out of bounds for axis 0 with size %lld",
                     static_cast<long long>(given), static_cast<long long>(count));
        return nullptr;
      }
      Run::current().call(self);
      return wrap(result_type(self), row(operand, index));
    }
    Py_ssize_t first = 0, last = 0, step = 0;
    if (!PySlice_Check(key) || PySlice_Unpack(key, &first, &last, &step) != 0 || step != 1) {
      if (!PyErr_Occurred()) throw Error("[index] the engine takes one row, as x[1], or rows, as x[1:3]");
      return nullptr;
    }
    PySlice_AdjustIndices(count, &first, &last, step);
    Run::current().call(self);
    return wrap(result_type(self), rows(operand, first, std::max(first, last)));
  });
}

/// Elements: not by the engine. Whether it is the same object is Python's to say.
PyObject* compare(PyObject* a, PyObject* b, int) {
  if (!is_array(b) && !number_in(b)) Py_RETURN_NOTIMPLEMENTED;
  return guarded([&]() -> PyObject* {
    array_in(a);
    throw Error("[compare] the engine compares no arrays; compare numbers, as of item()");
  });
}

Py_hash_t hash(PyObject* self) {
  return static_cast<Py_hash_t>(reinterpret_cast<std::uintptr_t>(self) >> 4U);
}

/// A single number, which waits.
std::optional<float> value_of(PyObject* self, const char* what) {
  std::optional<float> value;
  PyObject* const done = guarded([&]() -> PyObject* {
    NDArray& array = array_in(self);
    if (array.shape().elements() != 1) {
      throw Error(std::string("[") + what + "] an array of shape " + array.shape().text() +
                  " is not a single number");
    }
    Run::current().call();
    value = array.body().on_host ? Run::current().program.frontend().values_of(array.body()).front()
                                 : array.item();
    Py_RETURN_NONE;
  });
  Py_XDECREF(done);
  return value;
}

PyObject* to_float(PyObject* self) {
  const std::optional<float> value = value_of(self, "float");
  return value ? PyFloat_FromDouble(static_cast<double>(*value)) : nullptr;
}

PyObject* to_int(PyObject* self) {
  const std::optional<float> value = value_of(self, "int");
  return value ? PyLong_FromDouble(static_cast<double>(*value)) : nullptr;
}

int to_bool(PyObject* self) {
  const std::optional<float> value = value_of(self, "bool");
  return value ? *value != 0 : -1;
}

Py_ssize_t length(PyObject* self) {
  const Shape& shape = object_of(self)->array.shape();
  if (shape.rank() > 0) return static_cast<Py_ssize_t>(shape[0]);
  PyErr_SetString(PyExc_TypeError, "len() of an array without axes");
  return -1;
}

PyType_Slot slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
    {Py_tp_new, reinterpret_cast<void*>(refuse_new)},
    {Py_nb_add, reinterpret_cast<void*>(add)},
    {Py_nb_subtract, reinterpret_cast<void*>(subtract)},
    {Py_nb_multiply, reinterpret_cast<void*>(multiply)},
    {Py_nb_negative, reinterpret_cast<void*>(negative)},
    {Py_nb_power, reinterpret_cast<void*>(power)},
    {Py_nb_true_divide, reinterpret_cast<void*>(divide)},
    {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
    {Py_tp_hash, reinterpret_cast<void*>(hash)},
    {Py_nb_matrix_multiply, reinterpret_cast<void*>(matrix_multiply)},
    {Py_nb_float, reinterpret_cast<void*>(to_float)},
    {Py_nb_int, reinterpret_cast<void*>(to_int)},
    {Py_nb_bool, reinterpret_cast<void*>(to_bool)},
    {Py_mp_length, reinterpret_cast<void*>(length)},
    {Py_mp_subscript, reinterpret_cast<void*>(subscript)},
    {0, nullptr},
};
PyType_Spec spec = {"_runahead.Array", sizeof(ArrayObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                    slots};

}  // namespace

PyTypeObject* make_array_type() {
  array_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  return array_type;
}

PyObject* wrap(PyTypeObject* type, NDArray array) {
  PyObject* const object = type->tp_alloc(type, 0);
  if (!object) throw std::bad_alloc();
  Run& run = Run::current();
  ArrayObject& made = *object_of(object);
  new (&made.array) NDArray(std::move(array));
  new (&made.history) HistoryLink(run.history.of(made.array));
  made.stream = run.stream;
  link(&made);
  run.history.settle();
  run.lines.made(made.array);
  return object;
}

PyTypeObject* result_type(PyObject* object) {
  const auto other = result_types.find(Py_TYPE(object));
  return other == result_types.end() ? Py_TYPE(object) : other->second;
}

void set_result_type(PyTypeObject* type, PyTypeObject* result) {
  result_types[type] = result;
}

HistoryLink& history_in(PyObject* object) {
  array_in(object);
  return object_of(object)->history;
}

std::uint8_t stream_of(PyObject* object) {
  return is_array(object) ? object_of(object)->stream : kComputeStream;
}

void rebind(PyObject* object, PyObject* other) {
  array_in(object) = array_in(other);
  object_of(object)->history = object_of(other)->history;
  object_of(object)->stream = object_of(other)->stream;
}

void require_together(PyObject* a, PyObject* b) {
  if (array_in(a).body().on_host == array_in(b).body().on_host) return;
  throw Error(result_type(a) == result_type(b)
                  ? "[operands] one array is on the CPU and the other on the GPU; copy one of them first"
                  : "[operands] an array of NumPy and one of another library; make one of the other first");
}

bool is_array(PyObject* object) {
  return PyObject_TypeCheck(object, array_type);
}

NDArray& array_in(PyObject* object) {
  if (!is_array(object)) throw Error(std::string("[call] needs an array, got ") + Py_TYPE(object)->tp_name);
  NDArray& array = object_of(object)->array;
  if (!array.bound()) throw Error("[call] this array is of a run that is over");
  return array;
}

void release_arrays() {
  for (ArrayObject* object = newest; object; object = object->after) {
    object->history = nullptr;
    object->array = NDArray();
  }
  result_types.clear();
}

PyObject* raise_current() {
  if (Run::any()) {
    Run::current().take_exception();
  } else {
    PyErr_SetString(PyExc_RuntimeError, "no program runs");
  }
  return nullptr;
}

}  // namespace runahead::python
