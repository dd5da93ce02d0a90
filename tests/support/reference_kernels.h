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
void permute(Stream*, Type type, const void* in, void* out, const Permutation& permutation);
void take(Stream*, Type type, const std::int64_t* places, bool each, const void* in, void* out,
          std::int64_t outer, std::int64_t n, std::int64_t inner, std::int64_t count);
void add_at(Stream*, Type type, const std::int64_t* places, bool each, const void* values, void* out,
            std::int64_t outer, std::int64_t n, std::int64_t inner, std::int64_t count);
void one_hot(Stream*, Type type, const std::int64_t* places, void* out, std::int64_t rows, std::int64_t cols);
void cumsum(Stream*, Type type, bool from_last, const void* in, void* out, std::int64_t outer, std::int64_t n,
            std::int64_t inner);
void argsort(Stream*, Type type, bool descending, const void* in, std::int64_t* out, std::int64_t outer,
             std::int64_t n, std::int64_t inner);
/// In double precision, rounded once; so are its gradients.
void conv2d(Stream*, const float* x, const float* w, const float* bias, float* out, const Channels& channels,
            const Window& window);
void conv2d_backward_x(Stream*, const float* gradient, const float* w, float* out, const Channels& channels,
                       const Window& window);
void conv2d_backward_w(Stream*, const float* gradient, const float* x, float* out, const Channels& channels,
                       const Window& window);
void pool2d(Stream*, const float* x, float* out, std::int64_t planes, const Window& window);
void pool2d_backward(Stream*, const float* gradient, const float* x, float* out, std::int64_t planes,
                     const Window& window);
}  // namespace reference

}  // namespace runahead::kernels
