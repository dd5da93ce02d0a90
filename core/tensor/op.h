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
  uniform,  ///< a: low, b: high
  normal,   ///< a: mean, b: standard deviation
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
  rows,        ///< n elements from k on
  place_rows,  ///< n elements from k on, zeros around them, m in all
};
inline constexpr int kOpCodes = 51;

struct Op {
  OpCode code = OpCode::zeros;
  kernels::Transposed transposed = kernels::Transposed::none;
  std::uint8_t repeated_a = 0;  ///< axes of broadcasting (kernels::Axes)
  std::uint8_t repeated_b = 0;
  float a = 0;
  float b = 0;
  std::uint32_t outermost = 1;  ///< of broadcasting: the size of the first of four axes
  std::uint64_t seed = 0;       ///< of random sources
  std::uint64_t offset = 0;     ///< in the run's random sequence; taken when the call is issued
};

/// What a kernel needs to know of the shapes: m, k, n of products, and of the axes before, at and behind one
/// that is reduced; rows and columns in m and n; elements in n. Of broadcasting: the last three axes.
struct Sizes {
  std::int64_t m = 0, k = 0, n = 0;
};

inline constexpr int kMaxInputs = 3;

struct OpRow {
  const char* name;
  int inputs;
  bool random;  ///< takes n numbers of the random sequence
  void (*run)(const kernels::Operations& kernels, kernels::Stream* stream, const Op& op, const Sizes& sizes,
              float* out, const std::array<const float*, kMaxInputs>& in);
  Work (*work)(const Op& op, const Sizes& sizes);
};
const OpRow& row_of(OpCode code);

}  // namespace runahead
