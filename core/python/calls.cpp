// SPDX-License-Identifier: GPL-3.0-or-later
// The module _runahead: what the packages' names stand for. A call begins its line's statement, then does
// what the frontend of a program in C++ does. Not here: operators (array.cpp), which names a library has
// (packages/).
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/engine/failures.h"
#include "core/python/calls.h"
#include "core/python/interpreter.h"
#include "core/python/printed.h"
#include "core/tensor/operations.h"

namespace runahead::python {

namespace py = pybind11;

Shape shape_in(py::handle given) {
  if (py::isinstance<py::int_>(given)) return Shape{given.cast<std::int64_t>()};
  const auto sizes = given.cast<std::vector<std::int64_t>>();
  if (sizes.size() > static_cast<std::size_t>(Shape::kMaxRank)) {
    throw Error("[shape] " + std::to_string(sizes.size()) + " axes; arrays here have at most " +
                std::to_string(Shape::kMaxRank));
  }
  for (const std::int64_t size : sizes) {
    if (size < 0) throw Error("[shape] a size of " + std::to_string(size));
  }
  return Shape(std::span<const std::int64_t>(sizes));
}

std::vector<float> read(NDArray& operand, WaitReason reason) {
  Frontend& frontend = Run::current().call();
  if (operand.body().on_host) return frontend.values_of(operand.body());
  return waiting([&] { return frontend.read(operand.body(), reason); });
}

namespace {

/// Numbers in lists of equal lengths.
void flatten(py::handle given, std::size_t axis, std::vector<std::int64_t>& sizes,
             std::vector<float>& values) {
  if (!py::isinstance<py::list>(given) && !py::isinstance<py::tuple>(given)) {
    if (axis != sizes.size()) throw Error("[array] its rows differ in length");
    values.push_back(given.cast<float>());
    return;
  }
  const auto rows = given.cast<py::sequence>();
  if (values.empty() && axis == sizes.size()) sizes.push_back(static_cast<std::int64_t>(rows.size()));
  if (axis >= sizes.size() || sizes[axis] != static_cast<std::int64_t>(rows.size()))
    throw Error("[array] its rows differ in length");
  for (const py::handle row : rows) flatten(row, axis + 1, sizes, values);
}

}  // namespace

void require_host() {
  if (Run::current().program.config().scenario->computes_in_call) return;
  throw Error(
      "[numpy] this program imports neither numpy nor torch, and has no lane for what is computed inside "
      "calls");
}

namespace {

py::object array(py::handle type, py::handle given, int place) {
  if (place == kHost) require_host();
  std::vector<std::int64_t> sizes;
  std::vector<float> values;
  flatten(given, 0, sizes, values);
  Run& run = Run::current();
  Frontend& frontend = run.call_on(place == kSecond ? kSecondStream : kComputeStream);
  NDArray made = frontend.array_of(shape_in(py::cast(sizes)), values);
  made.body().on_host = place == kHost;
  return wrapped(type, std::move(made));
}

using Unary = NDArray (*)(const NDArray&);

template <Unary kCall>
py::object unary(py::handle given) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  return wrapped_as(given, kCall(operand));
}

using AlongAxis = NDArray (*)(const NDArray&, int);
constexpr int kNoAxis = -1;

/// Over everything, or along an axis; along the one that has an operation of its own in matrices, by that.
template <Unary kAll, AlongAxis kAlong, int kOwnAxis = kNoAxis, Unary kOwn = kAll>
py::object reduction(py::handle given, const std::optional<int>& axis) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  if (!axis) return wrapped_as(given, kAll(operand));
  if constexpr (kOwnAxis != kNoAxis) {
    const int rank = operand.shape().rank();
    if (rank == 2 && (*axis == kOwnAxis || *axis == kOwnAxis - rank)) return wrapped_as(given, kOwn(operand));
  }
  return wrapped_as(given, kAlong(operand, *axis));
}

/// (2, -1): what is left.
py::object reshaped(py::handle given, py::handle shape) {
  NDArray& operand = array_in(given.ptr());
  auto sizes = py::isinstance<py::int_>(shape) ? std::vector{shape.cast<std::int64_t>()}
                                               : shape.cast<std::vector<std::int64_t>>();
  std::int64_t known = 1, open = 0;
  for (const std::int64_t size : sizes) size == -1 ? ++open : known *= size;
  if (open > 1) throw Error("[reshape] only one size can be -1");
  for (std::int64_t& size : sizes) {
    if (size == -1) size = known == 0 ? 0 : operand.shape().elements() / known;
  }
  Run::current().call(given.ptr());
  return wrapped_as(given, reshape(operand, shape_in(py::cast(sizes))));
}

void wait_to_read(py::handle given) {
  NDArray& operand = array_in(given.ptr());
  Run& run = Run::current();
  run.call();
  waiting([&] { operand.wait_to_read(); });
}

void waitall() {
  Run& run = Run::current();
  Frontend& frontend = run.call();
  waiting([&] { frontend.waitall(); });
}

py::object single(py::handle given, WaitReason reason) {
  NDArray& operand = array_in(given.ptr());
  if (operand.shape().elements() != 1) {
    throw Error(std::string("[") + to_string(reason) + "] an array of shape " + operand.shape().text() +
                " is not a single number");
  }
  return py::float_(static_cast<double>(read(operand, reason).front()));
}

py::object nested(const std::vector<float>& values, const Shape& shape, int axis, std::size_t& next) {
  if (axis == shape.rank()) return py::float_(static_cast<double>(values[next++]));
  py::list list;
  for (std::int64_t i = 0; i < shape[axis]; ++i) list.append(nested(values, shape, axis + 1, next));
  return list;
}

py::object tolist(py::handle given) {
  NDArray& operand = array_in(given.ptr());
  const std::vector<float> values = read(operand, WaitReason::asnumpy);
  std::size_t next = 0;
  return nested(values, operand.shape(), 0, next);
}

std::string printed(py::handle given, const std::string& style, const std::string& separator, int indent) {
  NDArray& operand = array_in(given.ptr());
  return printed_values(read(operand, WaitReason::print), operand.shape(),
                        style == "torch" ? NumberStyle::torch : NumberStyle::numpy, separator, indent);
}

py::tuple shape_of(py::handle given) {
  const Shape& shape = array_in(given.ptr()).shape();
  py::tuple sizes(static_cast<std::size_t>(shape.rank()));
  for (int axis = 0; axis < shape.rank(); ++axis) sizes[static_cast<std::size_t>(axis)] = shape[axis];
  return sizes;
}

/// Calls without arrays, as `cls(...)` of a library: its own, or of the host.
template <class Make>
py::object made(py::handle type, int place, Make make) {
  if (place == kHost) require_host();
  Frontend& frontend = Run::current().call_on(place == kSecond ? kSecondStream : kComputeStream);
  frontend.compute_on_host(place == kHost);
  try {
    NDArray array = make(frontend);
    frontend.compute_on_host(false);
    return wrapped(type, std::move(array));
  } catch (...) {
    frontend.compute_on_host(false);
    throw;
  }
}

/// The run's own clock.
std::int64_t now_ns() {
  Run& run = Run::current();
  if (run.program.config().clock != Clock::live && run.on_its_thread()) run.lines.begin();
  return run.program.now_ns();
}

void sleep_for(double seconds) {
  if (!(seconds >= 0)) throw py::value_error("sleep length must be non-negative");
  Run& run = Run::current();
  Engine& engine = run.call().engine();
  const auto ns = static_cast<std::int64_t>(std::min(seconds, 1e9) * 1e9);
  if (run.program.config().clock != Clock::live) {
    engine.spend(ns);
    return;
  }
  constexpr std::int64_t kPiece_ns = 20'000'000;  // a stop comes between two
  const std::int64_t until = engine.now_ns() + ns;
  waiting([&] {
    for (std::int64_t left = ns; left > 0; left = until - engine.now_ns()) {
      std::this_thread::sleep_for(std::chrono::nanoseconds(std::min(left, kPiece_ns)));
      engine.check_running();
    }
  });
}

void write(const std::string& text) {
  Run& run = Run::current();
  if (run.on_its_thread()) run.call();
  run.program.print(text);
}

/// Its number, and when it begins.
py::tuple begin_mark(const std::string& name) {
  Run& run = Run::current();
  run.lines.end();
  const MarkId mark = run.program.frontend().begin_mark(MarkKind::benchmark, name);
  return py::make_tuple(mark, run.program.frontend().engine().now_ns());
}

/// How long it took.
std::int64_t end_mark(const std::pair<MarkId, std::int64_t>& mark) {
  Run& run = Run::current();
  run.lines.end();
  run.program.frontend().end_mark(mark.first);
  return run.program.frontend().engine().now_ns() - mark.second;
}

void translate(std::exception_ptr thrown) {
  if (!thrown || !Run::any()) return;
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
  } catch (const Error& error) {
    own(error);
  } catch (const std::bad_alloc& error) {
    own(error);
  }
}

template <NDArray (*kCall)(const NDArray&, const NDArray&)>
py::object both(py::handle a, py::handle b) {
  require_together(a.ptr(), b.ptr());
  Run::current().call(a.ptr());
  return wrapped_as(a, kCall(array_in(a.ptr()), array_in(b.ptr())));
}

NDArray product(const NDArray& a, const NDArray& b) {
  return dot(a, b);
}

void fill(py::module_& module) {
  module.attr("Array") = py::handle(reinterpret_cast<PyObject*>(make_array_type()));
  stopped_type = PyErr_NewException("_runahead.Stopped", PyExc_BaseException, nullptr);
  engine_error_type = PyErr_NewException("_runahead.EngineError", PyExc_RuntimeError, nullptr);
  module.attr("Stopped") = py::handle(stopped_type);
  module.attr("EngineError") = py::handle(engine_error_type);
  py::register_exception_translator(translate);

  const auto shaped = [&module](const char* name, NDArray (*call)(Frontend&, const Shape&)) {
    module.def(name, [call](py::handle type, py::handle shape, int place) {
      return made(type, place, [&](Frontend& frontend) { return call(frontend, shape_in(shape)); });
    });
  };
  shaped("zeros", zeros);
  shaped("ones", ones);
  // PyTorch's: what stands in it is not said. No task makes it.
  module.def("empty", [](py::handle type, py::handle shape, int place) {
    if (place == kHost) require_host();
    Frontend& frontend = Run::current().call_on(place == kSecond ? kSecondStream : kComputeStream);
    const Shape its_shape = shape_in(shape);
    const std::vector<float> values(static_cast<std::size_t>(its_shape.elements()));
    NDArray array = frontend.array_of(its_shape, values);
    array.body().on_host = place == kHost;
    return wrapped(type, std::move(array));
  });
  const auto random = [&module](const char* name, NDArray (*call)(Frontend&, const Shape&, float, float)) {
    module.def(name, [call](py::handle type, py::handle shape, float a, float b, int place) {
      return made(type, place, [&](Frontend& frontend) { return call(frontend, shape_in(shape), a, b); });
    });
  };
  random("uniform", uniform);
  random("normal", normal);
  module.def("array", array);

  module.def("dot", both<product>);
  module.def("transpose", unary<transpose>);
  module.def("relu", unary<relu>);
  module.def("square", unary<square>);
  module.def("copy", unary<copy>);
  module.def("norm", unary<norm>);
  module.def("exp", unary<exp>);
  module.def("log", unary<log>);
  module.def("sqrt", unary<sqrt>);
  module.def("tanh", unary<tanh>);
  module.def("sigmoid", unary<sigmoid>);
  module.def("abs", unary<abs>);
  module.def("reshape", reshaped);
  module.def("max", reduction<max, max>, py::arg("a"), py::arg("axis") = py::none());
  module.def("sum", reduction<sum, sum, 0, sum_rows>, py::arg("a"), py::arg("axis") = py::none());
  module.def("mean", reduction<mean, mean, 1, mean_of_rows>, py::arg("a"), py::arg("axis") = py::none());

  // Of the statement at hand, which waits and can go.
  module.def("takes_wait", [] { return Run::current().lines.takes_wait(); });
  module.def("wait_to_read", wait_to_read);
  module.def("waitall", waitall);
  module.def("item", [](py::handle given) { return single(given, WaitReason::item); });
  module.def("asscalar", [](py::handle given) { return single(given, WaitReason::asscalar); });
  module.def("tolist", tolist);
  module.def("printed", printed);
  module.def("shape", shape_of);

  module.def("now_ns", now_ns);
  module.def("sleep", sleep_for);
  module.def("write", write);
  // Behind the statement that has ended.
  module.def("tell", [](const std::string& text) {
    const Run& run = Run::current();
    run.program.print(text, run.lines.last_statement());
  });
  module.def("begin_mark", begin_mark);
  module.def("end_mark", end_mark);
  add_devices(module);
  add_functions(module);
  add_training(module);
  module.def("set_error_type", [](py::handle type) { Run::current().error_type = type.ptr(); });
  module.def("live", [] { return Run::current().program.config().clock == Clock::live; });
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
