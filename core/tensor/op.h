// SPDX-License-Identifier: GPL-3.0-or-later
// Op: one operation as a value: what to compute, with its attributes; and the table that says how. What a
// task carries, what a graph holds, what a tape remembers. Not here: shape rules (operations.cpp),
// gradients (nn/gradients.cpp), numbers (kernels/operations.h), functions of elements (kernels/elements.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <variant>

#include "core/device/machine.h"
#include "kernels/operations.h"

namespace runahead {

/// Operations that are no function of elements and no reduction. In brackets: what they have as attributes.
enum class Routine : std::uint8_t {
  zeros,
  ones,
  full,     ///< [Number]
  arange,   ///< [Progression]
  uniform,  ///< [RandomDraw], of a floating type
  normal,   ///< [RandomDraw], of a floating type
  copy,
  reshape,
  cast,   ///< [Type]
  where,  ///< [Repeated] the first chooses, and is of booleans
  dot,    ///< [Transposed]
  dense,
  transpose,
  sum_rows,
  mean_of_rows,
  rows,              ///< n elements from k on
  place_rows,        ///< n elements from k on, zeros around them, m in all
  slice,             ///< [Part] n elements of each of m rows of k
  place_slice,       ///< [Part] n elements to each of m rows of k, zeros around them
  concatenate,       ///< m rows of k elements and m rows of n
  write_part,        ///< [Part] m rows of k, with n elements of each taken from the second
  write_slice,       ///< [Part] in place: n elements to each of m rows of k
  spread,            ///< [Number] to each place along k of (m, k, n), times the number
  spread_over_rows,  ///< [Number]
  permute,           ///< [Reordered] what m, k and n are behind an axis
  take,              ///< [Taken] along k of (m, k, n); the first says which places, and is of int64
  pick,              ///< as `take`
  take_backward,     ///< as `take`
  one_hot,           ///< [Type] m rows of n; of int64
  cumsum,            ///< [Direction] along k of (m, k, n)
  argsort,           ///< [Direction] as `cumsum`
  batch_dot,         ///< [Batch] m by k and k by n
  relu_backward,     ///< from here on of float32 alone
  abs_backward,
  norm_backward,
  max_backward,
  conv2d,             ///< [kernels::Window] m of k channels, to n
  conv2d_backward_x,  ///< as `conv2d`
  conv2d_backward_w,  ///< as `conv2d`
  pool2d,             ///< [kernels::Window] m planes
  pool2d_backward,    ///< as `pool2d`
  sgd_update,         ///< [Number] in place
  momentum_update,    ///< [Number] in place
};
inline constexpr int kRoutines = static_cast<int>(Routine::momentum_update) + 1;
inline constexpr int kOpKinds = kRoutines + kernels::kUnaries + kernels::kBinaries + kernels::kReductions;

/// What stands beside an array in a function of two.
enum class Operand : std::uint8_t { array, number, number_first };

/// What is computed: a kind, which is a routine, a function of elements or a reduction, and its operand.
class OpCode {
 public:
  // NOLINTBEGIN(google-explicit-constructor): each of them is one
  constexpr OpCode(Routine routine) : kind_(place(0, routine)) {}
  constexpr OpCode(kernels::Unary unary) : kind_(place(kFirst<kernels::Unary>, unary)) {}
  constexpr OpCode(kernels::Binary binary, Operand operand = Operand::array)
      : kind_(place(kFirst<kernels::Binary>, binary)), operand_(operand) {}
  constexpr OpCode(kernels::Reduction reduction) : kind_(place(kFirst<kernels::Reduction>, reduction)) {}
  // NOLINTEND(google-explicit-constructor)

  /// Among all kinds, of which there are kOpKinds.
  constexpr std::size_t kind() const { return kind_; }
  constexpr Operand operand() const { return operand_; }
  /// The kind as one of that enumeration; nothing where it is of another.
  template <class Enumeration>
  constexpr std::optional<Enumeration> as() const {
    const int value = kind_ - kFirst<Enumeration>;
    if (value < 0 || value >= kCount<Enumeration>) return std::nullopt;
    return static_cast<Enumeration>(value);
  }
  bool operator==(const OpCode&) const = default;

 private:
  template <class Enumeration>
  static constexpr int kCount = std::is_same_v<Enumeration, Routine>           ? kRoutines
                                : std::is_same_v<Enumeration, kernels::Unary>  ? kernels::kUnaries
                                : std::is_same_v<Enumeration, kernels::Binary> ? kernels::kBinaries
                                                                               : kernels::kReductions;
  template <class Enumeration>
  static constexpr int kFirst =
      std::is_same_v<Enumeration, Routine>           ? 0
      : std::is_same_v<Enumeration, kernels::Unary>  ? kRoutines
      : std::is_same_v<Enumeration, kernels::Binary> ? kRoutines + kernels::kUnaries
                                                     : kRoutines + kernels::kUnaries + kernels::kBinaries;
  template <class Enumeration>
  static constexpr std::uint8_t place(int first, Enumeration value) {
    return static_cast<std::uint8_t>(first + static_cast<int>(value));
  }

  std::uint8_t kind_;
  Operand operand_ = Operand::array;
};

/// Of random sources: low and high, or mean and standard deviation; and where in the run's random sequence,
/// which is taken when the call is issued.
struct RandomDraw {
  float a = 0, b = 0;
  std::uint64_t seed = 0, offset = 0;
};
struct Progression {
  kernels::Number first, step;
};
/// Of two arrays: the first of four axes, the others being m, k and n, and which axes each repeats
/// (kernels::Axes).
struct Repetition {
  std::int64_t outermost;
  std::uint8_t a, b;
};
/// Bit i: input i has one element, for all.
struct Repeated {
  std::uint8_t inputs;
};
/// Where in each row it begins.
struct Part {
  std::int64_t offset;
};
/// The first of four axes, the others being m, k and n; and which axis of the input each of them is.
struct Reordered {
  std::int64_t outermost;
  std::array<std::uint8_t, 4> axes;
};
/// How many places; `each` element has its own, or they are for all.
struct Taken {
  std::int64_t count;
  bool each;
};
struct Direction {
  bool reversed;  ///< from the last on, or from the largest on
};
struct Batch {
  std::int64_t count;
  kernels::Transposed transposed;
};
using Attributes =
    std::variant<std::monostate, kernels::Number, RandomDraw, Progression, Repetition, Repeated, Part,
                 kernels::Type, kernels::Transposed, Reordered, Taken, Direction, Batch, kernels::Window>;

struct Op {
  Op() : Op(Routine::zeros) {}
  explicit Op(OpCode its_code, const Attributes& its_attributes = {},
              kernels::Type its_type = kernels::Type::float32)
      : attributes(its_attributes), code(its_code), type(its_type) {}

  const kernels::Number& number() const { return std::get<kernels::Number>(attributes); }

  /// Set where an Op is made: the other members lie in its padding.
  [[no_unique_address]] Attributes attributes;
  OpCode code;
  kernels::Type type;  ///< of what is computed with; of a source, what it makes
};
static_assert(sizeof(Op) == 32, "tasks carry it (TaskNode::kPayloadBytes)");

constexpr bool of_float32_alone(OpCode code) {
  return code.as<Routine>() && *code.as<Routine>() >= Routine::relu_backward;
}

/// As an array of that type holds it.
kernels::Number rounded(kernels::Type type, kernels::Number number);
kernels::Number number_of(kernels::Type type, double value);

/// Of what the operation makes.
kernels::Type result_of(const Op& op);

/// What a kernel needs to know of the shapes: m, k, n of products, and of the axes before, at and behind one
/// that is reduced; rows and columns in m and n; elements in n. Of two arrays: the last three axes.
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
  RunOp run;
  Work (*work)(const Op& op, const Sizes& sizes);
};
/// By OpCode::kind().
const std::array<OpRow, kOpKinds>& op_rows();
inline const OpRow& row_of(OpCode code) {
  return op_rows()[code.kind()];
}
void run(const kernels::Operations& kernels, kernels::Stream* stream, const Op& op, const Sizes& sizes,
         Writing out, const Readings& in);

}  // namespace runahead
