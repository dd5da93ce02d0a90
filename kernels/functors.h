// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to one element where float32 has an operation of its own, written once for every device.
// Not here: functions of any type (elements.h).
#pragma once

#include <cmath>
#include <limits>

#include "kernels/host_device.h"

namespace runahead::kernels {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct AbsBackward {
  RUNAHEAD_HOST_DEVICE float operator()(float gradient, float x) const {
    return x > 0.0f ? gradient : x < 0.0f ? -gradient : 0.0f;
  }
};

/// The same bits in whatever order it is applied: NaN before all, 0 above -0.
struct Larger {
  template <class Number>
  RUNAHEAD_HOST_DEVICE Number operator()(Number a, Number b) const {
    if (a != b) return a > b ? a : a < b ? b : static_cast<Number>(kNan);
    return a == Number{0} ? a + b : a;
  }
};

struct ReluBackward {
  RUNAHEAD_HOST_DEVICE float operator()(float gradient, float y) const { return y > 0.0f ? gradient : 0.0f; }
};

struct AddScaled {
  float scale;
  RUNAHEAD_HOST_DEVICE float operator()(float x, float y) const { return y + scale * x; }
};

struct AddToScaled {
  float scale;
  RUNAHEAD_HOST_DEVICE float operator()(float x, float y) const { return scale * y + x; }
};

struct NormBackward {
  float gradient;
  float norm;
  /// The norm has no gradient at zero; zero is the one of least length that its slopes allow.
  RUNAHEAD_HOST_DEVICE float operator()(float x) const { return norm == 0.0f ? 0.0f : x * (gradient / norm); }
};

}  // namespace runahead::kernels
