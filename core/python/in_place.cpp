// SPDX-License-Identifier: GPL-3.0-or-later
// In-place calls. Where gradients go through one, what shares the memory gets a history of its own: that of
// what was written. Not here: parts in square brackets (indexing.cpp).
#include "core/python/in_place.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/misuse.h"
#include "core/python/types.h"
#include "core/tensor/on_host.h"
#include "core/tensor/operations.h"

namespace runahead::python {

namespace py = pybind11;
using kernels::Binary;
using kernels::Type;

namespace {

[[noreturn]] void refuse_leaf(Rules rules) {
  if (rules == Rules::torch)
    throw Error("a leaf Variable that requires grad is being used in an in-place operation.");
  throw Error("[in place] a parameter is changed while calls are recorded: its gradient would be lost");
}

void require_fit(const NDArray& target, const NDArray& value) {
  if (target.shape() != value.shape()) {
    throw Error("[in place] an array of shape " + target.shape().text() + " cannot hold one of shape " +
                value.shape().text());
  }
  if (target.type() == value.type()) return;
  if (target.type() == Type::boolean || (is_floating(value.type()) && !is_floating(target.type()))) {
    throw MisuseError(Misuse::type, std::string("[in place] an array of ") + name_of(target.type()) +
                                        " cannot hold one of " + name_of(value.type()));
  }
}

/// An array that shares the memory: of an object, or what a copy was taken from.
struct Sharer {
  NDArray* array;
  HistoryLink* history;
};

/// All that overlap `target`, of those that gradients go through together with it.
std::vector<Sharer> sharers_of(const NDArray& target) {
  std::vector<Sharer> sharers;
  const auto add = [&](NDArray& array, HistoryLink* history) {
    const bool known =
        std::any_of(sharers.begin(), sharers.end(), [&](const Sharer& one) { return one.array == &array; });
    if (!known && overlap(array, target) && array.body().detached == target.body().detached)
      sharers.push_back({&array, history});
  };
  each_array([&](NDArray& array, HistoryLink& history, TakenLink& taken) {
    add(array, &history);
    for (Taken* its = taken.get(); its; its = its->of.get()) add(its->source, nullptr);
  });
  return sharers;
}

/// What the sharer came from, once `made` stands in the place of `target`: another array in its memory.
void share_history(const Sharer& sharer, const NDArray& target, const NDArray& made) {
  Run& run = Run::current();
  const ArrayBody& own = sharer.array->body();
  const std::int64_t from = target.body().first - own.first;
  const std::int64_t elements = own.shape.elements(), written = made.shape().elements();
  NDArray now = target.body().frontend->view(*sharer.array, 0, own.shape);
  if (from >= 0 && from + written <= elements) {
    const NDArray* const inputs[] = {sharer.array, &made};
    run.history.issued(Op(Routine::write_part, Part{from}, made.type()),
                       {.m = 1, .k = elements, .n = written}, now, inputs);
  } else {
    const NDArray* const inputs[] = {&made};
    run.history.issued(Op(Routine::rows, {}, made.type()), {.m = written, .k = -from, .n = elements}, now,
                       inputs);
  }
  if (sharer.history) *sharer.history = run.history.of(now);
  *sharer.array = std::move(now);
}

/// A call in place of its own first array has the gradient of what stood there, as PyTorch keeps it. Every
/// other call that needs this is refused: it was changed (History::require_unchanged).
void keep_first(const HistoryLink& node, const NDArray& target, bool overwritten) {
  Run& run = Run::current();
  if (!node || !node->call.inputs[0].bound() || &node->call.inputs[0].body() != &target.body()) return;
  if (!overwritten) {
    node->versions[0] = target.body().root().version;
  } else if (run.history.needs(*node, 0)) {
    const bool recorded = run.history.record(false);
    node->call.inputs[0] = copy(target);
    run.history.record(recorded);
    node->versions[0] = 0;
  }
}

/// With the history of `made`, which `call` computed, for `given` and all that share its memory.
void replace(PyObject* given, NDArray made, const HistoryLink& call) {
  Run& run = Run::current();
  NDArray target = array_in(given);
  if (taken_in(given)) {
    throw MisuseError(
        Misuse::missing,
        "[in place] a transpose or column is a copy here, through which gradients do not go when it is "
        "written: write into the array that it was taken from, as x[:, 1] = x[:, 1] + y");
  }
  const std::vector<Sharer> sharers = sharers_of(target);
  const std::int64_t first = target.body().first, end = first + target.shape().elements();
  for (const Sharer& sharer : sharers) {
    const ArrayBody& own = sharer.array->body();
    const HistoryLink history = run.history.of(*sharer.array);
    if (history && history->leaf) refuse_leaf(rules_of(given));
    const std::int64_t its_end = own.first + own.shape.elements();
    const bool nested = (own.first <= first && end <= its_end) || (first <= own.first && its_end <= end);
    if (!nested) {
      throw MisuseError(
          Misuse::missing,
          "[in place] two parts of an array overlap by some of their elements, and gradients do not go "
          "through "
          "what is written into one of them: write into a clone()");
    }
  }
  if (sharers.size() == 1 && !target.body().base && target.body().views == 0) {
    ++target.body().version;
    keep_first(call, target, false);
    return put_array(given, std::move(made));
  }
  keep_first(call, target, true);
  const bool recorded = run.history.record(false);
  assign(target, made);
  run.history.record(recorded);
  for (const Sharer& sharer : sharers) share_history(sharer, target, made);
}

/// `kept` is what it came from, which goes with the object else.
NDArray binary_of(Binary kind, PyObject* given, PyObject* other, HistoryLink& kept) {
  PyObject* const made = binary(kind, given, other);
  if (!made) throw py::error_already_set();
  const auto owned = py::reinterpret_steal<py::object>(made);
  if (made == Py_NotImplemented)
    throw MisuseError(Misuse::object,
                      std::string("[in place] needs an array or a number, got ") + Py_TYPE(other)->tp_name);
  kept = history_in(made);
  return array_in(made);
}

py::object compute_into(Binary function, py::object given, py::handle other) {
  if (is_array(other.ptr()))
    require_apart(rules_of(given.ptr()), array_in(given.ptr()), array_in(other.ptr()));
  // What lies on a device is no number for the CPU.
  if (is_array(other.ptr()) && device_of(given.ptr()) == kHost) require_together(given.ptr(), other.ptr());
  PyObject* const values[] = {other.ptr()};
  const bool wanted = wants_gradients(given.ptr(), values);
  HistoryLink kept;
  write_result(given.ptr(), wanted,
               [&](NDArray&) { return binary_of(function, given.ptr(), other.ptr(), kept); });
  return given;
}

/// Nothing else has its memory, so another array does as well.
bool has_own_memory(PyObject* given) {
  const ArrayBody& body = array_in(given).body();
  return !body.base && body.views == 0 && body.handles == 1 && !body.pinned && !history_in(given);
}

/// With what a call makes, whose place is the array's. `of`: of what, where that may lie beside the array.
py::object write_made(py::object given, const py::function& make, const py::tuple& of) {
  const bool wanted = wants_gradients(given.ptr(), {});
  const NDArray& array = array_in(given.ptr());
  const bool apart = std::all_of(of.begin(), of.end(), [&array](const py::handle& one) {
    return is_array(one.ptr()) && !overlap(array_in(one.ptr()), array);
  });
  // What lies on a device has memory there since it was made, and streams may still use it.
  const bool of_stream = !array.body().on_host && Run::current().program.frontend().devices() > 0;
  if (!wanted && !of_stream && has_own_memory(given.ptr())) {
    const py::object made = make();
    NDArray& target = array_in(given.ptr());
    require_fit(target, array_in(made.ptr()));
    const bool same = array_in(made.ptr()).type() == target.type();
    put_array(given.ptr(), same ? array_in(made.ptr()) : cast(array_in(made.ptr()), target.type()));
    return given;
  }
  const auto made = [&](NDArray&) { return array_in(make().ptr()); };
  write_result(given.ptr(), wanted, made, !of.empty() && apart);
  return given;
}

py::object write_value(py::object given, py::handle value) {
  require_together(given.ptr(), value.ptr());
  require_apart(rules_of(given.ptr()), array_in(given.ptr()), array_in(value.ptr()));
  PyObject* const values[] = {value.ptr()};
  const bool wanted = wants_gradients(given.ptr(), values);
  write_result(given.ptr(), wanted, [&](NDArray&) { return array_in(value.ptr()); });
  return given;
}

/// An object of its own, in the same memory.
py::object alias(py::handle type, py::handle given, bool detached) {
  NDArray& array = array_in(given.ptr());
  Frontend& frontend = Run::current().call(given.ptr());
  NDArray made = frontend.view(array, 0, array.shape());
  made.body().detached |= detached;
  return py::reinterpret_steal<py::object>(
      wrap_part(reinterpret_cast<PyTypeObject*>(type.ptr()), std::move(made), taken_in(given.ptr())));
}

/// The same memory for arrays of another library, one of which computes inside the call.
py::object shared(py::handle type, py::handle given, int place) {
  const bool on_host = place == kHost;
  NDArray& array = array_in(given.ptr());
  if (array.body().on_host != on_host) {
    require_host();
    array.body().root().two_sided = true;
    if (on_host) read(array, WaitReason::asnumpy);
  }
  const py::object made = alias(type, given, true);
  array_in(made.ptr()).body().on_host = on_host;
  place_at(made.ptr(), place);
  return made;
}

}  // namespace

void require_apart(Rules rules, const NDArray& target, const NDArray& value) {
  if (rules != Rules::torch || !overlap(value, target)) return;
  if (same_place(value, target) && value.shape().elements() == target.shape().elements()) return;
  throw Error(
      "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
      "memory location. Please clone() the tensor before performing the operation.");
}

bool wants_gradients(PyObject* given, std::span<PyObject* const> values) {
  const Run& run = Run::current();
  if (!run.history.records() || !is_floating(array_in(given).type())) return false;
  const HistoryLink own = history_in(given);
  if (own && own->leaf) refuse_leaf(rules_of(given));
  const bool wanted = own || std::any_of(values.begin(), values.end(), [](PyObject* value) {
                        return is_array(value) && history_in(value);
                      });
  const Rules rules = rules_of(given);
  if (own && (rules == Rules::nd || rules == Rules::mxnet))
    throw Error("Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with autograd.");
  return wanted;
}

void store(NDArray& target, const NDArray& value) {
  require_fit(target, value);
  if (value.type() == target.type()) return assign(target, value);
  assign(target, cast(value, target.type()));
}

void write_result(PyObject* given, bool wanted, const std::function<NDArray(NDArray&)>& compute,
                  bool of_others) {
  NDArray target = array_in(given);
  Run& run = Run::current();
  Frontend& frontend = run.call(given);
  if (!wanted) {
    NDArray made;
    {
      const WriteInto into(frontend, target, of_others);
      made = compute(target);
    }
    store(target, made);
    put_through(taken_in(given));
    return;
  }
  NDArray made = compute(target);
  const HistoryLink call = run.history.of(made);
  require_fit(target, made);
  if (made.type() != target.type()) made = cast(made, target.type());
  if (made.body().handles > 1) made = copy(made);  // it has a name of its own
  replace(given, std::move(made), call);
  run.history.settle();
}

void add_in_place(py::module_& module) {
  for (const Binary binary : {Binary::add, Binary::sub, Binary::mul, Binary::div, Binary::floor_divide,
                              Binary::remainder, Binary::power}) {
    module.def((std::string(name_of(binary)) + "_into").c_str(),
               [binary](py::object given, py::handle other) { return compute_into(binary, given, other); });
  }
  module.def("write_value", write_value);
  module.def("write_made", write_made, py::arg("given"), py::arg("make"), py::arg("of") = py::tuple());
  module.def("write_part", [](py::handle given, py::handle key, py::handle value) {
    PyObject* const done = write_part(given.ptr(), key.ptr(), value.ptr());
    if (!done) throw py::error_already_set();
    Py_DECREF(done);
  });
  module.def("alias", [](py::handle given) {
    return alias(reinterpret_cast<PyObject*>(result_type(given.ptr())), given, false);
  });
  module.def("detached", [](py::handle given) {
    return alias(reinterpret_cast<PyObject*>(result_type(given.ptr())), given, true);
  });
  module.def("shared", shared);
  module.def("is_gradient", [](py::handle given, py::handle value) {
    const HistoryLink& history = history_in(given.ptr());
    return history && history->gradient.bound() && same_place(history->gradient, array_in(value.ptr()));
  });
  module.def("is_view", [](py::handle given) { return array_in(given.ptr()).body().base != nullptr; });
}

}  // namespace runahead::python
