// SPDX-License-Identifier: GPL-3.0-or-later
// What a program can ask of devices, and copies between them.
#include <pybind11/stl.h>

#include <functional>
#include <utility>

#include "core/python/calls.h"

namespace runahead::python {

namespace py = pybind11;

namespace {

/// That the program can use: none where the run computes on the CPU alone.
int devices() {
  const RunConfig& config = Run::current().program.config();
  return config.mode == Mode::stream && config.runs_on == DeviceKind::cpu ? 0 : config.devices;
}

/// Whether the run has streams; else calls for a device go where all others go.
bool has_streams() {
  return Run::current().program.frontend().devices() > 0;
}

using Back = std::function<NDArray(const NDArray&)>;

/// A library's own copy in another place keeps the history of the array.
py::object with_history(py::handle given, py::object made, Back back) {
  History& history = Run::current().history;
  const HistoryLink source = history_in(given.ptr());
  const bool own = Py_TYPE(made.ptr()) == result_type(given.ptr());
  if (!own || !source || source->frozen || !history.records() || history_in(made.ptr())) return made;
  history_in(made.ptr()) = history.moved(array_in(made.ptr()), source, std::move(back));
  return made;
}

Back back_to(int place);

}  // namespace

py::object to_device(py::handle type, py::handle given, int place, bool non_blocking) {
  NDArray& operand = array_in(given.ptr());
  Run& run = Run::current();
  const int from = device_of(given.ptr());
  Frontend& frontend = run.call_on(has_streams() && place == kHost ? from : place);
  if (has_streams() && place == kHost && from != kHost) {
    NDArray made = frontend.copy_to_host(operand, frontend.stream());
    run.call();
    return with_history(given, wrapped(type, std::move(made)), back_to(from));
  }
  if (has_streams() && place == kHost) return wrapped(type, copy(operand));
  if (has_streams() && from == kHost) {
    const bool waits = !non_blocking || !operand.body().root().pinned;
    NDArray made =
        waiting([&] { return frontend.copy_to_device(operand, run.current_stream(place), waits); });
    return with_history(given, wrapped(type, std::move(made)), back_to(from));
  }
  if (has_streams() && from != place) {
    NDArray made = frontend.copy_between(operand, run.current_stream(from), run.current_stream(place));
    return with_history(given, wrapped(type, std::move(made)), back_to(from));
  }
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

namespace {

/// MXNet's: from one context to another, beside everything else.
py::object to_context(py::handle type, py::handle given, int place) {
  const int from = device_of(given.ptr());
  if (has_streams() || from == kHost || from == place) return to_device(type, given, place, false);
  NDArray& operand = array_in(given.ptr());
  Run& run = Run::current();
  const auto context = [](int of) { return of < 0 ? Frontend::kWorkers : of; };
  NDArray made = run.call_on(place).copy_to_context(operand, context(from), context(place));
  return with_history(given, wrapped(type, std::move(made)), [context, from, place](const NDArray& gradient) {
    return Run::current().call_on(from).copy_to_context(gradient, context(place), context(from));
  });
}

/// Waits, and gives the values to an array of the host. `copies`: that is what the program asks for, as with
/// PyTorch's cpu().
py::object to_host(py::handle type, py::handle given, bool copies) {
  NDArray& operand = array_in(given.ptr());
  Run& run = Run::current();
  require_host();
  const bool beside = has_streams() && device_of(given.ptr()) != kHost;
  const Values values = read(given, beside || copies ? WaitReason::copy : WaitReason::asnumpy);
  const int from = device_of(given.ptr());
  run.call();
  NDArray made = run.program.frontend().array_of(operand.shape(), values);
  return with_history(given, wrapped(type, std::move(made)), back_to(from));
}

/// The gradient of a copy, as an array of where the copy came from.
Back back_to(int place) {
  return [place](const NDArray& gradient) {
    Run::current().call_where(gradient);
    const py::handle type(reinterpret_cast<PyObject*>(array_type));
    const py::object own = wrapped(type, gradient);
    return array_in(place == kHost ? to_host(type, own, true).ptr()
                                   : to_device(type, own, place, false).ptr());
  };
}

}  // namespace

py::object number_on_device(py::handle given, const PythonNumber& number, int place) {
  const kernels::Type type = array_in(given.ptr()).type();
  Frontend& frontend = Run::current().call_on(place);
  const py::handle result(reinterpret_cast<PyObject*>(result_type(given.ptr())));
  return with_history(given, wrapped(result, full(frontend, Shape{}, type, number.as(type))), back_to(kHost));
}

namespace {

/// An array of the host that has the values once the copy is done; the call goes on.
py::object to_host_beside(py::handle type, py::handle given) {
  NDArray& operand = array_in(given.ptr());
  Run& run = Run::current();
  require_host();
  Frontend& frontend = run.call(given.ptr());
  NDArray made = frontend.copy_beside(operand.body(), frontend.stream());
  const int from = device_of(given.ptr());
  run.call();
  return with_history(given, wrapped(type, std::move(made)), back_to(from));
}

/// target.copy_(source), of equal shapes and types, to another place.
void copy_over(py::handle target, py::handle source, bool non_blocking) {
  NDArray &to = array_in(target.ptr()), &from = array_in(source.ptr());
  Run& run = Run::current();
  const int there = device_of(target.ptr()), here = device_of(source.ptr());
  if (here != kHost && there != kHost) {
    run.call_on(here).copy_between(to, from, run.current_stream(here), run.current_stream(there));
    return;
  }
  if (here == kHost) {
    Frontend& frontend = run.call(target.ptr());
    const bool waits = !non_blocking || !from.body().root().pinned;
    waiting([&] { frontend.copy_into_device(to, from, frontend.stream(), waits); });
    return;
  }
  Frontend& frontend = run.call(source.ptr());
  const bool waits = !non_blocking || !to.body().root().pinned;
  waiting([&] { frontend.copy_beside(from.body(), frontend.stream(), to, waits); });
}

/// Of the host, into which devices copy beside the program.
py::object pinned(py::handle type, py::handle given) {
  NDArray& operand = array_in(given.ptr());
  Frontend& frontend = Run::current().call(given.ptr());
  if (!has_streams()) {
    NDArray made = copy(operand);
    made.body().pinned = true;
    return wrapped(type, std::move(made));
  }
  NDArray made = frontend.empty_pinned(operand.shape(), operand.type());
  assign(made, operand);
  return with_history(given, wrapped(type, std::move(made)), back_to(kHost));
}

// Streams and events; numbers stand for both.

std::int64_t new_event() {
  Run& run = Run::current();
  const std::int64_t number = run.events.empty() ? 1 : run.events.rbegin()->first + 1;
  run.events[number] = std::make_unique<StreamEvent>(run.program.frontend().engine());
  return number;
}

StreamEvent& event_at(std::int64_t number) {
  const auto found = Run::current().events.find(number);
  if (found == Run::current().events.end()) throw Error("[event] it is of a run that is over");
  return *found->second;
}

void add_streams(py::module_& module) {
  module.def("default_stream",
             [](int device) { return Run::current().program.frontend().default_stream(device); });
  module.def("expect_streams", [] {
    if (Run::any()) Run::current().program.frontend().expect_streams();
  });
  module.def("make_stream", [](int device) { return Run::current().call().make_stream(device); });
  module.def("current_stream", [](int device) { return Run::current().current_stream(device); });
  module.def("set_current_stream",
             [](int device, std::uint8_t stream) { Run::current().current_streams[device] = stream; });
  module.def("wait_stream", [](std::uint8_t stream, std::uint8_t other) {
    Run::current().call().wait_stream(stream, other);
  });
  module.def("stream_idle", [](std::uint8_t stream) { return Run::current().call().idle(stream); });
  module.def("synchronize_stream", [](std::uint8_t stream) {
    Frontend& frontend = Run::current().call();
    waiting([&] { frontend.synchronize_stream(stream); });
  });
  module.def("synchronize_device", [](int device) {
    Frontend& frontend = Run::current().call();
    waiting([&] { frontend.synchronize_device(device); });
  });
  module.def("new_event", new_event);
  module.def("drop_event", [](std::int64_t number) {
    if (Run::any()) Run::current().events.erase(number);
  });
  module.def("record_event", [](std::int64_t number, std::uint8_t stream) {
    Run::current().call().record_event(event_at(number), stream);
  });
  module.def("wait_event", [](std::uint8_t stream, std::int64_t number) {
    Run::current().call().wait_event(stream, event_at(number));
  });
  module.def("event_recorded", [](std::int64_t number) { return event_at(number).recorded(); });
  module.def("event_passed",
             [](std::int64_t number) { return Run::current().call().passed(event_at(number)); });
  module.def("synchronize_event", [](std::int64_t number) {
    Frontend& frontend = Run::current().call();
    waiting([&] { frontend.synchronize(event_at(number)); });
  });
  // Of one that was passed.
  module.def("event_ns", [](std::int64_t number) { return event_at(number).passed_ns(); });
}

}  // namespace

void add_devices(py::module_& module) {
  module.attr("HOST") = kHost;
  module.def("devices", devices);
  module.def("has_streams", has_streams);
  module.attr("BY_WORKERS") = kByWorkers;
  // Whether arrays are told apart by MXNet's contexts.
  module.def("has_contexts", [] { return Run::current().program.config().scenario->has_contexts; });
  module.def("to_context", to_context);
  // Whether arrays of the CPU are computed inside the call: in other modes than stream, where the workers are
  // the device, in programs that name a GPU.
  module.def("asks_for_device",
             [] { return has_streams() || !Run::current().program.config().scenario->device_later; });
  module.def("place", [](py::handle given) {
    array_in(given.ptr());
    return device_of(given.ptr());
  });
  module.def("to_device", to_device, py::arg("type"), py::arg("given"), py::arg("place"),
             py::arg("non_blocking") = false);
  module.def("to_host", to_host, py::arg("type"), py::arg("given"), py::arg("copies") = false);
  module.def("to_host_beside", to_host_beside);
  module.def("copy_over", copy_over);
  module.def("pinned", pinned);
  module.def("empty_pinned", [](py::handle type, py::handle shape, const std::string& dtype) {
    Frontend& frontend = Run::current().call_on(kHost);
    return wrapped(type, frontend.empty_pinned(shape_in(shape), type_named(dtype)));
  });
  // Of that device: bytes in use and reserved, and the most of each.
  module.def("device_memory", [](int device) {
    const MemoryUse& use = Run::current().program.frontend().memory_use(device);
    return py::make_tuple(use.in_use.now(), use.in_use.most(), use.reserved.now(), use.reserved.most());
  });
  module.def("begin_peak_memory", [](int device) {
    MemoryUse& use = Run::current().program.frontend().memory_use(device);
    use.in_use.begin_most();
    use.reserved.begin_most();
  });
  module.def("record_stream", [](py::handle given, std::uint8_t stream) {
    Run::current().program.frontend().record_stream(array_in(given.ptr()).body(), stream);
  });
  module.def("is_pinned", [](py::handle given) { return array_in(given.ptr()).body().root().pinned; });
  add_streams(module);
}

}  // namespace runahead::python
