// SPDX-License-Identifier: GPL-3.0-or-later
// The module _runahead: what the packages' names stand for. A call begins its line's statement, then does
// what the frontend of a program in C++ does. Not here: operators (array.cpp), which names a library has
// (packages/).
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>

#include "core/base/misuse.h"
#include "core/engine/failures.h"
#include "core/python/calls.h"
#include "core/python/errors.h"
#include "core/python/interpreter.h"
#include "core/python/numpy_calls.h"
#include "core/python/printed.h"
#include "core/python/pytorch.h"
#include "core/python/types.h"
#include "core/scenario/run_program.h"
#include "core/tensor/on_host.h"
#include "core/tensor/operations.h"

namespace runahead::python {

namespace py = pybind11;
using kernels::Binary;
using kernels::Number;
using kernels::Type;

std::vector<std::int64_t> sizes_in(py::handle given) {
  if (!PyIndex_Check(given.ptr())) return given.cast<std::vector<std::int64_t>>();
  const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(given.ptr()));
  if (!whole) throw py::error_already_set();
  return {whole.cast<std::int64_t>()};
}

Shape shape_in(py::handle given) {
  const std::vector<std::int64_t> sizes = sizes_in(given);
  if (sizes.size() > static_cast<std::size_t>(Shape::kMaxRank)) {
    throw Error("[shape] " + std::to_string(sizes.size()) + " axes; arrays here have at most " +
                std::to_string(Shape::kMaxRank));
  }
  for (const std::int64_t size : sizes) {
    if (size < 0) throw Error("[shape] a size of " + std::to_string(size));
  }
  return Shape(std::span<const std::int64_t>(sizes));
}

Values read(NDArray& operand, WaitReason reason) {
  const bool on_host = operand.body().on_host;
  Run& run = Run::current();
  // Of a device of the run's own the values come by its current stream.
  const bool has_streams = run.program.frontend().devices() > 0;
  Frontend& frontend = run.call_on(on_host || !has_streams ? kHost : operand.body().storage->device());
  if (on_host && !operand.body().root().two_sided) return frontend.values_of(operand.body());
  return waiting([&] { return frontend.read(operand.body(), reason); });
}

Values read(py::handle given, WaitReason reason) {
  NDArray& operand = array_in(given.ptr());
  const int place = device_of(given.ptr());
  Run& run = Run::current();
  if (!run.program.frontend().has_contexts() || place < 0) return read(operand, reason);
  NDArray brought = run.call_on(place).copy_to_context(operand, place, Frontend::kWorkers);
  return read(brought, reason);
}

namespace {

/// Numbers in lists of equal lengths.
void flatten(py::handle given, std::size_t axis, std::vector<std::int64_t>& sizes,
             std::vector<PythonNumber>& numbers) {
  if (!py::isinstance<py::list>(given) && !py::isinstance<py::tuple>(given)) {
    if (axis != sizes.size()) throw Error("[array] its rows differ in length");
    const std::optional<PythonNumber> number = number_in(given.ptr());
    if (!number) {
      throw MisuseError(Misuse::object, std::string("[array] is made of numbers in lists, not of ") +
                                            Py_TYPE(given.ptr())->tp_name);
    }
    numbers.push_back(*number);
    return;
  }
  if (axis >= Shape::kMaxRank) throw Error("[array] more than 4 axes");
  const auto rows = given.cast<py::sequence>();
  if (numbers.empty() && axis == sizes.size()) sizes.push_back(static_cast<std::int64_t>(rows.size()));
  if (axis >= sizes.size() || sizes[axis] != static_cast<std::int64_t>(rows.size()))
    throw Error("[array] its rows differ in length");
  for (const py::handle row : rows) flatten(row, axis + 1, sizes, numbers);
}

/// What numbers become where the program names no type.
struct Defaults {
  std::string real = "float32", whole = "int64", boolean = "bool";
};

Type type_of(const std::vector<PythonNumber>& numbers, const Defaults& defaults) {
  using Kind = PythonNumber::Kind;
  const auto least =
      std::max_element(numbers.begin(), numbers.end(),
                       [](const PythonNumber& a, const PythonNumber& b) { return a.kind < b.kind; });
  if (least == numbers.end() || least->kind == Kind::real) return type_named(defaults.real);
  return type_named(least->kind == Kind::whole ? defaults.whole : defaults.boolean);
}

}  // namespace

void require_host() {
  if (has_caller_lane(Run::current().program.config())) return;
  throw Error(
      "[numpy] this program imports neither numpy nor torch, and has no lane for what is computed inside "
      "calls");
}

namespace {

Frontend& frontend_at(py::handle type, int place) {
  call_of(reinterpret_cast<PyTypeObject*>(type.ptr()));
  if (place == kHost) require_host();
  return Run::current().call_on(place);
}

/// Calls without arrays, as `cls(...)` of a library: its own, or of the host.
template <class Call>
py::object make(py::handle type, int place, Call call) {
  Frontend& frontend = frontend_at(type, place);
  const OnHost lane(frontend, place == kHost);
  return wrapped(type, call(frontend));
}

py::object array(py::handle type, py::handle given, int place, const std::optional<std::string>& dtype,
                 const std::string& whole, const std::string& boolean, const std::string& real) {
  call_of(reinterpret_cast<PyTypeObject*>(type.ptr()));
  std::vector<std::int64_t> sizes;
  std::vector<PythonNumber> numbers;
  flatten(given, 0, sizes, numbers);
  Values values(dtype ? type_named(*dtype) : type_of(numbers, {real, whole, boolean}),
                static_cast<std::int64_t>(numbers.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    values.set(static_cast<std::int64_t>(i), numbers[i].as(values.type()));
  Frontend& frontend = frontend_at(type, place);
  NDArray made = frontend.array_of(shape_in(py::cast(sizes)), values);
  made.body().on_host = place == kHost;
  if (place != kHost && frontend.devices() > 0) {
    // A list is an array of the host first.
    made.body().on_host = true;
    made = waiting([&] { return frontend.copy_to_device(made, frontend.stream(), true); });
  }
  return wrapped(type, std::move(made));
}

}  // namespace

py::object like_list(py::handle of, py::handle list) {
  // TensorFlow's numbers are of the array's type, unless they would lose a fraction.
  const Type own = array_in(of.ptr()).type();
  const bool typed = rules_of(of.ptr()) == Rules::tensorflow, whole = typed && !is_floating(own);
  const auto dtype = typed && !whole ? std::optional<std::string>(name_of(own)) : std::nullopt;
  return array(reinterpret_cast<PyObject*>(result_type(of.ptr())), list, device_of(of.ptr()), dtype,
               whole && own != Type::boolean ? name_of(own)
               : whole                       ? "int32"
                                             : "int64",
               "bool", whole ? "float32" : "float64");
}

namespace {

py::object filled(py::handle type, py::handle shape, py::handle value, int place,
                  const std::optional<std::string>& dtype, const std::string& whole,
                  const std::string& boolean, const std::string& real) {
  call_of(reinterpret_cast<PyTypeObject*>(type.ptr()));
  const std::optional<PythonNumber> number = number_in(value.ptr());
  if (!number) throw MisuseError(Misuse::object, "[full] is filled with a number");
  const Type made = dtype ? type_named(*dtype) : type_of({*number}, {real, whole, boolean});
  return make(type, place,
              [&](Frontend& frontend) { return full(frontend, shape_in(shape), made, number->as(made)); });
}

/// How many numbers there are from `first` on before `last`; none that float64 would round.
std::int64_t steps_between(std::int64_t first, std::int64_t last, std::int64_t step) {
  std::int64_t between = 0;
  if (__builtin_sub_overflow(last, first, &between)) throw Error("[arange] is too long");
  return between / step + (between % step != 0 && (between < 0) == (step < 0) ? 1 : 0);
}

/// From `start` to `stop`, without that.
py::object counted(py::handle type, py::handle start, py::handle stop, py::handle step, int place,
                   const std::optional<std::string>& dtype, const std::string& whole,
                   const std::string& floating) {
  call_of(reinterpret_cast<PyTypeObject*>(type.ptr()));
  const auto one = [](py::handle given) {
    const std::optional<PythonNumber> number = number_in(given.ptr());
    if (!number) throw MisuseError(Misuse::object, "[arange] counts by numbers");
    return *number;
  };
  const PythonNumber from = one(start), to = one(stop), by = one(step);
  const Type made = dtype ? type_named(*dtype) : type_of({from, to, by}, {floating, whole, whole});
  const auto real = [](const PythonNumber& number) { return number.as(Type::float64).real; };
  if (real(by) == 0) throw Error("[arange] a step of 0 leads nowhere");
  const bool whole_numbers = std::max({from.kind, to.kind, by.kind}) != PythonNumber::Kind::real;
  const double count = whole_numbers ? static_cast<double>(steps_between(from.whole, to.whole, by.whole))
                                     : std::ceil((real(to) - real(from)) / real(by));
  if (!(count < 1e15)) throw Error("[arange] is too long");
  return make(type, place, [&](Frontend& frontend) {
    const Type counts = made == Type::boolean ? Type::int64 : made;
    const NDArray all = arange(frontend, static_cast<std::int64_t>(std::max(count, 0.0)), counts,
                               from.as(counts), by.as(counts));
    return made == counts ? all : cast(all, made);
  });
}

using Draw = NDArray (*)(Frontend&, const Shape&, float, float, Type);

/// The run's seed and that one.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t given) {
  return seed ^ (given + 1) * 0x9E3779B97F4A7C15ULL;
}

/// Of NumPy's, or of all others; the numbers begin anew.
void seed(py::handle type, std::uint64_t given) {
  Run& run = Run::current();
  const RandomPlace place{.seed = mixed(run.program.config().seed, given)};
  if (rules_of(reinterpret_cast<PyTypeObject*>(type.ptr())) == Rules::numpy) {
    run.numpys = place;
  } else {
    run.call().go_on_with(place);
  }
}

/// While it lives, random numbers are NumPy's, where these have a seed of their own.
class NumPysNumbers {
 public:
  NumPysNumbers(Run& run, bool on) : run_(run), on_(on && run.numpys) {
    if (on_) swap();
  }
  NumPysNumbers(const NumPysNumbers&) = delete;
  NumPysNumbers& operator=(const NumPysNumbers&) = delete;
  ~NumPysNumbers() {
    if (on_) swap();
  }

 private:
  void swap() { run_.numpys = run_.program.frontend().go_on_with(*run_.numpys); }
  Run& run_;
  const bool on_;
};

/// `between`: from a to b, else around a. What float32 has no numbers for is computed behind the draw.
NDArray drawn(Draw draw, bool between, Frontend& frontend, const Shape& shape, double a, double b,
              Type type) {
  const auto near_a = static_cast<float>(a), near_b = static_cast<float>(b);
  const bool exact = static_cast<double>(near_a) == a && static_cast<double>(near_b) == b;
  const bool refused = !between && !(b >= 0);  // by the task
  if (type != Type::float64 || refused || (exact && !(between && b < a)))
    return draw(frontend, shape, near_a, near_b, type);
  const NDArray unit = draw(frontend, shape, 0, 1, type);
  return compute(Binary::add, compute(Binary::mul, unit, Number{.real = between ? b - a : b}),
                 Number{.real = a});
}

void wait_to_read(py::handle given) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  waiting([&] { operand.wait_to_read(); });
}

/// Which is what made the array.
void wait_for_copy(py::handle given) {
  ArrayBody& copied = array_in(given.ptr()).body();
  Frontend& frontend = Run::current().call(given.ptr());
  waiting([&] { frontend.wait_to_read(copied, WaitReason::copy); });
}

void waitall() {
  Run& run = Run::current();
  Frontend& frontend = run.call();
  waiting([&] { frontend.waitall(); });
}

py::object python_number(const Values& values, std::int64_t i) {
  if (is_floating(values.type())) return py::float_(values.real(i));
  if (values.type() == Type::boolean) return py::bool_(values.whole(i) != 0);
  return py::int_(values.whole(i));
}

py::object single(py::handle given, WaitReason reason) {
  NDArray& operand = array_in(given.ptr());
  if (operand.shape().elements() != 1) {
    throw MisuseError(Misuse::single, std::string("[") + to_string(reason) + "] an array of shape " +
                                          operand.shape().text() + " is not a single number");
  }
  return python_number(read(given, reason), 0);
}

py::object nested(const Values& values, const Shape& shape, int axis, std::int64_t& next) {
  if (axis == shape.rank()) return python_number(values, next++);
  py::list list;
  for (std::int64_t i = 0; i < shape[axis]; ++i) list.append(nested(values, shape, axis + 1, next));
  return list;
}

py::object tolist(py::handle given, bool saves) {
  NDArray& operand = array_in(given.ptr());
  const bool copies =
      Run::current().program.frontend().devices() > 0 || rules_of(given.ptr()) == Rules::torch;
  const Values values = read(given, saves    ? WaitReason::save
                                    : copies ? WaitReason::copy
                                             : WaitReason::asnumpy);
  std::int64_t next = 0;
  return nested(values, operand.shape(), 0, next);
}

std::string printed(py::handle given, const std::string& style, const std::string& separator, int indent) {
  NDArray& operand = array_in(given.ptr());
  return printed_values(read(given, WaitReason::print), operand.shape(),
                        style == "torch" ? NumberStyle::torch : NumberStyle::numpy, separator, indent);
}

py::tuple shape_of(py::handle given) {
  const Shape& shape = array_in(given.ptr()).shape();
  py::tuple sizes(static_cast<std::size_t>(shape.rank()));
  for (int axis = 0; axis < shape.rank(); ++axis) sizes[static_cast<std::size_t>(axis)] = shape[axis];
  return sizes;
}

/// Its number, and when it begins.
py::tuple begin_region(const std::string& name) {
  Run& run = Run::current();
  run.lines.end();
  const RegionId mark = run.program.frontend().begin_region(RegionKind::benchmark, name);
  return py::make_tuple(mark, run.program.frontend().engine().now_ns());
}

/// How long it took.
std::int64_t end_region(const std::pair<RegionId, std::int64_t>& mark) {
  Run& run = Run::current();
  run.lines.end();
  run.program.frontend().end_region(mark.first);
  return run.program.frontend().engine().now_ns() - mark.second;
}

void translate(std::exception_ptr thrown) {
  if (!thrown) return;
  if (!Run::any()) std::rethrow_exception(thrown);
  const auto own = [&](auto&&) {
    try {
      std::rethrow_exception(thrown);
    } catch (...) {
      Run::current().take_exception();
    }
  };
  try {
    std::rethrow_exception(thrown);
  } catch (const Stopped& error) {
    own(error);
  } catch (const py::cast_error&) {
    PyErr_SetString(
        PyExc_TypeError,
        "an argument is of another kind than the call takes, as 2.0 where it takes a whole number");
  } catch (const Error& error) {
    own(error);
  } catch (const std::bad_alloc& error) {
    own(error);
  }
}

void fill(py::module_& module) {
  module.attr("Array") = py::handle(reinterpret_cast<PyObject*>(make_array_type()));
  stopped_type = PyErr_NewException("_runahead.Stopped", PyExc_BaseException, nullptr);
  engine_error_type = PyErr_NewException("_runahead.EngineError", PyExc_RuntimeError, nullptr);
  axis_error_type = PyErr_NewException(
      "numpy.AxisError", py::make_tuple(py::handle(PyExc_ValueError), py::handle(PyExc_IndexError)).ptr(),
      nullptr);
  module.attr("Stopped") = py::handle(stopped_type);
  module.attr("EngineError") = py::handle(engine_error_type);
  module.attr("AxisError") = py::handle(axis_error_type);
  py::register_exception_translator(translate);

  const auto shaped = [&module](const char* name, NDArray (*call)(Frontend&, const Shape&, Type)) {
    module.def(
        name,
        [call](py::handle type, py::handle shape, int place, const std::optional<std::string>& dtype) {
          const Type made = dtype ? type_named(*dtype) : Type::float32;
          return make(type, place, [&](Frontend& frontend) { return call(frontend, shape_in(shape), made); });
        },
        py::arg("type"), py::arg("shape"), py::arg("place"), py::arg("dtype") = py::none());
  };
  shaped("zeros", zeros);
  shaped("ones", ones);
  // PyTorch's: what stands in it is not said. No task makes it.
  module.def(
      "empty",
      [](py::handle type, py::handle shape, int place, const std::optional<std::string>& dtype) {
        Frontend& frontend = frontend_at(type, place);
        const Shape its_shape = shape_in(shape);
        const Type made = dtype ? type_named(*dtype) : Type::float32;
        return wrapped(type, place == kHost ? frontend.array_of(its_shape, Values(made, its_shape.elements()))
                                            : frontend.empty(its_shape, made));
      },
      py::arg("type"), py::arg("shape"), py::arg("place"), py::arg("dtype") = py::none());
  const auto random = [&module](const char* name, Draw draw, bool between) {
    module.def(
        name,
        [draw, between](py::handle type, py::handle shape, double a, double b, int place,
                        const std::optional<std::string>& dtype) {
          const Type made = dtype ? type_named(*dtype) : Type::float32;
          const bool numpys = rules_of(reinterpret_cast<PyTypeObject*>(type.ptr())) == Rules::numpy;
          const NumPysNumbers numbers(Run::current(), numpys);
          return make(type, place, [&](Frontend& frontend) {
            return drawn(draw, between, frontend, shape_in(shape), a, b, made);
          });
        },
        py::arg("type"), py::arg("shape"), py::arg("a"), py::arg("b"), py::arg("place"),
        py::arg("dtype") = py::none());
  };
  random("uniform", uniform, true);
  random("normal", normal, false);
  module.def("seed", [](py::handle type, const py::int_& given) {
    seed(type, PyLong_AsUnsignedLongLongMask(given.ptr()));
  });
  module.def("array", array, py::arg("type"), py::arg("given"), py::arg("place"),
             py::arg("dtype") = py::none(), py::arg("whole") = "int64", py::arg("boolean") = "bool",
             py::arg("real") = "float32");
  module.def("full", filled, py::arg("type"), py::arg("shape"), py::arg("value"), py::arg("place"),
             py::arg("dtype") = py::none(), py::arg("whole") = "int64", py::arg("boolean") = "bool",
             py::arg("real") = "float32");
  module.def("arange", counted, py::arg("type"), py::arg("start"), py::arg("stop"), py::arg("step"),
             py::arg("place"), py::arg("dtype") = py::none(), py::arg("whole") = "int64",
             py::arg("real") = "float32");
  module.def("dtype", [](py::handle given) { return name_of(array_in(given.ptr()).type()); });
  module.def("set_rules", [](py::handle type, const std::string& rules) {
    set_rules(reinterpret_cast<PyTypeObject*>(type.ptr()), rules);
  });

  // Of the statement at hand, which waits and can go.
  module.def("takes_wait", [] { return Run::current().lines.takes_wait(); });
  module.def("wait_to_read", wait_to_read);
  module.def("wait_for_copy", wait_for_copy);
  module.def("waitall", waitall);
  module.def("item", [](py::handle given) { return single(given, WaitReason::item); });
  module.def("asscalar", [](py::handle given) { return single(given, WaitReason::asscalar); });
  module.def("tolist", tolist, py::arg("array"), py::arg("saves") = false);
  module.def("printed", printed);
  module.def("shape", shape_of);

  module.def("begin_mark", begin_region);
  module.def("end_mark", end_region);
  add_operations(module);
  add_devices(module);
  add_functions(module);
  add_in_place(module);
  add_pytorch(module);
  add_numpy_calls(module);
  add_training(module);
  add_world(module);
  module.def("set_error_type", [](py::handle type) { Run::current().error_type = type.ptr(); });
  refuse_in_own_words(module);
}

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_runahead", nullptr, -1, nullptr, nullptr, nullptr, nullptr, nullptr};

}  // namespace

extern "C" PyObject* PyInit__runahead() {
  PyObject* const made = PyModule_Create(&definition);
  if (!made) return nullptr;
  auto module = py::reinterpret_borrow<py::module_>(made);
  try {
    fill(module);
  } catch (py::error_already_set& error) {
    error.restore();
    return nullptr;
  }
  return made;
}

}  // namespace runahead::python
