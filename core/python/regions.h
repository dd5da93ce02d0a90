// SPDX-License-Identifier: GPL-3.0-or-later
// Regions of the program's own making: a `with` whose enter and exit both look at the clock, whatever defines
// it. Not here: the book's Benchmark, which makes its regions itself (packages/_book.py).
#pragma once

#include <Python.h>

#include <utility>
#include <vector>

#include "core/python/lines.h"

namespace runahead::python {

class Regions {
 public:
  Regions(Program& program, Lines& lines) : program_(program), lines_(lines) {}

  /// What the interpreter says of a frame that is entered or left; `returned`: null where it was by an
  /// exception.
  void on_event(PyFrameObject* frame, int event, PyObject* returned);

 private:
  Program& program_;
  Lines& lines_;
  std::vector<std::pair<PyObject*, RegionId>> open_ =
      {};  ///< by what is entered, which lives until it is left
};

}  // namespace runahead::python
