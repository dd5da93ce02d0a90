// SPDX-License-Identifier: GPL-3.0-or-later
// Lines: from what the interpreter executes to statements of the run, and to the names of arrays. A line of
// the program is a statement each time it begins. The head of a loop or of `with` begins once: where it is
// come back to, and where a line goes on after lines that it called, that is a statement that continues, if
// it calls the engine, waits or prints. Not here: what the calls do (calls.cpp).
#pragma once

#include <Python.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/scenario/program.h"

namespace runahead::python {

/// What the program's text says of its lines, by line from 1; 0 stands for no line.
struct LineTable {
  static constexpr int kOneLine = -1;  ///< head and body in one line, which is come back to all the time
  std::vector<int> first = {0};        ///< of the statement that the line belongs to
  std::vector<WaitLine> waits = {};    ///< of the lines that wait or can
  std::vector<WaitPlace> places = {};  ///< by line; final where nothing is known
  std::vector<int> ends = {0};         ///< of heads: the last line of the body, or kOneLine; 0: no head
  int initialisation = 0;              ///< the last line of what comes before all measuring; 0: there is none
};

class Lines {
 public:
  Lines(Program& program, LineTable table, PyObject* file)
      : program_(program), table_(std::move(table)), file_(file) {}

  /// The line that runs calls the engine, waits or prints: if it is no statement yet, it is one from here on.
  /// Throws Stopped.
  void begin();
  /// What began, ends.
  void end();
  StatementId last_statement() const { return last_statement_; }
  /// The program is over.
  void finish();
  /// A call of the line that runs has come back from lines of its own.
  void resume();
  /// Whether the run takes the wait whose value is not used, on the line that runs.
  bool takes_wait();
  /// What the line prints: at once where a line of output ends with it, else with what follows.
  void print(std::string_view text, bool error);
  /// What is still to follow, follows.
  void flush();
  /// Notes what the line has made, and gives it the name that the program binds it to.
  void made(NDArray& array);

  /// What the interpreter says of a frame; `returned` is null where an exception leaves it. Throws what a
  /// wait behind a line throws, and Stopped.
  void on_event(PyFrameObject* frame, int event, PyObject* returned);

  bool is_users(PyFrameObject* frame) const;
  /// What the innermost frame of the program, or the program, calls an object of which that holds; empty:
  /// nothing.
  std::string name_of(const std::function<bool(PyObject*)>& is_it) const;
  /// Of the innermost frame of the program, first line of its statement; 0: there is none.
  int current_line() const;

 private:
  /// A line that has begun so often leaves a trace from then on only where it does something.
  static constexpr std::int64_t kMostIterations = 100'000;

  int first_of(int line) const;
  int end_of(int line) const;
  void begin_line(PyFrameObject* frame, int line);
  void begin_statement();
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
  bool continues_ = false;                    ///< the line has begun before what comes now
  bool raised_ = false;                       ///< the open statement has raised what has not been met so far
  std::vector<std::pair<int, int>> callers_;  ///< line and physical line of frames that wait for others
  StatementId last_statement_ = kNone;
  std::optional<RegionId> initialises_;
  bool passed_initialisation_ = false;
  std::vector<std::int64_t> iterations_;
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
