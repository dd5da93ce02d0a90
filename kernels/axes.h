// SPDX-License-Identifier: GPL-3.0-or-later
// Where the elements of a repeated input lie.
#pragma once

#include "kernels/operations.h"

namespace runahead::kernels {

/// How far apart neighbours along each axis are: 0 where there is one element for all.
struct Steps {
  std::int64_t of[4];
};

inline Steps steps_of(const Axes& axes, std::uint8_t repeated) {
  Steps steps{};
  std::int64_t step = 1;
  for (int axis = 3; axis >= 0; --axis) {
    if ((repeated >> axis & 1) != 0) continue;
    steps.of[axis] = step;
    step *= axes.sizes[axis];
  }
  return steps;
}

}  // namespace runahead::kernels
