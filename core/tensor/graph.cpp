// SPDX-License-Identifier: GPL-3.0-or-later
// Linking nodes, finding what is needed, and a depth-first order.
#include "core/tensor/graph.h"

#include <algorithm>
#include <utility>

#include "core/tensor/frontend.h"

namespace runahead {

std::uint32_t Graph::add(const GraphNode& given) {
  const std::uint32_t index = size();
  GraphNode& node = nodes_.emplace_back(given);
  for (std::size_t i = 0; i < kMaxInputs && node.in[i]; ++i) {
    ArrayBody& array = node.in[i]->root();
    node.producer[i] = array.node;
    node.earlier_reader[i] = array.reader;
    array.reader = index * kMaxInputs + static_cast<std::uint32_t>(i);
    ++node.in[i]->graph_uses;
  }
  ArrayBody& out = node.out->root();
  if (node.in_place) {
    node.replaces = out.node;
    node.last_reader = out.reader;
  }
  out.node = index;
  out.reader = kNone;
  ++node.out->graph_uses;
  return index;
}

void Graph::spread_need() {
  for (std::uint32_t index = size(); index-- > 0;) {
    const GraphNode& node = nodes_[index];
    if (!node.needed) continue;
    for (const std::uint32_t producer : node.producer) {
      if (producer != kNone) nodes_[producer].needed = true;
    }
    if (node.replaces != kNone) nodes_[node.replaces].needed = true;
  }
}

template <class Visit>
void Graph::each_dependency(const GraphNode& node, Visit visit) const {
  for (const std::uint32_t producer : node.producer) {
    if (producer != kNone) visit(producer);
  }
  if (node.replaces != kNone) visit(node.replaces);
  for (ReaderLink link = node.last_reader; link != kNone;) {
    const GraphNode& reader = nodes_[link / kMaxInputs];
    if (reader.needed && &reader != &node) visit(link / kMaxInputs);
    link = reader.earlier_reader[link % kMaxInputs];
  }
}

std::vector<std::uint32_t> Graph::depth_first() const {
  constexpr std::uint32_t kLeave = 1U << 31;
  std::vector<std::uint32_t> order, stack, dependencies;
  std::vector<bool> entered(nodes_.size()), leads_on(nodes_.size());
  std::vector<std::uint32_t> depth(nodes_.size());
  for (std::uint32_t index = 0; index < size(); ++index) {
    if (!nodes_[index].needed) continue;
    each_dependency(nodes_[index], [&](std::uint32_t on) {
      leads_on[on] = true;
      depth[index] = std::max(depth[index], depth[on] + 1);
    });
  }
  for (std::uint32_t root = 0; root < size(); ++root) {
    if (!nodes_[root].needed || leads_on[root]) continue;
    stack.push_back(root);
    while (!stack.empty()) {
      const std::uint32_t top = stack.back();
      stack.pop_back();
      if ((top & kLeave) != 0) {
        order.push_back(top & ~kLeave);
        continue;
      }
      if (entered[top]) continue;
      entered[top] = true;
      stack.push_back(top | kLeave);
      dependencies.clear();
      each_dependency(nodes_[top], [&](std::uint32_t on) { dependencies.push_back(on); });
      std::sort(dependencies.begin(), dependencies.end(), [&](std::uint32_t a, std::uint32_t b) {
        return depth[a] != depth[b] ? depth[a] > depth[b] : a < b;
      });
      for (std::size_t i = dependencies.size(); i-- > 0;) {
        if (!entered[dependencies[i]]) stack.push_back(dependencies[i]);
      }
    }
  }
  return order;
}

void Graph::let_go(std::uint32_t index) {
  const auto drop = [](ArrayBody*& place) {
    if (!place) return;
    ArrayBody& array = *std::exchange(place, nullptr);
    array.root().node = kNone;
    array.root().reader = kNone;
    if (--array.graph_uses == 0 && array.handles == 0) array.frontend->forget(array);
  };
  for (ArrayBody*& array : nodes_[index].in) drop(array);
  drop(nodes_[index].out);
}

void Graph::clear() {
  for (std::uint32_t index = 0; index < size(); ++index) let_go(index);
  nodes_.clear();
}

}  // namespace runahead
