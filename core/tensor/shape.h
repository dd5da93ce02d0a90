// SPDX-License-Identifier: GPL-3.0-or-later
// Shape: the sizes of an array, row-major.
// Not here: rules of operations (operations.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

#include "kernels/types.h"

namespace runahead {

class Shape {
 public:
  static constexpr int kMaxRank = 4;

  Shape() = default;
  Shape(std::initializer_list<std::int64_t> sizes) : Shape(std::span(sizes.begin(), sizes.size())) {}
  explicit Shape(std::span<const std::int64_t> sizes);

  int rank() const { return rank_; }
  std::int64_t operator[](int axis) const { return sizes_[static_cast<std::size_t>(axis)]; }
  /// 1 for a scalar.
  std::int64_t elements() const;
  /// What an array of this shape takes: whole words of four bytes.
  std::int64_t bytes(kernels::Type type = kernels::Type::float32) const {
    return (elements() * kernels::size_of(type) + 3) / 4 * 4;
  }
  bool operator==(const Shape& other) const = default;
  /// "(2, 3)"
  std::string text() const;

 private:
  std::array<std::int64_t, kMaxRank> sizes_{};
  int rank_ = 0;
};

}  // namespace runahead
