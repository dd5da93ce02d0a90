// SPDX-License-Identifier: GPL-3.0-or-later
// One update per parameter.
// Not here: the kernel (kernels/operations.h: add_scaled).
#include "core/nn/trainer.h"

#include <utility>

#include "core/tensor/operations.h"

namespace runahead::nn {

SgdTrainer::SgdTrainer(std::vector<Parameter*> parameters, float rate)
    : parameters_(std::move(parameters)), rate_(rate) {}

void SgdTrainer::step(std::int64_t batch) {
  for (Parameter* parameter : parameters_) {
    if (!parameter->gradient.bound()) continue;
    sgd_update(parameter->value, parameter->gradient, rate_ / static_cast<float>(batch));
    parameter->gradient = NDArray();
  }
}

}  // namespace runahead::nn
