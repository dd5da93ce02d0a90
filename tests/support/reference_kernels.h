// SPDX-License-Identifier: GPL-3.0-or-later
// Every operation once more, in the most obvious way, to compare the real ones with.
// Not part of the program, and shares no code with what it checks.
#pragma once

#include "kernels/operations.h"

namespace runahead::kernels {

const Operations& reference_operations();

/// Those of its functions that are not in one file with it.
namespace reference {
void uniform(Stream*, Type type, void* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
             double low, double high);
void normal(Stream*, Type type, void* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
            double mean, double stddev);
/// In double precision, rounded once.
void product32(Transposed transposed, const float* a, const float* b, float* out, std::int64_t m,
               std::int64_t k, std::int64_t n);
void dense32(const float* x, const float* w, const float* bias, float* out, std::int64_t m, std::int64_t k,
             std::int64_t n);
void add_scaled(Stream*, const float* x, float scale, float* y, std::int64_t n);
void add_to_scaled(Stream*, const float* x, float scale, float* y, std::int64_t n);
void relu_backward(Stream*, const float* gradient, const float* y, float* out, std::int64_t n);
void abs_backward(Stream*, const float* gradient, const float* x, float* out, std::int64_t n);
void norm_backward(Stream*, const float* gradient, const float* x, const float* norm, float* out,
                   std::int64_t n);
void max_backward(Stream*, const float* gradient, const float* x, const float* max, float* out,
                  std::int64_t outer, std::int64_t n, std::int64_t inner);
}  // namespace reference

}  // namespace runahead::kernels
