// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the module _runahead share.
#pragma once

#include <pybind11/pybind11.h>

#include "core/python/array.h"
#include "core/python/run.h"

namespace runahead::python {

inline pybind11::object wrapped(pybind11::handle type, NDArray array) {
  return pybind11::reinterpret_steal<pybind11::object>(
      wrap(reinterpret_cast<PyTypeObject*>(type.ptr()), std::move(array)));
}
/// Computed from `given`.
inline pybind11::object wrapped_as(pybind11::handle given, NDArray array) {
  return pybind11::reinterpret_steal<pybind11::object>(wrap(result_type(given.ptr()), std::move(array)));
}
/// By whichever thread; it goes on the run's own.
template <class Things>
void drop(Things& things, std::int64_t number) {
  const auto found = things.find(number);
  if (found == things.end()) return;
  Run::current().hand_over(std::move(found->second));
  things.erase(found);
  if (Run::current().on_its_thread()) Run::current().settle();
}
/// (2, 3), [2, 3] or 2.
std::vector<std::int64_t> sizes_in(pybind11::handle given);
/// A list beside `array`, as an array of its library.
pybind11::object like_list(pybind11::handle array, pybind11::handle list);
/// The same as a shape.
Shape shape_in(pybind11::handle given);
/// The interpreter is free for others meanwhile.
template <class Wait>
auto waiting(Wait wait) {
  const pybind11::gil_scoped_release others;
  return wait();
}
/// Throws where the run has no lane for arrays of the host.
void require_host();
/// Its values; waits for them where they are not the host's.
Values read(NDArray& operand, WaitReason reason);
/// The same; what lies on a device of MXNet's is copied first.
Values read(pybind11::handle given, WaitReason reason);

/// Parts of the module.
void add_devices(pybind11::module_& module);
void add_operations(pybind11::module_& module);
void add_functions(pybind11::module_& module);
void add_in_place(pybind11::module_& module);
void add_training(pybind11::module_& module);
void add_world(pybind11::module_& module);

/// An array in another place: a copy in the order of the device's current stream.
pybind11::object to_device(pybind11::handle type, pybind11::handle given, int place, bool non_blocking);
/// A number of the host, as an array of the device whose gradient goes back: no copy, since a kernel takes it
/// as its argument.
pybind11::object number_on_device(pybind11::handle given, const PythonNumber& number, int place);

}  // namespace runahead::python
