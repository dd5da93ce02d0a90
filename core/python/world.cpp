// SPDX-License-Identifier: GPL-3.0-or-later
// What packages/_world.py is made of: clocks, output, tracing, processes that os.fork makes.
#include <pybind11/stl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <list>
#include <optional>
#include <thread>

#include "core/python/calls.h"

namespace runahead::python {

namespace py = pybind11;

namespace {

/// Whether the thread at hand is the program's own, under a clock that only the program moves.
bool simulated() {
  if (!Run::any()) return false;
  const Run& run = Run::current();
  return !run.forked && run.on_its_thread() && run.program.config().clock != Clock::live;
}

/// The time of a thread of the program's beside its own, under such a clock: what it slept and waited, from
/// when it began.
struct ThreadTime {
  int run = 0;
  std::int64_t ns = 0;
};
thread_local ThreadTime thread_time;
constexpr std::int64_t kLook_ns = 1000;  // so that a thread that looks until it is late comes to an end

/// Whether the thread at hand has a simulated time.
bool timed() {
  if (simulated()) return true;
  if (!Run::any() || Run::current().on_its_thread()) return false;
  const Run& run = Run::current();
  return !run.forked && run.program.config().clock != Clock::live && thread_time.run == Run::number();
}

/// What the run's clock says to the thread at hand; none: the machine's own are the right ones.
std::optional<std::int64_t> run_time() {
  if (simulated()) {
    Run::current().lines.begin();
    return Run::current().program.now_ns();
  }
  if (!timed()) return {};
  return thread_time.ns += kLook_ns;
}

/// `real`: the machine's clock of that name.
template <class Read>
PyObject* look(PyObject* real, PyObject* argument, Read read) {
  return guarded([&]() -> PyObject* {
    const std::optional<std::int64_t> time = run_time();
    if (time) return read(*time);
    return argument ? PyObject_CallOneArg(real, argument) : PyObject_CallNoArgs(real);
  });
}

PyObject* as_seconds(std::int64_t ns) {
  return PyFloat_FromDouble(static_cast<double>(ns) / 1e9);
}

PyObject* seconds(PyObject* real, PyObject* argument) {
  return look(real, argument, as_seconds);
}

PyObject* nanoseconds(PyObject* real, PyObject* argument) {
  return look(real, argument, PyLong_FromLongLong);
}

constexpr std::int64_t kPiece_ns = 20'000'000;  // a stop comes between two

void sleep_piece(std::int64_t left_ns) {
  std::this_thread::sleep_for(std::chrono::nanoseconds(std::min(left_ns, kPiece_ns)));
}

/// Another thread of the program's really sleeps, on every clock, so that what threads do comes in its order,
/// until its run is over or stopped.
PyObject* sleep_beside(std::int64_t ns) {
  const auto over = [number = Run::number()] {
    return !Run::any() || Run::number() != number || Run::current().over || Run::current().is_stopped();
  };
  const auto until = std::chrono::steady_clock::now() + std::chrono::nanoseconds(ns);
  for (std::int64_t left = ns; left > 0 && !over();
       left = std::chrono::nanoseconds(until - std::chrono::steady_clock::now()).count()) {
    waiting([&] { sleep_piece(left); });
  }
  if (!over()) {
    if (timed()) thread_time.ns += ns;
    Py_RETURN_NONE;
  }
  PyErr_SetNone(PyExc_SystemExit);
  return nullptr;
}

PyObject* sleep_in_run(std::int64_t ns) {
  Run& run = Run::current();
  Engine& engine = run.call().engine();
  if (run.program.config().clock != Clock::live) {
    engine.spend(ns);
    Py_RETURN_NONE;
  }
  const std::int64_t until = engine.now_ns() + ns;
  waiting([&] {
    for (std::int64_t left = ns; left > 0; left = until - engine.now_ns()) {
      sleep_piece(left);
      engine.check_running();
    }
  });
  Py_RETURN_NONE;
}

PyObject* sleep(PyObject* real, PyObject* length) {
  if (Run::any() && Run::current().forked) return PyObject_CallOneArg(real, length);
  const double given = PyFloat_AsDouble(length);
  if (given == -1 && PyErr_Occurred()) return nullptr;
  if (!(given >= 0)) {
    PyErr_SetString(PyExc_ValueError, "sleep length must be non-negative");
    return nullptr;
  }
  const auto ns = static_cast<std::int64_t>(std::min(given, 1e9) * 1e9);
  return guarded(
      [&] { return Run::any() && Run::current().on_its_thread() ? sleep_in_run(ns) : sleep_beside(ns); });
}

/// Puts the run's clocks in the place of the module's. The machine's, by their names.
py::dict replace_clocks(const py::module_& time) {
  static PyMethodDef clocks[] = {{"time", seconds, METH_NOARGS, nullptr},
                                 {"perf_counter", seconds, METH_NOARGS, nullptr},
                                 {"monotonic", seconds, METH_NOARGS, nullptr},
                                 {"process_time", seconds, METH_NOARGS, nullptr},
                                 {"thread_time", seconds, METH_NOARGS, nullptr},
                                 {"clock_gettime", seconds, METH_O, nullptr},
                                 {"time_ns", nanoseconds, METH_NOARGS, nullptr},
                                 {"perf_counter_ns", nanoseconds, METH_NOARGS, nullptr},
                                 {"monotonic_ns", nanoseconds, METH_NOARGS, nullptr},
                                 {"process_time_ns", nanoseconds, METH_NOARGS, nullptr},
                                 {"thread_time_ns", nanoseconds, METH_NOARGS, nullptr},
                                 {"clock_gettime_ns", nanoseconds, METH_O, nullptr},
                                 {"sleep", sleep, METH_O, nullptr}};
  py::dict machine;
  for (PyMethodDef& clock : clocks) {
    const py::object real = time.attr(clock.ml_name);
    machine[clock.ml_name] = real;
    time.attr(clock.ml_name) =
        py::reinterpret_steal<py::object>(PyCFunction_NewEx(&clock, real.ptr(), time.attr("__name__").ptr()));
  }
  return machine;
}

/// The current thread's time; reading it here does not advance it.
std::int64_t thread_ns() {
  return simulated() ? Run::current().program.now_ns() : thread_time.ns;
}

/// The thread at hand has waited until then.
void reach(std::int64_t ns) {
  if (!timed()) return;
  if (!simulated()) {
    thread_time.ns = std::max(thread_time.ns, ns);
  } else if (const std::int64_t left = ns - thread_ns(); left > 0) {
    Run::current().call().engine().spend(left);
  }
}

/// A wait of the program's that no thread ended took so long.
void pass_time(double seconds) {
  const double ns = std::ceil(std::min(seconds, 1e9) * 1e9);
  if (ns > 0 && timed()) reach(thread_ns() + static_cast<std::int64_t>(ns));
}

/// As a function of Python's own, which a class that has it does not bind.
PyObject* builtin(const std::string& name, const py::function& function) {
  struct Definition {
    std::string name;
    PyMethodDef method;
  };
  static std::list<Definition> definitions;
  Definition& one = definitions.emplace_back();
  one.name = name;
  const PyCFunctionWithKeywords call = [](PyObject* self, PyObject* arguments, PyObject* named) {
    return PyObject_Call(self, arguments, named);
  };
  one.method = {one.name.c_str(), reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(call)),
                METH_VARARGS | METH_KEYWORDS, nullptr};
  return PyCFunction_NewEx(&one.method, function.ptr(), nullptr);
}

void write(const std::string& text, bool error) {
  if (!Run::any()) return;
  Run& run = Run::current();
  if (run.forked) {
    for (std::size_t from = 0; from < text.size();) {
      const ssize_t written =
          ::write(error ? STDERR_FILENO : STDOUT_FILENO, text.data() + from, text.size() - from);
      if (written < 0 && errno != EINTR) break;
      from += static_cast<std::size_t>(std::max<ssize_t>(written, 0));
    }
    return;
  }
  if (!run.on_its_thread()) {
    run.program.print(text, run.program.frontend().statement(), error);
    return;
  }
  run.call();
  run.lines.print(text, error);
}

/// Behind the statement that has ended.
void tell(const std::string& text, bool error) {
  Run& run = Run::current();
  run.lines.flush();
  run.program.print(text, run.lines.last_statement(), error);
}

/// In the process that os.fork made: there is no thread of the run's but this one.
void forked() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) ::signal(number, SIG_DFL);
  if (!Run::any()) return;
  Run::current().forked = true;
  PyEval_SetTrace(nullptr, nullptr);
}

}  // namespace

void add_world(py::module_& module) {
  module.def("replace_clocks", replace_clocks);
  module.def("simulated", simulated);
  module.def("live", [] { return Run::current().program.config().clock == Clock::live; });
  module.def("reserved_bytes", [] { return Run::current().program.frontend().reserved_bytes(); });
  module.def("now_ns", [] { return run_time().value_or(Run::current().program.now_ns()); });
  module.def("pass_time", pass_time);
  module.def("reach", reach);
  module.def("timed", timed);
  module.def("thread_ns", thread_ns);
  module.def("begin_thread", [](std::int64_t ns) { thread_time = {Run::any() ? Run::number() : 0, ns}; });
  module.def("builtin", [](const std::string& name, const py::function& function) {
    return py::reinterpret_steal<py::object>(builtin(name, function));
  });
  module.def("write", write);
  module.def("flush", [] {
    if (Run::any() && !Run::current().forked && Run::current().on_its_thread()) Run::current().lines.flush();
  });
  module.def("tell", tell, py::arg("text"), py::arg("error") = false);
  module.def("forked", forked);
  // Raised in that thread, as soon as it comes to do something.
  module.def("end_thread", [](unsigned long ident) { PyThreadState_SetAsyncExc(ident, PyExc_SystemExit); });
  module.def("let_threads_be", [](const std::vector<unsigned long>& idents) {
    for (const unsigned long ident : idents) PyThreadState_SetAsyncExc(ident, nullptr);
    PyThreadState_SetAsyncExc(PyThread_get_thread_ident(), PyExc_SystemExit);
    raise_what_is_left();
  });
  const auto sys = py::module_::import("sys");
  module.def("settrace", [real = py::object(sys.attr("settrace"))](const py::object& function) {
    if (!Run::any() || Run::current().forked || !Run::current().on_its_thread()) {
      real(function);
      return;
    }
    Py_XSETREF(Run::current().tracer, function.is_none() ? nullptr : function.inc_ref().ptr());
  });
  module.def("gettrace", [real = py::object(sys.attr("gettrace"))]() -> py::object {
    if (!Run::any() || Run::current().forked || !Run::current().on_its_thread()) return real();
    PyObject* const tracer = Run::current().tracer;
    return tracer ? py::reinterpret_borrow<py::object>(tracer) : py::none();
  });
}

}  // namespace runahead::python
