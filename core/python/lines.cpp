// SPDX-License-Identifier: GPL-3.0-or-later
// Following the interpreter line by line.
#include "core/python/lines.h"

#include <string_view>
#include <tuple>
#include <utility>

namespace runahead::python {

namespace {

/// A new reference that ends with the scope.
template <class T>
class Held {
 public:
  explicit Held(T* object) : object_(object) {}
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() { Py_XDECREF(object_); }
  T* get() const { return object_; }

 private:
  T* object_;
};

}  // namespace

namespace {

bool is_module(PyFrameObject* frame) {
  const Held<PyCodeObject> code(PyFrame_GetCode(frame));
  return PyUnicode_CompareWithASCIIString(code.get()->co_name, "<module>") == 0;
}

bool is_lambda(PyFrameObject* frame) {
  const Held<PyCodeObject> code(PyFrame_GetCode(frame));
  return PyUnicode_CompareWithASCIIString(code.get()->co_name, "<lambda>") == 0;
}

/// [x + k for k in ...]: lines of its own are those of the statement that it stands in.
bool is_part_of_a_line(PyFrameObject* frame) {
  const Held<PyCodeObject> code(PyFrame_GetCode(frame));
  const char* const name = PyUnicode_AsUTF8(code.get()->co_name);
  if (!name || *name != '<') return false;
  return std::string_view(name) != "<module>" && std::string_view(name) != "<lambda>";
}

}  // namespace

int Lines::first_of(int line) const {
  const auto index = static_cast<std::size_t>(line);
  return index < table_.first.size() ? table_.first[index] : line;
}

int Lines::end_of(int line) const {
  const auto index = static_cast<std::size_t>(line);
  return index < table_.ends.size() ? table_.ends[index] : 0;
}

bool Lines::is_users(PyFrameObject* frame) const {
  const Held<PyCodeObject> code(PyFrame_GetCode(frame));
  return code.get()->co_filename == file_;
}

PyFrameObject* Lines::frame() const {
  PyFrameObject* frame = PyEval_GetFrame();
  while (frame && !is_users(frame)) {
    PyFrameObject* const outer = PyFrame_GetBack(frame);
    Py_XDECREF(outer);  // it lives as long as what it called
    frame = outer;
  }
  return frame;
}

std::string Lines::name_of(const std::function<bool(PyObject*)>& is_it) const {
  PyFrameObject* const innermost = frame();
  if (!innermost) return {};
  for (PyObject* names : {PyFrame_GetLocals(innermost), PyFrame_GetGlobals(innermost)}) {
    const Held<PyObject> held(names);
    PyObject *name = nullptr, *value = nullptr;
    for (Py_ssize_t at = 0; PyDict_Check(names) && PyDict_Next(names, &at, &name, &value);) {
      const char* const text = is_it(value) ? PyUnicode_AsUTF8(name) : nullptr;
      if (text) return text;
    }
  }
  return {};
}

int Lines::current_line() const {
  PyFrameObject* const innermost = frame();
  return innermost ? first_of(PyFrame_GetLineNumber(innermost)) : 0;
}

void Lines::begin() {
  if (std::exchange(raised_, false)) end();
  if (line_ == 0) line_ = current_line();
  if (!initialises_ && line_ <= table_.initialisation && !passed_initialisation_)
    initialises_ = program_.frontend().begin_region(RegionKind::initialisation, "initialisation");
  open_ ? program_.frontend().engine().check_running() : begin_statement();
}

void Lines::begin_statement() {
  open_ = true;
  program_.line(line_, std::exchange(continues_, true));
  last_statement_ = program_.frontend().statement();
}

void Lines::print(std::string_view text, bool error) {
  if (error != printed_error_) flush();
  printed_error_ = error;
  printed_ += text;
  if (text.ends_with('\n')) flush();
}

void Lines::flush() {
  if (printed_.empty()) return;
  program_.print(std::exchange(printed_, {}), program_.frontend().statement(), printed_error_);
}

void Lines::end() {
  flush();
  give_name();
  if (!open_) {
    program_.frontend().end_line(continues_ ? -line_ : line_);
    return;
  }
  open_ = false;
  NDArray made = std::exchange(last_made_, NDArray());
  if (made.bound()) program_.may_wait(made, 1);
  program_.frontend().end_statement();
}

void Lines::finish() {
  flush();
  program_.frontend().end_line(0);
  leave_initialisation();
}

void Lines::leave_initialisation() {
  passed_initialisation_ = true;
  if (initialises_) program_.frontend().end_region(*initialises_);
  initialises_.reset();
}

void Lines::resume() {
  line_ = current_line();
  open_ = program_.frontend().statement() != kNone;
  continues_ = true;
}

bool Lines::takes_wait() {
  const int line = line_ == 0 || !Run::current().on_its_thread() ? current_line() : line_;
  const auto index = static_cast<std::size_t>(line);
  if (index >= table_.places.size()) return true;
  const std::int64_t iteration = index < iterations_.size() ? iterations_[index] : 1;
  return program_.waits_at(line, table_.places[index], iteration);
}

void Lines::made(NDArray& array) {
  PyFrameObject* const innermost = frame();
  if (!innermost) return;
  const std::string* const target = target_of(innermost);
  if (target != its_name_) give_name();
  its_name_ = target;
  unnamed_ = target ? array : NDArray();
  const auto line = static_cast<std::size_t>(line_);
  const bool waits_itself = line >= table_.places.size() || table_.places[line] != WaitPlace::possible;
  if (!waits_itself && program_.config().waits.lists(line_)) last_made_ = array;
}

void Lines::give_name() {
  if (its_name_ && unnamed_.bound()) program_.frontend().name(unnamed_.body(), *its_name_);
  its_name_ = nullptr;
  unnamed_ = NDArray();
}

const std::string* Lines::target_of(PyFrameObject* frame) {
  const Held<PyCodeObject> code(PyFrame_GetCode(frame));
  auto known = targets_.find(code.get());
  if (known == targets_.end()) known = targets_.emplace(code.get(), targets_in(code.get())).first;
  const auto target = known->second.find(PyFrame_GetLasti(frame));
  return target == known->second.end() ? nullptr : &target->second;
}

void Lines::on_event(PyFrameObject* frame, int event, PyObject* returned) {
  if (!is_users(frame) || is_part_of_a_line(frame)) return;
  if (event == PyTrace_CALL) {
    end();
    callers_.emplace_back(line_, physical_);
    line_ = physical_ = 0;
    return;
  }
  if (event == PyTrace_RETURN) {
    // An error that ends the program is of the statement that raised it.
    raised_ = !returned && (raised_ || open_);
    if (!raised_) end();
    line_ = physical_ = 0;
    if (!callers_.empty()) {
      std::tie(line_, physical_) = callers_.back();
      callers_.pop_back();
    }
    continues_ = line_ != 0;
    return;
  }
  const int physical = PyFrame_GetLineNumber(frame);
  const int line = first_of(physical);
  // A statement over several lines goes on; a loop on a single line begins again.
  const bool goes_on = line == line_ && physical != physical_;
  physical_ = physical;
  if (goes_on) return;
  raised_ = false;
  end();
  if (line > table_.initialisation && !passed_initialisation_ && is_module(frame)) leave_initialisation();
  begin_line(frame, line);
}

void Lines::begin_line(PyFrameObject* frame, int line) {
  const int before = std::exchange(line_, line);
  const int last = end_of(line);
  continues_ = last > 0 && before >= line && before <= last;
  if (iterations_.size() <= static_cast<std::size_t>(line))
    iterations_.resize(static_cast<std::size_t>(line) + 1);
  const std::int64_t iterations = iterations_[static_cast<std::size_t>(line)] += !continues_;
  if (continues_ || last == LineTable::kOneLine || iterations > kMostIterations || is_lambda(frame)) {
    program_.frontend().begin_line();
  } else {
    begin_statement();
  }
}

}  // namespace runahead::python
