// SPDX-License-Identifier: GPL-3.0-or-later
// History: the calls behind an array, kept as long as the array or one that was made from it; and walking
// them backwards. A tape (nn/tape.h) is told its parameters beforehand and kept by the program; here
// any array may be one, and what cannot be reached any more is gone. The history keeps the arrays that the
// libraries keep for gradients (GradientRules), no others. Not here: the rule of each operation
// (nn/gradients.h).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/nn/tape.h"

namespace runahead::python {

class History;

/// What an array came from, which may be gone; or, without a call, an array that gradients are wanted of.
struct HistoryNode {
  HistoryNode(History& its_history, const NDArray& its_array);
  HistoryNode(const HistoryNode&) = delete;
  HistoryNode& operator=(const HistoryNode&) = delete;
  ~HistoryNode();
  /// Neither kept nor known any more; `over` stays.
  void let_go();

  History& history;
  const std::uint32_t number;  ///< in the order of issue; its array has it, too (ArrayBody::tape_slot)
  Shape shape;                 ///< of its array
  kernels::Type type;
  bool on_host;
  NDArray array = {};  ///< of a leaf
  nn::Call call = {};
  std::array<std::uint32_t, kMaxInputs + 1> versions = {};  ///< of its inputs' values, and of what it made
  /// In the place of a call: of a copy to another place, what brings the gradient back.
  std::function<NDArray(const NDArray&)> back = {};
  /// In the place of a call: of what a program computes itself, the gradients of all its inputs.
  std::function<std::vector<NDArray>(const NDArray&)> back_to_each = {};
  std::vector<std::shared_ptr<HistoryNode>> inputs = {};  ///< of the call, null where none is wanted
  std::weak_ptr<HistoryNode> self = {};
  const bool in_trace;      ///< made while a function was traced
  std::uint8_t stream = 0;  ///< that the call was issued to; of a leaf, the first call that used it
  bool leaf = false;
  bool used = false;      ///< a leaf, by a call
  bool frozen = false;    ///< a leaf that gets no gradient, and that calls do not come from
  bool over = false;      ///< walked: its call is gone
  bool adds = false;      ///< a leaf whose gradients are added up, whatever the walk does
  bool fresh = false;     ///< a leaf with a gradient that no update has used
  NDArray gradient = {};  ///< of a leaf, since the last walk
};
using HistoryLink = std::shared_ptr<HistoryNode>;

/// What a library keeps of a call, so that gradients can go through it.
enum class GradientRules : std::uint8_t {
  torch,  ///< what the wanted gradients are computed with; changing that is an error, elsewhere a copy stays
  mxnet,  ///< what any of the call's gradients is computed with
  tensorflow,  ///< the same, and inputs of which a gradient has the shape alone
};

/// What a walk finds of the nodes in it, in the place of the leaves' own gradients.
using Found = std::unordered_map<const HistoryNode*, NDArray>;

/// How gradients are found.
struct Walk {
  bool adds;                            ///< to those that are there; else in their place
  bool keeps = false;                   ///< the calls, for another walk
  std::vector<NDArray> gradients = {};  ///< of what each loss is used for; unbound: ones
  Found* found = nullptr;
  std::uint32_t first = 0;  ///< calls before that number are not gone through
  bool records = false;     ///< the walk's own calls are kept, too
};

class History final : public CallObserver, public ValueKeeper {
 public:
  explicit History(Frontend& frontend);
  History(const History&) = delete;
  History& operator=(const History&) = delete;
  ~History();

  /// Calls are kept from now on, or not; as it was before.
  bool record(bool on);
  bool records() const { return frontend_.observer() == this; }
  /// A leaf; MXNet cuts an array off from the calls that it came from for that.
  HistoryLink watch(const NDArray& array);
  /// Of an array that a call has just made; null: nothing is wanted of it.
  HistoryLink of(const NDArray& array);
  /// What was made inside calls and not asked for goes.
  void settle() { recent_.clear(); }
  /// Gives each leaf before the losses its gradient of the sum over them. The calls are used up.
  void backward(std::span<const HistoryLink> losses, const Walk& walk);
  /// What the array came from is a copy of `source` in another place.
  HistoryLink moved(const NDArray& array, const HistoryLink& source,
                    std::function<NDArray(const NDArray&)> back);
  /// What the array came from is computed by the program, which says the gradients of the inputs, too.
  HistoryLink computed(const NDArray& array, std::vector<HistoryLink> inputs,
                       std::function<std::vector<NDArray>(const NDArray&)> back);
  /// What the array came from is one call with that input, whatever it was made with; null: nothing is wanted
  /// of it.
  HistoryLink made_by(const NDArray& array, const NDArray& input, nn::Call call);
  /// What the array came from is inside a traced function: a walk that comes to it is refused.
  HistoryLink sealed(const NDArray& array);
  /// Whether a gradient through the node needs the values of that input; kMaxInputs: of what it made.
  static bool needs(const HistoryNode& node, std::size_t input);
  /// The node is that of `now` instead of its array.
  void move(const HistoryLink& node, const NDArray& now);
  void follow(GradientRules rules) { rules_ = rules; }
  /// The number of the next call.
  std::uint32_t numbers() const { return numbers_; }

  void issued(const Op& op, const Sizes& sizes, const NDArray& out,
              std::span<const NDArray* const> inputs) override;
  void writes(const Op& op, const Sizes& sizes, const NDArray& target,
              std::span<const NDArray* const> inputs) override;

 private:
  HistoryLink known(const NDArray& array) const;
  /// of(), by a call.
  HistoryLink used(const NDArray& input);
  nn::Call kept(const Op& op, const Sizes& sizes, const NDArray& out, std::span<const NDArray* const> inputs,
                const std::array<bool, kMaxInputs>& wanted) const;
  void require_unchanged(const HistoryNode& node) const;
  void add_to_leaf(HistoryNode& leaf, const NDArray& gradient, bool adds);
  friend struct HistoryNode;
  Frontend& frontend_;
  const std::uint32_t id_ = nn::next_tape();
  GradientRules rules_ = GradientRules::mxnet;
  std::uint32_t numbers_ = 0;
  std::unordered_map<std::uint32_t, HistoryNode*> nodes_;  ///< by number
  std::vector<HistoryLink> recent_;                        ///< made since the last settle()
};

}  // namespace runahead::python
