// SPDX-License-Identifier: GPL-3.0-or-later
// Keeping calls, and walking them from the last to the first.
#include "core/python/history.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/tensor/on_host.h"
#include "core/tensor/operations.h"

namespace runahead::python {

HistoryNode::HistoryNode(History& its_history, NDArray its_array)
    : history(its_history), array(std::move(its_array)), number(history.numbers_++) {
  history.nodes_[&array.body()] = this;
}

void HistoryNode::let_go() {
  if (array.bound()) history.nodes_.erase(&array.body());
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

History::~History() {
  record(false);
}

bool History::record(bool on) {
  const bool before = records();
  if (on != before) frontend_.observe(on ? this : nullptr);
  return before;
}

HistoryLink History::watch(const NDArray& array) {
  if (HistoryLink known = of(array)) return known;
  const auto node = std::make_shared<HistoryNode>(*this, array);
  node->self = node;
  node->leaf = true;
  return node;
}

HistoryLink History::of(const NDArray& array) {
  const auto known = nodes_.find(&array.body());
  return known == nodes_.end() ? nullptr : known->second->self.lock();
}

void History::issued(const Op& op, const Sizes& sizes, const NDArray& out,
                     std::span<const NDArray* const> inputs) {
  std::vector<HistoryLink> links;
  bool wanted = false;
  for (const NDArray* input : inputs) {
    links.push_back(of(*input));
    wanted |= links.back() != nullptr;
  }
  if (!wanted || !is_floating(out.type())) return;
  const auto node = std::make_shared<HistoryNode>(*this, out);
  node->self = node;
  node->call = {op, sizes, out, {}};
  for (std::size_t i = 0; i < inputs.size(); ++i) node->call.inputs[i] = *inputs[i];
  node->inputs = std::move(links);
  recent_.push_back(node);
}

namespace {

/// All that the loss came from, the last call first.
std::vector<HistoryLink> before(const HistoryLink& loss) {
  std::vector<HistoryLink> found = {loss};
  std::unordered_map<const HistoryNode*, bool> seen = {{loss.get(), true}};
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

void History::backward(const HistoryLink& loss, bool adds, const NDArray& gradient) {
  if (!loss) throw Error("[backward] the loss does not depend on any array that gradients are wanted of");
  if (gradient.bound() &&
      (gradient.shape() != loss->array.shape() || gradient.type() != loss->array.type())) {
    throw Error("[backward] a gradient of shape " + gradient.shape().text() + " and type " +
                name_of(gradient.type()) + " for an array of shape " + loss->array.shape().text() +
                " and type " + name_of(loss->array.type()));
  }
  const bool recorded = record(false);
  std::vector<HistoryLink> nodes = before(loss);
  std::unordered_map<const HistoryNode*, NDArray> gradients;
  gradients[loss.get()] = gradient.bound() ? gradient : ones_like(loss->array);
  while (!nodes.empty()) {
    const HistoryLink node = std::move(nodes.back());
    nodes.pop_back();
    if (node->over)
      throw Error("[backward] a second time through the same calls: they were used up by the first");
    const auto known = gradients.find(node.get());
    if (known == gradients.end()) continue;
    const NDArray own = std::move(known->second);
    gradients.erase(known);
    if (node->leaf) {
      node->gradient = adds && node->gradient.bound() ? node->gradient + own : own;
      continue;
    }
    const nn::Call call = std::exchange(node->call, {});
    const std::vector<HistoryLink> inputs = std::move(node->inputs);
    node->inputs.clear();
    node->over = true;
    std::array<bool, kMaxInputs> wanted = {};
    for (std::size_t i = 0; i < inputs.size(); ++i) wanted[i] = inputs[i] != nullptr;
    std::array<NDArray, kMaxInputs> found = nn::gradients_of(call, own, wanted);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!inputs[i]) continue;
      NDArray& sum = gradients[inputs[i].get()];
      sum = sum.bound() ? sum + found[i] : std::move(found[i]);
    }
  }
  record(recorded);
}

}  // namespace runahead::python
