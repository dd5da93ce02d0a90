// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of operations: what every device can compute, in row-major order. Callers have checked all of
// that. Not here: which functions of elements there are (elements.h).
#pragma once

#include <cstdint>

#include "kernels/elements.h"
#include "kernels/types.h"

namespace runahead::kernels {

/// Where a device puts its work in order. Opaque; the CPU computes inside the call and takes nullptr.
struct Stream;

/// Which factor of a product is stored transposed.
enum class Transposed : std::uint8_t { none, first, second };

/// Of a result whose elements lie in rows of the last axis. Bit i of `repeated`: that input has but one
/// element along axis i, for all of them.
struct Axes {
  std::int64_t sizes[4];
  std::uint8_t repeated_a, repeated_b;
};
/// Of inputs of one shape.
constexpr Axes plain(std::int64_t n) {
  return {{1, 1, 1, n}, 0, 0};
}

/// Of four axes: how large they are in the result, and how far apart neighbours along each lie in the input.
struct Permutation {
  std::int64_t sizes[4], steps[4];
};

/// What a pool makes of the places under a window. `mean` counts those that were added around the plane,
/// `mean_inside` does not.
enum class Pooled : std::uint8_t { max, mean, mean_inside };

/// What goes over a plane. Along its height, then along its width. There are `before` and `behind` places of
/// nothing around it. The places under a window are `dilation` apart, and windows begin `stride` apart.
struct Window {
  std::int32_t sizes[2];
  std::uint16_t kernel[2];
  std::uint8_t before[2], behind[2];
  std::uint8_t stride[2], dilation[2];
  std::uint16_t groups;  ///< of channels that do not meet
  Pooled pooled;
  bool reaches_out;  ///< the last window may end beyond the places behind the plane
};
/// How many there are along an axis; 0 where not even one fits.
RUNAHEAD_HOST_DEVICE std::int64_t windows_along(const Window& window, int axis) {
  const std::int64_t room = std::int64_t{window.sizes[axis]} + window.before[axis] + window.behind[axis] -
                            (std::int64_t{window.kernel[axis]} - 1) * window.dilation[axis] - 1;
  if (room < 0) return 0;
  return (room + (window.reaches_out ? window.stride[axis] - 1 : 0)) / window.stride[axis] + 1;
}
/// What convolutions, and pools as `batch * in` planes, go over.
struct Channels {
  std::int64_t batch, in, out;
};

/// Sizes are counts of elements and never negative. Pointers may be null where the size is zero, and need
/// only the alignment of an element. `type` is of the inputs; elements.h says which types a function has and
/// of which its result is. `out` is an input itself where both have one type, or does not overlap any input.
struct Operations {
  /// out[i] = first + i * step
  void (*sequence)(Stream*, Type type, void* out, std::int64_t n, Number first, Number step);
  /// Towards zero; what does not fit, and NaN, becomes the least number. A boolean: whether it is not 0. From
  /// a type to itself it copies.
  void (*convert)(Stream*, Type from, const void* in, Type to, void* out, std::int64_t n);
  /// Of a floating type. Element i depends on (seed, offset + i) only, so a range may be made in any pieces;
  /// see philox.h. float64's numbers are of the words that float32's are, and of as many more: they have 53
  /// random bits. In [low, high), or all `low` where both are equal. Needs low <= high and a finite
  /// difference.
  void (*uniform)(Stream*, Type type, void* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
                  double low, double high);
  /// As `uniform`. Needs stddev >= 0: the caller rejects anything else. Beyond 5.77 deviations nothing comes
  /// of float32; the last digits of float64 are the machine's.
  void (*normal)(Stream*, Type type, void* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
                 double mean, double stddev);

  void (*map)(Stream*, Type type, Unary unary, const void* in, void* out, std::int64_t n);
  /// Where an input is repeated, `out` is no input.
  void (*zip)(Stream*, Type type, Binary binary, const void* a, const void* b, void* out, Axes axes);
  /// number_first: out = b OP a
  void (*zip_number)(Stream*, Type type, Binary binary, const void* a, Number b, bool number_first, void* out,
                     std::int64_t n);
  /// out[i] = which[i] ? a[i] : b[i]; `out` is neither `which`, nor one that is repeated: bits 0, 1 and 2 of
  /// `repeated` say that which, a and b have but one element, for all.
  void (*select)(Stream*, Type type, const void* which, const void* a, const void* b, void* out,
                 std::int64_t n, std::uint8_t repeated);

  /// out is m×n and no input. a is m×k (k×m when transposed first), b is k×n (n×k when transposed second).
  /// k = 0 gives zeros. Throws std::length_error when a size is beyond what the BLAS can count (2^31 - 1).
  void (*product)(Stream*, Type type, Transposed transposed, const void* a, const void* b, void* out,
                  std::int64_t m, std::int64_t k, std::int64_t n);
  /// out (m×n) = x (m×k) · wᵀ + bias in every row; w is n×k, bias n. Otherwise as `product`.
  void (*dense)(Stream*, Type type, const void* x, const void* w, const void* bias, void* out, std::int64_t m,
                std::int64_t k, std::int64_t n);
  /// in is rows×cols, out is cols×rows and not the input.
  void (*transpose)(Stream*, Type type, const void* in, void* out, std::int64_t rows, std::int64_t cols);
  /// `out` is not the input.
  void (*permute)(Stream*, Type type, const void* in, void* out, const Permutation& permutation);
  /// `width` elements of each row; rows begin so many elements apart.
  void (*copy_rows)(Stream*, Type type, const void* in, std::int64_t in_apart, void* out,
                    std::int64_t out_apart, std::int64_t rows, std::int64_t width);

  /// in is outer×n×inner, out outer×inner and not the input. Added in an order that the sizes alone say, and
  /// rounded once. Nothing: sum 0, norm 0, mean NaN and, of float32, max minus infinity; all others need n >
  /// 0.
  void (*reduce)(Stream*, Type type, Reduction reduction, const void* in, std::int64_t outer, std::int64_t n,
                 std::int64_t inner, void* out);
  /// out[c] = Σ_r in[r, c], added in an order that depends on `rows` alone.
  void (*sum_rows)(Stream*, Type type, const void* in, std::int64_t rows, std::int64_t cols, void* out);
  /// Of a floating type. out is outer×n×inner and not the input. out[o, k, i] = values[o, i] * factor
  void (*spread)(Stream*, Type type, const void* values, Number factor, void* out, std::int64_t outer,
                 std::int64_t n, std::int64_t inner);

  /// in is outer×n×inner, out outer×count×inner. Places along n are those that are nearest to `places`, of
  /// which there are `count`, for all, or, where `each` has its own, outer×count×inner.
  void (*take)(Stream*, Type type, const std::int64_t* places, bool each, const void* in, void* out,
               std::int64_t outer, std::int64_t n, std::int64_t inner, std::int64_t count);
  /// Of a floating type. The way back: out, outer×n×inner, is zeros to which the values, outer×count×inner,
  /// are added one after another.
  void (*add_at)(Stream*, Type type, const std::int64_t* places, bool each, const void* values, void* out,
                 std::int64_t outer, std::int64_t n, std::int64_t inner, std::int64_t count);
  /// out[r, c] = places[r] == c
  void (*one_hot)(Stream*, Type type, const std::int64_t* places, void* out, std::int64_t rows,
                  std::int64_t cols);
  /// in is outer×n×inner, out too: the sums of what stands before along n, or behind, and of the element
  /// itself, added in double precision. Of the type that `reduce` makes of a sum.
  void (*cumsum)(Stream*, Type type, bool from_last, const void* in, void* out, std::int64_t outer,
                 std::int64_t n, std::int64_t inner);
  /// in is outer×n×inner, out too: where along n the elements stand in their order. Equal ones stay as they
  /// are; NaN is the largest.
  void (*argsort)(Stream*, Type type, bool descending, const void* in, std::int64_t* out, std::int64_t outer,
                  std::int64_t n, std::int64_t inner);

  // Of float32 alone: steps of training and gradients, each in one go over its arrays.

  /// y += scale * x
  void (*add_scaled)(Stream*, const float* x, float scale, float* y, std::int64_t n);
  /// y = scale * y + x
  void (*add_to_scaled)(Stream*, const float* x, float scale, float* y, std::int64_t n);
  /// out = y > 0 ? gradient : 0; y is what relu gave.
  void (*relu_backward)(Stream*, const float* gradient, const float* y, float* out, std::int64_t n);
  /// out = x > 0 ? gradient : x < 0 ? -gradient : 0
  void (*abs_backward)(Stream*, const float* gradient, const float* x, float* out, std::int64_t n);
  /// out = x * (gradient[0] / norm[0]); zeros where norm is 0
  void (*norm_backward)(Stream*, const float* gradient, const float* x, const float* norm, float* out,
                        std::int64_t n);
  /// x and out are outer×n×inner, gradient and max outer×inner; max is what `reduce` gave. Those of x that
  /// are the largest get equal parts of the gradient, the others 0. `out` is no input.
  void (*max_backward)(Stream*, const float* gradient, const float* x, const float* max, float* out,
                       std::int64_t outer, std::int64_t n, std::int64_t inner);
  /// x is batch×in planes, w out×in/groups kernels, out batch×out planes of windows; `bias` of each of these,
  /// or null. A place adds up, from the bias on, in the order of channels, rows and columns of the kernel.
  void (*conv2d)(Stream*, const float* x, const float* w, const float* bias, float* out,
                 const Channels& channels, const Window& window);
  /// Its gradients: of x, and of w.
  void (*conv2d_backward_x)(Stream*, const float* gradient, const float* w, float* out,
                            const Channels& channels, const Window& window);
  void (*conv2d_backward_w)(Stream*, const float* gradient, const float* x, float* out,
                            const Channels& channels, const Window& window);
  /// Each window of x has a place of the plane under it.
  void (*pool2d)(Stream*, const float* x, float* out, std::int64_t planes, const Window& window);
  /// Of several that are the largest, the first gets the gradient.
  void (*pool2d_backward)(Stream*, const float* gradient, const float* x, float* out, std::int64_t planes,
                          const Window& window);
};

/// The processor's own. The first call sets the BLAS to one thread, for the whole process.
const Operations& cpu_operations();

}  // namespace runahead::kernels
