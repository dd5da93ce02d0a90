// SPDX-License-Identifier: GPL-3.0-or-later
// Tape: remembers the calls between parameters and a loss, and walks them backwards.
// Not here: the rule of each operation (gradients.h).
//
// One tape at a time; it lives on the frontend thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/nn/gradients.h"
#include "core/nn/layers.h"
#include "core/tensor/frontend.h"

namespace runahead::nn {

/// Of what knows arrays by a number of its own (ArrayBody::tape); 0 is none's.
std::uint32_t next_tape();

class Tape final : public CallObserver {
 public:
  /// Watches until backward() or its end.
  Tape(Frontend& frontend, std::vector<Parameter*> parameters);
  ~Tape();
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  /// Gives each parameter its gradient of the sum over `loss`; none to a parameter that the loss does not
  /// depend on.
  void backward(const NDArray& loss);

  void issued(const Op& op, const Sizes& sizes, const NDArray& out,
              std::span<const NDArray* const> inputs) override;

 private:
  std::uint32_t watch(ArrayBody& array);
  bool watched(const ArrayBody& array) const { return array.tape == id_; }

  Frontend& frontend_;
  const std::vector<Parameter*> parameters_;
  const std::uint32_t id_;
  std::uint32_t slots_ = 0;

  struct Entry {
    Call call;
    std::uint32_t slot;  ///< of what it made
    std::array<bool, kMaxInputs> wanted = {};
    std::array<std::uint32_t, kMaxInputs> slots = {};  ///< of the wanted inputs
  };
  std::vector<Entry> entries_;
};

}  // namespace runahead::nn
