// SPDX-License-Identifier: GPL-3.0-or-later
// SgdTrainer: stochastic gradient descent without momentum.
// Not here: gradients (tape.h).
#pragma once

#include <cstdint>
#include <vector>

#include "core/nn/layers.h"

namespace runahead::nn {

class SgdTrainer {
 public:
  SgdTrainer(std::vector<Parameter*> parameters, float rate);
  /// weight -= rate / batch * gradient, in place; the gradients are used up. Parameters without a gradient
  /// stay as they are.
  void step(std::int64_t batch);

 private:
  const std::vector<Parameter*> parameters_;
  const float rate_;
};

}  // namespace runahead::nn
