// SPDX-License-Identifier: GPL-3.0-or-later
// Lines: from what the interpreter executes to statements of the run, and to the names of arrays. A line of
// the program becomes a statement when it calls the engine, waits or prints; until then it leaves no trace.
// Not here: what the calls do (calls.cpp).
#pragma once

#include <Python.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/scenario/program.h"

namespace runahead::python {

/// What the program's text says of its lines, by line from 1; 0 stands for no line.
struct LineTable {
  std::vector<int> first = {0};        ///< of the statement that the line belongs to
  std::vector<WaitLine> waits = {};    ///< of the lines that wait or can
  std::vector<WaitPlace> places = {};  ///< by line; final where nothing is known
  int initialisation = 0;              ///< the last line of what comes before all measuring; 0: there is none
};

class Lines {
 public:
  Lines(Program& program, LineTable table, PyObject* file)
      : program_(program), table_(std::move(table)), file_(file) {}

  /// The line that runs calls the engine, waits or prints: it is a statement from here on. Throws Stopped.
  void begin();
  /// What began, ends.
  void end();
  StatementId last_statement() const { return last_statement_; }
  /// The program is over.
  void finish();
  /// A call of the line that runs has come back from lines of its own.
  void resume();
  /// Whether the run takes the wait whose value nobody uses, on the line that runs.
  bool takes_wait();
  /// What the line prints: at once where a line of output ends with it, else with what follows.
  void print(std::string_view text, bool error);
  /// What is still to follow, follows.
  void flush();
  /// Notes what the line has made, and gives it the name that the program binds it to.
  void made(NDArray& array);

  /// What the interpreter says of a frame. Throws what a wait behind a line throws.
  void on_event(PyFrameObject* frame, int event);

  bool is_users(PyFrameObject* frame) const;
  /// Of the innermost frame of the program, first line of its statement; 0: there is none.
  int current_line() const;

 private:
  int first_of(int line) const;
  void leave_initialisation();
  /// The innermost frame of the program; borrowed.
  PyFrameObject* frame() const;
  const std::string* target_of(PyFrameObject* frame);
  /// The last array that a call has made gets the name that the call's result is bound to; what a package
  /// made on the way has none.
  void give_name();

  Program& program_;
  const LineTable table_;
  PyObject* const file_;  ///< what the program's code objects call their file; kept by them
  int line_ = 0;          ///< of the statement; 0: not known yet
  int physical_ = 0;
  bool open_ = false;
  StatementId last_statement_ = kNone;
  std::optional<MarkId> initialises_;
  bool passed_initialisation_ = false;
  std::vector<std::int64_t> passes_;
  std::string printed_;  ///< and not passed on yet
  bool printed_error_ = false;
  NDArray last_made_;
  NDArray unnamed_;
  const std::string* its_name_ = nullptr;  ///< in targets_
  std::unordered_map<PyCodeObject*, std::unordered_map<int, std::string>> targets_;
};

/// By the offset of an instruction, the name that its result is bound to (packages/_program.py).
std::unordered_map<int, std::string> targets_in(PyCodeObject* code);

}  // namespace runahead::python
