// SPDX-License-Identifier: GPL-3.0-or-later
// Layers: Dense with an optional relu, and Sequential; and the losses of the chapters.
// Not here: gradients (tape.h), updates (trainer.h).
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/tensor/ndarray.h"

namespace runahead::nn {

struct Parameter {
  explicit Parameter(std::string name) : value(std::move(name)) {}
  NDArray value;
  NDArray gradient;  ///< unbound except between backward and the step that uses it
};

enum class Activation : std::uint8_t { none, relu };

class Dense {
 public:
  Dense(const std::string& name, std::int64_t units, Activation activation);
  /// x (batch, inputs) gives (batch, units). The first call makes the weights, uniform in [-0.07, 0.07) as
  /// Gluon does, and a bias of zeros.
  NDArray operator()(const NDArray& x);
  /// None before the first call.
  std::vector<Parameter*> parameters();

 private:
  std::int64_t units_;
  Activation activation_;
  Parameter weight_;
  Parameter bias_;
};

class Sequential {
 public:
  void add(std::int64_t units, Activation activation = Activation::none);
  NDArray operator()(const NDArray& x);
  /// Of all layers that have been called.
  std::vector<Parameter*> parameters();

 private:
  std::deque<Dense> layers_;
};

/// Half the squared difference, averaged over all axes but the first, the batch.
NDArray l2_loss(const NDArray& prediction, const NDArray& label);
/// The mean of the squared difference, a scalar.
NDArray mean_squared_error(const NDArray& prediction, const NDArray& label);

}  // namespace runahead::nn
