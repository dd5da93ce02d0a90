// SPDX-License-Identifier: GPL-3.0-or-later
// History: the calls behind an array, kept as long as the array or one that was made from it; and walking
// them backwards. A tape (nn/tape.h) is told its parameters beforehand and kept by the program; here
// any array may be one, and what nobody can reach any more is gone. Not here: the rule of each operation
// (nn/gradients.h).
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/nn/gradients.h"
#include "core/tensor/frontend.h"

namespace runahead::python {

class History;

/// What an array came from; or, without a call, an array that gradients are wanted of.
struct HistoryNode {
  HistoryNode(History& its_history, NDArray its_array);
  HistoryNode(const HistoryNode&) = delete;
  HistoryNode& operator=(const HistoryNode&) = delete;
  ~HistoryNode();
  /// Neither kept nor known any more; `over` stays.
  void let_go();

  History& history;
  NDArray array;        ///< keeps its place in the history; the gradient's rules may need its values
  std::int64_t number;  ///< in the order of issue
  nn::Call call = {};
  std::vector<std::shared_ptr<HistoryNode>> inputs = {};  ///< of the call, null where none is wanted
  std::weak_ptr<HistoryNode> self = {};
  bool leaf = false;
  bool over = false;      ///< walked: its call is gone
  bool shown = false;     ///< the program has asked for its gradient
  NDArray gradient = {};  ///< of a leaf, since the last walk
};
using HistoryLink = std::shared_ptr<HistoryNode>;

class History final : public CallObserver {
 public:
  explicit History(Frontend& frontend) : frontend_(frontend) {}
  History(const History&) = delete;
  History& operator=(const History&) = delete;
  ~History();

  /// Calls are kept from now on, or not; as it was before.
  bool record(bool on);
  bool records() const { return frontend_.observer() == this; }
  /// A leaf.
  HistoryLink watch(const NDArray& array);
  /// Of an array that a call has just made; null: nothing is wanted of it.
  HistoryLink of(const NDArray& array);
  /// What was made inside calls and not asked for goes.
  void settle() { recent_.clear(); }
  /// Gives each leaf before `loss` its gradient of the sum over it, added to what it has or in its place.
  /// The calls are used up.
  /// From `gradient` of what the loss goes on to; unbound: from ones.
  void backward(const HistoryLink& loss, bool adds, const NDArray& gradient);

  /// The program gets the gradient of a leaf in its hands.
  void show_gradient(const HistoryLink& leaf) {
    if (std::exchange(leaf->shown, true)) return;
    std::erase_if(shown_, [](const auto& one) { return one.expired(); });
    shown_.push_back(leaf);
  }
  /// It wrote `now` into `old`; where that is a leaf's gradient, the leaf has it.
  void replace_gradient(const NDArray& old, const NDArray& now) {
    for (const std::weak_ptr<HistoryNode>& one : shown_) {
      const HistoryLink leaf = one.lock();
      if (leaf && leaf->gradient.bound() && &leaf->gradient.body() == &old.body()) leaf->gradient = now;
    }
  }

  void issued(const Op& op, const Sizes& sizes, const NDArray& out,
              std::span<const NDArray* const> inputs) override;

 private:
  friend struct HistoryNode;
  Frontend& frontend_;
  std::int64_t numbers_ = 0;
  std::unordered_map<const ArrayBody*, HistoryNode*> nodes_;
  std::vector<HistoryLink> recent_;  ///< made since the last settle()
  std::vector<std::weak_ptr<HistoryNode>> shown_;
};

}  // namespace runahead::python
