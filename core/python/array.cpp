// SPDX-License-Identifier: GPL-3.0-or-later
// The object, its operators through the interpreter's slots, and exceptions across the border.
#include "core/python/array.h"

#include <algorithm>
#include <new>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/base/misuse.h"
#include "core/python/calls.h"
#include "core/python/errors.h"
#include "core/python/run.h"
#include "core/python/types.h"
#include "core/tensor/operations.h"

namespace runahead::python {

using kernels::Binary;

PyTypeObject* array_type = nullptr;

namespace {

struct ArrayObject {
  PyObject_HEAD NDArray array;
  HistoryLink history;
  int device;
  TakenLink taken;
  std::uint64_t number;  ///< in the order in which they are made
  ArrayObject* before;
  ArrayObject* after;
};

ArrayObject* newest = nullptr;
std::uint64_t arrays_made = 0;
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
  ArrayObject* const object = object_of(self);
  unlink(object);
  Run* const run = Run::any() ? &Run::current() : nullptr;
  if (run && !run->on_its_thread())
    run->hand_over(
        std::tuple(std::move(object->array), std::move(object->history), std::move(object->taken)));
  if (!run || !run->forked) {  // whose engine stays as it was
    object->taken.~TakenLink();
    object->history.~HistoryLink();
    object->array.~NDArray();
  }
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* refuse_new(PyTypeObject* type, PyObject*, PyObject*) {
  PyErr_Format(PyExc_TypeError, "%s is made by a call such as ones() or array()", type->tp_name);
  return nullptr;
}

template <Binary kBinary>
PyObject* operate(PyObject* a, PyObject* b) {
  return binary(kBinary, a, b);
}

PyObject* negative(PyObject* a) {
  return guarded([&] {
    NDArray& operand = array_in(a);
    Run::current().call(a);
    return wrap(result_type(a), -operand);
  });
}

PyObject* positive(PyObject* a) {
  return guarded([&] {
    NDArray& operand = array_in(a);
    Run::current().call(a);
    return wrap(result_type(a), copy(operand));
  });
}

/// Of booleans; bits of whole numbers are not had.
PyObject* invert(PyObject* a) {
  return guarded([&] {
    NDArray& operand = array_in(a);
    if (operand.type() != kernels::Type::boolean)
      throw MisuseError(Misuse::object, std::string("[invert] of ") + name_of(operand.type()) +
                                            ": the engine inverts booleans");
    Run::current().call(a);
    return wrap(result_type(a), logical_not(operand));
  });
}

PyObject* absolute(PyObject* a) {
  return guarded([&] {
    NDArray& operand = array_in(a);
    Run::current().call(a);
    return wrap(result_type(a), abs(operand));
  });
}

/// Of TensorFlow's, where the list has tensors itself; else of its numbers.
pybind11::object list_beside(PyObject* array, PyObject* list) {
  const auto has_arrays = [](pybind11::handle one) { return is_array(one.ptr()); };
  const auto sequence = pybind11::reinterpret_borrow<pybind11::sequence>(list);
  if (rules_of(array) != Rules::tensorflow || std::none_of(sequence.begin(), sequence.end(), has_arrays))
    return like_list(array, list);
  return pybind11::module_::import("tensorflow").attr("_t")(sequence, name_of(array_in(array).type()));
}

/// Beside TensorFlow's a list, and an array of NumPy's, is a tensor of the same type, where it can be.
pybind11::object as_tensor_beside(PyObject* tensor, PyObject* other) {
  if (!is_array(tensor) || rules_of(tensor) != Rules::tensorflow) return {};
  if (PyList_Check(other) || PyTuple_Check(other)) return list_beside(tensor, other);
  if (!is_array(other) || rules_of(other) != Rules::numpy) return {};
  PyObject* const type = reinterpret_cast<PyObject*>(result_type(tensor));
  pybind11::object made = to_device(type, other, device_of(tensor), false);
  const kernels::Type own = array_in(tensor).type();
  NDArray& array = array_in(made.ptr());
  const bool fits = is_floating(own) ? array.type() != kernels::Type::boolean
                                     : own != kernels::Type::boolean && !is_floating(array.type()) &&
                                           array.type() != kernels::Type::boolean;
  if (array.type() == own || !fits) return made;
  Run::current().call(made.ptr());
  return pybind11::reinterpret_steal<pybind11::object>(wrap(result_type(tensor), cast(array, own)));
}

PyObject* matrix_multiply(PyObject* a, PyObject* b) {
  if (!is_array(a) && !is_array(b)) Py_RETURN_NOTIMPLEMENTED;
  return guarded([&]() -> PyObject* {
    if (const pybind11::object other = as_tensor_beside(a, b)) return matrix_multiply(a, other.ptr());
    if (const pybind11::object other = as_tensor_beside(b, a)) return matrix_multiply(other.ptr(), b);
    if (!is_array(a) || !is_array(b)) Py_RETURN_NOTIMPLEMENTED;
    require_together(a, b);
    NDArray& left = array_in(a);
    NDArray& right = array_in(b);
    Run::current().call(a);
    return wrap(result_type(a), product(rules_of(a), left, right));
  });
}

/// Whether a ** exponent is a square: not where the exponent makes another type of it.
bool squares(PyObject* a, PyObject* exponent) {
  const std::optional<PythonNumber> number = number_in(exponent);
  if (!is_array(a) || !number || number->as(kernels::Type::float64).real != 2) return false;
  const kernels::Type type = array_in(a).type();
  return is_floating(type) || (type != kernels::Type::boolean && number->kind == PythonNumber::Kind::whole);
}

PyObject* power(PyObject* a, PyObject* b, PyObject*) {
  return guarded([&] {
    if (!squares(a, b)) return binary(Binary::power, a, b);
    NDArray& operand = array_in(a);
    Run::current().call(a);
    return wrap(result_type(a), square(operand));
  });
}

/// Of anything else than arrays and numbers, whether it is the same object is Python's to say.
PyObject* compare(PyObject* a, PyObject* b, int how) {
  switch (how) {
    case Py_LT:
      return binary(Binary::less, a, b);
    case Py_LE:
      return binary(Binary::less_equal, a, b);
    case Py_EQ:
      return binary(Binary::equal, a, b);
    case Py_NE:
      return binary(Binary::not_equal, a, b);
    case Py_GT:
      return binary(Binary::greater, a, b);
    default:
      return binary(Binary::greater_equal, a, b);
  }
}

Py_hash_t hash(PyObject* self) {
  if (rules_of(self) == Rules::numpy) {
    PyErr_SetString(PyExc_TypeError, "unhashable type: 'numpy.ndarray'");
    return -1;
  }
  return static_cast<Py_hash_t>(reinterpret_cast<std::uintptr_t>(self) >> 4U);
}

/// What is wrong where it is no single number.
Misuse misuse_of(PyObject* self, const std::string& what) {
  const Rules rules = rules_of(self);
  if ((rules == Rules::numpy || rules == Rules::tensorflow) && what != "bool") return Misuse::object;
  return rules == Rules::torch && what == "bool" ? Misuse::type : Misuse::single;
}

/// A single number, which waits.
std::optional<Values> value_of(PyObject* self, const char* what) {
  std::optional<Values> value;
  PyObject* const done = guarded([&]() -> PyObject* {
    NDArray& array = array_in(self);
    if (array.shape().elements() != 1) {
      throw MisuseError(misuse_of(self, what), std::string("[") + what + "] an array of shape " +
                                                   array.shape().text() + " is not a single number");
    }
    Frontend& frontend = Run::current().call(self);
    const bool at_hand = array.body().on_host && !array.body().root().two_sided;
    NDArray brought = array;
    if (const int place = device_of(self); frontend.has_contexts() && place >= 0)
      brought = frontend.copy_to_context(array, place, Frontend::kWorkers);
    value = at_hand ? frontend.values_of(array.body()) : frontend.read(brought.body(), WaitReason::item);
    Py_RETURN_NONE;
  });
  Py_XDECREF(done);
  return value;
}

PyObject* to_float(PyObject* self) {
  const std::optional<Values> value = value_of(self, "float");
  if (!value) return nullptr;
  return PyFloat_FromDouble(is_floating(value->type()) ? value->real(0)
                                                       : static_cast<double>(value->whole(0)));
}

PyObject* to_int(PyObject* self) {
  const std::optional<Values> value = value_of(self, "int");
  if (!value) return nullptr;
  return is_floating(value->type()) ? PyLong_FromDouble(value->real(0))
                                    : PyLong_FromLongLong(value->whole(0));
}

int to_bool(PyObject* self) {
  const std::optional<Values> value = value_of(self, "bool");
  if (!value) return -1;
  return is_floating(value->type()) ? value->real(0) != 0 : value->whole(0) != 0;
}

/// Where Python wants a whole number, as in list[x] and range(x).
PyObject* to_index(PyObject* self) {
  const NDArray& array = object_of(self)->array;
  const bool numpys = rules_of(self) == Rules::numpy;
  const bool whole = array.bound() && !is_floating(array.type()) &&
                     !(numpys && (array.shape().rank() > 0 || array.type() == kernels::Type::boolean));
  if (whole && array.shape().elements() == 1) return to_int(self);
  PyErr_SetString(PyExc_TypeError, "only an array of a single whole number can be used as an index");
  return nullptr;
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
    {Py_nb_add, reinterpret_cast<void*>(operate<Binary::add>)},
    {Py_nb_subtract, reinterpret_cast<void*>(operate<Binary::sub>)},
    {Py_nb_multiply, reinterpret_cast<void*>(operate<Binary::mul>)},
    {Py_nb_negative, reinterpret_cast<void*>(negative)},
    {Py_nb_power, reinterpret_cast<void*>(power)},
    {Py_nb_true_divide, reinterpret_cast<void*>(operate<Binary::div>)},
    {Py_nb_floor_divide, reinterpret_cast<void*>(operate<Binary::floor_divide>)},
    {Py_nb_remainder, reinterpret_cast<void*>(operate<Binary::remainder>)},
    {Py_nb_and, reinterpret_cast<void*>(operate<Binary::logical_and>)},
    {Py_nb_or, reinterpret_cast<void*>(operate<Binary::logical_or>)},
    {Py_nb_positive, reinterpret_cast<void*>(positive)},
    {Py_nb_invert, reinterpret_cast<void*>(invert)},
    {Py_nb_absolute, reinterpret_cast<void*>(absolute)},
    {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
    {Py_tp_hash, reinterpret_cast<void*>(hash)},
    {Py_nb_matrix_multiply, reinterpret_cast<void*>(matrix_multiply)},
    {Py_nb_float, reinterpret_cast<void*>(to_float)},
    {Py_nb_int, reinterpret_cast<void*>(to_int)},
    {Py_nb_index, reinterpret_cast<void*>(to_index)},
    {Py_nb_bool, reinterpret_cast<void*>(to_bool)},
    {Py_mp_length, reinterpret_cast<void*>(length)},
    {Py_mp_subscript, reinterpret_cast<void*>(subscript)},
    {0, nullptr},
};
PyType_Spec spec = {"_runahead.Array", sizeof(ArrayObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                    slots};

}  // namespace

namespace {

/// Beside an array a list is one.
bool takes_lists(Rules rules) {
  return rules == Rules::numpy || rules == Rules::tensorflow;
}

/// Whether all libraries do the same.
bool is_plain(Binary binary, const NDArray& array) {
  return array.bound() && array.type() == kernels::Type::float32 && binary <= Binary::power;
}

PyObject* with_number(Binary binary, PyObject* array, const NDArray& operand, const PythonNumber& number,
                      bool first) {
  const Rules rules = rules_of(array);
  const bool plain = is_plain(binary, operand) && !is_reciprocal(binary, rules, first);
  return wrap(result_type(array), plain ? compute(binary, operand, number.as(operand.type()), first)
                                        : computed(binary, rules, operand, number, first));
}

PythonNumber number_of(const Values& value) {
  using Kind = PythonNumber::Kind;
  if (is_floating(value.type())) return {Kind::real, value.real(0), 0};
  return {value.type() == kernels::Type::boolean ? Kind::boolean : Kind::whole, 0, value.whole(0)};
}

/// A number of NumPy's, which is an array without axes here, beside another library's array; null: it is
/// none.
PyObject* with_numpys(Binary binary, PyObject* array, PyObject* scalar, bool first) {
  const bool numpys = rules_of(scalar) == Rules::numpy && rules_of(array) != Rules::numpy;
  if (!numpys || array_in(scalar).shape().rank() != 0) return nullptr;
  const PythonNumber number = number_of(read(pybind11::handle(scalar), WaitReason::item));
  Run::current().call(array);
  return with_number(binary, array, array_in(array), number, first);
}

/// Where `scalar` is a number beside `array`; null: it is none.
PyObject* with_scalar(Binary binary, PyObject* array, PyObject* scalar, bool first) {
  const std::optional<PythonNumber> number = number_beside(scalar, array);
  if (!number) return with_numpys(binary, array, scalar, first);
  if (Run::current().history.records() && history_in(scalar)) {
    const pybind11::object moved = number_on_device(scalar, *number, device_of(array));
    return first ? python::binary(binary, moved.ptr(), array) : python::binary(binary, array, moved.ptr());
  }
  Run::current().call(array);
  const NDArray& operand = array_in(array);
  const kernels::Type met = common_type(rules_of(array), operand, array_in(scalar));
  return with_number(binary, array, operand.type() == met ? operand : cast(operand, met), *number, first);
}

}  // namespace

std::optional<PythonNumber> number_beside(PyObject* given, PyObject* array) {
  const NDArray& scalar = array_in(given);
  const bool alone = scalar.shape().rank() == 0 && device_of(given) == kHost && device_of(array) != kHost;
  if (!alone || rules_of(array) != Rules::torch || rules_of(given) != Rules::torch) return std::nullopt;
  return number_of(read(pybind11::handle(given), WaitReason::item));
}

PyObject* binary(Binary binary, PyObject* a, PyObject* b) {
  return guarded([&]() -> PyObject* {
    if (const pybind11::object other = as_tensor_beside(a, b)) return python::binary(binary, a, other.ptr());
    if (const pybind11::object other = as_tensor_beside(b, a)) return python::binary(binary, other.ptr(), b);
    if (is_array(a) && is_array(b)) {
      if (PyObject* const made = with_scalar(binary, a, b, false)) return made;
      if (PyObject* const made = with_scalar(binary, b, a, true)) return made;
      require_together(a, b);
      NDArray& left = array_in(a);
      NDArray& right = array_in(b);
      Run::current().call(a);
      return wrap(result_type(a), is_plain(binary, left) && is_plain(binary, right)
                                      ? compute(binary, left, right)
                                      : computed(binary, rules_of(a), left, right));
    }
    PyObject* const array = is_array(a) ? a : b;
    if (!is_array(array)) Py_RETURN_NOTIMPLEMENTED;
    PyObject* const other = array == a ? b : a;
    const std::optional<PythonNumber> number = number_in(other);
    if (!number && (PyList_Check(other) || PyTuple_Check(other)) && takes_lists(rules_of(array))) {
      const pybind11::object made = list_beside(array, other);
      return array == a ? python::binary(binary, a, made.ptr()) : python::binary(binary, made.ptr(), b);
    }
    if (!number) Py_RETURN_NOTIMPLEMENTED;
    NDArray& operand = array_in(array);
    Run::current().call(array);
    return with_number(binary, array, operand, *number, array == b);
  });
}

PyTypeObject* make_array_type() {
  array_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  return array_type;
}

PyObject* wrap(PyTypeObject* type, NDArray array) {
  PyObject* const object = type->tp_alloc(type, 0);
  if (!object) throw std::bad_alloc();
  Run& run = Run::current();
  // What has no axes elsewhere has one in MXNet's older arrays.
  if (array.shape().rank() == 0 && rules_of(type) == Rules::nd) array = view(array, Shape{1});
  ArrayObject& made = *object_of(object);
  new (&made.array) NDArray(std::move(array));
  new (&made.history) HistoryLink(run.history.of(made.array));
  made.device = run.device;
  new (&made.taken) TakenLink();
  made.number = arrays_made++;
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

TakenLink& taken_in(PyObject* object) {
  array_in(object);
  return object_of(object)->taken;
}

PyObject* wrap_part(PyTypeObject* type, NDArray array, TakenLink taken) {
  PyObject* const object = wrap(type, std::move(array));
  object_of(object)->taken = std::move(taken);
  return object;
}

void put_array(PyObject* object, NDArray array) {
  ArrayObject& own = *object_of(object);
  own.history = Run::current().history.of(array);
  own.array = std::move(array);
}

void each_array(const std::function<void(NDArray&, HistoryLink&, TakenLink&)>& visit) {
  for (ArrayObject* object = newest; object; object = object->after) {
    if (object->array.bound()) visit(object->array, object->history, object->taken);
  }
}

std::uint64_t arrays_until_now() {
  return arrays_made;
}

std::uint64_t number_of(PyObject* object) {
  array_in(object);
  return object_of(object)->number;
}

int device_of(PyObject* object) {
  if (!is_array(object)) return kHost;
  return array_in(object).body().on_host ? kHost : object_of(object)->device;
}

void place_at(PyObject* object, int device) {
  object_of(object)->device = device;
}

void rebind(PyObject* object, PyObject* other) {
  array_in(object) = array_in(other);
  object_of(object)->history = object_of(other)->history;
  object_of(object)->device = object_of(other)->device;
  object_of(object)->taken = object_of(other)->taken;
}

void require_together(PyObject* a, PyObject* b) {
  const int one = device_of(a), other = device_of(b);
  const Rules rules = rules_of(a), others = rules_of(b);
  const bool torch = rules == Rules::torch || others == Rules::torch;
  const bool with_numpys = (rules == Rules::numpy) != (others == Rules::numpy);
  if (one == other && (torch || !with_numpys)) return;
  call_of(Py_TYPE(a));
  if (with_numpys)
    throw MisuseError(Misuse::missing,
                      "[operands] an array of NumPy and one of another library; make one of the other first");
  const auto name = [torch](int device) {
    if (device < 0) return std::string(torch ? "cpu" : "cpu(0)");
    return torch ? "cuda:" + std::to_string(device) : "gpu(" + std::to_string(device) + ")";
  };
  throw Error("Expected all " + std::string(torch ? "tensors" : "arrays") +
              " to be on the same device, but found at least two devices, " + name(one) + " and " +
              name(other) + "!");
}

bool is_array(PyObject* object) {
  return PyObject_TypeCheck(object, array_type);
}

NDArray& array_in(PyObject* object) {
  if (!is_array(object))
    throw MisuseError(Misuse::object, std::string("[call] needs an array, got ") + Py_TYPE(object)->tp_name);
  NDArray& array = object_of(object)->array;
  if (!array.bound()) throw Error("[call] this array is of a run that is over");
  call_of(Py_TYPE(object));
  if (ArrayObject& own = *object_of(object); own.taken) {
    Run::current().call_on(array.body().on_host ? kHost : own.device);
    follow(own.taken, array);
    own.history = Run::current().history.of(array);
  }
  return array;
}

void release_arrays() {
  for (ArrayObject* object = newest; object; object = object->after) {
    object->history = nullptr;
    object->taken = nullptr;
    object->array = NDArray();
  }
  result_types.clear();
  forget_rules();
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
