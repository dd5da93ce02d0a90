// SPDX-License-Identifier: GPL-3.0-or-later
// Deferred initialisation, the forward pass, and losses.
#include "core/nn/layers.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/tensor/frontend.h"
#include "core/tensor/operations.h"

namespace runahead::nn {

Dense::Dense(const std::string& name, std::int64_t units, Activation activation)
    : units_(units), activation_(activation), weight_(name + "_weight"), bias_(name + "_bias") {}

NDArray Dense::operator()(const NDArray& x) {
  if (!weight_.value.bound()) {
    Frontend& frontend = *x.body().frontend;
    if (frontend.tracing()) {
      throw Error("[dense] the weights have to be there before a function is traced: call the layer once");
    }
    if (x.shape().rank() != 2) throw Error("[dense] needs 2 axes, got shape " + x.shape().text());
    weight_.value = uniform(frontend, {units_, x.shape()[1]}, -0.07F, 0.07F);
    bias_.value = zeros(frontend, {units_});
  }
  NDArray out = dense(x, weight_.value, bias_.value);
  return activation_ == Activation::relu ? relu(out) : out;
}

std::vector<Parameter*> Dense::parameters() {
  if (!weight_.value.bound()) return {};
  return {&weight_, &bias_};
}

void Sequential::add(std::int64_t units, Activation activation) {
  layers_.emplace_back("dense" + std::to_string(layers_.size()), units, activation);
}

NDArray Sequential::operator()(const NDArray& x) {
  NDArray out = x;
  for (Dense& layer : layers_) out = layer(out);
  return out;
}

std::vector<Parameter*> Sequential::parameters() {
  std::vector<Parameter*> all;
  for (Dense& layer : layers_) {
    for (Parameter* parameter : layer.parameters()) all.push_back(parameter);
  }
  return all;
}

NDArray l2_loss(const NDArray& prediction, const NDArray& label) {
  NDArray halves = square(prediction - label) * 0.5F;
  const Shape& shape = halves.shape();
  if (shape.rank() < 2) return halves;
  if (shape.rank() == 2) return mean_of_rows(halves);
  return mean_of_rows(reshape(halves, {shape[0], shape.elements() / std::max<std::int64_t>(shape[0], 1)}));
}

NDArray mean_squared_error(const NDArray& prediction, const NDArray& label) {
  return mean(square(prediction - label));
}

}  // namespace runahead::nn
