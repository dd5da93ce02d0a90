// SPDX-License-Identifier: GPL-3.0-or-later
// The table of operations on arrays of any type, and those whose result is of another type. What float32 has
// an operation of its own for (operations.h), it takes there; here everything else of it is.
#pragma once

#include <cstdint>

#include "kernels/operations.h"
#include "kernels/types.h"

namespace runahead::kernels {

enum class Unary : std::uint8_t { negative, abs, square, relu, exp, log, sqrt, tanh, sigmoid, logical_not };

/// Those from `equal` on give booleans.
enum class Binary : std::uint8_t {
  add,
  sub,
  mul,
  div,           ///< of floating numbers
  power,         ///< of whole numbers to negative ones: what is left of the fraction
  floor_divide,  ///< of whole numbers by 0: 0
  remainder,     ///< with the sign of the divisor; of whole numbers by 0: 0
  maximum,       ///< NaN where one is
  minimum,
  logical_and,  ///< of booleans; of whole numbers bit by bit
  logical_or,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
};
constexpr bool compares(Binary binary) {
  return binary >= Binary::equal;
}

/// `sum` of whole numbers and booleans is of int64, `argmax` and `argmin` are; `mean` and `norm` are of
/// floating numbers. Of equal ones, and of NaN, `argmax` and `argmin` give the first.
enum class Reduction : std::uint8_t { sum, mean, norm, max, min, argmax, argmin };

// What the table has for a type.

constexpr bool has(Type type, Unary unary) {
  if (unary == Unary::logical_not) return true;
  if (type == Type::int32 || type == Type::int64) return unary <= Unary::relu;
  return type == Type::float64;
}
constexpr bool has(Type type, Binary binary) {
  if (compares(binary) || binary == Binary::maximum || binary == Binary::minimum) return true;
  const bool is_logical = binary == Binary::logical_and || binary == Binary::logical_or;
  if (type == Type::boolean) return is_logical || binary == Binary::add || binary == Binary::mul;
  if (is_logical || binary == Binary::div) return is_floating(type) != is_logical && type != Type::float32;
  return type != Type::float32 || binary >= Binary::power;
}
constexpr bool has(Type type, Reduction reduction) {
  if (reduction == Reduction::mean || reduction == Reduction::norm) return type == Type::float64;
  return type != Type::float32 || reduction >= Reduction::min;
}

/// Whole numbers wrap. Booleans add as "or" and multiply as "and". Arrays lie at the alignment of their
/// elements; `out` does not overlap an input, except one of its own type in `map`, `zip` of one shape, and
/// `zip_number`.
struct TypedOperations {
  /// out[i] = first + i * step
  void (*sequence)(Stream*, Type type, void* out, std::int64_t n, Number first, Number step);
  /// Towards zero; what does not fit, and NaN, becomes the least number. A boolean: whether it is not 0.
  void (*convert)(Stream*, Type from, const void* in, Type to, void* out, std::int64_t n);
  void (*map)(Stream*, Type type, Unary unary, const void* in, void* out, std::int64_t n);
  void (*zip)(Stream*, Type type, Binary binary, const void* a, const void* b, void* out, Axes axes);
  /// number_first: out = b OP a
  void (*zip_number)(Stream*, Type type, Binary binary, const void* a, Number b, bool number_first, void* out,
                     std::int64_t n);
  /// out[i] = which[i] ? a[i] : b[i]
  void (*select)(Stream*, Type type, const void* which, const void* a, const void* b, void* out,
                 std::int64_t n);
  /// As `matmul`; whole numbers wrap.
  void (*product)(Stream*, Type type, Transposed transposed, const void* a, const void* b, void* out,
                  std::int64_t m, std::int64_t k, std::int64_t n);
  /// in is outer×n×inner, out outer×inner. Added in an order that the sizes alone say. All but `sum` and
  /// `norm` need n > 0.
  void (*reduce)(Stream*, Type type, Reduction reduction, const void* in, std::int64_t outer, std::int64_t n,
                 std::int64_t inner, void* out);
  /// `width` elements of each row; rows begin so many elements apart.
  void (*copy_rows)(Stream*, Type type, const void* in, std::int64_t in_apart, void* out,
                    std::int64_t out_apart, std::int64_t rows, std::int64_t width);
  /// in is rows×cols.
  void (*transpose)(Stream*, Type type, const void* in, void* out, std::int64_t rows, std::int64_t cols);
  /// Of the words that float32 takes (operations.h) and as many more: numbers of 53 random bits. The last
  /// digits of `normal` are the machine's.
  void (*uniform)(Stream*, double* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset, double low,
                  double high);
  void (*normal)(Stream*, double* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset, double mean,
                 double stddev);
};

}  // namespace runahead::kernels
