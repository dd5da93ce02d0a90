// SPDX-License-Identifier: GPL-3.0-or-later
// Run: one run of one program, from its text to its last line. There is one at a time; all of it happens on
// the frontend's thread, which holds the interpreter. Not here: the interpreter itself (interpreter.h).
#pragma once

#include <Python.h>

#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/python/history.h"
#include "core/python/lines.h"
#include "core/python/regions.h"
#include "core/scenario/program.h"

namespace runahead::python {

struct TracedFunction;

/// In the place of a device: on the host, inside the call; or by the workers of a run whose devices have no
/// streams.
inline constexpr int kHost = -1;
inline constexpr int kByWorkers = -2;

class Run {
 public:
  Run(Program& program, LineTable table, PyObject* file);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Throws Error where no program runs.
  static Run& current();
  static bool any();
  /// Of the newest run, from 1.
  static int number();

  /// Stopped from outside, or ending after that.
  bool is_stopped() const;
  bool on_its_thread() const { return std::this_thread::get_id() == thread_; }
  /// The frontend, for a call that belongs to the line that runs: its statement begins.
  Frontend& call() { return call_on(kHost); }
  /// The same where `operand`, an array, is.
  Frontend& call(PyObject* operand);
  /// On the current stream of that device, or of none.
  Frontend& call_on(int device_of_call);
  /// The same for an array that no object of the program is.
  Frontend& call_where(const NDArray& operand);
  /// The stream that calls on the device go to.
  std::uint8_t current_stream(int of_device);
  /// The exception at hand becomes the interpreter's error.
  void take_exception();
  /// Another thread let go of it last: it goes when the run's own thread comes by, since arrays, and all that
  /// has some, are that thread's.
  template <class Thing>
  void hand_over(Thing thing) {
    handed_over_.push_back(std::make_shared<Thing>(std::move(thing)));
  }
  void settle() { handed_over_.clear(); }
  /// What the program itself wants to be told of its frames (sys.settrace): as the interpreter would.
  int tell_tracer(PyFrameObject* frame, int event, PyObject* argument);

  Program& program;
  Lines lines;
  Regions regions;
  History history;
  int device = 0;                                    ///< of the call that runs
  std::map<int, std::uint8_t> current_streams = {};  ///< by device, where the program has set one
  std::map<std::int64_t, std::unique_ptr<StreamEvent>> events = {};
  /// Of functions that are traced: by the number that the program has for them.
  std::map<std::int64_t, std::shared_ptr<TracedFunction>> functions = {};
  PyObject* error_type = nullptr;          ///< the library's own, below engine_error_type; borrowed
  bool stopped = false;                    ///< and raised again until the program is gone
  std::exception_ptr met;                  ///< what the engine threw last
  std::string met_words;                   ///< what it says
  std::optional<RandomPlace> numpys = {};  ///< random numbers, once it has a seed of its own
  bool forked = false;                     ///< this process was made by os.fork: it has no engine
  bool over = false;                       ///< its threads end
  PyObject* tracer = nullptr;              ///< owned; null: none

 private:
  const std::thread::id thread_ = std::this_thread::get_id();
  // The interpreter's lock guards these.
  std::vector<std::shared_ptr<void>> handed_over_ = {};
};

/// As the scenario's program: runs the text of the request.
void run_program_text(Program& program);

/// What another thread wanted to be raised in this one is raised here, and is gone: left, or taken back, it
/// would keep the next program's first instruction from ever being passed (CPython 3.11 looks again and
/// again, and finds nothing to raise).
void raise_what_is_left();

}  // namespace runahead::python
