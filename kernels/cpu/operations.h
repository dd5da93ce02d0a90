// SPDX-License-Identifier: GPL-3.0-or-later
// The CPU's functions, as the table takes them.
// Not for callers, who see kernels/operations.h, where each operation is described.
#pragma once

#include <cstdint>

#include "kernels/operations.h"

namespace runahead::kernels::cpu {

void fill(Stream*, float* out, std::int64_t n, float value);
void copy(Stream*, const float* in, float* out, std::int64_t n);
void add(Stream*, const float* a, const float* b, float* out, std::int64_t n);
void sub(Stream*, const float* a, const float* b, float* out, std::int64_t n);
void mul(Stream*, const float* a, const float* b, float* out, std::int64_t n);
void div(Stream*, const float* a, const float* b, float* out, std::int64_t n);
void add_scalar(Stream*, const float* a, float scalar, float* out, std::int64_t n);
void mul_scalar(Stream*, const float* a, float scalar, float* out, std::int64_t n);
void div_scalar(Stream*, const float* a, float scalar, float* out, std::int64_t n);
void scalar_sub(Stream*, const float* a, float scalar, float* out, std::int64_t n);
void scalar_div(Stream*, const float* a, float scalar, float* out, std::int64_t n);
void power(Stream*, const float* a, float exponent, float* out, std::int64_t n);
void broadcast(Stream*, Arithmetic arithmetic, const float* a, const float* b, float* out, Axes axes);
void square(Stream*, const float* in, float* out, std::int64_t n);
void exp(Stream*, const float* in, float* out, std::int64_t n);
void log(Stream*, const float* in, float* out, std::int64_t n);
void sqrt(Stream*, const float* in, float* out, std::int64_t n);
void tanh(Stream*, const float* in, float* out, std::int64_t n);
void sigmoid(Stream*, const float* in, float* out, std::int64_t n);
void abs(Stream*, const float* in, float* out, std::int64_t n);
void abs_backward(Stream*, const float* gradient, const float* x, float* out, std::int64_t n);
void relu(Stream*, const float* in, float* out, std::int64_t n);
void relu_backward(Stream*, const float* gradient, const float* y, float* out, std::int64_t n);
void add_scaled(Stream*, const float* x, float scale, float* y, std::int64_t n);
void add_to_scaled(Stream*, const float* x, float scale, float* y, std::int64_t n);
void spread(Stream*, const float* value, float factor, float* out, std::int64_t n);
void spread_over_axis(Stream*, const float* values, float factor, float* out, std::int64_t outer,
                      std::int64_t n, std::int64_t inner);
void norm_backward(Stream*, const float* gradient, const float* x, const float* norm, float* out,
                   std::int64_t n);

void uniform(Stream*, float* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset, float low,
             float high);
void normal(Stream*, float* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset, float mean,
            float stddev);
void uniform64(Stream*, double* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset, double low,
               double high);
void normal64(Stream*, double* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset, double mean,
              double stddev);

void matmul(Stream*, Transposed transposed, const float* a, const float* b, float* out, std::int64_t m,
            std::int64_t k, std::int64_t n);
void matmul64(Stream*, Transposed transposed, const double* a, const double* b, double* out, std::int64_t m,
              std::int64_t k, std::int64_t n);
void dense(Stream*, const float* x, const float* w, const float* bias, float* out, std::int64_t m,
           std::int64_t k, std::int64_t n);
void transpose(Stream*, const float* in, float* out, std::int64_t rows, std::int64_t cols);

void sum(Stream*, const float* in, std::int64_t n, float* out);
void mean(Stream*, const float* in, std::int64_t n, float* out);
void norm(Stream*, const float* in, std::int64_t n, float* out);
void sum_rows(Stream*, const float* in, std::int64_t rows, std::int64_t cols, float* out);
void sum_axis(Stream*, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner, float* out);
void mean_axis(Stream*, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner, float* out);
void max_axis(Stream*, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner, float* out);
void max_backward(Stream*, const float* gradient, const float* x, const float* max, float* out,
                  std::int64_t outer, std::int64_t n, std::int64_t inner);

const TypedOperations& typed_operations();

}  // namespace runahead::kernels::cpu
