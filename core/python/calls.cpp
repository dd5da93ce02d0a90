// SPDX-License-Identifier: GPL-3.0-or-later
// The module _runahead: what the packages' names stand for. A call begins its line's statement, then does
// what the frontend of a program in C++ does. Not here: operators (array.cpp), which names a library has
// (packages/).
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "core/engine/failures.h"
#include "core/python/calls.h"
#include "core/python/interpreter.h"
#include "core/python/printed.h"
#include "core/python/types.h"
#include "core/tensor/operations.h"

namespace runahead::python {

namespace py = pybind11;
using kernels::Binary;
using kernels::Type;

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

Values read(NDArray& operand, WaitReason reason) {
  Frontend& frontend = Run::current().call();
  if (operand.body().on_host) return frontend.values_of(operand.body());
  return waiting([&] { return frontend.read(operand.body(), reason); });
}

namespace {

/// Numbers in lists of equal lengths.
void flatten(py::handle given, std::size_t axis, std::vector<std::int64_t>& sizes,
             std::vector<PythonNumber>& numbers) {
  if (!py::isinstance<py::list>(given) && !py::isinstance<py::tuple>(given)) {
    if (axis != sizes.size()) throw Error("[array] its rows differ in length");
    const std::optional<PythonNumber> number = number_in(given.ptr());
    if (!number) {
      throw Error(std::string("[array] is made of numbers in lists, not of ") +
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

/// What a list becomes where nobody says: `whole` of whole numbers, `boolean` of booleans.
Type type_of(const std::vector<PythonNumber>& numbers, Type whole, Type boolean) {
  using Kind = PythonNumber::Kind;
  const auto least =
      std::max_element(numbers.begin(), numbers.end(),
                       [](const PythonNumber& a, const PythonNumber& b) { return a.kind < b.kind; });
  if (least == numbers.end() || least->kind == Kind::real) return Type::float32;
  return least->kind == Kind::whole ? whole : boolean;
}

}  // namespace

void require_host() {
  if (Run::current().program.config().scenario->computes_in_call) return;
  throw Error(
      "[numpy] this program imports neither numpy nor torch, and has no lane for what is computed inside "
      "calls");
}

namespace {

Frontend& frontend_at(int place) {
  if (place == kHost) require_host();
  return Run::current().call_on(place == kSecond ? kSecondStream : kComputeStream);
}

/// Calls without arrays, as `cls(...)` of a library: its own, or of the host.
template <class Call>
py::object make(py::handle type, int place, Call call) {
  Frontend& frontend = frontend_at(place);
  frontend.compute_on_host(place == kHost);
  try {
    NDArray array = call(frontend);
    frontend.compute_on_host(false);
    return wrapped(type, std::move(array));
  } catch (...) {
    frontend.compute_on_host(false);
    throw;
  }
}

py::object array(py::handle type, py::handle given, int place, const std::optional<std::string>& dtype,
                 const std::string& whole, const std::string& boolean) {
  std::vector<std::int64_t> sizes;
  std::vector<PythonNumber> numbers;
  flatten(given, 0, sizes, numbers);
  Values values(dtype ? type_named(*dtype) : type_of(numbers, type_named(whole), type_named(boolean)),
                static_cast<std::int64_t>(numbers.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    values.set(static_cast<std::int64_t>(i), numbers[i].as(values.type()));
  NDArray made = frontend_at(place).array_of(shape_in(py::cast(sizes)), values);
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

/// Of floating numbers alone: others are cast as the library does.
template <Unary kCall>
py::object unary_floating(py::handle given, const char* name) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  return wrapped_as(given, kCall(floating(rules_of(given.ptr()), operand, name)));
}

using AlongAxis = NDArray (*)(const NDArray&, int);
using KeepingAxis = NDArray (*)(const NDArray&, int, bool);

/// Over everything, or along an axis.
template <Unary kAll, KeepingAxis kAlong>
py::object reduction(py::handle given, const std::optional<int>& axis, bool keeps) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  if (axis) return wrapped_as(given, kAlong(operand, *axis, keeps));
  if (!keeps) return wrapped_as(given, kAll(operand));
  const auto rank = static_cast<std::size_t>(operand.shape().rank());
  return wrapped_as(given, reshape(kAll(operand), Shape(std::vector<std::int64_t>(rank, 1))));
}

template <Unary kAll, AlongAxis kAlong>
py::object place_of_best(py::handle given, const std::optional<int>& axis) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  return wrapped_as(given, axis ? kAlong(operand, *axis) : kAll(operand));
}

/// Along the axis of a matrix that has an operation of its own, by that.
NDArray sum_along(const NDArray& a, int axis, bool keeps) {
  return a.shape().rank() == 2 && !keeps && (axis == 0 || axis == -2) ? sum_rows(a) : sum(a, axis, keeps);
}
NDArray mean_along(const NDArray& a, int axis, bool keeps) {
  return a.shape().rank() == 2 && !keeps && (axis == 1 || axis == -1) ? mean_of_rows(a)
                                                                      : mean(a, axis, keeps);
}

/// Where sums of int32 are of int32.
NDArray counted_as(Rules rules, Type type, const NDArray& sum) {
  const bool keeps = type == Type::int32 && (rules == Rules::tensorflow || rules == Rules::nd);
  return keeps ? cast(sum, type) : sum;
}

py::object sum_of(py::handle given, const std::optional<int>& axis, bool keeps) {
  const py::object made = reduction<sum, sum_along>(given, axis, keeps);
  const NDArray& total = array_in(made.ptr());
  const NDArray counted = counted_as(rules_of(given.ptr()), array_in(given.ptr()).type(), total);
  return counted.type() == total.type() ? made : wrapped_as(given, counted);
}

py::object mean_of(py::handle given, const std::optional<int>& axis, bool keeps) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  const Rules rules = rules_of(given.ptr());
  if (is_floating(operand.type()) || rules == Rules::torch)
    return reduction<mean, mean_along>(given, axis, keeps);
  return reduction<mean, mean_along>(wrapped_as(given, floating(rules, operand, "mean")), axis, keeps);
}

template <Binary kBinary>
py::object zip(py::handle a, py::handle b) {
  PyObject* const made = binary(kBinary, a.ptr(), b.ptr());
  if (!made) throw py::error_already_set();
  if (made != Py_NotImplemented) return py::reinterpret_steal<py::object>(made);
  Py_DECREF(made);
  throw Error("[call] needs an array, and an array or a number beside it");
}

/// Of one type, by the library's rules; a number becomes an array like the other one.
std::pair<NDArray, NDArray> alike(Rules rules, py::handle a, py::handle b) {
  const auto number_of = [](py::handle given) {
    const std::optional<PythonNumber> number = number_in(given.ptr());
    if (!number) throw Error("[where] needs arrays or numbers");
    return *number;
  };
  const auto filled_like = [](const NDArray& other, const PythonNumber& number) {
    Frontend& frontend = *other.body().frontend;
    frontend.compute_on_host(other.body().on_host);
    NDArray made = full(frontend, other.shape(), other.type(), number.as(other.type()));
    frontend.compute_on_host(false);
    return made;
  };
  if (!is_array(a.ptr()) && !is_array(b.ptr())) throw Error("[where] one of its values is an array here");
  if (!is_array(b.ptr())) {
    const NDArray first = cast_for(rules, array_in(a.ptr()), number_of(b));
    return {first, filled_like(first, number_of(b))};
  }
  if (!is_array(a.ptr())) {
    const NDArray second = cast_for(rules, array_in(b.ptr()), number_of(a));
    return {filled_like(second, number_of(a)), second};
  }
  require_together(a.ptr(), b.ptr());
  return of_one_type(rules, array_in(a.ptr()), array_in(b.ptr()));
}

/// which ? a : b, where one of a and b may be a number.
py::object choose(py::handle which, py::handle a, py::handle b) {
  NDArray& chooser = array_in(which.ptr());
  require_together(which.ptr(), is_array(a.ptr()) ? a.ptr() : is_array(b.ptr()) ? b.ptr() : which.ptr());
  Run::current().call(which.ptr());
  const auto [first, second] = alike(rules_of(which.ptr()), a, b);
  return wrapped_as(which, where(chooser, first, second));
}

NDArray as_booleans(const NDArray& a) {
  return a.type() == Type::boolean ? a : cast(a, Type::boolean);
}

/// Of what is not 0.
template <Binary kBinary>
py::object logical(py::handle a, py::handle b) {
  NDArray& first = array_in(a.ptr());
  NDArray& second = array_in(b.ptr());
  require_together(a.ptr(), b.ptr());
  Run::current().call(a.ptr());
  return wrapped_as(a, compute(kBinary, as_booleans(first), as_booleans(second)));
}

NDArray opposite(const NDArray& a) {
  return logical_not(as_booleans(a));
}

py::object astype(py::handle given, const std::string& dtype) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  return wrapped_as(given, cast(operand, type_named(dtype)));
}

py::object filled(py::handle type, py::handle shape, py::handle value, int place,
                  const std::optional<std::string>& dtype, const std::string& whole,
                  const std::string& boolean) {
  const std::optional<PythonNumber> number = number_in(value.ptr());
  if (!number) throw Error("[full] is filled with a number");
  const Type made = dtype ? type_named(*dtype) : type_of({*number}, type_named(whole), type_named(boolean));
  return make(type, place,
              [&](Frontend& frontend) { return full(frontend, shape_in(shape), made, number->as(made)); });
}

/// From `start` to `stop`, without that.
py::object counted(py::handle type, py::handle start, py::handle stop, py::handle step, int place,
                   const std::optional<std::string>& dtype, const std::string& whole) {
  const auto one = [](py::handle given) {
    const std::optional<PythonNumber> number = number_in(given.ptr());
    if (!number) throw Error("[arange] counts by numbers");
    return *number;
  };
  const PythonNumber from = one(start), to = one(stop), by = one(step);
  const Type made = dtype ? type_named(*dtype) : type_of({from, to, by}, type_named(whole), Type::int64);
  const auto real = [](const PythonNumber& number) { return number.as(Type::float64).real; };
  if (real(by) == 0) throw Error("[arange] a step of 0 leads nowhere");
  const bool whole_numbers = std::max({from.kind, to.kind, by.kind}) != PythonNumber::Kind::real;
  const double between = whole_numbers ? static_cast<double>(to.whole - from.whole) : real(to) - real(from);
  const double count = std::ceil(between / real(by));
  if (!(count < 1e15)) throw Error("[arange] is too long");
  return make(type, place, [&](Frontend& frontend) {
    return arange(frontend, static_cast<std::int64_t>(std::max(count, 0.0)), made, from.as(made),
                  by.as(made));
  });
}

py::object joined(const py::sequence& arrays, int axis) {
  if (arrays.size() == 0) throw Error("[concatenate] of nothing");
  const py::object first = arrays[0];
  NDArray all = array_in(first.ptr());
  Run::current().call(first.ptr());
  for (std::size_t i = 1; i < arrays.size(); ++i) {
    const py::object next = arrays[i];
    require_together(first.ptr(), next.ptr());
    const auto [before, behind] = of_one_type(rules_of(first.ptr()), all, array_in(next.ptr()));
    all = concatenate(before, behind, axis);
  }
  return wrapped_as(first, std::move(all));
}

/// (2, -1): what is left.
py::object reshaped(py::handle given, py::handle shape) {
  NDArray& operand = array_in(given.ptr());
  auto sizes = py::isinstance<py::int_>(shape) ? std::vector{shape.cast<std::int64_t>()}
                                               : shape.cast<std::vector<std::int64_t>>();
  std::int64_t known = 1, open = 0;
  for (const std::int64_t size : sizes) {
    if (size == -1) {
      ++open;
    } else if (size < 0 || __builtin_mul_overflow(known, size, &known)) {
      throw Error("[reshape] a size of " + std::to_string(size));
    }
  }
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

py::object python_number(const Values& values, std::int64_t i) {
  if (is_floating(values.type())) return py::float_(values.real(i));
  if (values.type() == Type::boolean) return py::bool_(values.whole(i) != 0);
  return py::int_(values.whole(i));
}

py::object single(py::handle given, WaitReason reason) {
  NDArray& operand = array_in(given.ptr());
  if (operand.shape().elements() != 1) {
    throw Error(std::string("[") + to_string(reason) + "] an array of shape " + operand.shape().text() +
                " is not a single number");
  }
  return python_number(read(operand, reason), 0);
}

py::object nested(const Values& values, const Shape& shape, int axis, std::int64_t& next) {
  if (axis == shape.rank()) return python_number(values, next++);
  py::list list;
  for (std::int64_t i = 0; i < shape[axis]; ++i) list.append(nested(values, shape, axis + 1, next));
  return list;
}

py::object tolist(py::handle given) {
  NDArray& operand = array_in(given.ptr());
  const Values values = read(operand, WaitReason::asnumpy);
  std::int64_t next = 0;
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
        const Shape its_shape = shape_in(shape);
        const Values values(dtype ? type_named(*dtype) : Type::float32, its_shape.elements());
        NDArray array = frontend_at(place).array_of(its_shape, values);
        array.body().on_host = place == kHost;
        return wrapped(type, std::move(array));
      },
      py::arg("type"), py::arg("shape"), py::arg("place"), py::arg("dtype") = py::none());
  const auto random = [&module](const char* name, NDArray (*call)(Frontend&, const Shape&, float, float)) {
    module.def(
        name,
        [call](py::handle type, py::handle shape, float a, float b, int place,
               const std::optional<std::string>& dtype) {
          const Type made = dtype ? type_named(*dtype) : Type::float32;
          if (!is_floating(made)) throw Error("[random] numbers are of a floating type");
          return make(type, place, [&](Frontend& frontend) {
            NDArray drawn = call(frontend, shape_in(shape), a, b);
            return made == Type::float32 ? drawn : cast(drawn, made);
          });
        },
        py::arg("type"), py::arg("shape"), py::arg("a"), py::arg("b"), py::arg("place"),
        py::arg("dtype") = py::none());
  };
  random("uniform", uniform);
  random("normal", normal);
  module.def("array", array, py::arg("type"), py::arg("given"), py::arg("place"),
             py::arg("dtype") = py::none(), py::arg("whole") = "int64", py::arg("boolean") = "bool");
  module.def("full", filled, py::arg("type"), py::arg("shape"), py::arg("value"), py::arg("place"),
             py::arg("dtype") = py::none(), py::arg("whole") = "int64", py::arg("boolean") = "bool");
  module.def("arange", counted, py::arg("type"), py::arg("start"), py::arg("stop"), py::arg("step"),
             py::arg("place"), py::arg("dtype") = py::none(), py::arg("whole") = "int64");
  module.def("astype", astype);
  module.def("dtype", [](py::handle given) { return name_of(array_in(given.ptr()).type()); });
  module.def("set_rules", [](py::handle type, const std::string& rules) {
    set_rules(reinterpret_cast<PyTypeObject*>(type.ptr()), rules);
  });

  module.def("dot", both<product>);
  module.def("transpose", unary<transpose>);
  module.def("relu", unary<relu>);
  module.def("square", unary<square>);
  module.def("copy", unary<copy>);
  module.def("norm", [](py::handle a) { return unary_floating<norm>(a, "norm"); });
  module.def("exp", [](py::handle a) { return unary_floating<exp>(a, "exp"); });
  module.def("log", [](py::handle a) { return unary_floating<log>(a, "log"); });
  module.def("sqrt", [](py::handle a) { return unary_floating<sqrt>(a, "sqrt"); });
  module.def("tanh", [](py::handle a) { return unary_floating<tanh>(a, "tanh"); });
  module.def("sigmoid", [](py::handle a) { return unary_floating<sigmoid>(a, "sigmoid"); });
  module.def("abs", unary<abs>);
  module.def("reshape", reshaped);
  const auto reduces = [&module](const char* name,
                                 py::object (*call)(py::handle, const std::optional<int>&, bool)) {
    module.def(name, call, py::arg("a"), py::arg("axis") = py::none(), py::arg("keeps") = false);
  };
  reduces("max", reduction<max, max>);
  reduces("min", reduction<min, min>);
  reduces("sum", sum_of);
  reduces("mean", mean_of);
  module.def("argmax", place_of_best<argmax, argmax>, py::arg("a"), py::arg("axis") = py::none());
  module.def("argmin", place_of_best<argmin, argmin>, py::arg("a"), py::arg("axis") = py::none());
  module.def("logical_not", unary<opposite>);
  module.def("where", choose);
  module.def("concatenate", joined);
  module.def("add", zip<Binary::add>);
  module.def("sub", zip<Binary::sub>);
  module.def("mul", zip<Binary::mul>);
  module.def("div", zip<Binary::div>);
  module.def("pow", zip<Binary::power>);
  module.def("maximum", zip<Binary::maximum>);
  module.def("minimum", zip<Binary::minimum>);
  module.def("logical_and", logical<Binary::logical_and>);
  module.def("logical_or", logical<Binary::logical_or>);
  module.def("equal", zip<Binary::equal>);
  module.def("not_equal", zip<Binary::not_equal>);
  module.def("less", zip<Binary::less>);
  module.def("less_equal", zip<Binary::less_equal>);
  module.def("greater", zip<Binary::greater>);
  module.def("greater_equal", zip<Binary::greater_equal>);

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
