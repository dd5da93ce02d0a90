// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays of any type for the kernel tests, watched beyond their ends, and comparing both tables on them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "tests/parity/cases.h"

namespace runahead::kernels {

inline constexpr Type kAllTypes[] = {Type::float32, Type::float64, Type::int32, Type::int64, Type::boolean};

/// Elements between two watched margins.
class Elements {
 public:
  Elements(Type type, std::int64_t size) : type_(type), size_(size) {
    const std::int64_t words = (size * size_of(type) + 7) / 8;
    words_.assign(static_cast<std::size_t>(words + 2), kWatched);
  }

  void* data() { return words_.data() + 1; }
  const void* data() const { return words_.data() + 1; }
  Type type() const { return type_; }
  std::int64_t size() const { return size_; }
  template <class T>
  T at(std::int64_t i) const {
    T value{};
    std::memcpy(&value, static_cast<const T*>(data()) + i, sizeof value);
    return value;
  }
  template <class T>
  void set(std::int64_t i, T value) {
    std::memcpy(static_cast<T*>(data()) + i, &value, sizeof value);
  }
  double real(std::int64_t i) const {
    return type_ == Type::float32 ? static_cast<double>(at<float>(i)) : at<double>(i);
  }
  bool margins_untouched() const {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(words_.data());
    const auto first = static_cast<std::size_t>(8 + size_ * size_of(type_));
    bool untouched = words_.front() == kWatched;
    for (std::size_t i = first; i < words_.size() * 8; ++i)
      untouched &= bytes[i] == static_cast<unsigned char>(kWatched);
    return untouched;
  }

 private:
  static constexpr std::uint64_t kWatched = 0x5A5A5A5A5A5A5A5Aull;
  Type type_;
  std::int64_t size_;
  std::vector<std::uint64_t> words_;
};

/// Small numbers with signs, equal ones among them, and now and then the extremes of the type.
inline Elements random_elements(Type type, std::int64_t size, std::uint32_t seed, bool small = false) {
  Elements elements(type, size);
  std::mt19937 generator(seed);
  for (std::int64_t i = 0; i < size; ++i) {
    const auto pick = generator() % 64;
    const int number = static_cast<int>(generator() % 21) - 10;
    const double real = number + (generator() % 4) * 0.25;
    switch (type) {
      case Type::float32:
        elements.set(i, pick == 0 && !small ? kNan : pick == 1 ? -0.0f : static_cast<float>(real));
        break;
      case Type::float64:
        elements.set(i, pick == 0 && !small ? std::nan("") : pick == 1 ? -0.0 : real);
        break;
      case Type::int32:
        elements.set(i,
                     pick == 0 && !small ? std::numeric_limits<std::int32_t>::min() : std::int32_t{number});
        break;
      case Type::int64:
        elements.set(i, pick == 0 && !small
                            ? std::numeric_limits<std::int64_t>::min()
                            : std::int64_t{number} * (pick == 1 && !small ? 5'000'000'000 : 1));
        break;
      case Type::boolean:
        elements.set(i, static_cast<std::uint8_t>(number > 0));
        break;
    }
  }
  return elements;
}

/// Of what is rounded on the way, up to that part of the value; everything else in every bit.
inline void expect_same(const Elements& found, const Elements& expected, double tolerance = 0) {
  ASSERT_TRUE(found.margins_untouched());
  for (std::int64_t i = 0; i < expected.size(); ++i) {
    if (is_floating(expected.type())) {
      const double a = found.real(i), b = expected.real(i);
      if (std::isnan(b)) {
        ASSERT_TRUE(std::isnan(a)) << "element " << i << ": " << a;
      } else if (tolerance == 0 || std::isinf(b)) {
        ASSERT_EQ(a, b) << "element " << i;
        ASSERT_EQ(std::signbit(a), std::signbit(b)) << "element " << i;
      } else {
        ASSERT_NEAR(a, b, tolerance * std::max(std::abs(b), 1e-3)) << "element " << i;
      }
      continue;
    }
    const auto size = static_cast<std::size_t>(size_of(expected.type()));
    const auto* const a = static_cast<const char*>(found.data()) + static_cast<std::size_t>(i) * size;
    const auto* const b = static_cast<const char*>(expected.data()) + static_cast<std::size_t>(i) * size;
    ASSERT_EQ(std::memcmp(a, b, size), 0) << "element " << i;
  }
}

inline double rounding(Type type) {
  return type == Type::float32 ? 4e-7 : 1e-15;
}

/// call(table, out) with both tables.
template <class Call>
void check(Type out_type, std::int64_t size, double tolerance, Call call) {
  Elements expected(out_type, size), out(out_type, size);
  call(reference_operations(), expected.data());
  call(tested(), out.data());
  expect_same(out, expected, tolerance);
}

}  // namespace runahead::kernels
