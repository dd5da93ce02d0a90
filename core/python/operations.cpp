// SPDX-License-Identifier: GPL-3.0-or-later
// Operations by name, as the packages call them: of elements, along axes, of two arrays, and what puts arrays
// together. Not here: operators (array.cpp), square brackets (indexing.cpp), what makes arrays (calls.cpp).
#include "core/tensor/operations.h"
#include "core/base/misuse.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/python/calls.h"
#include "core/python/types.h"
#include "core/tensor/checks.h"
#include "core/tensor/on_host.h"

namespace runahead::python {

namespace py = pybind11;
using kernels::Binary;
using kernels::Reduction;
using kernels::Type;
using kernels::Unary;

namespace {

NDArray as_booleans(const NDArray& a) {
  return a.type() == Type::boolean ? a : cast(a, Type::boolean);
}

/// A function of floating numbers alone casts others as the library does.
py::object map(Unary unary, py::handle given) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  if (unary == Unary::logical_not) return wrapped_as(given, logical_not(as_booleans(operand)));
  if (has(Type::int64, unary)) return wrapped_as(given, compute(unary, operand));
  return wrapped_as(given, compute(unary, floating(rules_of(given.ptr()), operand, name_of(unary))));
}

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

/// Along an axis; that of a matrix that has an operation of its own, by that.
NDArray along(Reduction reduction, const NDArray& a, int axis, bool keeps) {
  if (a.shape().rank() == 2 && !keeps) {
    const bool last = axis == 1 || axis == -1;
    if (reduction == Reduction::sum && (axis == 0 || axis == -2)) return sum_rows(a);
    if (reduction == Reduction::mean && last) return mean_of_rows(a);
  }
  return compute(reduction, a, axis, keeps);
}

/// Over everything, or along an axis.
py::object reduce(Reduction reduction, py::handle given, const Axis& axis, bool keeps) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  if (axis) return wrapped_as(given, along(reduction, operand, *axis, keeps));
  if (!keeps) return wrapped_as(given, compute(reduction, operand));
  const auto rank = static_cast<std::size_t>(operand.shape().rank());
  return wrapped_as(given, reshape(compute(reduction, operand), Shape(std::vector<std::int64_t>(rank, 1))));
}

/// Where sums of int32 are of int32.
NDArray counted_as(Rules rules, Type type, const NDArray& sum) {
  const bool keeps = type == Type::int32 && (rules == Rules::tensorflow || rules == Rules::nd);
  return keeps ? cast(sum, type) : sum;
}

py::object sum_of(py::handle given, const Axis& axis, bool keeps) {
  const py::object made = reduce(Reduction::sum, given, axis, keeps);
  const NDArray& total = array_in(made.ptr());
  const NDArray counted = counted_as(rules_of(given.ptr()), array_in(given.ptr()).type(), total);
  return counted.type() == total.type() ? made : wrapped_as(given, counted);
}

/// `mean` and `norm` of what is no floating number cast it as the library does; PyTorch refuses the mean.
py::object reduction_of(Reduction reduction, py::handle given, const Axis& axis, bool keeps) {
  if (reduction == Reduction::sum) return sum_of(given, axis, keeps);
  NDArray& operand = array_in(given.ptr());
  const Rules rules = rules_of(given.ptr());
  const bool refuses = reduction == Reduction::mean && rules == Rules::torch;
  if (has(operand.type(), reduction) || refuses) return reduce(reduction, given, axis, keeps);
  Run::current().call(given.ptr());
  return reduce(reduction, wrapped_as(given, floating(rules, operand, name_of(reduction))), axis, keeps);
}

py::object zip(Binary function, py::handle a, py::handle b) {
  PyObject* const made = binary(function, a.ptr(), b.ptr());
  if (!made) throw py::error_already_set();
  if (made != Py_NotImplemented) return py::reinterpret_steal<py::object>(made);
  Py_DECREF(made);
  throw MisuseError(Misuse::object, "[call] needs an array, and an array or a number beside it");
}

/// Of one type, by the library's rules; a number becomes an array without axes.
std::pair<NDArray, NDArray> alike(Rules rules, py::handle a, py::handle b) {
  const auto number_of = [](py::handle given) {
    const std::optional<PythonNumber> number = number_in(given.ptr());
    if (!number) throw MisuseError(Misuse::object, "[where] needs arrays or numbers");
    return *number;
  };
  const auto filled_like = [](const NDArray& other, const PythonNumber& number) {
    Frontend& frontend = *other.body().frontend;
    const OnHost place(frontend, other.body().on_host);
    return full(frontend, Shape{}, other.type(), number.as(other.type()));
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

/// Of several, PyTorch copies those of the CPU without axes to the device where others are.
std::array<py::object, 3> brought_together(const std::array<py::handle, 3>& given) {
  std::array<py::object, 3> together;
  int place = kHost;
  for (std::size_t i = 0; i < given.size(); ++i) {
    together[i] = py::reinterpret_borrow<py::object>(given[i]);
    if (place == kHost && is_array(given[i].ptr())) place = device_of(given[i].ptr());
  }
  for (py::object& one : together) {
    const bool alone =
        is_array(one.ptr()) && rules_of(one.ptr()) == Rules::torch && array_in(one.ptr()).shape().rank() == 0;
    if (alone && place != kHost && device_of(one.ptr()) == kHost)
      one = to_device(py::handle(reinterpret_cast<PyObject*>(result_type(one.ptr()))), one, place, false);
  }
  return together;
}

/// which ? a : b, where one of a and b may be a number.
py::object choose(py::handle given_which, py::handle given_a, py::handle given_b) {
  const auto [which, a, b] = brought_together({given_which, given_a, given_b});
  NDArray& chooser = array_in(which.ptr());
  require_together(which.ptr(), is_array(a.ptr()) ? a.ptr() : is_array(b.ptr()) ? b.ptr() : which.ptr());
  Run::current().call(which.ptr());
  const auto [first, second] = alike(rules_of(which.ptr()), a, b);
  return wrapped_as(which, where(chooser, first, second));
}

/// Of what is not 0.
py::object logical(Binary function, py::handle a, py::handle b) {
  for (const auto& [array, scalar] : {std::pair(a, b), std::pair(b, a)}) {
    const std::optional<PythonNumber> number = number_beside(scalar.ptr(), array.ptr());
    if (!number) continue;
    Run::current().call(array.ptr());
    const NDArray booleans = as_booleans(array_in(array.ptr()));
    return wrapped_as(array, compute(function, booleans, number->as(Type::boolean)));
  }
  NDArray& first = array_in(a.ptr());
  NDArray& second = array_in(b.ptr());
  require_together(a.ptr(), b.ptr());
  Run::current().call(a.ptr());
  return wrapped_as(a, compute(function, as_booleans(first), as_booleans(second)));
}

py::object astype(py::handle given, const std::string& dtype) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  return wrapped_as(given, cast(operand, type_named(dtype)));
}

py::object joined(const py::sequence& arrays, int axis) {
  if (arrays.size() == 0) throw Error("[concatenate] of nothing");
  const py::object first = arrays[0];
  std::vector<NDArray> parts;
  for (const py::handle next : arrays) {
    require_together(first.ptr(), next.ptr());
    parts.push_back(array_in(next.ptr()));
  }
  Run::current().call(first.ptr());
  // Two at a time, so that no element is copied more often than their number has digits.
  while (parts.size() > 1) {
    std::vector<NDArray> pairs;
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
      const auto [before, behind] = of_one_type(rules_of(first.ptr()), parts[i], parts[i + 1]);
      pairs.push_back(concatenate(before, behind, axis));
    }
    if (parts.size() % 2 == 1) pairs.push_back(parts.back());
    parts = std::move(pairs);
  }
  return wrapped_as(first, std::move(parts.front()));
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

/// In that order of its axes, or the other way round. Where the library shares the memory, two axes alone.
py::object transposed(py::handle given, const std::optional<std::vector<int>>& axes) {
  NDArray& operand = array_in(given.ptr());
  const int rank = operand.shape().rank();
  Run::current().call(given.ptr());
  const Rules rules = rules_of(given.ptr());
  const bool shares = rules == Rules::numpy || rules == Rules::torch;
  if (!shares && rank == 2 && !axes) return wrapped_as(given, transpose(operand));
  if (!shares) {
    std::vector<int> order = axes.value_or(std::vector<int>());
    for (int axis = rank; !axes && axis-- > 0;) order.push_back(axis);
    return wrapped_as(given, transpose(operand, order));
  }
  if (axes && (rank != 2 || *axes != std::vector{1, 0})) {
    throw MisuseError(Misuse::missing,
                      "[transpose] of shape " + operand.shape().text() +
                          ": in another order than (1, 0) it would share the memory, which it cannot here");
  }
  Place place = transpose_of({operand, taken_in(given.ptr())});
  return py::reinterpret_steal<py::object>(
      wrap_part(result_type(given.ptr()), std::move(place.array), std::move(place.taken)));
}

py::object dot_of(py::handle a, py::handle b) {
  require_together(a.ptr(), b.ptr());
  Run::current().call(a.ptr());
  return wrapped_as(a, product(rules_of(a.ptr()), array_in(a.ptr()), array_in(b.ptr())));
}

/// Of whole numbers, whatever their type.
NDArray as_places(const NDArray& places) {
  return places.type() == Type::int64 ? places : cast(places, Type::int64);
}

py::object taken(py::handle given, py::handle indices, int axis) {
  NDArray& operand = array_in(given.ptr());
  NDArray& places = array_in(indices.ptr());
  require_together(given.ptr(), indices.ptr());
  Run::current().call(given.ptr());
  return wrapped_as(given, take(operand, as_places(places), axis));
}

/// Without that axis, or with one place along it.
Shape without_axis(const Shape& shape, int axis, bool keeps) {
  std::vector<std::int64_t> sizes;
  for (int other = 0; other < shape.rank(); ++other) {
    if (other != axis || keeps) sizes.push_back(other == axis ? 1 : shape[other]);
  }
  return Shape(sizes);
}

/// The places have one of the axis, or not that axis.
py::object picked(py::handle given, py::handle indices, int axis, bool keeps) {
  NDArray& operand = array_in(given.ptr());
  NDArray& places = array_in(indices.ptr());
  require_together(given.ptr(), indices.ptr());
  const int at = known_axis(operand.shape(), axis, "pick");
  const Shape wanted = without_axis(operand.shape(), at, keeps);
  if (places.shape() != wanted && places.shape() != without_axis(operand.shape(), at, !keeps)) {
    throw Error("[pick] places of shape " + places.shape().text() + " do not fit to an array of shape " +
                operand.shape().text() + " along axis " + std::to_string(axis));
  }
  Run::current().call(given.ptr());
  const NDArray made = pick(operand, as_places(places), at);
  return wrapped_as(given, made.shape() == wanted ? made : reshape(made, wanted));
}

py::object one_hot_of(py::handle given, std::int64_t depth, const std::string& type) {
  NDArray& places = array_in(given.ptr());
  Run::current().call(given.ptr());
  return wrapped_as(given, one_hot(as_places(places), depth, type_named(type)));
}

py::object batch_dot_of(py::handle a, py::handle b, bool transpose_a, bool transpose_b) {
  using kernels::Transposed;
  require_together(a.ptr(), b.ptr());
  NDArray left = array_in(a.ptr());
  const NDArray& right = array_in(b.ptr());
  Run::current().call(a.ptr());
  if (transpose_a && transpose_b) left = transpose(left, std::array{0, 2, 1});
  const Transposed transposed = transpose_b   ? Transposed::second
                                : transpose_a ? Transposed::first
                                              : Transposed::none;
  return wrapped_as(a, batch_dot(left, right, transposed));
}

py::object cumsum_of(py::handle given, int axis) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  return wrapped_as(given, counted_as(rules_of(given.ptr()), operand.type(), cumsum(operand, axis)));
}

py::object argsort_of(py::handle given, int axis, bool descending) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  return wrapped_as(given, argsort(operand, axis, descending));
}

py::object sorted(py::handle given, int axis, bool descending) {
  NDArray& operand = array_in(given.ptr());
  Run::current().call(given.ptr());
  return wrapped_as(given, pick(operand, argsort(operand, axis, descending), axis));
}

/// (2, 3): along height and width.
template <class T>
void put_sizes(T (&sizes)[2], const std::array<std::int64_t, 2>& given, const char* call) {
  for (std::size_t axis = 0; axis < 2; ++axis) {
    if (given[axis] < 0 || given[axis] > std::numeric_limits<T>::max())
      throw Error(std::string("[") + call + "] a kernel, stride, padding or dilation of " +
                  std::to_string(given[axis]) + " is beyond " +
                  std::to_string(std::numeric_limits<T>::max()));
    sizes[axis] = static_cast<T>(given[axis]);
  }
}

using Pair = std::array<std::int64_t, 2>;

/// Padding is that of height and width, or of top, left, bottom and right.
void put_padding(kernels::Window& window, const std::vector<std::int64_t>& given, const char* call) {
  if (given.size() != 2 && given.size() != 4)
    throw Error(std::string("[") + call + "] padding is of two numbers, or of four");
  put_sizes(window.before, {given[0], given[1]}, call);
  put_sizes(window.behind, {given[given.size() - 2], given[given.size() - 1]}, call);
}

kernels::Window window_of(const Pair& stride, const std::vector<std::int64_t>& pad, const Pair& dilation,
                          std::int64_t groups, const char* call) {
  kernels::Window window{};
  put_sizes(window.stride, stride, call);
  put_sizes(window.dilation, dilation, call);
  put_padding(window, pad, call);
  if (groups < 1 || groups > std::numeric_limits<std::uint16_t>::max())
    throw Error(std::string("[") + call + "] " + std::to_string(groups) + " groups");
  window.groups = static_cast<std::uint16_t>(groups);
  return window;
}

py::object convolved(py::handle x, py::handle w, py::handle bias, const Pair& stride,
                     const std::vector<std::int64_t>& pad, const Pair& dilation, std::int64_t groups) {
  require_together(x.ptr(), w.ptr());
  const NDArray* added = nullptr;
  if (!bias.is_none()) {
    require_together(x.ptr(), bias.ptr());
    added = &array_in(bias.ptr());
  }
  NDArray& input = array_in(x.ptr());
  const kernels::Window window = window_of(stride, pad, dilation, groups, "conv2d");
  Run::current().call(x.ptr());
  return wrapped_as(x, conv2d(input, array_in(w.ptr()), added, window));
}

py::object convolved_back(py::handle x, py::handle w, const Pair& stride,
                          const std::vector<std::int64_t>& pad, const Pair& dilation, std::int64_t groups,
                          const Pair& more) {
  require_together(x.ptr(), w.ptr());
  Run::current().call(x.ptr());
  const kernels::Window window = window_of(stride, pad, dilation, groups, "conv2d_transpose");
  return wrapped_as(x, conv2d_transpose(array_in(x.ptr()), array_in(w.ptr()), window, more));
}

py::object pooled(py::handle x, const std::string& kind, const Pair& kernel, const Pair& stride,
                  const std::vector<std::int64_t>& pad, bool ceil, bool count_include_pad) {
  using kernels::Pooled;
  NDArray& input = array_in(x.ptr());
  if (kind != "max" && kind != "avg") throw Error("[pool2d] by max or avg, not by " + kind);
  kernels::Window window{};
  window.groups = 1;
  window.reaches_out = ceil;
  window.pooled = kind == "max" ? Pooled::max : count_include_pad ? Pooled::mean : Pooled::mean_inside;
  put_sizes(window.kernel, kernel, "pool2d");
  put_sizes(window.stride, stride, "pool2d");
  put_sizes(window.dilation, {1, 1}, "pool2d");
  put_padding(window, pad, "pool2d");
  Run::current().call(x.ptr());
  return wrapped_as(x, pool2d(input, window));
}

void add_places_and_windows(py::module_& module) {
  using namespace py::literals;
  module.def("take", taken, "array"_a, "indices"_a, "axis"_a = 0);
  module.def("pick", picked, "array"_a, "indices"_a, "axis"_a = -1, "keepdims"_a = false);
  module.def("one_hot", one_hot_of, "indices"_a, "depth"_a, "type"_a = "float32");
  module.def("batch_dot", batch_dot_of, "a"_a, "b"_a, "transpose_a"_a = false, "transpose_b"_a = false);
  module.def("cumsum", cumsum_of, "x"_a, "axis"_a);
  module.def("argsort", argsort_of, "x"_a, "axis"_a = -1, "descending"_a = false);
  module.def("sort", sorted, "x"_a, "axis"_a = -1, "descending"_a = false);
  module.def("conv2d", convolved, "x"_a, "w"_a, "bias"_a = py::none(), "stride"_a = Pair{1, 1},
             "pad"_a = std::vector<std::int64_t>{0, 0}, "dilation"_a = Pair{1, 1}, "groups"_a = 1);
  module.def("conv2d_transpose", convolved_back, "x"_a, "w"_a, "stride"_a, "pad"_a, "dilation"_a, "groups"_a,
             "more"_a);
  module.def("pool2d", pooled, "x"_a, "kind"_a, "kernel"_a, "stride"_a, "pad"_a, "ceil"_a = false,
             "count_include_pad"_a = true);
}

}  // namespace

void add_operations(py::module_& module) {
  module.def("astype", astype);
  module.def("dot", dot_of);
  module.def("transpose", transposed, py::arg("x"), py::arg("axes") = py::none());
  module.def("copy", [](py::handle given) {
    NDArray& operand = array_in(given.ptr());
    Run::current().call(given.ptr());
    return wrapped_as(given, copy(operand));
  });
  module.def("reshape", reshaped);
  module.def("view", viewed);
  module.def("in_one_piece", [](py::handle a) { return taken_in(a.ptr()) == nullptr; });
  for (int i = 0; i < kernels::kUnaries; ++i) {
    const auto unary = static_cast<Unary>(i);
    module.def(name_of(unary), [unary](py::handle a) { return map(unary, a); });
  }
  for (int i = 0; i < kernels::kBinaries; ++i) {
    const auto binary = static_cast<Binary>(i);
    const bool of_booleans = binary == Binary::logical_and || binary == Binary::logical_or;
    module.def(name_of(binary), [call = of_booleans ? logical : zip, binary](py::handle a, py::handle b) {
      return call(binary, a, b);
    });
  }
  for (int i = 0; i < kernels::kReductions; ++i) {
    const auto reduction = static_cast<Reduction>(i);
    const auto call = [reduction](const py::handle& a, const Axis& axis, bool keeps) {
      return reduction_of(reduction, a, axis, keeps);
    };
    module.def(
        name_of(reduction),
        [call](py::object a, py::handle axis, bool keeps) {
          if (py::isinstance<py::tuple>(axis) || py::isinstance<py::list>(axis))
            return along_axes(call, std::move(a), py::tuple(py::reinterpret_borrow<py::object>(axis)), keeps);
          return call(a, axis.cast<Axis>(), keeps);
        },
        py::arg("a"), py::arg("axis") = py::none(), py::arg("keeps") = false);
  }
  module.def("where", choose);
  module.def("concatenate", joined);
  add_places_and_windows(module);
}

}  // namespace runahead::python
