// SPDX-License-Identifier: GPL-3.0-or-later
// Layers, losses, gradients and updates, as the packages' names for them call them.
#include <pybind11/stl.h>

#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/nn/layers.h"
#include "core/python/in_place.h"
#include "core/python/types.h"
#include "core/tensor/operations.h"

namespace runahead::python {

namespace py = pybind11;

namespace {

py::object dense_layer(py::handle x, py::handle weight, py::handle bias) {
  require_together(x.ptr(), weight.ptr());
  require_together(x.ptr(), bias.ptr());
  NDArray& input = array_in(x.ptr());
  Run::current().call(x.ptr());
  return wrapped_as(x, dense(input, array_in(weight.ptr()), array_in(bias.ptr())));
}

using Loss = NDArray (*)(const NDArray&, const NDArray&);

template <Loss kLoss>
py::object loss(py::handle prediction, py::handle label) {
  require_together(prediction.ptr(), label.ptr());
  Run::current().call(prediction.ptr());
  return wrapped_as(prediction, kLoss(array_in(prediction.ptr()), array_in(label.ptr())));
}

void watch(py::handle given) {
  HistoryLink& history = history_in(given.ptr());
  if (history && history->leaf) history->frozen = false;
  if (!history) history = Run::current().history.watch(array_in(given.ptr()));
}

/// Watched, with a gradient of zeros until a walk finds one; no task makes it.
void attach_gradient(py::handle given) {
  HistoryLink& history = history_in(given.ptr());
  if (history && !history->leaf) history = nullptr;  // what came of it before keeps what it came from
  watch(given);
  const NDArray& array = array_in(given.ptr());
  Frontend& frontend = Run::current().call(given.ptr());
  history->gradient = frontend.array_of(array.shape(), Values(array.type(), array.shape().elements()));
  history->gradient.body().on_host = array.body().on_host;
  frontend.name_gradient(history->gradient.body(), array.body());
}

/// Of several losses each its own, or one for all; None: ones.
std::vector<NDArray> gradients_in(py::handle given, std::size_t losses) {
  const auto one = [](py::handle gradient) {
    return gradient.is_none() ? NDArray() : array_in(gradient.ptr());
  };
  if (!py::isinstance<py::list>(given)) return std::vector<NDArray>(losses, one(given));
  std::vector<NDArray> gradients;
  for (const py::handle gradient : given) gradients.push_back(one(gradient));
  return gradients;
}

void walk_back(const py::sequence& losses, Walk walk, py::handle gradient) {
  if (losses.size() == 0) return;
  std::vector<HistoryLink> nodes;
  for (const py::handle loss : losses) nodes.push_back(history_in(loss.ptr()));
  walk.gradients = gradients_in(gradient, losses.size());
  Run& run = Run::current();
  run.call(py::object(losses[0]).ptr());
  const bool recorded = run.history.records();
  try {
    run.history.backward(nodes, walk);
  } catch (...) {
    run.history.record(recorded);  // a program may catch it and go on
    throw;
  }
}

/// `gradient` of what the losses go on to, None where they are the last.
void backward(const py::sequence& losses, bool adds, py::handle gradient, bool keeps) {
  walk_back(losses, {.adds = adds, .keeps = keeps}, gradient);
}

/// Of the losses by each of `arrays`, whose own gradients stay; None where the losses do not come from it.
py::list gradients_by(const py::sequence& losses, const py::sequence& arrays, py::handle gradient,
                      bool keeps) {
  Found found;
  for (const py::handle array : arrays) {
    if (const HistoryLink& history = history_in(array.ptr())) found[history.get()] = NDArray();
  }
  walk_back(losses, {.adds = false, .keeps = keeps, .found = &found}, gradient);
  py::list gradients;
  for (const py::handle array : arrays) {
    const NDArray made = found[history_in(array.ptr()).get()];
    gradients.append(made.bound() ? wrapped_as(array, made) : py::none());
  }
  return gradients;
}

/// The program computed `given` from `inputs` without a record; `back` takes its gradient and returns theirs.
void computed_by(py::handle given, const py::sequence& inputs, const py::function& back) {
  Run& run = Run::current();
  std::vector<HistoryLink> links;
  bool wanted = false;
  for (const py::handle input : inputs) {
    const HistoryLink& link = links.emplace_back(run.history.of(array_in(input.ptr())));
    wanted |= link != nullptr;
  }
  if (!wanted || !run.history.records()) return;
  const auto type = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(Py_TYPE(given.ptr())));
  history_in(given.ptr()) =
      run.history.computed(array_in(given.ptr()), std::move(links), [type, back](const NDArray& gradient) {
        std::vector<NDArray> found;
        for (const py::handle one : back(wrapped(type, gradient))) found.push_back(array_in(one.ptr()));
        return found;
      });
}

/// Where `given` lies.
py::object wrapped_beside(py::handle given, py::handle type, NDArray array) {
  py::object made = wrapped(type, std::move(array));
  place_at(made.ptr(), device_of(given.ptr()));
  return made;
}

/// Of the array's, as it stands; None: there is none.
py::object gradient(py::handle type, py::handle given) {
  const HistoryLink& history = history_in(given.ptr());
  if (!history || !history->gradient.bound()) return py::none();
  return wrapped_beside(given, type, history->gradient);
}

/// TensorFlow's: of the sum over `targets`, each times its gradient or None, those of `sources`, which calls
/// may have made; None where there is none. Calls before number `first` do not count. `records`: a tape
/// around this one goes on.
py::list gradients_of_tape(py::handle type, const py::sequence& targets, const py::sequence& given,
                           const py::sequence& sources, bool keeps, std::uint32_t first, bool records) {
  Run& run = Run::current();
  Found found;
  for (const py::handle source : sources) {
    if (const HistoryLink& history = history_in(source.ptr())) found[history.get()] = NDArray();
  }
  py::list losses, factors;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const py::object target = targets[i];
    const HistoryLink& history = history_in(target.ptr());
    if (!history || history->frozen) continue;
    losses.append(target);
    factors.append(given[i]);
  }
  walk_back(losses, {.adds = false, .keeps = keeps, .found = &found, .first = first, .records = records},
            factors);
  std::vector<HistoryLink> kept;  // what they came from, until all are wrapped
  for (const auto& [node, its] : found)
    if (its.bound()) kept.push_back(run.history.of(its));
  py::list made;
  for (const py::handle source : sources) {
    const HistoryLink& history = history_in(source.ptr());
    const NDArray its = history ? found[history.get()] : NDArray();
    made.append(its.bound() ? wrapped_beside(source, type, its) : py::none());
  }
  return made;
}

/// The object stands for a copy of its array in another place from now on; a parameter stays one.
void move_array(py::handle given, py::handle other) {
  const HistoryLink parameter = history_in(given.ptr());
  rebind(given.ptr(), other.ptr());
  if (!parameter) return;
  Run::current().history.move(parameter, array_in(given.ptr()));
  history_in(given.ptr()) = parameter;
}

/// TensorFlow's variables: into their own memory, and no call that gradients go through.
void assign_to(py::handle given, py::handle other) {
  require_together(given.ptr(), other.ptr());
  NDArray& target = array_in(given.ptr());
  Run& run = Run::current();
  run.call(given.ptr());
  const bool recorded = run.history.record(false);
  try {
    store(target, array_in(other.ptr()));
  } catch (...) {
    run.history.record(recorded);
    throw;
  }
  run.history.record(recorded);
}

/// Of the largest or smallest along an axis: the gradient goes to these places, which are all that it needs.
void to_first(py::handle given, py::handle places) {
  const HistoryLink& history = history_in(given.ptr());
  if (!history || history->leaf) return;
  history->call.to_first = true;
  history->call.inputs = {};
  history->call.out = array_in(places.ptr());
  history->versions[kMaxInputs] = history->call.out.body().root().version;
}

/// `given` is a softmax of `input` along that axis: to gradients, one call, which keeps its result.
void is_softmax(py::handle given, py::handle input, int axis, bool logarithm) {
  nn::Call call{.op = Op(logarithm ? kernels::Binary::sub : kernels::Binary::div), .sizes = {}, .out = {}};
  const NDArray& made = array_in(given.ptr());
  call.out = made;
  call.rule = [rule = logarithm ? nn::log_softmax_gradient : nn::softmax_gradient, axis](
                  const nn::Call& its, const NDArray& g) { return rule(its, g, axis); };
  history_in(given.ptr()) = Run::current().history.made_by(made, array_in(input.ptr()), std::move(call));
}

/// `given` is `input` between these numbers: to gradients, one call, which keeps its input.
void is_clamp(py::handle given, py::handle input, std::optional<double> low, std::optional<double> high) {
  nn::Call call{.op = Op(kernels::Binary::minimum), .sizes = {}, .out = {}};
  const NDArray& x = array_in(input.ptr());
  call.inputs[0] = x;
  call.rule = [low, high](const nn::Call& its, const NDArray& g) {
    return nn::clamp_gradient(its, g, low, high);
  };
  history_in(given.ptr()) = Run::current().history.made_by(array_in(given.ptr()), x, std::move(call));
}

void clear_gradient(py::handle given) {
  if (const HistoryLink& history = history_in(given.ptr())) history->gradient = NDArray();
}

/// given -= rate * other, in place.
void subtract_from(py::handle given, py::handle other, float rate) {
  require_together(given.ptr(), other.ptr());
  NDArray& target = array_in(given.ptr());
  Run::current().call(given.ptr());
  sgd_update(target, array_in(other.ptr()), rate);
}

/// velocity = momentum * velocity + gradient, in place.
void accumulate(py::handle velocity, py::handle gradient, float momentum) {
  require_together(velocity.ptr(), gradient.ptr());
  NDArray& target = array_in(velocity.ptr());
  Run::current().call(velocity.ptr());
  momentum_update(target, array_in(gradient.ptr()), momentum);
}

/// The call that made it; "": none that gradients go through.
std::string made_by(py::handle given) {
  const HistoryLink& history = history_in(given.ptr());
  if (!history || history->leaf) return "";
  if (history->back) return history->over || history->inputs.front() ? "to_copy" : "traced";
  return row_of(history->call.op.code).name;
}

}  // namespace

void add_training(py::module_& module) {
  module.def("dense", dense_layer);
  module.def("l2_loss", loss<nn::l2_loss>);
  module.def("mean_squared_error", loss<nn::mean_squared_error>);
  module.def("record", [](bool on) { return Run::current().history.record(on); });
  module.def("records", [] { return Run::current().history.records(); });
  module.def("watch", watch);
  module.def("attach_gradient", attach_gradient);
  module.def("watched", [](py::handle given) {
    const HistoryLink& history = history_in(given.ptr());
    return history && !history->frozen;
  });
  module.def("freeze", [](py::handle given) { history_in(given.ptr())->frozen = true; });
  module.def("gradients_as", [](const std::string& library) {
    Run::current().history.follow(library == "torch" ? GradientRules::torch : GradientRules::tensorflow);
  });
  module.def("assign", assign_to);
  module.def("to_first", to_first);
  module.def("is_softmax", is_softmax);
  module.def("is_clamp", is_clamp);
  module.def("leaf",
             [](py::handle given) { return history_in(given.ptr()) && history_in(given.ptr())->leaf; });
  module.def("backward", backward, py::arg("losses"), py::arg("adds"), py::arg("gradient") = py::none(),
             py::arg("keeps") = false);
  module.def("gradients_by", gradients_by);
  module.def("computed_by", computed_by);
  module.def("adds_gradients", [](py::handle given, bool adds) { history_in(given.ptr())->adds = adds; });
  // Whether a walk has found one since this was last asked.
  module.def("fresh_gradient", [](py::handle given) {
    const HistoryLink& history = history_in(given.ptr());
    return history && std::exchange(history->fresh, false);
  });
  module.def("gradient", gradient);
  module.def("gradients", gradients_of_tape);
  module.def("calls_until_now", [] { return Run::current().history.numbers(); });
  module.def("clear_gradient", clear_gradient);
  module.def("subtract_from", subtract_from);
  module.def("momentum", accumulate);
  module.def("made_by", made_by);
  module.def("name", [](py::handle given, const std::string& name) {
    Run::current().program.frontend().name(array_in(given.ptr()).body(), name);
  });
  module.def("move_to", move_array);
  module.def("as_type", [](py::handle type, py::handle given) {
    return wrapped_beside(given, type, array_in(given.ptr()));
  });
  module.def("set_gradient", [](py::handle given, py::handle gradient) {
    history_in(given.ptr())->gradient = array_in(gradient.ptr());
  });
  module.def("set_result_type", [](py::handle type, py::handle result) {
    set_result_type(reinterpret_cast<PyTypeObject*>(type.ptr()),
                    reinterpret_cast<PyTypeObject*>(result.ptr()));
  });
}

}  // namespace runahead::python
