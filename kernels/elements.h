// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of elements: which there are, of which types, and what each computes, written once for every
// device. A new one is a line in a list and a line in Mapped, Computed or Folded (typed_functors.h).
// Not here: the loops (cpu/, cuda/); float32's exponential and what is made of it (functions.h).
#pragma once

#include <cmath>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "kernels/functions.h"
#include "kernels/host_device.h"
#include "kernels/types.h"

namespace runahead::kernels {

/// Which types a function is of. Numbers are all but booleans.
enum class Types : std::uint8_t { all, numbers, floating, not_floating };

constexpr bool covers(Types types, Type type) {
  return types == Types::all || (types == Types::numbers && type != Type::boolean) ||
         (types == Types::floating && is_floating(type)) ||
         (types == Types::not_floating && !is_floating(type));
}

/// X(name, types)
#define RUNAHEAD_UNARY(X) \
  X(negative, numbers)    \
  X(abs, numbers)         \
  X(square, numbers)      \
  X(relu, numbers)        \
  X(exp, floating)        \
  X(log, floating)        \
  X(sqrt, floating)       \
  X(tanh, floating)       \
  X(sigmoid, floating)    \
  X(logical_not, all)     \
  X(sin, floating)        \
  X(cos, floating)        \
  X(arctan, floating)     \
  X(erf, floating)

/// Those from `equal` on give booleans. Of whole numbers: `power` to a negative one is what is left of the
/// fraction, and what is divided by 0 is 0. `remainder` has the sign of the divisor; `maximum` and `minimum`
/// are NaN where one is; `logical_and` and `logical_or` of whole numbers go bit by bit.
#define RUNAHEAD_BINARY(X)     \
  X(add, all)                  \
  X(sub, numbers)              \
  X(mul, all)                  \
  X(div, floating)             \
  X(power, numbers)            \
  X(floor_divide, numbers)     \
  X(remainder, numbers)        \
  X(maximum, all)              \
  X(minimum, all)              \
  X(logical_and, not_floating) \
  X(logical_or, not_floating)  \
  X(equal, all)                \
  X(not_equal, all)            \
  X(less, all)                 \
  X(less_equal, all)           \
  X(greater, all)              \
  X(greater_equal, all)

/// `sum` of whole numbers and booleans is of int64, `argmax` and `argmin` are. Of equal ones, and of NaN,
/// those two give the first. `norm` is Euclidean. Of float32, `max` has 0 above -0.
#define RUNAHEAD_REDUCTION(X) \
  X(sum, all)                 \
  X(mean, floating)           \
  X(norm, floating)           \
  X(max, all)                 \
  X(min, all)                 \
  X(argmax, all)              \
  X(argmin, all)

#define RUNAHEAD_ENUMERATOR(name, types) name,
#define RUNAHEAD_NAME(name, types) #name,
#define RUNAHEAD_TYPES(name, types) Types::types,

/// An enumeration of a list, with the name and the types of each.
#define RUNAHEAD_FUNCTIONS(Enumeration, LIST)                                   \
  enum class Enumeration : std::uint8_t { LIST(RUNAHEAD_ENUMERATOR) };          \
  inline constexpr const char* k##Enumeration##Names[] = {LIST(RUNAHEAD_NAME)}; \
  inline constexpr Types k##Enumeration##Types[] = {LIST(RUNAHEAD_TYPES)};      \
  constexpr const char* name_of(Enumeration function) {                         \
    return k##Enumeration##Names[static_cast<int>(function)];                   \
  }                                                                             \
  constexpr bool has(Type type, Enumeration function) {                         \
    return covers(k##Enumeration##Types[static_cast<int>(function)], type);     \
  }
RUNAHEAD_FUNCTIONS(Unary, RUNAHEAD_UNARY)
RUNAHEAD_FUNCTIONS(Binary, RUNAHEAD_BINARY)
RUNAHEAD_FUNCTIONS(Reduction, RUNAHEAD_REDUCTION)
#undef RUNAHEAD_FUNCTIONS
#undef RUNAHEAD_TYPES
#undef RUNAHEAD_NAME
#undef RUNAHEAD_ENUMERATOR

inline constexpr int kUnaries = std::size(kUnaryNames);
inline constexpr int kBinaries = std::size(kBinaryNames);
inline constexpr int kReductions = std::size(kReductionNames);

constexpr bool compares(Binary binary) {
  return binary >= Binary::equal;
}
constexpr Type result_of(Type type, Binary binary) {
  return compares(binary) ? Type::boolean : type;
}
constexpr Type result_of(Type type, Reduction reduction) {
  const bool counts = reduction == Reduction::sum && !is_floating(type);
  return counts || reduction == Reduction::argmax || reduction == Reduction::argmin ? Type::int64 : type;
}

template <class T>
inline constexpr bool kWhole = std::is_integral_v<T> && !std::is_same_v<T, bool>;

/// What `T` wraps in.
template <class T>
using Wrapping = std::make_unsigned_t<std::conditional_t<kWhole<T>, T, std::int32_t>>;

template <class T>
RUNAHEAD_HOST_DEVICE T whole_power(T base, T exponent) {
  using U = Wrapping<T>;
  if (exponent < 0) return base == 1 || (base == -1 && exponent % 2 == 0) ? 1 : base == -1 ? -1 : 0;
  U power = 1, square = static_cast<U>(base);
  for (U left = static_cast<U>(exponent); left != 0; left >>= 1U, square *= square) {
    if ((left & 1U) != 0) power *= square;
  }
  return static_cast<T>(power);
}

template <class T>
RUNAHEAD_HOST_DEVICE T whole_floor(T a, T b) {
  if (b == 0) return 0;
  if (b == -1) return static_cast<T>(Wrapping<T>{0} - static_cast<Wrapping<T>>(a));
  const T toward_zero = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? toward_zero - 1 : toward_zero;
}

template <class T>
RUNAHEAD_HOST_DEVICE T whole_remainder(T a, T b) {
  if (b == 0 || b == -1) return 0;
  const T rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

template <class T>
RUNAHEAD_HOST_DEVICE T real_remainder(T a, T b) {
  const T rest = std::fmod(a, b);
  if (rest == 0) return std::copysign(T{0}, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}

/// As Python's: of what the remainder leaves.
template <class T>
RUNAHEAD_HOST_DEVICE T real_floor(T a, T b) {
  if (b == 0) return a / b;
  const T rest = std::fmod(a, b);
  T quotient = (a - rest) / b;
  if (rest != 0 && (rest < 0) != (b < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(T{0}, a / b);
  const T floor = std::floor(quotient);
  return quotient - floor > T{0.5} ? floor + 1 : floor;
}

template <Binary kBinary, class T>
struct Computed {
  using Out = std::conditional_t<compares(kBinary), bool, T>;
  RUNAHEAD_HOST_DEVICE Out operator()(T a, T b) const {
    using U = Wrapping<T>;
    constexpr bool kReal = std::is_floating_point_v<T>;
    if constexpr (kBinary == Binary::equal) {
      return a == b;
    } else if constexpr (kBinary == Binary::not_equal) {
      return a != b;
    } else if constexpr (kBinary == Binary::less) {
      return a < b;
    } else if constexpr (kBinary == Binary::less_equal) {
      return a <= b;
    } else if constexpr (kBinary == Binary::greater) {
      return a > b;
    } else if constexpr (kBinary == Binary::greater_equal) {
      return a >= b;
      // NOLINTBEGIN(misc-redundant-expression): NaN alone differs from itself
    } else if constexpr (kBinary == Binary::maximum) {
      return a != a || a > b ? a : b;
    } else if constexpr (kBinary == Binary::minimum) {
      return a != a || a < b ? a : b;
      // NOLINTEND(misc-redundant-expression)
    } else if constexpr (std::is_same_v<T, bool>) {
      constexpr bool kAnd = kBinary == Binary::mul || kBinary == Binary::logical_and;
      constexpr bool kOr = kBinary == Binary::add || kBinary == Binary::logical_or;
      return kAnd ? a && b : kOr && (a || b);
    } else if constexpr (kBinary == Binary::add) {
      if constexpr (kReal) return a + b;
      return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
    } else if constexpr (kBinary == Binary::sub) {
      if constexpr (kReal) return a - b;
      return static_cast<T>(static_cast<U>(a) - static_cast<U>(b));
    } else if constexpr (kBinary == Binary::mul) {
      if constexpr (kReal) return a * b;
      return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
    } else if constexpr (kReal) {
      if constexpr (kBinary == Binary::div) return a / b;
      if constexpr (kBinary == Binary::power) return std::pow(a, b);
      if constexpr (kBinary == Binary::floor_divide) return real_floor(a, b);
      if constexpr (kBinary == Binary::remainder) return real_remainder(a, b);
      return a;
    } else {
      if constexpr (kBinary == Binary::power) return whole_power(a, b);
      if constexpr (kBinary == Binary::floor_divide) return whole_floor(a, b);
      if constexpr (kBinary == Binary::remainder) return whole_remainder(a, b);
      if constexpr (kBinary == Binary::logical_and) return a & b;
      if constexpr (kBinary == Binary::logical_or) return a | b;
      return a;
    }
  }
};

template <Unary kUnary, class T>
struct Mapped {
  RUNAHEAD_HOST_DEVICE T operator()(T a) const {
    using U = Wrapping<T>;
    if constexpr (kUnary == Unary::logical_not) {
      return static_cast<T>(a == T{});
    } else if constexpr (std::is_same_v<T, bool>) {
      return a;
    } else if constexpr (kUnary == Unary::relu) {
      return a < 0 ? T{0} : a;  // a NaN stays one: an error must not turn into a zero
    } else if constexpr (kUnary == Unary::square) {
      return Computed<Binary::mul, T>{}(a, a);
    } else if constexpr (std::is_floating_point_v<T>) {
      constexpr bool kOurs = std::is_same_v<T, float>;  // the same bits everywhere
      // NOLINTNEXTLINE(misc-redundant-expression): as a product with -1, which keeps the sign of NaN
      if constexpr (kUnary == Unary::negative) return kOurs && a != a ? a : -a;
      if constexpr (kUnary == Unary::abs) return std::fabs(a);
      if constexpr (kUnary == Unary::sqrt) return std::sqrt(a);
      // By way of double, whose last digits no float32 sees.
      if constexpr (kUnary == Unary::sin) return static_cast<T>(std::sin(static_cast<double>(a)));
      if constexpr (kUnary == Unary::cos) return static_cast<T>(std::cos(static_cast<double>(a)));
      if constexpr (kUnary == Unary::arctan) return static_cast<T>(std::atan(static_cast<double>(a)));
      if constexpr (kUnary == Unary::erf) return static_cast<T>(std::erf(static_cast<double>(a)));
      if constexpr (kUnary == Unary::exp && kOurs) return Exp{}(a);
      if constexpr (kUnary == Unary::log && kOurs) return Log{}(a);
      if constexpr (kUnary == Unary::tanh && kOurs) return Tanh{}(a);
      if constexpr (kUnary == Unary::sigmoid && kOurs) return Sigmoid{}(a);
      if constexpr (kUnary == Unary::exp && !kOurs) return std::exp(a);
      if constexpr (kUnary == Unary::log && !kOurs) return std::log(a);
      if constexpr (kUnary == Unary::tanh && !kOurs) return std::tanh(a);
      if constexpr (kUnary == Unary::sigmoid && !kOurs) return T{1} / (T{1} + std::exp(-a));
      return a;
    } else {
      if constexpr (kUnary == Unary::negative) return static_cast<T>(U{0} - static_cast<U>(a));
      if constexpr (kUnary == Unary::abs) return a < 0 ? static_cast<T>(U{0} - static_cast<U>(a)) : a;
      return a;
    }
  }
};

/// With a number that stands first or behind.
template <Binary kBinary, class T>
struct WithNumber {
  T number;
  bool number_first;
  RUNAHEAD_HOST_DEVICE auto operator()(T a) const {
    return number_first ? Computed<kBinary, T>{}(number, a) : Computed<kBinary, T>{}(a, number);
  }
};
template <>
struct WithNumber<Binary::power, float> {
  WithNumber(float number, bool is_first) : power(number), number_first(is_first) {}
  Power power;
  bool number_first;
  RUNAHEAD_HOST_DEVICE float operator()(float a) const {
    return number_first ? std::pow(power.exponent, a) : power(a);
  }
};

}  // namespace runahead::kernels
