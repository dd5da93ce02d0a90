// SPDX-License-Identifier: GPL-3.0-or-later
// Opening the module, and why it cannot be used.
#include "core/scenario/python.h"

#include <dlfcn.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "core/base/module_path.h"

namespace runahead {

namespace {

constexpr const char* kFile = "runahead_python.so";

Failure no_python(const std::string& reason) {
  return {"no programs in Python: " + reason};
}

Result<const PythonTable*> open_module() {
  const std::filesystem::path path = module_path(kFile);
  if (path.empty()) {
    return no_python(std::string(kFile) +
                     " is not there; it is built where python3-dev and pybind11-dev are installed");
  }
#ifdef RUNAHEAD_LIBPYTHON
  // Modules of Python's own do not name this library, and look for it in the whole process.
  if (!::dlopen(RUNAHEAD_LIBPYTHON, RTLD_NOW | RTLD_GLOBAL)) {
    return no_python(std::string("its library cannot be opened: ") + ::dlerror());
  }
#endif
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return no_python(std::string("the module cannot be opened: ") + ::dlerror());
  const auto function = reinterpret_cast<PythonTableFunction*>(::dlsym(library, kPythonTableSymbol));
  const PythonTable* const table = function ? function() : nullptr;
  if (!table || table->version != kPythonTableVersion) {
    return no_python(path.string() + " belongs to another version of this program");
  }
  return table;
}

const Result<const PythonTable*>& module() {
  static const Result<const PythonTable*> only = open_module();  // stays open
  return only;
}

struct Written {
  std::mutex mutex;
  std::deque<Scenario> all;
};

Written& written() {
  static Written* const only = new Written;  // threads may outlive what is destroyed at the end
  return *only;
}

}  // namespace

Result<const Scenario*> scenario_of(const ProgramText& program) {
  Written& known = written();
  // A record does not tell the folder.
  const auto find = [&]() -> const Scenario* {
    const std::lock_guard lock(known.mutex);
    for (const Scenario& scenario : known.all) {
      const ProgramText& text = *scenario.written;
      if (text.name == program.name && text.text == program.text && text.preamble == program.preamble &&
          (program.folder.empty() || text.folder == program.folder)) {
        return &scenario;
      }
    }
    return nullptr;
  };
  if (const Scenario* const found = find()) return found;
  if (!module()) return Failure{module().error()};
  // Without the lock: a thread that asks what is known does not wait for a program that runs.
  Result<Scenario> scenario = (*module())->scenario_of(program);
  if (!scenario) return Failure{scenario.error()};
  scenario->written = std::make_shared<const ProgramText>(program);
  const std::lock_guard lock(known.mutex);
  return &known.all.emplace_back(std::move(*scenario));
}

Result<std::string> python_description() {
  if (!module()) return Failure{module().error()};
  const auto version = reinterpret_cast<const char* (*)()>(::dlsym(RTLD_DEFAULT, "Py_GetVersion"));
  return std::string(version ? version() : "of an unknown version");
}

Result<std::vector<PackageCalls>> python_calls() {
  if (!module()) return Failure{module().error()};
  return (*module())->calls();
}

Result<std::vector<std::string>> completions_of(const ProgramText& program) {
  if (!module()) return Failure{module().error()};
  return (*module())->completions(program.text);
}

Status has_library(const char* library) {
  if (!module()) return Failure{module().error()};
  const std::string name = library;
  if (name == "torch" && module_path("runahead_torch.so").empty()) {
    return Failure{"torch real: runahead_torch.so is not there; it is built where libtorch-dev is installed"};
  }
  std::error_code none;
  if (!std::filesystem::exists("/usr/lib/python3/dist-packages/" + name, none))
    return Failure{"torch real: " + name + " is not there; install the package python3-" + name};
  return success();
}

Status import_before(const char* library) {
  return (*module())->import_before(library);
}

void stand_still(const std::function<void()>& wait) {
  (*module())->stand_still(wait);
}

const Scenario* find_written(std::string_view name) {
  Written& known = written();
  const std::lock_guard lock(known.mutex);
  const auto last = std::find_if(known.all.rbegin(), known.all.rend(),
                                 [&](const Scenario& scenario) { return scenario.id == name; });
  return last == known.all.rend() ? nullptr : &*last;
}

}  // namespace runahead
