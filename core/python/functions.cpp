// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of a program that mode function traces.
#include "core/python/functions.h"

#include <pybind11/stl.h>

#include "core/python/calls.h"

namespace runahead::python {

namespace py = pybind11;

namespace {

std::vector<NDArray> arrays_in(const py::sequence& objects) {
  std::vector<NDArray> arrays;
  for (const py::handle object : objects) arrays.push_back(array_in(object.ptr()));
  return arrays;
}

std::int64_t new_function(const std::string& name) {
  Run& run = Run::current();
  const std::int64_t number = run.functions.empty() ? 1 : run.functions.rbegin()->first + 1;
  run.functions[number] = std::make_shared<TracedFunction>(run.program.frontend(), name);
  return number;
}

/// Arrays of `type`, which `body`, called where the function is traced, returns as a list.
py::list call_function(py::handle type, std::int64_t number, const py::sequence& arguments,
                       const std::vector<std::int64_t>& numbers, const py::function& body) {
  Run& run = Run::current();
  const auto found = run.functions.find(number);
  if (found == run.functions.end()) throw Error("[function] it is of a run that is over");
  const std::shared_ptr<TracedFunction> function = found->second;
  const std::vector<NDArray> arrays = arrays_in(arguments);
  run.call();
  function->body = [&body, &function] {
    const py::list made = body();
    if (!made.empty()) function->place = device_of(py::object(made[0]).ptr());
    for (const py::handle one : made) function->wanted |= history_in(one.ptr()) != nullptr;
    return arrays_in(made);
  };
  const std::vector<NDArray> results = function->function(arrays, numbers);
  run.lines.resume();
  const int place = arrays.empty() ? function->place : device_of(py::object(arguments[0]).ptr());
  py::list list;
  for (const NDArray& result : results) {
    const HistoryLink own = run.history.of(result);
    const py::object made = wrapped(type, result);
    place_at(made.ptr(), place);
    if (!own || !own->leaf) {  // the calls behind it are the graph's
      const bool sealed = function->wanted && run.history.records();
      history_in(made.ptr()) = sealed ? run.history.sealed(result) : nullptr;
    }
    list.append(made);
  }
  return list;
}

}  // namespace

TracedFunction::TracedFunction(Frontend& frontend, const std::string& name)
    : function(frontend, name,
               [this](std::span<const NDArray>, std::span<const std::int64_t>) { return body(); }) {}

void add_functions(py::module_& module) {
  // Whether a function would be traced if it were called now.
  module.def("traces", [] {
    const Frontend& frontend = Run::current().program.frontend();
    return frontend.traces_functions() && !frontend.tracing();
  });
  module.def("tracing", [] { return Run::current().program.frontend().tracing(); });
  // What a function needs before it can be traced, such as weights whose shape its first argument decides.
  module.def("before_tracing", [](const py::function& make) {
    Frontend& frontend = Run::current().program.frontend();
    if (!frontend.tracing()) return make();
    const struct Paused {
      Frontend& frontend;
      explicit Paused(Frontend& its) : frontend(its) { frontend.pause_trace(); }
      ~Paused() { frontend.resume_trace(); }
    } paused(frontend);
    return make();
  });
  module.def("arrays_until_now", arrays_until_now);
  module.def("number_of", [](py::handle given) { return number_of(given.ptr()); });
  module.def("new_function", new_function);
  module.def("call_function", call_function);
  module.def("drop_function", [](std::int64_t number) {
    if (Run::any()) drop(Run::current().functions, number);
  });
}

}  // namespace runahead::python
