// SPDX-License-Identifier: GPL-3.0-or-later
// The door of the module: what a program in Python is as a scenario.
#include <pybind11/stl.h>

#include <algorithm>
#include <functional>

#include "core/python/interpreter.h"
#include "core/python/run.h"
#include "core/scenario/python.h"

namespace runahead::python {

namespace py = pybind11;

namespace {

/// How the library works, first.
std::vector<Mode> modes_of(const std::vector<std::string>& libraries) {
  std::vector<Mode> modes{Mode::async, Mode::sync, Mode::stream, Mode::function, Mode::lazy};
  Mode own = Mode::sync;
  for (const std::string& library : libraries) {
    if (library == "mxnet") own = Mode::async;
    if (library == "torch") own = Mode::stream;
    if (library == "tensorflow") own = Mode::function;
  }
  const auto place = std::find(modes.begin(), modes.end(), own);
  std::rotate(modes.begin(), place, place + 1);
  return modes;
}

Result<Scenario> scenario_of(const ProgramText& program) {
  if (const Status started = start_interpreter(); !started) return Failure{started.error()};
  const py::gil_scoped_acquire interpreter;
  try {
    Result<Analysis> analysis = analyse(program);
    if (!analysis) return Failure{analysis.error()};
    Scenario scenario{};
    scenario.id = scenario.title = program.name;
    scenario.group = kWrittenGroup;
    scenario.modes = modes_of(analysis->libraries);
    scenario.waits = {"program"};
    scenario.wait_lines = std::move(analysis->lines.waits);
    const bool in_loop = std::any_of(scenario.wait_lines.begin(), scenario.wait_lines.end(),
                                     [](const WaitLine& wait) { return wait.place == WaitPlace::in_loop; });
    if (in_loop) scenario.waits.insert(scenario.waits.end(), {"none", "every:8"});
    const auto& libraries = analysis->libraries;
    const auto imports = [&](const char* library) {
      return std::find(libraries.begin(), libraries.end(), library) != libraries.end();
    };
    scenario.computes_in_call = imports("numpy");
    scenario.computes_in_call |= imports("torch");
    if (!imports("mxnet") && !imports("tensorflow"))
      scenario.systems_library = imports("torch") ? "torch" : imports("numpy") ? "numpy" : nullptr;
    // Arrays of other libraries are the device's, in mode stream.
    scenario.device_later = imports("torch") && !analysis->names_device;
    scenario.makes_streams = analysis->makes_streams;
    scenario.has_contexts = imports("mxnet") && analysis->names_device;
    scenario.program = run_program_text;
    return scenario;
  } catch (const std::exception& error) {
    return Failure{std::string("no programs in Python: ") + reason_of(error)};
  }
}

/// Failure: what Python says.
template <class Answer>
Result<Answer> asked(const std::function<Answer()>& question) {
  if (const Status started = start_interpreter(); !started) return Failure{started.error()};
  const py::gil_scoped_acquire interpreter;
  try {
    return question();
  } catch (const std::exception& error) {
    return Failure{std::string("no programs in Python: ") + reason_of(error)};
  }
}

Result<std::vector<PackageCalls>> calls() {
  return asked<std::vector<PackageCalls>>([] {
    std::vector<PackageCalls> all;
    for (const py::handle one : helper().attr("calls")()) {
      all.push_back(
          {one[py::int_(0)].cast<std::string>(), one[py::int_(1)].cast<std::vector<std::string>>()});
    }
    return all;
  });
}

Result<std::vector<std::string>> completions(const std::string& text) {
  return asked<std::vector<std::string>>(
      [&] { return helper().attr("completions")(text).cast<std::vector<std::string>>(); });
}

Status import_before(const char* library) {
  const py::gil_scoped_acquire interpreter;
  try {
    helper().attr("import_before")(library);
    return success();
  } catch (const std::exception& error) {
    return Failure{std::string(library) + ": " + reason_of(error)};
  }
}

void stand_still(const std::function<void()>& wait) {
  if (!PyGILState_Check()) return wait();
  const py::gil_scoped_release others;
  wait();
}

}  // namespace
}  // namespace runahead::python

extern "C" __attribute__((visibility("default"))) const runahead::PythonTable* runahead_python_table() {
  static const runahead::PythonTable table = {runahead::kPythonTableVersion, runahead::python::scenario_of,
                                              runahead::python::stand_still, runahead::python::calls,
                                              runahead::python::completions, runahead::python::import_before};
  return &table;
}
