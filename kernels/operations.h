// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of operations: what every device can compute, on float32 in row-major order. Callers have
// checked all of that.
#pragma once

#include <cstdint>

namespace runahead::kernels {

/// Where a device puts its work in order. Opaque; the CPU computes inside the call and takes nullptr.
struct Stream;

/// Which factor of a product is stored transposed.
enum class Transposed : std::uint8_t { none, first, second };

enum class Arithmetic : std::uint8_t { add, sub, mul, div };

/// Of a result whose elements lie in rows of the last axis. Bit i of `repeated`: that input has but one
/// element along axis i, for all of them.
struct Axes {
  std::int64_t sizes[4];
  std::uint8_t repeated_a, repeated_b;
};

struct TypedOperations;

/// Sizes are counts of floats and never negative. Pointers may be null where the size is zero, and need only
/// the alignment of a float. `out` is an input itself, or does not overlap any input.
struct Operations {
  void (*fill)(Stream*, float* out, std::int64_t n, float value);
  void (*copy)(Stream*, const float* in, float* out, std::int64_t n);

  /// Element i depends on (seed, offset + i) only, so a range may be made in any pieces; see philox.h.
  /// In [low, high), or all `low` where both are equal. Needs low <= high and a finite difference.
  void (*uniform)(Stream*, float* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset, float low,
                  float high);
  /// As `uniform`. Needs stddev >= 0: the caller rejects anything else. Beyond 5.77 deviations nothing comes.
  void (*normal)(Stream*, float* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset, float mean,
                 float stddev);

  void (*add)(Stream*, const float* a, const float* b, float* out, std::int64_t n);
  void (*sub)(Stream*, const float* a, const float* b, float* out, std::int64_t n);
  void (*mul)(Stream*, const float* a, const float* b, float* out, std::int64_t n);
  void (*div)(Stream*, const float* a, const float* b, float* out, std::int64_t n);
  void (*add_scalar)(Stream*, const float* a, float scalar, float* out, std::int64_t n);
  void (*mul_scalar)(Stream*, const float* a, float scalar, float* out, std::int64_t n);
  void (*div_scalar)(Stream*, const float* a, float scalar, float* out, std::int64_t n);
  /// out = scalar - a
  void (*scalar_sub)(Stream*, const float* a, float scalar, float* out, std::int64_t n);
  /// out = scalar / a
  void (*scalar_div)(Stream*, const float* a, float scalar, float* out, std::int64_t n);
  /// out = a to the power of `exponent`; special values as in IEEE 754's pow.
  void (*power)(Stream*, const float* a, float exponent, float* out, std::int64_t n);
  /// The arithmetic of two inputs of other shapes than the result's. `out` is no input.
  void (*broadcast)(Stream*, Arithmetic arithmetic, const float* a, const float* b, float* out, Axes axes);
  void (*square)(Stream*, const float* in, float* out, std::int64_t n);
  void (*exp)(Stream*, const float* in, float* out, std::int64_t n);
  void (*log)(Stream*, const float* in, float* out, std::int64_t n);
  void (*sqrt)(Stream*, const float* in, float* out, std::int64_t n);
  void (*tanh)(Stream*, const float* in, float* out, std::int64_t n);
  /// out = 1 / (1 + e^-in)
  void (*sigmoid)(Stream*, const float* in, float* out, std::int64_t n);
  void (*abs)(Stream*, const float* in, float* out, std::int64_t n);
  /// out = x > 0 ? gradient : x < 0 ? -gradient : 0
  void (*abs_backward)(Stream*, const float* gradient, const float* x, float* out, std::int64_t n);
  void (*relu)(Stream*, const float* in, float* out, std::int64_t n);
  /// out = y > 0 ? gradient : 0; y is what relu gave.
  void (*relu_backward)(Stream*, const float* gradient, const float* y, float* out, std::int64_t n);
  /// y += scale * x
  void (*add_scaled)(Stream*, const float* x, float scale, float* y, std::int64_t n);
  /// y = scale * y + x
  void (*add_to_scaled)(Stream*, const float* x, float scale, float* y, std::int64_t n);

  /// out is m×n and no input. a is m×k (k×m when transposed first), b is k×n (n×k when transposed second).
  /// k = 0 gives zeros. Throws std::length_error when a size is beyond what the BLAS can count (2^31 - 1).
  void (*matmul)(Stream*, Transposed transposed, const float* a, const float* b, float* out, std::int64_t m,
                 std::int64_t k, std::int64_t n);
  /// out (m×n) = x (m×k) · wᵀ + bias in every row; w is n×k, bias n. Otherwise as `matmul`.
  void (*dense)(Stream*, const float* x, const float* w, const float* bias, float* out, std::int64_t m,
                std::int64_t k, std::int64_t n);
  /// in is rows×cols, out is cols×rows and not the input.
  void (*transpose)(Stream*, const float* in, float* out, std::int64_t rows, std::int64_t cols);

  /// The result goes to out[0], rounded to float once. Nothing: sum 0, norm 0, mean NaN.
  void (*sum)(Stream*, const float* in, std::int64_t n, float* out);
  void (*mean)(Stream*, const float* in, std::int64_t n, float* out);
  /// Euclidean; intermediate squares do not overflow.
  void (*norm)(Stream*, const float* in, std::int64_t n, float* out);
  /// out[c] = Σ_r in[r, c], added in an order that depends on `rows` alone and rounded to float once.
  void (*sum_rows)(Stream*, const float* in, std::int64_t rows, std::int64_t cols, float* out);
  /// in is outer×n×inner. out[o, i] = Σ_k in[o, k, i]: as `sum` where inner is 1, else as `sum_rows`.
  void (*sum_axis)(Stream*, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner,
                   float* out);
  /// The same divided by n before it is rounded: as `mean` where inner is 1.
  void (*mean_axis)(Stream*, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner,
                    float* out);
  /// out[o, i] = the largest of in[o, k, i], NaN where one is; 0 is above -0. Nothing: minus infinity.
  void (*max_axis)(Stream*, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner,
                   float* out);

  /// out[i] = value[0] * factor
  void (*spread)(Stream*, const float* value, float factor, float* out, std::int64_t n);
  /// out is outer×n×inner and not the input. out[o, k, i] = values[o, i] * factor
  void (*spread_over_axis)(Stream*, const float* values, float factor, float* out, std::int64_t outer,
                           std::int64_t n, std::int64_t inner);
  /// x and out are outer×n×inner, gradient and max outer×inner; max is what max_axis gave. Those of x that
  /// are the largest get equal parts of the gradient, the others 0. `out` is no input.
  void (*max_backward)(Stream*, const float* gradient, const float* x, const float* max, float* out,
                       std::int64_t outer, std::int64_t n, std::int64_t inner);
  /// out = x * (gradient[0] / norm[0]); zeros where norm is 0
  void (*norm_backward)(Stream*, const float* gradient, const float* x, const float* norm, float* out,
                        std::int64_t n);

  /// Of other types, and from one to another (typed.h).
  const TypedOperations* typed;
};

/// The processor's own. The first call sets the BLAS to one thread, for the whole process.
const Operations& cpu_operations();

}  // namespace runahead::kernels
