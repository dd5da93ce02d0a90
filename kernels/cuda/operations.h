// SPDX-License-Identifier: GPL-3.0-or-later
// What CUDA's table (typed.cu) chooses for float32, and the table.
// Not for callers, who see kernels/operations.h, where each operation is described.
#pragma once

#include <cstdint>

#include "kernels/operations.h"

namespace runahead::kernels::cuda {

void fill(Stream*, float* out, std::int64_t n, float value);
void copy(Stream*, const float* in, float* out, std::int64_t n);
void map32(Stream*, Unary unary, const float* in, float* out, std::int64_t n);
/// False: they have no kernels of their own for that function.
bool zip32(Stream*, Binary binary, const float* a, const float* b, float* out, const Axes& axes);
bool zip_number32(Stream*, Binary binary, const float* a, float number, bool number_first, float* out,
                  std::int64_t n);
void spread32(Stream*, const float* values, float factor, float* out, std::int64_t outer, std::int64_t n,
              std::int64_t inner);
void add_scaled(Stream*, const float* x, float scale, float* y, std::int64_t n);
void add_to_scaled(Stream*, const float* x, float scale, float* y, std::int64_t n);
void relu_backward(Stream*, const float* gradient, const float* y, float* out, std::int64_t n);
void abs_backward(Stream*, const float* gradient, const float* x, float* out, std::int64_t n);
void norm_backward(Stream*, const float* gradient, const float* x, const float* norm, float* out,
                   std::int64_t n);

void uniform(Stream*, Type type, void* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
             double low, double high);
void normal(Stream*, Type type, void* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
            double mean, double stddev);

void product32(Stream*, Transposed transposed, const float* a, const float* b, float* out, std::int64_t m,
               std::int64_t k, std::int64_t n);
void dense32(Stream*, const float* x, const float* w, const float* bias, float* out, std::int64_t m,
             std::int64_t k, std::int64_t n);
void transpose32(Stream*, const float* in, float* out, std::int64_t rows, std::int64_t cols);

/// False as above.
bool reduce32(Stream*, Reduction reduction, const float* in, std::int64_t outer, std::int64_t n,
              std::int64_t inner, float* out);
void sum_rows32(Stream*, const float* in, std::int64_t rows, std::int64_t cols, float* out);
void max_backward(Stream*, const float* gradient, const float* x, const float* max, float* out,
                  std::int64_t outer, std::int64_t n, std::int64_t inner);

/// Where `inner` is not 1.
void sum_columns(Stream*, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner,
                 float* out);
void mean_columns(Stream*, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner,
                  float* out);
void max_columns(Stream*, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner,
                 float* out);
/// out[r, c] = row[c]: the bias that a product is added to.
void repeat_row(Stream*, const float* row, float* out, std::int64_t rows, std::int64_t cols);

// All of them (places.cu).

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

void conv2d(Stream*, const float* x, const float* w, const float* bias, float* out, const Channels& channels,
            const Window& window);
void conv2d_backward_x(Stream*, const float* gradient, const float* w, float* out, const Channels& channels,
                       const Window& window);
void conv2d_backward_w(Stream*, const float* gradient, const float* x, float* out, const Channels& channels,
                       const Window& window);
void pool2d(Stream*, const float* x, float* out, std::int64_t planes, const Window& window);
void pool2d_backward(Stream*, const float* gradient, const float* x, float* out, std::int64_t planes,
                     const Window& window);

extern const Operations kOperations;

}  // namespace runahead::kernels::cuda
