// SPDX-License-Identifier: GPL-3.0-or-later
// Starting the interpreter, and what is asked of a program's text.
#include "core/python/interpreter.h"

#include <pybind11/eval.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/python/packages.h"

namespace runahead::python {

namespace py = pybind11;

namespace {

Status failed(const char* what, const PyStatus& status) {
  return Failure{std::string("no programs in Python: ") + what + ": " +
                 (status.err_msg ? status.err_msg : "no reason given")};
}

Status start() {
  if (PyImport_AppendInittab("_runahead", &PyInit__runahead) != 0) {
    return Failure{"no programs in Python: no memory"};
  }
  PyPreConfig before;
  PyPreConfig_InitIsolatedConfig(&before);
  before.utf8_mode = 1;  // of texts that open() reads, whatever the process's locale is
#ifdef __SANITIZE_ADDRESS__
  // Python's own pools would hide what it holds from the search for leaks.
  before.allocator = PYMEM_ALLOCATOR_MALLOC;
#endif
  if (const PyStatus set = Py_PreInitialize(&before); PyStatus_Exception(set))
    return failed("it gets no memory", set);
  PyConfig config;
  PyConfig_InitIsolatedConfig(&config);
  config.site_import = 0;
  config.install_signal_handlers = 0;
  config.use_hash_seed = 1;
  config.hash_seed = 0;
  config.parse_argv = 0;
  config.write_bytecode = 0;  // beside modules of the user's
  // A virtual environment of the user's is none of its business.
  PyStatus status = PyConfig_SetString(&config, &config.program_name, L"/usr/bin/python3");
  if (!PyStatus_Exception(status)) status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status)) return failed("its interpreter does not start", status);
  try {
    for (const char* const name : {"_world", "_waits", "_wait_calls", "_absent", "_program"}) {
      const Package* const package =
          std::find_if(kPackages, kPackages + kPackageCount,
                       [&](const Package& one) { return std::string_view(one.name) == name; });
      py::module_ module = py::reinterpret_steal<py::module_>(PyModule_New(name));
      module.attr("__builtins__") = py::module_::import("builtins");
      py::exec(package->text, module.attr("__dict__"));
      py::module_::import("sys").attr("modules")[name] = module;
    }
    py::dict packages;
    for (std::size_t i = 0; i < kPackageCount; ++i) {
      packages[kPackages[i].name] = py::make_tuple(kPackages[i].is_package, kPackages[i].text);
    }
    helper().attr("install")(packages);
  } catch (const std::exception& error) {
    return Failure{std::string("no programs in Python: ") + reason_of(error)};
  }
  PyEval_SaveThread();  // the thread that needs it next takes it
  return success();
}

}  // namespace

Status start_interpreter() {
  static const Status started = start();
  return started;
}

py::module_ helper() {
  return py::module_::import("_program");
}

Result<Analysis> analyse(const ProgramText& program) {
  static auto* const known =
      new std::map<std::pair<std::string, std::string>, Analysis>;  // the interpreter's lock guards it
  const auto key = std::pair(program.name, program.preamble + '\n' + program.text);
  if (const auto found = known->find(key); found != known->end()) return found->second;
  const py::tuple found = helper().attr("analyse")(program.text, program.name, program.preamble);
  if (const auto refused = found[0].cast<std::string>(); !refused.empty()) return Failure{refused};
  Analysis analysis;
  analysis.lines.first = found[1].cast<std::vector<int>>();
  analysis.lines.places.assign(analysis.lines.first.size(), WaitPlace::final);
  using Part = std::tuple<int, int, int>;
  using Line = std::tuple<int, std::string, std::vector<Part>>;
  for (const auto& [line, word, parts] : found[2].cast<std::vector<Line>>()) {
    const WaitPlace place = word == "in_loop"    ? WaitPlace::in_loop
                            : word == "printed"  ? WaitPlace::printed
                            : word == "possible" ? WaitPlace::possible
                                                 : WaitPlace::final;
    WaitLine& wait = analysis.lines.waits.emplace_back(WaitLine{line, place});
    for (const auto& [at, begin, end] : parts) wait.parts.push_back({at, begin, end});
    analysis.lines.places[static_cast<std::size_t>(line)] = place;
  }
  analysis.lines.initialisation = found[4].cast<int>();
  analysis.lines.ends = found[5].cast<std::vector<int>>();
  analysis.libraries = found[3].cast<std::vector<std::string>>();
  const py::tuple devices = helper().attr("devices_of")(program.preamble + "\n" + program.text);
  analysis.names_device = devices[0].cast<bool>();
  analysis.makes_streams = devices[1].cast<bool>();
  return known->emplace(key, std::move(analysis)).first->second;
}

std::unordered_map<int, std::string> targets_in(PyCodeObject* code) {
  return helper()
      .attr("targets")(py::handle(reinterpret_cast<PyObject*>(code)))
      .cast<std::unordered_map<int, std::string>>();
}

}  // namespace runahead::python
