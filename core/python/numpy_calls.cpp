// SPDX-License-Identifier: GPL-3.0-or-later
// A function in the place of one of NumPy's, which calls that and tells the run of it. A ufunc stays what it
// is, with another entry for calls, which operators on arrays use, too. What NumPy calls itself meanwhile is
// part of the call.
#include "core/python/numpy_calls.h"

#include <pybind11/numpy.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/engine/tracing.h"
#include "core/python/calls.h"
#include "core/python/pytorch.h"
#include "core/tensor/in_call.h"

namespace runahead::python {

namespace py = pybind11;

namespace {

/// What a call has been given, or has made.
struct Given {
  std::int64_t bytes = 0;
  std::int64_t most = 0;       ///< elements of the largest
  std::int64_t last_axis = 0;  ///< of the first; 0: there is none

  void add(PyObject* value) {
    if (PyTuple_CheckExact(value) || PyList_CheckExact(value)) {
      const Py_ssize_t count = std::min<Py_ssize_t>(PySequence_Fast_GET_SIZE(value), 64);
      for (Py_ssize_t i = 0; i < count; ++i) add(PySequence_Fast_GET_ITEM(value, i));
      return;
    }
    if (!py::isinstance<py::array>(value)) return;
    const auto array = py::reinterpret_borrow<py::array>(value);
    bytes += array.nbytes();
    most = std::max<std::int64_t>(most, array.size());
    if (last_axis == 0 && array.ndim() > 0) last_axis = array.shape(array.ndim() - 1);
  }
};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Products and what solves equations count their multiplications, transforms and sorts n log n; all else one
/// operation for each element of the largest array.
Work work_of(std::string_view name, const Given& given, const Given& made) {
  Work work{.bytes = given.bytes + made.bytes};
  work.flops = std::max(given.most, made.most);
  const std::string_view last = name.substr(name.rfind('.') + 1);
  if (is_one_of(last, {"dot", "matmul", "inner", "vdot", "tensordot", "einsum"})) {
    work.flops = 2 * std::max<std::int64_t>(made.most, 1) * given.last_axis;
  } else if (name.starts_with("numpy.linalg.") && last != "norm") {
    work.flops = 2 * given.most * given.last_axis;
  } else if (name.starts_with("numpy.fft.") || last.ends_with("sort")) {
    work.flops *= std::max<std::int64_t>(std::lround(std::log2(static_cast<double>(work.flops) + 1)), 1);
  }
  return work;
}

thread_local bool within = false;  ///< a call that is seen

Run* run_of_this_thread() {
  if (within || in_task || !Run::any()) return nullptr;
  Run& run = Run::current();
  return run.on_its_thread() && !run.forked ? &run : nullptr;
}

/// A call's use of memory before the program has waited for a copy there.
struct Early {
  EarlyUse use;
  PyObject* by;
  bool writes;
};

/// What a call gives back, and what it has as its first where it gives nothing, it has written.
std::optional<Early> early_in(PyObject* const* arguments, std::size_t count, PyObject* result) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!py::isinstance<py::array>(arguments[i])) continue;
    const auto array = py::reinterpret_borrow<py::array>(arguments[i]);
    const bool writes = arguments[i] == result || (result == Py_None && i == 0);
    std::ptrdiff_t before = 0, behind = array.itemsize();
    for (py::ssize_t axis = 0; axis < array.ndim() && array.size() > 0; ++axis) {
      const std::ptrdiff_t span = (array.shape(axis) - 1) * array.strides(axis);
      (span < 0 ? before : behind) += span;
    }
    const auto* const data = static_cast<const char*>(array.data());
    if (const auto use = early_use(data + before, data + behind, writes))
      return Early{*use, arguments[i], writes};
  }
  return std::nullopt;
}

/// `call` with these arguments, the first `count` of which count for what it costs, as a task.
template <class Call>
PyObject* seen(const std::string& name, PyObject* const* arguments, std::size_t count, std::size_t all,
               const Call& call) {
  Run* const run = run_of_this_thread();
  if (!run) return call();
  InCall in_call(run->program.frontend());
  within = true;
  py::object result = py::reinterpret_steal<py::object>(call());
  within = false;
  if (!result || result.ptr() == Py_NotImplemented) return result.release().ptr();
  try {
    Work work;
    if (run->program.config().clock != Clock::live) {
      Given given, made;
      for (std::size_t i = 0; i < count; ++i) given.add(arguments[i]);
      made.add(result.ptr());
      work = work_of(name, given, made);
    }
    Frontend& frontend = run->call();
    std::optional<Early> early = copies_beside() ? early_in(arguments, all, result.ptr()) : std::nullopt;
    NDArray written;
    if (early && early->writes && early->use.arrives) {
      written = frontend.new_array(Shape{0}, kernels::Type::boolean);
      early->use.array = written.body().variable().id;
      const py::object base = py::handle(early->by).attr("base");
      const std::string its =
          run->lines.name_of([&](PyObject* value) { return value == early->by || value == base.ptr(); });
      if (!its.empty()) frontend.name(written.body(), its);
    }
    waiting([&] {
      in_call.end(name, work, early ? std::optional(early->use) : std::nullopt,
                  written.bound() ? &written.body() : nullptr);
    });
    return result.release().ptr();
  } catch (...) {
    run->take_exception();
    return nullptr;
  }
}

struct SeenFunction {
  PyObject base;
  vectorcallfunc call;
  PyObject* function;
  std::string* name;
};

SeenFunction* as_seen(PyObject* object) {
  return reinterpret_cast<SeenFunction*>(object);
}

PyObject* call_seen(PyObject* self, PyObject* const* arguments, std::size_t count, PyObject* names) {
  const SeenFunction& its = *as_seen(self);
  const std::size_t all = static_cast<std::size_t>(PyVectorcall_NARGS(count)) +
                          (names ? static_cast<std::size_t>(PyTuple_GET_SIZE(names)) : 0);
  return seen(*its.name, arguments, all, all,
              [&] { return PyObject_Vectorcall(its.function, arguments, count, names); });
}

void free_seen(PyObject* self) {
  Py_XDECREF(as_seen(self)->function);
  delete as_seen(self)->name;
  PyObject_Free(self);
}

PyObject* repr_of_seen(PyObject* self) {
  return PyObject_Repr(as_seen(self)->function);
}

PyObject* attribute_of_seen(PyObject* self, PyObject* name) {
  PyObject* const own = PyObject_GenericGetAttr(self, name);
  if (own || !PyErr_ExceptionMatches(PyExc_AttributeError)) return own;
  PyErr_Clear();
  return PyObject_GetAttr(as_seen(self)->function, name);
}

PyObject* bound_seen(PyObject* self, PyObject* object, PyObject* /*type*/) {
  return object ? PyMethod_New(self, object) : Py_NewRef(self);
}

/// It is pickled as the name that it has.
PyObject* name_of_seen(PyObject* self, PyObject* /*none*/) {
  return PyObject_GetAttrString(as_seen(self)->function, "__name__");
}

PyMethodDef seen_methods[] = {{"__reduce__", name_of_seen, METH_NOARGS, nullptr},
                              {nullptr, nullptr, 0, nullptr}};

/// `method`: of a class, whose objects are its first argument.
PyTypeObject& seen_type(bool method) {
  static const auto made = [](bool of_class) {
    auto* const type = new PyTypeObject{};
    Py_SET_REFCNT(reinterpret_cast<PyObject*>(type), 1);
    type->tp_name = of_class ? "method_descriptor" : "builtin_function_or_method";
    type->tp_basicsize = sizeof(SeenFunction);
    type->tp_dealloc = free_seen;
    type->tp_vectorcall_offset = offsetof(SeenFunction, call);
    type->tp_repr = repr_of_seen;
    type->tp_call = PyVectorcall_Call;
    type->tp_getattro = attribute_of_seen;
    type->tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
    type->tp_methods = seen_methods;
    if (of_class) {
      type->tp_flags |= Py_TPFLAGS_METHOD_DESCRIPTOR;
      type->tp_descr_get = bound_seen;
    }
    if (PyType_Ready(type) < 0) throw py::error_already_set();
    return type;
  };
  static PyTypeObject* const function = made(false);
  static PyTypeObject* const descriptor = made(true);
  return method ? *descriptor : *function;
}

py::object make_seen(const py::object& function, const std::string& name, bool method) {
  auto* const made = PyObject_New(SeenFunction, &seen_type(method));
  if (!made) throw py::error_already_set();
  made->call = call_seen;
  made->function = function.inc_ref().ptr();
  made->name = new std::string(name);
  return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(made));
}

/// What a class of C has no way to be told.
void see_method(const py::type& type, const std::string& name, const std::string& shown) {
  auto* const its = reinterpret_cast<PyTypeObject*>(type.ptr());
  const py::object method = type.attr(name.c_str());
  const py::object in_place = make_seen(method, shown, true);
  if (PyDict_SetItemString(its->tp_dict, name.c_str(), in_place.ptr()) < 0) throw py::error_already_set();
  PyType_Modified(its);
}

// Ufuncs.

struct SeenUfunc {
  std::string name;
  vectorcallfunc own;
};

/// They stay as long as the process.
std::unordered_map<PyObject*, SeenUfunc>& seen_ufuncs() {
  static auto* const all = new std::unordered_map<PyObject*, SeenUfunc>;
  return *all;
}

PyObject* call_ufunc(PyObject* self, PyObject* const* arguments, std::size_t count, PyObject* names) {
  const SeenUfunc& its = seen_ufuncs().at(self);
  const auto plain = static_cast<std::size_t>(PyVectorcall_NARGS(count));
  const std::size_t named = names ? static_cast<std::size_t>(PyTuple_GET_SIZE(names)) : 0;
  return seen(its.name, arguments, plain, plain + named,
              [&] { return its.own(self, arguments, count, names); });
}

void see_ufunc(const py::object& ufunc) {
  const Py_ssize_t offset = Py_TYPE(ufunc.ptr())->tp_vectorcall_offset;
  if (offset <= 0) return;
  auto& entry = *reinterpret_cast<vectorcallfunc*>(reinterpret_cast<char*>(ufunc.ptr()) + offset);
  if (!entry || entry == call_ufunc) return;
  const std::string name = "numpy." + ufunc.attr("__name__").cast<std::string>();
  seen_ufuncs().emplace(ufunc.inc_ref().ptr(), SeenUfunc{name, entry});
  entry = call_ufunc;
}

}  // namespace

void add_numpy_calls(py::module_& module) {
  module.def("seen", [](const py::object& function, const std::string& name) {
    return make_seen(function, name, false);
  });
  module.def("see_method", see_method);
  module.def("see_ufunc", see_ufunc);
}

}  // namespace runahead::python
