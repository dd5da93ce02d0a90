// SPDX-License-Identifier: GPL-3.0-or-later
// Element-wise arithmetic, written once for every device.
// Not here: the loops over elements, which are each device's own.
#pragma once

#include "kernels/host_device.h"

namespace runahead::kernels {

struct Add {
  RUNAHEAD_HOST_DEVICE float operator()(float a, float b) const { return a + b; }
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

struct Relu {
  /// A NaN stays one: an error must not turn into a zero.
  RUNAHEAD_HOST_DEVICE float operator()(float a) const { return a < 0.0f ? 0.0f : a; }
};

}  // namespace runahead::kernels
