// SPDX-License-Identifier: GPL-3.0-or-later
// What a program can ask of devices, and copies between them.
#include <pybind11/stl.h>

#include "core/python/calls.h"

namespace runahead::python {

namespace py = pybind11;

namespace {

/// That the program can use: none where the run computes on the CPU alone.
int devices() {
  const RunConfig& config = Run::current().program.config();
  if (config.mode == Mode::stream && config.runs_on == DeviceKind::cpu) return 0;
  return config.scenario->second_device ? 2 : 1;
}

/// kHost, kFirst or kSecond.
int place_of(py::handle given) {
  if (array_in(given.ptr()).body().on_host) return kHost;
  return stream_of(given.ptr()) == kSecondStream ? kSecond : kFirst;
}

/// An array of the host as one of a device: a task.
py::object to_device(py::handle type, py::handle given, int place) {
  NDArray& operand = array_in(given.ptr());
  Frontend& frontend = Run::current().call_on(place == kSecond ? kSecondStream : kComputeStream);
  frontend.leave_host(true);
  try {
    NDArray made = copy(operand);
    frontend.leave_host(false);
    return wrapped(type, std::move(made));
  } catch (...) {
    frontend.leave_host(false);
    throw;
  }
}

/// Waits, and gives the values to an array of the host.
py::object to_host(py::handle type, py::handle given) {
  NDArray& operand = array_in(given.ptr());
  Run& run = Run::current();
  require_host();
  const Values values = read(operand, WaitReason::asnumpy);
  return wrapped(type, run.program.frontend().array_of(operand.shape(), values));
}

std::int64_t start_copy(py::handle given, bool beside) {
  NDArray& operand = array_in(given.ptr());
  Run& run = Run::current();
  Frontend& frontend = run.call();
  const std::int64_t number = run.copies.empty() ? 1 : run.copies.rbegin()->first + 1;
  run.copies[number] = frontend.start_copy(operand.body(), beside ? kCopyEngine : stream_of(given.ptr()));
  return number;
}

std::shared_ptr<HostCopy> copy_at(std::int64_t number) {
  const auto found = Run::current().copies.find(number);
  if (found == Run::current().copies.end()) throw Error("[copy] it is of a run that is over");
  return found->second;
}

/// Waits for the copy.
py::object finish_copy(py::handle type, std::int64_t number, const std::vector<std::int64_t>& shape) {
  Run& run = Run::current();
  const std::shared_ptr<HostCopy> copy = copy_at(number);
  Frontend& frontend = run.call();
  const Values values = waiting([&] { return frontend.finish_copy(*copy, WaitReason::synchronize); });
  return wrapped(type, frontend.array_of(shape_in(py::cast(shape)), values));
}

}  // namespace

void add_devices(py::module_& module) {
  module.attr("HOST") = kHost;
  module.def("devices", devices);
  // Not where the program names none: then there is nothing to tell the CPU's arrays from.
  module.def("asks_for_device",
             [] { return Run::current().program.config().scenario->device != DeviceKind::cpu; });
  // Whether a value travels to the host while the program goes on.
  module.def("copies_beside", [] {
    const RunConfig& config = Run::current().program.config();
    return config.mode == Mode::stream && config.runs_on != DeviceKind::cpu;
  });
  module.def("place", place_of);
  module.def("to_device", to_device);
  module.def("to_host", to_host);
  module.def("start_copy", start_copy);
  module.def("finish_copy", finish_copy);
  module.def("drop_copy", [](std::int64_t number) {
    if (Run::any()) drop(Run::current().copies, number);
  });
}

}  // namespace runahead::python
