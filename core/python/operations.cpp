// SPDX-License-Identifier: GPL-3.0-or-later
// Operations by name, as the packages call them: of elements, along axes, of two arrays, and what puts arrays
// together. Not here: operators (array.cpp), square brackets (indexing.cpp), what makes arrays (calls.cpp).
#include "core/tensor/operations.h"
#include "core/base/misuse.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/python/calls.h"
#include "core/python/types.h"
#include "core/tensor/on_host.h"

namespace runahead::python {

namespace py = pybind11;
using kernels::Binary;
using kernels::Type;

namespace {

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

using Axis = std::optional<int>;

/// Along several axes: one after another, from the last on.
template <class Call>
py::object along_axes(const Call& call, py::object given, const py::tuple& axes, bool keeps) {
  const int rank = array_in(given.ptr()).shape().rank();
  std::vector<int> places;
  for (const py::handle axis : axes) places.push_back(axis.cast<int>() + (axis.cast<int>() < 0 ? rank : 0));
  const auto is_one = [rank](int axis) { return axis >= 0 && axis < rank; };
  if (places.empty() || !std::ranges::all_of(places, is_one))
    throw Error("[axis] an array of " + std::to_string(rank) + " axes is reduced along one of them at least");
  std::sort(places.rbegin(), places.rend());
  if (std::adjacent_find(places.begin(), places.end()) != places.end())
    throw Error("[axis] an axis is named twice");
  for (const int axis : places) given = call(given, Axis(axis), keeps);
  return given;
}

/// Over everything, or along an axis.
template <Unary kAll, KeepingAxis kAlong>
py::object reduction(py::handle given, const Axis& axis, bool keeps) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  if (axis) return wrapped_as(given, kAlong(operand, *axis, keeps));
  if (!keeps) return wrapped_as(given, kAll(operand));
  const auto rank = static_cast<std::size_t>(operand.shape().rank());
  return wrapped_as(given, reshape(kAll(operand), Shape(std::vector<std::int64_t>(rank, 1))));
}

template <Unary kAll, AlongAxis kAlong>
py::object place_of_best(py::handle given, const Axis& axis) {
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

py::object sum_of(py::handle given, const Axis& axis, bool keeps) {
  const py::object made = reduction<sum, sum_along>(given, axis, keeps);
  const NDArray& total = array_in(made.ptr());
  const NDArray counted = counted_as(rules_of(given.ptr()), array_in(given.ptr()).type(), total);
  return counted.type() == total.type() ? made : wrapped_as(given, counted);
}

py::object mean_of(py::handle given, const Axis& axis, bool keeps) {
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
  throw MisuseError(Misuse::object, "[call] needs an array, and an array or a number beside it");
}

/// Of one type, by the library's rules; a number becomes an array like the other one.
std::pair<NDArray, NDArray> alike(Rules rules, py::handle a, py::handle b) {
  const auto number_of = [](py::handle given) {
    const std::optional<PythonNumber> number = number_in(given.ptr());
    if (!number) throw MisuseError(Misuse::object, "[where] needs arrays or numbers");
    return *number;
  };
  const auto filled_like = [](const NDArray& other, const PythonNumber& number) {
    Frontend& frontend = *other.body().frontend;
    const OnHost place(frontend, other.body().on_host);
    return full(frontend, other.shape(), other.type(), number.as(other.type()));
  };
  if (!is_array(a.ptr()) && !is_array(b.ptr()))
    throw MisuseError(Misuse::missing, "[where] one of its values is an array here");
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
Shape known_shape(const NDArray& operand, py::handle shape) {
  std::vector<std::int64_t> sizes = sizes_in(shape);
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
  return shape_in(py::cast(sizes));
}

py::object in_memory(py::handle given, const NDArray& operand, const Shape& shape) {
  return py::reinterpret_steal<py::object>(
      wrap_part(result_type(given.ptr()), view(operand, shape), taken_in(given.ptr())));
}

/// In the same memory, where the library does that and the elements lie as it needs.
py::object reshaped(py::handle given, py::handle shape) {
  NDArray& operand = array_in(given.ptr());
  const Shape wanted = known_shape(operand, shape);
  Run::current().call(given.ptr());
  const Rules rules = rules_of(given.ptr());
  const bool shares = rules == Rules::numpy || rules == Rules::torch;
  if (shares && has_view({operand, taken_in(given.ptr())}, wanted)) return in_memory(given, operand, wanted);
  return wrapped_as(given, reshape(operand, wanted));
}

/// In the same memory, or not at all.
py::object viewed(py::handle given, py::handle shape) {
  NDArray& operand = array_in(given.ptr());
  const Shape wanted = known_shape(operand, shape);
  Run::current().call(given.ptr());
  if (!has_view({operand, taken_in(given.ptr())}, wanted)) {
    throw Error(
        "view size is not compatible with input tensor's size and stride (at least one dimension "
        "spans across two contiguous subspaces). Use .reshape(...) instead.");
  }
  return in_memory(given, operand, wanted);
}

py::object transposed(py::handle given) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  const Rules rules = rules_of(given.ptr());
  if (rules != Rules::numpy && rules != Rules::torch) return wrapped_as(given, transpose(operand));
  Place place = transpose_of({operand, taken_in(given.ptr())});
  return py::reinterpret_steal<py::object>(
      wrap_part(result_type(given.ptr()), std::move(place.array), std::move(place.taken)));
}

py::object dot_of(py::handle a, py::handle b) {
  require_together(a.ptr(), b.ptr());
  Run::current().call(a.ptr());
  return wrapped_as(a, product(rules_of(a.ptr()), array_in(a.ptr()), array_in(b.ptr())));
}

}  // namespace

void add_operations(py::module_& module) {
  module.def("astype", astype);
  module.def("dot", dot_of);
  module.def("transpose", transposed);
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
  module.def("view", viewed);
  module.def("in_one_piece", [](py::handle a) { return taken_in(a.ptr()) == nullptr; });
  const auto reduces = [&module](const char* name, py::object (*call)(py::handle, const Axis&, bool)) {
    module.def(
        name,
        [call](py::object a, py::handle axis, bool keeps) {
          if (py::isinstance<py::tuple>(axis) || py::isinstance<py::list>(axis))
            return along_axes(call, std::move(a), py::tuple(py::reinterpret_borrow<py::object>(axis)), keeps);
          return call(a, axis.cast<Axis>(), keeps);
        },
        py::arg("a"), py::arg("axis") = py::none(), py::arg("keeps") = false);
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
}

}  // namespace runahead::python
