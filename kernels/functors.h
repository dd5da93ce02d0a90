// SPDX-License-Identifier: GPL-3.0-or-later
// Element-wise arithmetic, written once for every device.
#pragma once

#include "kernels/host_device.h"

namespace runahead::kernels {

struct Add {
  RUNAHEAD_HOST_DEVICE float operator()(float a, float b) const { return a + b; }
};

struct Sub {
  RUNAHEAD_HOST_DEVICE float operator()(float a, float b) const { return a - b; }
};

struct Mul {
  RUNAHEAD_HOST_DEVICE float operator()(float a, float b) const { return a * b; }
};

struct AddScalar {
  float scalar;
  RUNAHEAD_HOST_DEVICE float operator()(float a) const { return a + scalar; }
};

struct MulScalar {
  float scalar;
  RUNAHEAD_HOST_DEVICE float operator()(float a) const { return a * scalar; }
};

struct Square {
  RUNAHEAD_HOST_DEVICE float operator()(float a) const { return a * a; }
};

struct Relu {
  /// A NaN stays one: an error must not turn into a zero.
  RUNAHEAD_HOST_DEVICE float operator()(float a) const { return a < 0.0f ? 0.0f : a; }
};

struct ReluBackward {
  RUNAHEAD_HOST_DEVICE float operator()(float gradient, float y) const { return y > 0.0f ? gradient : 0.0f; }
};

struct AddScaled {
  float scale;
  RUNAHEAD_HOST_DEVICE float operator()(float x, float y) const { return y + scale * x; }
};

struct NormBackward {
  float gradient;
  float norm;
  /// The norm has no gradient at zero; zero is the one of least length that its slopes allow.
  RUNAHEAD_HOST_DEVICE float operator()(float x) const { return norm == 0.0f ? 0.0f : x * (gradient / norm); }
};

}  // namespace runahead::kernels
