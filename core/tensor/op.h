// SPDX-License-Identifier: GPL-3.0-or-later
// Op: one operation as a value: what to compute, with its attributes; and the table that says how. What a
// task carries, what a graph holds, what a tape remembers. Not here: shape rules (operations.cpp),
// gradients (nn/gradients.cpp), numbers (kernels/operations.h).
#pragma once

#include <array>
#include <cstdint>

#include "core/device/machine.h"
#include "kernels/operations.h"

namespace runahead {

enum class OpCode : std::uint8_t {
  zeros,
  ones,
  uniform,  ///< a: low, b: high; of a floating type
  normal,   ///< a: mean, b: standard deviation; of a floating type
  copy,
  add,
  sub,
  mul,
  add_scalar,  ///< a
  mul_scalar,  ///< a
  square,
  relu,
  dot,  ///< transposed
  transpose,
  dense,
  sum,
  mean,
  norm,
  sum_rows,
  mean_of_rows,
  relu_backward,
  norm_backward,
  spread,            ///< a: factor
  spread_over_rows,  ///< a: factor
  sgd_update,        ///< in place, a: rate
  sub_scalar,        ///< a
  negative,
  scalar_sub,  ///< a
  div,
  div_scalar,     ///< a
  scalar_div,     ///< a
  power,          ///< a: exponent
  add_broadcast,  ///< these four: repeated_a, repeated_b, outermost
  sub_broadcast,
  mul_broadcast,
  div_broadcast,
  exp,
  log,
  sqrt,
  tanh,
  sigmoid,
  abs,
  abs_backward,
  sum_axis,
  mean_axis,
  max_axis,
  spread_over_axis,  ///< a: factor
  max_backward,
  reshape,
  rows,          ///< n elements from k on
  place_rows,    ///< n elements from k on, zeros around them, m in all
  full,          ///< number
  arange,        ///< number: the first, step
  cast_float32,  ///< these five in the order of kernels::Type
  cast_float64,
  cast_int32,
  cast_int64,
  cast_boolean,
  logical_not,
  power_arrays,  ///< from here on broadcast; from floor_divide on in the order of kernels::Binary
  floor_divide,
  remainder,
  maximum,
  minimum,
  logical_and,
  logical_or,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  floor_divide_number,  ///< from here on with a number, in the same order
  remainder_number,
  maximum_number,
  minimum_number,
  logical_and_number,
  logical_or_number,
  equal_number,
  not_equal_number,
  less_number,
  less_equal_number,
  greater_number,
  greater_equal_number,
  where,
  min_axis,
  argmax_axis,
  argmin_axis,
  slice,            ///< n elements of each of m rows of k, from `offset` on
  place_slice,      ///< n elements to each of m rows of k, from `offset` on, zeros around them
  concatenate,      ///< m rows of k elements and m rows of n
  momentum_update,  ///< in place, a: momentum
  write_part,       ///< m rows of k, with n elements of each from `offset` on taken from the second
  write_slice,      ///< in place: n elements to each of m rows of k, from `offset` on
};
inline constexpr int kOpCodes = 94;

struct Op {
  OpCode code = OpCode::zeros;
  kernels::Transposed transposed = kernels::Transposed::none;
  kernels::Type type = kernels::Type::float32;  ///< of what is computed with; of a source, what it makes
  /// Axes of broadcasting (kernels::Axes), b's in the upper half; with a number: whether that stands first.
  std::uint8_t repeated = 0;
  float a = 0;
  float b = 0;
  std::uint32_t outermost = 1;  ///< of broadcasting: the size of the first of four axes
  std::uint64_t seed = 0;       ///< of random sources
  std::uint64_t offset = 0;     ///< in the run's random sequence, taken when the call is issued; of slices

  /// Of calls with numbers: `a` and `b`, which other types than float32 keep in `seed` and `offset`.
  kernels::Number number() const;
  kernels::Number step() const;
  void set_number(kernels::Number number, kernels::Number step = {.whole = 0});
};

/// Of what the operation makes.
kernels::Type result_of(const Op& op);

/// What a kernel needs to know of the shapes: m, k, n of products, and of the axes before, at and behind one
/// that is reduced; rows and columns in m and n; elements in n. Of broadcasting: the last three axes.
struct Sizes {
  std::int64_t m = 0, k = 0, n = 0;
};

inline constexpr int kMaxInputs = 3;

/// Memory that a kernel takes as what it needs.
struct Reading {
  const void* data = nullptr;
  template <class T>
  operator const T*() const {  // NOLINT(google-explicit-constructor)
    return static_cast<const T*>(data);
  }
};
struct Writing {
  void* data = nullptr;
  template <class T>
  operator T*() const {  // NOLINT(google-explicit-constructor)
    return static_cast<T*>(data);
  }
};
using Readings = std::array<Reading, kMaxInputs>;

using RunOp = void (*)(const kernels::Operations& kernels, kernels::Stream* stream, const Op& op,
                       const Sizes& sizes, Writing out, const Readings& in);

struct OpRow {
  const char* name;
  int inputs;
  bool random;  ///< takes n numbers of the random sequence
  RunOp run;
  Work (*work)(const Op& op, const Sizes& sizes);
  bool typed = true;  ///< of other types than float32, too
};
const OpRow& row_of(OpCode code);
void run(const kernels::Operations& kernels, kernels::Stream* stream, const Op& op, const Sizes& sizes,
         Writing out, const Readings& in);

}  // namespace runahead
