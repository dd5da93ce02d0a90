// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to one element of any type, written once for every device; and the way from a type's name to
// the type.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "kernels/functors.h"
#include "kernels/typed.h"

namespace runahead::kernels {

/// call(float{}), call(double{}), ...
template <class Call>
void with_type(Type type, Call call) {
  switch (type) {
    case Type::float32:
      return call(float{});
    case Type::float64:
      return call(double{});
    case Type::int32:
      return call(std::int32_t{});
    case Type::int64:
      return call(std::int64_t{});
    case Type::boolean:
      return call(bool{});
  }
}

template <class T>
inline constexpr Type kTypeOf = std::is_same_v<T, float>          ? Type::float32
                                : std::is_same_v<T, double>       ? Type::float64
                                : std::is_same_v<T, std::int32_t> ? Type::int32
                                : std::is_same_v<T, std::int64_t> ? Type::int64
                                                                  : Type::boolean;

/// call(std::integral_constant<Value, value>{}), of the enumeration's values up to `kLast`.
template <auto kLast, class Call>
void with_constant(decltype(kLast) value, Call call) {
  using Value = decltype(kLast);
  [&]<std::size_t... kEach>(std::index_sequence<kEach...>) {
    (void)((static_cast<std::size_t>(value) == kEach &&
            (call(std::integral_constant<Value, static_cast<Value>(kEach)>{}), true)) ||
           ...);
  }
  (std::make_index_sequence<static_cast<std::size_t>(kLast) + 1>{});
}

template <class T>
T as(Number number) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(number.real);
  } else {
    return static_cast<T>(number.whole);
  }
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
    } else if constexpr (kBinary == Binary::maximum) {
      return a != a || a > b ? a : b;
    } else if constexpr (kBinary == Binary::minimum) {
      return a != a || a < b ? a : b;
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

/// With a number that stands before or behind.
template <Binary kBinary, class T>
struct WithNumber {
  T number;
  bool number_first;
  RUNAHEAD_HOST_DEVICE auto operator()(T a) const {
    return number_first ? Computed<kBinary, T>{}(number, a) : Computed<kBinary, T>{}(a, number);
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
      return a < 0 ? T{0} : a;
    } else if constexpr (kUnary == Unary::square) {
      return Computed<Binary::mul, T>{}(a, a);
    } else if constexpr (std::is_floating_point_v<T>) {
      if constexpr (kUnary == Unary::negative) return -a;
      if constexpr (kUnary == Unary::abs) return std::fabs(a);
      if constexpr (kUnary == Unary::exp) return std::exp(a);
      if constexpr (kUnary == Unary::log) return std::log(a);
      if constexpr (kUnary == Unary::sqrt) return std::sqrt(a);
      if constexpr (kUnary == Unary::tanh) return std::tanh(a);
      if constexpr (kUnary == Unary::sigmoid) return T{1} / (T{1} + std::exp(-a));
      return a;
    } else {
      if constexpr (kUnary == Unary::negative) return static_cast<T>(U{0} - static_cast<U>(a));
      if constexpr (kUnary == Unary::abs) return a < 0 ? static_cast<T>(U{0} - static_cast<U>(a)) : a;
      return a;
    }
  }
};

template <class T>
inline constexpr T kLeast = std::numeric_limits<T>::min();

template <class From, class To>
struct Converted {
  RUNAHEAD_HOST_DEVICE To operator()(From a) const {
    if constexpr (std::is_same_v<To, bool>) {
      return a != From{};
    } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
      // The first number beyond is a power of two, and so one of From's.
      constexpr From kBeyond = static_cast<From>(std::uint64_t{1} << (sizeof(To) * 8 - 1));
      return a >= -kBeyond && a < kBeyond ? static_cast<To>(a) : kLeast<To>;
    } else {
      return static_cast<To>(a);
    }
  }
};

template <class T>
struct Sequence {
  T first, step;
  RUNAHEAD_HOST_DEVICE T operator()(std::int64_t i) const {
    if constexpr (std::is_same_v<T, bool>) {
      return first;
    } else {
      return Computed<Binary::add, T>{}(first, Computed<Binary::mul, T>{}(static_cast<T>(i), step));
    }
  }
};

/// One reduction: what is kept on the way, and what comes out.
template <Reduction kReduction, class T>
struct Folded {
  static constexpr bool kReal = std::is_floating_point_v<T>;
  static constexpr bool kPlace = kReduction == Reduction::argmax || kReduction == Reduction::argmin;
  static constexpr bool kLargest = kReduction == Reduction::max || kReduction == Reduction::argmax;
  static constexpr bool kAdds =
      kReduction == Reduction::sum || kReduction == Reduction::mean || kReduction == Reduction::norm;
  using Sum = std::conditional_t<kReal, T, std::int64_t>;
  using Out = std::conditional_t<kPlace, std::int64_t, std::conditional_t<kAdds, Sum, T>>;

  Sum total = 0;
  T best = {};
  std::int64_t place = -1;  ///< of the best; none yet

  RUNAHEAD_HOST_DEVICE void take(T value, std::int64_t at) {
    if constexpr (kReduction == Reduction::norm) {
      add(static_cast<Sum>(value * value));
    } else if constexpr (kAdds) {
      add(static_cast<Sum>(value));
    } else {
      better(value, at);
    }
  }
  RUNAHEAD_HOST_DEVICE void join(const Folded& other) {
    if constexpr (kAdds) {
      add(other.total);
    } else if (other.place >= 0) {
      better(other.best, other.place);
    }
  }
  RUNAHEAD_HOST_DEVICE Out result(std::int64_t n) const {
    if constexpr (kPlace) return place;
    if constexpr (kReduction == Reduction::mean) return static_cast<Out>(total / static_cast<Sum>(n));
    if constexpr (kReduction == Reduction::norm && kReal) return std::sqrt(total);
    if constexpr (kAdds) return static_cast<Out>(total);
    return static_cast<Out>(best);
  }

 private:
  RUNAHEAD_HOST_DEVICE void add(Sum value) { total = Computed<Binary::add, Sum>{}(total, value); }
  RUNAHEAD_HOST_DEVICE void better(T value, std::int64_t at) {
    const bool is_nan = value != value, was_nan = best != best;
    const bool wins = is_nan != was_nan ? is_nan : !is_nan && (kLargest ? value > best : value < best);
    const bool ties = (is_nan && was_nan) || value == best;
    if (place >= 0 && !wins && !(ties && at < place)) return;
    best = value;
    place = at;
  }
};

/// How many sums run side by side along the last axis; then they are added in pairs, half by half.
inline constexpr int kLanes = 256;

}  // namespace runahead::kernels
