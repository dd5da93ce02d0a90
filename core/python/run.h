// SPDX-License-Identifier: GPL-3.0-or-later
// Run: one run of one program, from its text to its last line. There is one at a time; all of it happens on
// the frontend's thread, which holds the interpreter. Not here: the interpreter itself (interpreter.h).
#pragma once

#include <Python.h>

#include <exception>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "core/python/history.h"
#include "core/python/lines.h"
#include "core/python/marks.h"
#include "core/scenario/program.h"

namespace runahead::python {

struct TracedFunction;

class Run {
 public:
  Run(Program& program, LineTable table, PyObject* file);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Throws Error where no program runs.
  static Run& current();
  static bool any();

  bool on_its_thread() const { return std::this_thread::get_id() == thread_; }
  /// The frontend, for a call that belongs to the line that runs: its statement begins.
  Frontend& call() { return call_on(kComputeStream); }
  /// The same where `operand`, an array, is.
  Frontend& call(PyObject* operand);
  Frontend& call_on(std::uint8_t compute_stream);
  /// The exception at hand becomes the interpreter's error.
  void take_exception();

  Program& program;
  Lines lines;
  Marks marks;
  History history;
  std::uint8_t stream = kComputeStream;  ///< of the call that runs
  /// Of functions that are traced, and copies on their way: by the number that the program has for them.
  std::map<std::int64_t, std::shared_ptr<TracedFunction>> functions = {};
  std::map<std::int64_t, std::shared_ptr<HostCopy>> copies = {};
  PyObject* error_type = nullptr;  ///< the library's own, below engine_error_type; borrowed
  bool stopped = false;            ///< and raised again until the program is gone
  std::exception_ptr met;          ///< what the engine threw last

 private:
  const std::thread::id thread_ = std::this_thread::get_id();
};

/// As the scenario's program: runs the text of the request.
void run_program_text(Program& program);

/// What the interpreter raises after a stop, below BaseException; and where a call cannot be done.
extern PyObject* stopped_type;
extern PyObject* engine_error_type;

}  // namespace runahead::python
