// SPDX-License-Identifier: GPL-3.0-or-later
// The way from a type's name to the type, and what loops over any type share on every device.
// Not here: functions of elements (elements.h).
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "kernels/operations.h"

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

/// call(std::integral_constant<Value, value>{}), of an enumeration of `kCount` values.
template <int kCount, class Value, class Call>
void with_constant(Value value, Call call) {
  [&]<std::size_t... kEach>(std::index_sequence<kEach...>) {
    (void)((static_cast<std::size_t>(value) == kEach &&
            (call(std::integral_constant<Value, static_cast<Value>(kEach)>{}), true)) ||
           ...);
  }
  (std::make_index_sequence<kCount>{});
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
  using Sum = std::conditional_t<kReal, double, std::int64_t>;
  using Out = std::conditional_t<kPlace || (kAdds && !kReal), std::int64_t, T>;

  Sum total = 0;
  T best = {};
  std::int64_t place = -1;  ///< of the best; none yet

  RUNAHEAD_HOST_DEVICE void take(T value, std::int64_t at) {
    if constexpr (kReduction == Reduction::norm) {
      add(static_cast<Sum>(value) * static_cast<Sum>(value));
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
    if constexpr (kReduction == Reduction::norm && kReal) return static_cast<Out>(std::sqrt(total));
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
