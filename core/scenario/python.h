// SPDX-License-Identifier: GPL-3.0-or-later
// The module that runs programs in Python: a library of its own, opened when the first one is asked for, so
// that everything else starts as fast as without it. Not here: what it does (core/python).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/scenario/scenario.h"
#include "core/trace/program_text.h"

namespace runahead {

/// What a package has: "ones(*size, device=None)", and of a class of its own "Tensor.item()".
struct PackageCalls {
  std::string package;  ///< "torch.nn"
  std::vector<std::string> calls;
};

struct PythonTable {
  int version;
  /// What the program can be asked: its library's modes, and the lines that wait or can. Failure: "mine.py,
  /// line 3: ..." where it cannot be run.
  Result<Scenario> (*scenario_of)(const ProgramText& program);
  /// Waits, while other threads may have the interpreter that the calling one holds.
  void (*stand_still)(const std::function<void()>& wait);
  Result<std::vector<PackageCalls>> (*calls)();
  /// By the names that the program's imports give them: "d2l.try_gpu(i=0)".
  Result<std::vector<std::string>> (*completions)(const std::string& text);
  /// Imports a library of the system's, which takes seconds, before a run; once.
  Status (*import_before)(const char* library);
};
inline constexpr int kPythonTableVersion = 5;
inline constexpr const char* kPythonTableSymbol = "runahead_python_table";
using PythonTableFunction = const PythonTable*();

/// A program as a scenario, whose id is its name: what it can be asked, and how it is run. Opens the module
/// and starts Python with the first program; of a program that was asked for before, it answers at once.
/// Failure: "mine.py, line 3: ..." where it cannot be run, or one line where this build or this machine has
/// no Python. From any thread; what it answers stays.
Result<const Scenario*> scenario_of(const ProgramText& program);
/// Whether programs can import the system's "torch" or "numpy". Failure: what to install.
Status has_library(const char* library);
/// Does so, before a run, which then finds it loaded. Failure: why it cannot be.
Status import_before(const char* library);
/// For the thread of a program's run that waits for the user: others may have what it holds meanwhile.
void stand_still(const std::function<void()>& wait);
/// Its version and how it was built. Failure: why there is none.
Result<std::string> python_description();
/// All that programs can call, package by package.
Result<std::vector<PackageCalls>> python_calls();
/// What can be called in this program, by its own names: "d2l.try_gpu(i=0)". Failure: it cannot be run.
Result<std::vector<std::string>> completions_of(const ProgramText& program);
/// Of those that were asked for, the last of this name; null: there is none.
const Scenario* find_written(std::string_view name);

}  // namespace runahead
