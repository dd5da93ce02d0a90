// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of the parity test share: the two tables, and the cases that have a file of their own.
// Not here: arrays (arrays.h).
#pragma once

#include "tests/parity/arrays.h"
#include "tests/support/float32.h"
#include "tests/support/reference_kernels.h"

namespace runahead::kernels {

/// What is tested: the processor's own in this folder (cpu_test.cpp), a device's in tests/gpu.
const Operations& tested();
inline const Float32& real() {
  static const Float32 operations(tested());
  return operations;
}
inline const Float32& naive() {
  static const Float32 operations(reference_operations());
  return operations;
}

constexpr std::int64_t kShifts[] = {0, 1};

/// Numbers of very different sizes that all cancel: the sum is what was rounded on the way, and so shows the
/// order.
Array cancelling(std::int64_t n, std::int64_t shift = 0);

void check_matmul();
void check_dense();
void check_exp();
void check_log();
void check_tanh();
void check_sigmoid();
void check_power();
void check_broadcast();
void check_sum_axis();
void check_mean_axis();
void check_max_axis();
void check_spread_over_axis();
void check_max_backward();

}  // namespace runahead::kernels
