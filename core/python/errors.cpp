// SPDX-License-Identifier: GPL-3.0-or-later
// Types of exceptions by library, and the words for arguments that no call takes.
#include "core/python/errors.h"

#include <string>

#include "core/base/misuse.h"
#include "core/python/types.h"

namespace runahead::python {

namespace py = pybind11;

PyObject* stopped_type = nullptr;
PyObject* engine_error_type = nullptr;
PyObject* axis_error_type = nullptr;

namespace {

PyTypeObject* calling = nullptr;  // owned

PyObject* of_numpy(const std::exception& error, const MisuseError* misuse) {
  if (dynamic_cast<const MemoryError*>(&error)) return PyExc_MemoryError;
  if (!misuse) return PyExc_ValueError;
  switch (misuse->kind()) {
    case Misuse::index:
      return PyExc_IndexError;
    case Misuse::axis:
      return axis_error_type;
    case Misuse::type:
    case Misuse::object:
      return PyExc_TypeError;
    default:
      return PyExc_ValueError;
  }
}

PyObject* of_torch(const MisuseError* misuse) {
  if (!misuse) return PyExc_RuntimeError;
  switch (misuse->kind()) {
    case Misuse::index:
    case Misuse::axis:
      return PyExc_IndexError;
    case Misuse::object:
      return PyExc_TypeError;
    case Misuse::single:
      return PyExc_ValueError;
    default:
      return PyExc_RuntimeError;
  }
}

PyObject* of_tensorflow(const MisuseError* misuse, PyObject* own) {
  if (misuse && misuse->kind() == Misuse::object) return PyExc_TypeError;
  return misuse && misuse->kind() == Misuse::single ? PyExc_ValueError : own;
}

PyObject* of_mxnet(const MisuseError* misuse, PyObject* own) {
  if (!misuse) return own;
  switch (misuse->kind()) {
    case Misuse::index:
      return PyExc_IndexError;
    case Misuse::object:
      return PyExc_TypeError;
    case Misuse::single:
      return PyExc_ValueError;
    default:
      return own;
  }
}

PyCFunctionWithKeywords dispatcher = nullptr;  // pybind11's, one for all functions

std::string kind_of(py::handle given) {
  return Py_TYPE(given.ptr())->tp_name;
}

/// A call of the module: what pybind11 says of arguments that fit no function is said anew.
PyObject* dispatch(PyObject* self, PyObject* args, PyObject* kwargs) {
  PyObject* const made = dispatcher(self, args, kwargs);
  if (made || !PyErr_ExceptionMatches(PyExc_TypeError)) return made;
  py::error_already_set error;
  const auto said = py::str(error.value()).cast<std::string>();
  const std::size_t at = said.find("(): incompatible function arguments");
  if (at == std::string::npos) {
    error.restore();
    return nullptr;
  }
  std::string given;
  const auto add = [&](const std::string& one) { given += (given.empty() ? "" : ", ") + one; };
  for (const py::handle one : py::reinterpret_borrow<py::tuple>(args))
    if (!PyType_Check(one.ptr())) add(kind_of(one));
  if (kwargs) {
    for (const auto& [name, one] : py::reinterpret_borrow<py::dict>(kwargs))
      add(py::str(name).cast<std::string>() + '=' + kind_of(one));
  }
  PyErr_SetString(PyExc_TypeError,
                  (said.substr(0, at) + "(): Runahead does not have it for (" + given + ")").c_str());
  return nullptr;
}

}  // namespace

void call_of(PyTypeObject* type) {
  if (type == calling) return;
  Py_INCREF(type);
  Py_XDECREF(calling);
  calling = type;
}

void forget_calls() {
  Py_CLEAR(calling);
}

PyObject* python_type_of(const std::exception& error, PyObject* own) {
  const auto* const misuse = dynamic_cast<const MisuseError*>(&error);
  if (misuse && misuse->kind() == Misuse::missing) return PyExc_NotImplementedError;
  if (!calling) return own ? own : engine_error_type;
  switch (rules_of(calling)) {
    case Rules::numpy:
      return of_numpy(error, misuse);
    case Rules::torch:
      return of_torch(misuse);
    case Rules::tensorflow:
      return of_tensorflow(misuse, own ? own : engine_error_type);
    default:
      return of_mxnet(misuse, own ? own : engine_error_type);
  }
}

void refuse_in_own_words(py::module_& module) {
  for (const auto& [name, value] : module.attr("__dict__").cast<py::dict>()) {
    if (!PyCFunction_Check(value.ptr())) continue;
    PyMethodDef& method = *reinterpret_cast<PyCFunctionObject*>(value.ptr())->m_ml;
    if (method.ml_flags != (METH_VARARGS | METH_KEYWORDS)) continue;
    dispatcher = reinterpret_cast<PyCFunctionWithKeywords>(reinterpret_cast<void (*)()>(method.ml_meth));
    method.ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(dispatch));
  }
}

}  // namespace runahead::python
