// SPDX-License-Identifier: GPL-3.0-or-later
// A program from its first line to its last, or to what ends it.
#include "core/python/run.h"

#include <algorithm>
#include <chrono>
#include <clocale>
#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <string_view>
#include <thread>

#include "core/base/misuse.h"
#include "core/engine/failures.h"
#include "core/python/array.h"
#include "core/python/errors.h"
#include "core/python/interpreter.h"
#include "core/python/pytorch.h"

namespace runahead::python {

namespace py = pybind11;

namespace {

Run* running = nullptr;
int runs = 0;
std::timed_mutex one_at_a_time;

bool stopped(const Engine& engine) {
  try {
    engine.check_running();
    return false;
  } catch (const Stopped&) {
    return true;
  }
}

/// Whether the frame is of the interpreter's own loading of a module. What is raised there leaves locks
/// behind that the next program would wait for.
bool loads_module(PyFrameObject* frame) {
  const auto code = py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
  const char* file = PyUnicode_AsUTF8(reinterpret_cast<PyCodeObject*>(code.ptr())->co_filename);
  if (!file) PyErr_Clear();
  return file && std::string_view(file).starts_with("<frozen importlib");
}

int on_event(PyObject*, PyFrameObject* frame, int event, PyObject* returned) {
  Run& run = *running;
  try {
    run.settle();
    // A run that was stopped is not continued, nor a manual one.
    if (event == PyTrace_LINE && run.is_stopped() && !loads_module(frame)) throw Stopped();
    if (event == PyTrace_LINE || event == PyTrace_CALL || event == PyTrace_RETURN) {
      // An exception on its way through keeps its course.
      PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
      PyErr_Fetch(&type, &value, &traceback);
      if (event != PyTrace_LINE) run.regions.on_event(frame, event, returned);
      run.lines.on_event(frame, event, returned);
      PyErr_Restore(type, value, traceback);
    }
  } catch (...) {
    run.take_exception();
    return -1;
  }
  return run.tracer ? run.tell_tracer(frame, event, returned) : 0;
}

/// Ends a program that comes to no line any more ("while True: pass") within a moment of a stop. The only
/// thread beside the frontend's that ever takes the interpreter.
class Watch {
 public:
  explicit Watch(const Engine& engine)
      : thread_([this, &engine, whom = PyThread_get_thread_ident(), state = PyThreadState_Get()] {
          std::unique_lock lock(mutex_);
          while (!ended_.wait_for(lock, kEvery, [this] { return over_; })) {
            if (!stopped(engine)) continue;
            lock.unlock();
            {
              const py::gil_scoped_acquire interpreter;
              const auto frame = py::reinterpret_steal<py::object>(
                  reinterpret_cast<PyObject*>(PyThreadState_GetFrame(state)));
              if (!frame || !loads_module(reinterpret_cast<PyFrameObject*>(frame.ptr()))) {
                PyThreadState_SetAsyncExc(whom, stopped_type);
                sent_ = true;
              }
            }
            lock.lock();
          }
        }) {}
  ~Watch() {
    {
      const py::gil_scoped_release others;  // which it may be about to take
      {
        const std::lock_guard lock(mutex_);
        over_ = true;
      }
      ended_.notify_all();
      thread_.join();
    }
    if (sent_) raise_what_is_left();
  }

 private:
  static constexpr std::chrono::milliseconds kEvery{20};
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  bool sent_ = false;
  std::thread thread_;
};

/// Runs these parts of the program, and what comes behind its last line. What ended it, as it says itself;
/// null: that was its end, or sys.exit(0).
std::optional<py::error_already_set> run_parts(Run& run, const ProgramText& text, const py::object& space,
                                               const std::vector<py::object>& parts) {
  const py::object names = space.attr("__dict__");
  std::optional<py::error_already_set> failure;
  for (const py::object& part : parts) {
    const auto done =
        py::reinterpret_steal<py::object>(PyEval_EvalCode(part.ptr(), names.ptr(), names.ptr()));
    if (done) continue;
    failure.emplace();
    break;
  }
  const py::object value = failure ? failure->value() : py::none();
  if (run.forked) {  // and never comes back
    helper().attr("leave_child")(value, failure ? failure->trace() : py::none(), text.name);
  }
  if (run.stopped || (failure && failure->matches(stopped_type))) throw Stopped();
  if (failure && helper().attr("is_success")(value).cast<bool>()) failure.reset();
  run.lines.flush();
  if (failure) {
    const py::tuple told = helper().attr("told")(failure->type(), value, failure->trace(), text.name);
    run.program.print(told[1].cast<std::string>(), run.program.frontend().statement(), true);
  }
  if (!failure) run.lines.end();  // an error is of the statement that raised it
  helper().attr("finish")();
  return failure;
}

/// What ended the program, as its own exception.
[[noreturn]] void rethrow(Run& run, const ProgramText& text, const py::error_already_set& error) {
  if (run.stopped || error.matches(stopped_type)) throw Stopped();
  const py::tuple told = helper().attr("told")(error.type(), error.value(), error.trace(), text.name);
  if (run.met && py::str(error.value()).cast<std::string>() == run.met_words) std::rethrow_exception(run.met);
  throw Error(told[0].cast<std::string>());
}

/// Threads that go on when the program is over.
void end_threads(Run& run) {
  run.over = true;
  const auto left = helper().attr("end_threads")().cast<int>();
  if (left == 0) return;
  run.program.print(
      "runahead: " + std::to_string(left) +
          (left == 1 ? " thread of this program is still running; only the program can end it\n"
                     : " threads of this program are still running; only the program can end them\n"),
      kNone, true);
}

/// What a program sets for the whole process.
class Locale {
 public:
  Locale() : before_(std::setlocale(LC_ALL, nullptr)) {}
  Locale(const Locale&) = delete;
  Locale& operator=(const Locale&) = delete;
  ~Locale() {
    if (before_ != std::setlocale(LC_ALL, nullptr)) std::setlocale(LC_ALL, before_.c_str());
  }

 private:
  const std::string before_;
};

/// What the program calls its result, as far as it got to that.
void declare_result(Program& program, const py::object& space) {
  for (const py::handle one : helper().attr("results_in")(space)) {
    if (is_array(one.ptr())) {
      program.result(array_in(one.ptr()));
    } else {
      const float value = one.cast<float>();
      program.result(program.frontend().array_of({}, Values(std::span(&value, 1))));
    }
  }
}

}  // namespace

Run::Run(Program& its_program, LineTable table, PyObject* file)
    : program(its_program),
      lines(its_program, std::move(table), file),
      regions(its_program, lines),
      history(its_program.frontend()) {
  running = this;
  ++runs;
}

Run::~Run() {
  running = nullptr;
}

bool Run::any() {
  return running != nullptr;
}

int Run::number() {
  return runs;
}

void raise_what_is_left() {
  // Not while lines are followed, which would raise another in its place; nor is that ended first: a manual
  // program's ear for what is called (packages/_outside.py) would be told, and meet it.
  PyThreadState_EnterTracing(PyThreadState_Get());
  const auto none =
      py::reinterpret_steal<py::object>(PyRun_String("None", Py_eval_input, PyEval_GetBuiltins(), nullptr));
  if (!none) PyErr_Clear();
  PyThreadState_LeaveTracing(PyThreadState_Get());
}

bool Run::is_stopped() const {
  return stopped || python::stopped(program.frontend().engine());
}

Run& Run::current() {
  if (!running) throw Error("[call] no program runs");
  return *running;
}

Frontend& Run::call(PyObject* operand) {
  return call_on(device_of(operand));
}

Frontend& Run::call_where(const NDArray& operand) {
  const bool of_device = program.frontend().devices() > 0 && !operand.body().on_host;
  return call_on(of_device ? operand.body().storage->device() : kHost);
}

std::uint8_t Run::current_stream(int of_device) {
  const auto set = current_streams.find(of_device);
  return set == current_streams.end() ? program.frontend().default_stream(of_device) : set->second;
}

Frontend& Run::call_on(int device_of_call) {
  if (forked)
    throw MisuseError(Misuse::missing, "[fork] a process that os.fork made has no engine, and calls none");
  if (!on_its_thread())
    throw MisuseError(Misuse::missing,
                      "[thread] only the thread that the program begins on calls the engine");
  settle();
  lines.begin();
  history.settle();
  Frontend& frontend = program.frontend();
  device = device_of_call == kHost ? 0 : device_of_call;
  if (device_of_call >= 0 && frontend.devices() > 0) frontend.use_stream(current_stream(device));
  frontend.use_context(device_of_call < 0 ? Frontend::kWorkers : device_of_call);
  return frontend;
}

void Run::take_exception() {
  try {
    throw;
  } catch (const Stopped&) {
    stopped = true;
    PyErr_SetNone(stopped_type);
  } catch (const std::bad_alloc&) {
    program.frontend().engine().give_up();
    stopped = true;
    PyErr_SetNone(stopped_type);
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const std::exception& error) {
    met = std::current_exception();
    met_words = error.what();
    PyErr_SetString(python_type_of(error, error_type), error.what());
  }
}

int Run::tell_tracer(PyFrameObject* frame, int event, PyObject* argument) {
  const char* const name = event == PyTrace_CALL        ? "call"
                           : event == PyTrace_EXCEPTION ? "exception"
                           : event == PyTrace_LINE      ? "line"
                           : event == PyTrace_RETURN    ? "return"
                                                        : "opcode";
  const py::handle its_frame(reinterpret_cast<PyObject*>(frame));
  try {
    const auto function = event == PyTrace_CALL ? py::reinterpret_borrow<py::object>(tracer)
                                                : py::object(its_frame.attr("f_trace"));
    if (function.is_none()) return 0;
    const py::object next = function(its_frame, name, argument ? py::handle(argument) : py::handle(Py_None));
    if (!next.is_none()) its_frame.attr("f_trace") = next;
    return 0;
  } catch (py::error_already_set& error) {
    Py_CLEAR(tracer);
    error.restore();
    return -1;
  }
}

void run_program_text(Program& program) {
  const ProgramText& text = *program.config().source.program;
  // One that was stopped may be on its way out.
  const std::unique_lock only(one_at_a_time, std::chrono::seconds(2));
  if (!only) throw Error("another program in Python is running; one runs at a time");
  const py::gil_scoped_acquire interpreter;
  Result<Analysis> analysis = analyse(text);
  if (!analysis) throw Error(analysis.error());
  if (program.config().torch != TorchKind::real) {
    const py::str absent = helper().attr("absent_from")(text.text, text.name, text.preamble, false);
    if (py::len(absent) > 0) throw Error(absent.cast<std::string>());
  }
  const Locale locale;
  py::object space =
      helper().attr("begin")(text.folder, program.config().seed, program.config().clock == Clock::manual,
                             text.name, text.text, program.config().torch == TorchKind::real);
  try {
    const py::object code = helper().attr("compiled")(text.text, text.name);
    const py::object preamble = helper().attr("compiled")(text.preamble, "<preamble>");
    Run run(program, std::move(analysis->lines), reinterpret_cast<PyCodeObject*>(code.ptr())->co_filename);
    struct Trace {
      Trace() { PyEval_SetTrace(on_event, nullptr); }
      ~Trace() { PyEval_SetTrace(nullptr, nullptr); }
    };
    helper().attr("ready")();
    const auto leave = [&] {
      end_threads(run);
      Py_CLEAR(run.tracer);
      helper().attr("end")(space);
      space = py::none();
      run.error_type = nullptr;
      forget_calls();
      run.functions.clear();
      run.events.clear();
      run.history.record(false);
      run.history.settle();
      run.settle();
      run.lines.finish();
      end_pytorch();
      release_arrays();
    };
    try {
      std::optional<py::error_already_set> failure;
      {
        const Trace trace;
        const Watch watch(program.frontend().engine());
        failure = run_parts(run, text, space, {preamble, code});
      }
      if (!failure) run.lines.end();
      declare_result(program, space);
      if (failure) rethrow(run, text, *failure);
      leave();
    } catch (py::error_already_set& error) {
      try {
        rethrow(run, text, error);
      } catch (...) {
        leave();
        throw;
      }
    } catch (...) {
      leave();
      throw;
    }
  } catch (py::error_already_set& error) {
    throw Error(std::string("[python] ") + error.what());
  }
}

}  // namespace runahead::python
