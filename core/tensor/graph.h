// SPDX-License-Identifier: GPL-3.0-or-later
// Graph: statements that were deferred instead of executed (modes lazy and function): which of them are
// needed, and in which order they may run. Not here: recording them in the trace and running them
// (frontend.cpp), functions (function.h).
//
// A node refers only to nodes before it. Nothing recurses: graphs of any length are walked with lists.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/ids.h"
#include "core/tensor/ndarray.h"
#include "core/tensor/op.h"

namespace runahead {

/// A read of a version, as node * kMaxInputs + input.
using ReaderLink = std::uint32_t;

struct GraphNode {
  Op op;
  Sizes sizes;
  ArrayBody* out = nullptr;
  std::array<ArrayBody*, kMaxInputs> in = {};
  /// The node that makes the version which is read; kNone: it was there before the graph.
  std::array<std::uint32_t, kMaxInputs> producer = {kNone, kNone, kNone};
  std::array<ReaderLink, kMaxInputs> earlier_reader = {kNone, kNone, kNone};  ///< of the same version
  bool in_place = false;
  std::uint32_t replaces = kNone;  ///< in place: the node that made the version before
  ReaderLink last_reader = kNone;  ///< in place: of the version before; they all come first
  bool needed = false;
  TaskId task = kNone;
  StatementId statement = kNone;
};

class Graph {
 public:
  /// Links the node to what it reads and replaces, and holds its arrays. Returns its index.
  std::uint32_t add(const GraphNode& node);
  /// From nodes that are marked as needed to all that they need.
  void spread_need();
  /// The needed nodes, walked from those that no other needs: each right after what it needs, what takes the
  /// longest way first, so that an array is read soon after it was made.
  std::vector<std::uint32_t> depth_first() const;
  /// Lets go of the node's arrays: it has been dealt with.
  void let_go(std::uint32_t index);
  /// Forgets all nodes and lets go of the arrays that are left.
  void clear();

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  GraphNode& operator[](std::uint32_t index) { return nodes_[index]; }
  const GraphNode& operator[](std::uint32_t index) const { return nodes_[index]; }

 private:
  template <class Visit>
  void each_dependency(const GraphNode& node, Visit visit) const;

  std::vector<GraphNode> nodes_;
};

}  // namespace runahead
