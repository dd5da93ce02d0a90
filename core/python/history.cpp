// SPDX-License-Identifier: GPL-3.0-or-later
// Keeping calls, and walking them from the last to the first.
#include "core/python/history.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/misuse.h"
#include "core/python/run.h"
#include "core/tensor/on_host.h"
#include "core/tensor/operations.h"

namespace runahead::python {

HistoryNode::HistoryNode(History& its_history, const NDArray& its_array)
    : history(its_history),
      number(history.numbers_++),
      shape(its_array.shape()),
      type(its_array.type()),
      on_host(its_array.body().on_host),
      in_trace(its_history.frontend_.tracing()) {
  its_array.body().tape = history.id_;
  its_array.body().tape_slot = number;
  history.nodes_[number] = this;
}

void HistoryNode::let_go() {
  history.nodes_.erase(number);
  array = NDArray();
  call = {};
}

HistoryNode::~HistoryNode() {
  let_go();
  // One after the other: a chain of calls may be longer than the stack is deep.
  std::vector<HistoryLink> last = std::move(inputs);
  while (!last.empty()) {
    const HistoryLink node = std::move(last.back());
    last.pop_back();
    if (node.use_count() != 1) continue;
    node->let_go();
    for (HistoryLink& input : node->inputs) {
      if (input) last.push_back(std::move(input));
    }
    node->inputs.clear();
  }
}

History::History(Frontend& frontend) : frontend_(frontend) {
  frontend_.keep_with(this);
}

History::~History() {
  record(false);
  frontend_.keep_with(nullptr);
}

bool History::record(bool on) {
  const bool before = records();
  if (on != before) frontend_.observe(on ? this : nullptr);
  return before;
}

HistoryLink History::known(const NDArray& array) const {
  if (array.body().tape != id_) return nullptr;
  const auto found = nodes_.find(array.body().tape_slot);
  return found == nodes_.end() ? nullptr : found->second->self.lock();
}

HistoryLink History::watch(const NDArray& array) {
  if (HistoryLink node = known(array)) {
    if (node->leaf || rules_ != GradientRules::mxnet) {
      node->frozen = false;
      return node;
    }
  }
  const auto node = std::make_shared<HistoryNode>(*this, array);
  node->self = node;
  node->array = array;
  node->leaf = true;
  return node;
}

HistoryLink History::of(const NDArray& array) {
  HistoryLink node = known(array);
  return node && node->frozen ? nullptr : node;
}

HistoryLink History::used(const NDArray& input) {
  HistoryLink node = of(input);
  // MXNet's walk forgets where arrays came from: what is computed with them later ends there.
  if (node && node->over && rules_ == GradientRules::mxnet) return nullptr;
  if (node && node->leaf && !std::exchange(node->used, true)) node->stream = frontend_.stream();
  return node;
}

namespace {

/// Of which TensorFlow's gradients do not look at the inputs' shapes (pywrap_gradient_exclusions.cc).
bool looks_at_results_alone(const Op& op) {
  if (op.code.as<kernels::Unary>()) return true;
  const auto routine = op.code.as<Routine>();
  return routine == Routine::copy || routine == Routine::transpose;
}

}  // namespace

nn::Call History::kept(const Op& op, const Sizes& sizes, const NDArray& out,
                       std::span<const NDArray* const> inputs,
                       const std::array<bool, kMaxInputs>& wanted) const {
  if (rules_ == GradientRules::torch) return nn::call_for(op, sizes, out, inputs, wanted);
  nn::Call call = nn::call_for(op, sizes, out, inputs, {true, true, true});
  call.to_each = rules_ == GradientRules::mxnet;
  if (rules_ == GradientRules::tensorflow && !looks_at_results_alone(op)) {
    for (std::size_t i = 0; i < inputs.size(); ++i) call.inputs[i] = *inputs[i];
  }
  return call;
}

void History::issued(const Op& op, const Sizes& sizes, const NDArray& out,
                     std::span<const NDArray* const> inputs) {
  std::vector<HistoryLink> links;
  std::array<bool, kMaxInputs> wanted = {};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    wanted[i] = links.emplace_back(used(*inputs[i])) != nullptr;
  }
  if (std::ranges::count(wanted, true) == 0 || !is_floating(out.type())) return;
  const auto node = std::make_shared<HistoryNode>(*this, out);
  node->self = node;
  node->stream = frontend_.stream();
  node->call = kept(op, sizes, out, inputs, wanted);
  for (std::size_t i = 0; i < inputs.size(); ++i) node->versions[i] = inputs[i]->body().root().version;
  node->versions[kMaxInputs] = out.body().root().version;
  node->inputs = std::move(links);
  recent_.push_back(node);
}

HistoryLink History::moved(const NDArray& array, const HistoryLink& source,
                           std::function<NDArray(const NDArray&)> back) {
  const auto node = std::make_shared<HistoryNode>(*this, array);
  node->self = node;
  node->stream = frontend_.stream();
  node->inputs = {source};
  node->back = std::move(back);
  return node;
}

HistoryLink History::computed(const NDArray& array, std::vector<HistoryLink> inputs,
                              std::function<std::vector<NDArray>(const NDArray&)> back) {
  const auto node = std::make_shared<HistoryNode>(*this, array);
  node->self = node;
  node->stream = frontend_.stream();
  node->inputs = std::move(inputs);
  node->back_to_each = std::move(back);
  return node;
}

HistoryLink History::made_by(const NDArray& array, const NDArray& input, nn::Call call) {
  HistoryLink source = records() && is_floating(array.type()) ? used(input) : nullptr;
  if (!source) return nullptr;
  const auto node = std::make_shared<HistoryNode>(*this, array);
  node->self = node;
  node->stream = frontend_.stream();
  node->call = std::move(call);
  node->call.shapes[0] = input.shape();
  node->versions[0] = input.body().root().version;
  node->versions[kMaxInputs] = array.body().root().version;
  node->inputs = {std::move(source)};
  return node;
}

HistoryLink History::sealed(const NDArray& array) {
  return moved(array, nullptr, [](const NDArray&) -> NDArray {
    throw MisuseError(
        Misuse::missing,
        "[backward] gradients do not go through a function that is traced: compute the loss outside "
        "of it, or use another mode than function");
  });
}

void History::move(const HistoryLink& node, const NDArray& now) {
  if (node->array.bound()) node->array.body().tape = 0;
  if (node->leaf) node->array = now;
  node->on_host = now.body().on_host;
  now.body().tape = id_;
  now.body().tape_slot = node->number;
}

namespace {

/// Gradients go through it to what it was made of.
bool goes_on(const HistoryLink& node, const Walk& walk) {
  return !node->leaf && node->number >= walk.first;
}

/// All that the losses came from, the last call at the end.
std::vector<HistoryLink> before(std::span<const HistoryLink> losses, const Walk& walk) {
  std::vector<HistoryLink> found;
  std::unordered_map<const HistoryNode*, bool> seen;
  for (const HistoryLink& loss : losses) {
    if (!std::exchange(seen[loss.get()], true)) found.push_back(loss);
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!goes_on(found[i], walk)) continue;
    for (const HistoryLink& input : std::vector(found[i]->inputs)) {
      if (input && !std::exchange(seen[input.get()], true)) found.push_back(input);
    }
  }
  std::sort(found.begin(), found.end(),
            [](const HistoryLink& a, const HistoryLink& b) { return a->number < b->number; });
  return found;
}

NDArray ones_for(Frontend& frontend, const HistoryNode& loss) {
  const OnHost place(frontend, loss.on_host);
  return ones(frontend, loss.shape, loss.type);
}

}  // namespace

bool History::needs(const HistoryNode& node, std::size_t input) {
  if (node.call.rule) return input < kMaxInputs ? node.call.inputs[input].bound() : node.call.out.bound();
  std::array<bool, kMaxInputs> wanted = {};
  for (std::size_t i = 0; i < node.inputs.size(); ++i) wanted[i] = node.inputs[i] != nullptr;
  return nn::needs_values(node.call.op, input, wanted);
}

void History::require_unchanged(const HistoryNode& node) const {
  if (rules_ != GradientRules::torch) return;
  for (std::size_t i = 0; i <= kMaxInputs; ++i) {
    const NDArray& value = i == kMaxInputs ? node.call.out : node.call.inputs[i];
    if (!value.bound() || !needs(node, i)) continue;
    const std::uint32_t version = value.body().root().version;
    if (version == node.versions[i]) continue;
    throw Error(
        "one of the variables needed for gradient computation has been modified by an inplace operation: an "
        "array of shape " +
        value.shape().text() + " is at version " + std::to_string(version) + "; expected version " +
        std::to_string(node.versions[i]) + " instead");
  }
}

void History::writes(const Op&, const Sizes&, const NDArray& target, std::span<const NDArray* const>) {
  if (rules_ == GradientRules::torch || nodes_.empty()) return;
  std::vector<HistoryNode*> nodes;
  for (const auto& [number, node] : nodes_) {
    // Within a trace there is nothing to copy of what was computed before it: that is kept when it runs.
    const bool is_here = node->in_trace || !frontend_.tracing();
    if (is_here && !node->inputs.empty()) nodes.push_back(node);
  }
  std::sort(nodes.begin(), nodes.end(),
            [](const HistoryNode* a, const HistoryNode* b) { return a->number < b->number; });
  std::unordered_map<const ArrayBody*, NDArray> kept;
  const bool recorded = record(false);
  for (HistoryNode* node : nodes) {
    for (std::size_t i = 0; i <= kMaxInputs; ++i) {
      NDArray& value = i == kMaxInputs ? node->call.out : node->call.inputs[i];
      if (!value.bound() || !overlap(value, target) || !needs(*node, i)) continue;
      NDArray& copied = kept[&value.body()];
      if (!copied.bound()) copied = copy(value);
      value = copied;
    }
  }
  record(recorded);
}

void History::add_to_leaf(HistoryNode& leaf, const NDArray& gradient, bool adds) {
  if (leaf.frozen) return;
  leaf.fresh = true;
  NDArray& own = leaf.gradient;
  if (own.bound() && (adds || leaf.adds)) {
    const WriteInto into(frontend_, own);
    return assign(own, own + gradient);
  }
  if (own.bound() && own.body().handles > 1) return assign(own, gradient);  // the program's is the new one
  own = gradient;
  if (rules_ != GradientRules::tensorflow) frontend_.name_gradient(own.body(), leaf.array.body());
}

void History::backward(std::span<const HistoryLink> losses, const Walk& walk) {
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const HistoryLink& loss = losses[i];
    if (!loss || loss->frozen)
      throw Error("[backward] the loss does not depend on any array that gradients are wanted of");
    const NDArray given = i < walk.gradients.size() ? walk.gradients[i] : NDArray();
    if (given.bound() && (given.shape() != loss->shape || given.type() != loss->type)) {
      throw Error("[backward] a gradient of shape " + given.shape().text() + " and type " +
                  name_of(given.type()) + " for an array of shape " + loss->shape.text() + " and type " +
                  name_of(loss->type));
    }
  }
  std::vector<HistoryLink> nodes = before(losses, walk);
  for (const HistoryLink& node : nodes) {
    if (node->over && goes_on(node, walk))
      throw Error("[backward] a second time through the same calls: they were used up by the first");
  }
  const bool recorded = record(walk.records && records());
  const bool goes_elsewhere =
      std::any_of(nodes.begin(), nodes.end(), [](const HistoryLink& node) { return node->back != nullptr; });
  // PyTorch's: each call's gradient is issued to the stream of the call, behind what it takes.
  const bool several = frontend_.several_streams();
  const std::uint8_t caller = frontend_.stream();
  std::set<std::uint8_t> of_leaves;
  std::unordered_map<const HistoryNode*, NDArray> gradients;
  const auto on_device = [&](bool on_host) { return several && !on_host; };
  const auto add = [&](const HistoryLink& node, NDArray found, std::uint8_t made_on) {
    if (on_device(found.body().on_host) && on_device(node->on_host)) {
      frontend_.come_after(node->stream, made_on);
      if (node->stream != made_on) frontend_.record_stream(found.body(), node->stream);
      frontend_.use_stream(node->stream);
    }
    NDArray& sum = gradients[node.get()];
    sum = sum.bound() ? sum + found : std::move(found);
  };
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const bool given = i < walk.gradients.size() && walk.gradients[i].bound();
    add(losses[i], given ? walk.gradients[i] : ones_for(frontend_, *losses[i]), caller);
  }
  while (!nodes.empty()) {
    const HistoryLink node = std::move(nodes.back());
    nodes.pop_back();
    const auto known = gradients.find(node.get());
    if (known == gradients.end()) continue;
    const NDArray own = std::move(known->second);
    gradients.erase(known);
    if (goes_elsewhere) Run::current().call_where(own);
    if (on_device(node->on_host)) frontend_.use_stream(node->stream);
    if (walk.found) {
      const auto wanted = walk.found->find(node.get());
      if (wanted != walk.found->end()) wanted->second = own;
      if (node->leaf) continue;
    }
    if (node->leaf) {
      if (on_device(node->on_host)) of_leaves.insert(node->stream);
      const bool shared = own.body().handles > 1;  // with another leaf: the program may write into it
      add_to_leaf(*node, shared ? copy(own) : own, walk.adds);
      continue;
    }
    if (!goes_on(node, walk)) continue;
    require_unchanged(*node);
    const nn::Call call = node->call;
    const std::vector<HistoryLink> inputs = node->inputs;
    if (!walk.keeps) {
      node->call = {.op = call.op, .sizes = {}, .out = {}};  // its name stays
      node->inputs.clear();
      node->over = true;
    }
    if (node->back) {
      NDArray brought = node->back(own);
      const std::uint8_t made_on = on_device(brought.body().on_host)
                                       ? Run::current().current_stream(brought.body().storage->device())
                                       : node->stream;
      add(inputs.front(), std::move(brought), made_on);
      continue;
    }
    if (node->back_to_each) {
      std::vector<NDArray> brought = node->back_to_each(own);
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (inputs[i]) add(inputs[i], std::move(brought[i]), node->stream);
      }
      continue;
    }
    std::array<bool, kMaxInputs> wanted = {};
    for (std::size_t i = 0; i < inputs.size(); ++i) wanted[i] = inputs[i] != nullptr;
    std::array<NDArray, kMaxInputs> found = nn::gradients_of(call, own, wanted);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i]) add(inputs[i], std::move(found[i]), node->stream);
    }
  }
  for (const std::uint8_t stream : of_leaves)
    frontend_.come_after(Run::current().current_stream(frontend_.device_of(stream)), stream);
  if (several) frontend_.use_stream(caller);
  record(recorded);
}

}  // namespace runahead::python
