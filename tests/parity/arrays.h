// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays for the kernel tests: unaligned on request, filled at random, watched beyond their ends.
// Not the kernels' own generator: a test must not draw its inputs from what it checks.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace runahead::kernels {

/// `size` floats that start `shift` floats after an aligned address, between two watched margins.
class Array {
 public:
  explicit Array(std::int64_t size, std::int64_t shift = 0)
      : size_(size), shift_(shift), values_(static_cast<std::size_t>(size + 2 * kMargin), kWatched) {}

  float* data() { return values_.data() + kMargin + shift_; }
  const float* data() const { return values_.data() + kMargin + shift_; }
  std::int64_t size() const { return size_; }
  float& operator[](std::int64_t i) { return data()[i]; }
  float operator[](std::int64_t i) const { return data()[i]; }

  bool margins_untouched() const {
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(values_.size()); ++i) {
      const bool inside = i >= kMargin + shift_ && i < kMargin + shift_ + size_;
      if (!inside && values_[static_cast<std::size_t>(i)] != kWatched) return false;
    }
    return true;
  }

 private:
  static constexpr std::int64_t kMargin = 16;  // and so at least one float behind a shift of 15
  static constexpr float kWatched = -987654.25f;

  std::int64_t size_;
  std::int64_t shift_;
  std::vector<float> values_;
};

/// In [-1, 1], with exact zeros of both signs among them.
inline Array random_array(std::int64_t size, std::uint32_t seed, std::int64_t shift = 0) {
  Array array(size, shift);
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> values(-1, 1);
  for (std::int64_t i = 0; i < size; ++i) {
    const std::uint32_t pick = generator() % 32;
    array[i] = pick == 0 ? 0.0f : pick == 1 ? -0.0f : values(generator);
  }
  return array;
}

inline std::uint32_t bits(float value) {
  std::uint32_t result = 0;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

/// Empty when every bit is equal, else where the first difference is. A NaN equals a NaN: IEEE 754 leaves its
/// sign open, and sqrt(-1) has one on x86 and none on a GPU.
inline std::string difference(const Array& a, const Array& b) {
  for (std::int64_t i = 0; i < a.size(); ++i) {
    if (bits(a[i]) != bits(b[i]) && !(std::isnan(a[i]) && std::isnan(b[i]))) {
      return "element " + std::to_string(i) + ": " + std::to_string(a[i]) + " and " + std::to_string(b[i]);
    }
  }
  return a.size() == b.size() ? "" : "sizes differ";
}

/// Empty, one, around every vector width, odd, prime, around a block of a reduction, and large.
inline std::vector<std::int64_t> sizes() {
  std::vector<std::int64_t> result;
  for (std::int64_t n = 0; n <= 70; ++n) result.push_back(n);
  result.insert(result.end(), {127, 509, 1023, 1025, 4095, 4096, 4097, 12289, 65537, 1000003});
  return result;
}

}  // namespace runahead::kernels
