// SPDX-License-Identifier: GPL-3.0-or-later
// Every operation once more, in the most obvious way, to compare the real ones with.
// Not part of the program, and shares no code with what it checks.
#pragma once

#include "kernels/operations.h"

namespace runahead::kernels {

const Operations& reference_operations();
/// Their `typed` (reference_kernels_typed.cpp).
const TypedOperations& reference_typed_operations();
/// Its random numbers (reference_kernels.cpp).
void reference_uniform64(Stream*, double* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
                         double low, double high);
void reference_normal64(Stream*, double* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
                        double mean, double stddev);

}  // namespace runahead::kernels
