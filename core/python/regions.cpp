// SPDX-License-Identifier: GPL-3.0-or-later
// From frames called __enter__ and __exit__ to regions.
#include "core/python/regions.h"

#include <pybind11/pybind11.h>

#include <algorithm>
#include <string>

#include "core/python/interpreter.h"

namespace runahead::python {

namespace py = pybind11;

namespace {

/// What a frame's first argument is; null: it has none.
py::object owner_of(PyFrameObject* frame, const py::object& code) {
  const py::tuple names = code.attr("co_varnames");
  if (names.empty()) return {};
  const auto locals = py::reinterpret_steal<py::object>(PyFrame_GetLocals(frame));
  return locals.contains(names[0]) ? py::object(locals[names[0]]) : py::object();
}

}  // namespace

void Regions::on_event(PyFrameObject* frame, int event, PyObject* returned) {
  static PyObject* const enter = PyUnicode_InternFromString("__enter__");
  static PyObject* const exit = PyUnicode_InternFromString("__exit__");
  const auto code = py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
  const auto* const its = reinterpret_cast<PyCodeObject*>(code.ptr());
  const bool enters = event == PyTrace_RETURN && its->co_name == enter && returned;
  const bool leaves = event == PyTrace_CALL && its->co_name == exit && !open_.empty();
  if (!enters && !leaves) return;
  if (PyUnicode_READ_CHAR(its->co_filename, 0) == '<') return;  // of a library
  const py::object owner = owner_of(frame, code);
  if (!owner) return;
  if (enters) {
    const auto name = helper().attr("mark_of")(owner, code).cast<std::string>();
    if (name.empty()) return;
    lines_.end();
    open_.emplace_back(owner.ptr(), program_.frontend().begin_region(RegionKind::benchmark, name));
    return;
  }
  const auto mark =
      std::find_if(open_.rbegin(), open_.rend(), [&](const auto& one) { return one.first == owner.ptr(); });
  if (mark == open_.rend()) return;
  lines_.end();
  program_.frontend().end_region(mark->second);
  open_.erase(std::next(mark).base());
}

}  // namespace runahead::python
