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

HistoryNode::HistoryNode(History& its_history, NDArray its_array)
    : history(its_history), array(std::move(its_array)), number(history.numbers_++) {
  history.nodes_[&array.body()] = this;
}

void HistoryNode::let_go() {
  if (array.bound()) {
    const auto known = history.nodes_.find(&array.body());
    if (known != history.nodes_.end() && known->second == this) history.nodes_.erase(known);
  }
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

HistoryLink History::watch(const NDArray& array) {
  const auto known = nodes_.find(&array.body());
  if (known != nodes_.end()) {
    if (HistoryLink node = known->second->self.lock()) {
      node->frozen = false;
      return node;
    }
  }
  const auto node = std::make_shared<HistoryNode>(*this, array);
  node->self = node;
  node->leaf = true;
  return node;
}

HistoryLink History::of(const NDArray& array) {
  const auto known = nodes_.find(&array.body());
  return known == nodes_.end() || known->second->frozen ? nullptr : known->second->self.lock();
}

void History::issued(const Op& op, const Sizes& sizes, const NDArray& out,
                     std::span<const NDArray* const> inputs) {
  std::vector<HistoryLink> links;
  bool wanted = false;
  for (const NDArray* input : inputs) {
    links.push_back(of(*input));
    wanted |= links.back() != nullptr;
    if (links.back() && links.back()->leaf && !std::exchange(links.back()->used, true))
      links.back()->stream = frontend_.stream();
  }
  if (!wanted || !is_floating(out.type())) return;
  const auto node = std::make_shared<HistoryNode>(*this, out);
  node->self = node;
  node->stream = frontend_.stream();
  node->call = {op, sizes, out, {}};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    node->call.inputs[i] = *inputs[i];
    node->versions[i] = inputs[i]->body().root().version;
  }
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

HistoryLink History::sealed(const NDArray& array) {
  return moved(array, nullptr, [](const NDArray&) -> NDArray {
    throw MisuseError(
        Misuse::missing,
        "[backward] gradients do not go through a function that is traced: compute the loss outside "
        "of it, or use another mode than function");
  });
}

void History::move(const HistoryLink& node, const NDArray& now) {
  if (const auto known = nodes_.find(&node->array.body());
      known != nodes_.end() && known->second == node.get())
    nodes_.erase(known);
  node->array = now;
  nodes_[&now.body()] = node.get();
}

namespace {

/// All that the losses came from, the last call at the end.
std::vector<HistoryLink> before(std::span<const HistoryLink> losses) {
  std::vector<HistoryLink> found;
  std::unordered_map<const HistoryNode*, bool> seen;
  for (const HistoryLink& loss : losses) {
    if (!std::exchange(seen[loss.get()], true)) found.push_back(loss);
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const HistoryLink& input : std::vector(found[i]->inputs)) {
      if (input && !std::exchange(seen[input.get()], true)) found.push_back(input);
    }
  }
  std::sort(found.begin(), found.end(),
            [](const HistoryLink& a, const HistoryLink& b) { return a->number < b->number; });
  return found;
}

NDArray ones_like(const NDArray& array) {
  const OnHost place(*array.body().frontend, array.body().on_host);
  return ones(*array.body().frontend, array.shape(), array.type());
}

}  // namespace

bool History::needs(const HistoryNode& node, std::size_t input) {
  std::array<bool, kMaxInputs> wanted = {};
  for (std::size_t i = 0; i < node.inputs.size(); ++i) wanted[i] = node.inputs[i] != nullptr;
  return nn::needs_values(node.call.op, input, wanted);
}

void History::require_unchanged(const HistoryNode& node) const {
  if (!refuses_changes_) return;
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
  if (refuses_changes_ || nodes_.empty()) return;
  std::vector<HistoryNode*> nodes;
  for (const auto& [body, node] : nodes_) {
    if (node->call.out.bound()) nodes.push_back(node);
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
  NDArray& own = leaf.gradient;
  const NDArray now = adds && own.bound() ? own + gradient : gradient;
  // Somebody who has the gradient in his hands sees the new one.
  if (own.bound() && own.body().handles > 1) {
    assign(own, now);
  } else {
    own = now;
  }
}

void History::backward(std::span<const HistoryLink> losses, const Walk& walk) {
  for (const HistoryLink& loss : losses) {
    if (!loss || loss->frozen)
      throw Error("[backward] the loss does not depend on any array that gradients are wanted of");
    const NDArray& given = walk.gradient;
    if (given.bound() && (given.shape() != loss->array.shape() || given.type() != loss->array.type())) {
      throw Error("[backward] a gradient of shape " + given.shape().text() + " and type " +
                  name_of(given.type()) + " for an array of shape " + loss->array.shape().text() +
                  " and type " + name_of(loss->array.type()));
    }
  }
  std::vector<HistoryLink> nodes = before(losses);
  for (const HistoryLink& node : nodes) {
    if (node->over)
      throw Error("[backward] a second time through the same calls: they were used up by the first");
  }
  const bool recorded = record(false);
  const bool goes_elsewhere =
      std::any_of(nodes.begin(), nodes.end(), [](const HistoryLink& node) { return node->back != nullptr; });
  // PyTorch's: each call's gradient is issued to the stream of the call, behind what it takes.
  const bool several = frontend_.several_streams();
  const std::uint8_t caller = frontend_.stream();
  std::set<std::uint8_t> of_leaves;
  std::unordered_map<const HistoryNode*, NDArray> gradients;
  const auto on_device = [&](const NDArray& array) { return several && !array.body().on_host; };
  const auto add = [&](const HistoryLink& node, NDArray found, std::uint8_t made_on) {
    if (on_device(found) && on_device(node->array)) {
      frontend_.come_after(node->stream, made_on);
      if (node->stream != made_on) frontend_.record_stream(found.body(), node->stream);
      frontend_.use_stream(node->stream);
    }
    NDArray& sum = gradients[node.get()];
    sum = sum.bound() ? sum + found : std::move(found);
  };
  for (const HistoryLink& loss : losses)
    add(loss, walk.gradient.bound() ? walk.gradient : ones_like(loss->array), caller);
  while (!nodes.empty()) {
    const HistoryLink node = std::move(nodes.back());
    nodes.pop_back();
    const auto known = gradients.find(node.get());
    if (known == gradients.end()) continue;
    const NDArray own = std::move(known->second);
    gradients.erase(known);
    if (goes_elsewhere) Run::current().call_where(node->array);
    if (on_device(node->array)) frontend_.use_stream(node->stream);
    if (node->leaf) {
      if (on_device(node->array)) of_leaves.insert(node->stream);
      const bool shared = own.body().handles > 1;  // with another leaf: the program may write into it
      add_to_leaf(*node, shared ? copy(own) : own, walk.adds);
      continue;
    }
    require_unchanged(*node);
    const nn::Call call = node->call;
    const std::vector<HistoryLink> inputs = node->inputs;
    if (!walk.keeps) {
      node->call = {};
      node->inputs.clear();
      node->over = true;
    }
    if (node->back) {
      NDArray brought = node->back(own);
      const std::uint8_t made_on =
          on_device(brought) ? Run::current().current_stream(brought.body().storage->device()) : node->stream;
      add(inputs.front(), std::move(brought), made_on);
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
