// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of operations: what every device can compute, on float32 in row-major order.
// Not here: shapes, allocation, and who may run when. Callers have checked all of that.
#pragma once

#include <cstdint>

namespace runahead::kernels {

/// Where a device puts its work in order. Opaque; the CPU computes inside the call and takes nullptr.
struct Stream;

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
  void (*mul)(Stream*, const float* a, const float* b, float* out, std::int64_t n);
  void (*add_scalar)(Stream*, const float* a, float scalar, float* out, std::int64_t n);
  void (*mul_scalar)(Stream*, const float* a, float scalar, float* out, std::int64_t n);
  void (*relu)(Stream*, const float* in, float* out, std::int64_t n);

  /// a is m×k, b is k×n, out is m×n and no input. k = 0 gives zeros.
  /// Throws std::length_error when a size is beyond what the BLAS can count (2^31 - 1).
  void (*matmul)(Stream*, const float* a, const float* b, float* out, std::int64_t m, std::int64_t k,
                 std::int64_t n);
  /// in is rows×cols, out is cols×rows and not the input.
  void (*transpose)(Stream*, const float* in, float* out, std::int64_t rows, std::int64_t cols);

  /// The result goes to out[0], rounded to float once. Nothing: sum 0, norm 0, mean NaN.
  void (*sum)(Stream*, const float* in, std::int64_t n, float* out);
  void (*mean)(Stream*, const float* in, std::int64_t n, float* out);
  /// Euclidean; intermediate squares do not overflow.
  void (*norm)(Stream*, const float* in, std::int64_t n, float* out);
};

/// The processor's own. The first call sets the BLAS to one thread, for the whole process.
const Operations& cpu_operations();

}  // namespace runahead::kernels
