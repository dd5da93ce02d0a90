// SPDX-License-Identifier: GPL-3.0-or-later
// The interpreter: one for the process, started with the first program and never ended. Not here: what a run
// does with it (run.h).
#pragma once

#include <pybind11/pybind11.h>

#include "core/base/error.h"
#include "core/python/lines.h"
#include "core/trace/program_text.h"

namespace runahead::python {

/// Starts it at the first call. Failure: why it cannot.
Status start_interpreter();

/// What a program says of itself before it runs.
struct Analysis {
  LineTable lines;
  std::vector<std::string> libraries;  ///< mxnet, torch, tensorflow, numpy: those that it imports
  bool names_device = false;           ///< a GPU
  bool makes_streams = false;          ///< of a GPU
};
/// With the interpreter held. Failure: "mine.py, line 3: invalid syntax".
/// Once for each text: a run must not spend its time with it.
Result<Analysis> analyse(const ProgramText& program);

/// packages/_program.py, with the interpreter held.
pybind11::module_ helper();

/// The module _runahead.
extern "C" PyObject* PyInit__runahead();

}  // namespace runahead::python
