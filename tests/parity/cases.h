// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of the parity test share: the two tables, and the cases that have a file of their own.
// Not here: arrays (arrays.h).
#pragma once

#include "kernels/cpu/reference.h"
#include "kernels/operations.h"

namespace runahead::kernels {

inline const Operations& real() {
  return cpu_operations();
}
inline const Operations& naive() {
  return reference_operations();
}

constexpr std::int64_t kShifts[] = {0, 1};

void check_matmul();
void check_dense();

}  // namespace runahead::kernels
