// SPDX-License-Identifier: GPL-3.0-or-later
// A program from its first line to its last, or to what ends it.
#include "core/python/run.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <string_view>
#include <thread>

#include "core/engine/failures.h"
#include "core/python/array.h"
#include "core/python/interpreter.h"

namespace runahead::python {

namespace py = pybind11;

PyObject* stopped_type = nullptr;
PyObject* engine_error_type = nullptr;

namespace {

Run* running = nullptr;
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
    // Nobody goes on with a run that was stopped, nor with one that was driven.
    if (event == PyTrace_LINE && (run.stopped || stopped(run.program.frontend().engine())) &&
        !loads_module(frame))
      throw Stopped();
    if (event == PyTrace_LINE || event == PyTrace_CALL || event == PyTrace_RETURN) {
      // An exception on its way through keeps its course.
      PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
      PyErr_Fetch(&type, &value, &traceback);
      if (event != PyTrace_LINE) run.marks.on_event(frame, event, returned);
      run.lines.on_event(frame, event);
      PyErr_Restore(type, value, traceback);
    }
  } catch (...) {
    run.take_exception();
    return -1;
  }
  return 0;
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
    // One that has not been raised is raised here: left, or taken back, it would keep the next program's
    // first instruction from ever being passed (CPython 3.11 looks again and again, and finds nothing to
    // raise). Not while lines are followed, which would raise another in its place; nor is that ended first:
    // a driven program's ear for what is called (Outside in _program) would be told, and meet it.
    if (!sent_) return;
    PyThreadState_EnterTracing(PyThreadState_Get());
    if (!PyRun_String("None", Py_eval_input, PyEval_GetBuiltins(), nullptr)) PyErr_Clear();
    PyThreadState_LeaveTracing(PyThreadState_Get());
  }

 private:
  static constexpr std::chrono::milliseconds kEvery{20};
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  bool sent_ = false;
  std::thread thread_;
};

/// What ended the program, as its own exception, from the interpreter's error.
[[noreturn]] void rethrow(Run& run, const ProgramText& text, py::error_already_set& error) {
  if (run.stopped || error.matches(stopped_type)) throw Stopped();
  const py::tuple told = helper().attr("told")(error.type(), error.value(), error.trace(), text.name);
  run.program.print(told[1].cast<std::string>());
  if (error.matches(engine_error_type) && run.met) std::rethrow_exception(run.met);
  throw Error(told[0].cast<std::string>());
}

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
      marks(its_program, lines),
      history(its_program.frontend()) {
  running = this;
}

Run::~Run() {
  running = nullptr;
}

bool Run::any() {
  return running != nullptr;
}

Run& Run::current() {
  if (!running) throw Error("[call] no program runs");
  return *running;
}

Frontend& Run::call(PyObject* operand) {
  return call_on(stream_of(operand));
}

Frontend& Run::call_on(std::uint8_t compute_stream) {
  if (!on_its_thread()) throw Error("[thread] only the thread that the program begins on calls the engine");
  lines.begin();
  history.settle();
  stream = compute_stream;
  program.frontend().use_stream(stream);
  return program.frontend();
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
    PyErr_SetString(error_type ? error_type : engine_error_type, error.what());
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
  py::object space =
      helper().attr("begin")(text.folder, program.config().seed, program.config().clock == Clock::by_hand);
  try {
    const py::object code = helper().attr("compiled")(text.text, text.name);
    const py::object preamble = helper().attr("compiled")(text.preamble, "<preamble>");
    Run run(program, std::move(analysis->lines), reinterpret_cast<PyCodeObject*>(code.ptr())->co_filename);
    struct Trace {
      Trace() { PyEval_SetTrace(on_event, nullptr); }
      ~Trace() { PyEval_SetTrace(nullptr, nullptr); }
    };
    helper().attr("set_clocks")();
    const auto leave = [&] {
      helper().attr("end")(space);
      space = py::none();
      run.error_type = nullptr;
      run.functions.clear();
      run.copies.clear();
      run.history.record(false);
      run.history.settle();
      run.lines.finish();
      release_arrays();
    };
    try {
      {
        const Trace trace;
        const Watch watch(program.frontend().engine());
        const py::object names = space.attr("__dict__");
        for (const py::object& part : {preamble, code}) {
          if (!py::reinterpret_steal<py::object>(PyEval_EvalCode(part.ptr(), names.ptr(), names.ptr())))
            throw py::error_already_set();
        }
      }
      run.lines.end();
      declare_result(program, space);
      leave();
    } catch (py::error_already_set& error) {
      try {
        if (!run.stopped) declare_result(program, space);
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
