// SPDX-License-Identifier: GPL-3.0-or-later
// Values: what an array held, on the host and away from the engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "kernels/types.h"

namespace runahead {

class Values {
 public:
  Values(kernels::Type type, std::int64_t elements)
      : type_(type), bytes_(static_cast<std::size_t>(elements * size_of(type))) {}
  explicit Values(std::span<const float> floats)
      : Values(kernels::Type::float32, static_cast<std::int64_t>(floats.size())) {
    if (!bytes_.empty()) std::memcpy(bytes_.data(), floats.data(), bytes_.size());
  }

  kernels::Type type() const { return type_; }
  std::int64_t size() const { return static_cast<std::int64_t>(bytes_.size()) / size_of(type_); }
  std::span<const std::byte> bytes() const { return bytes_; }
  std::byte* data() { return bytes_.data(); }

  /// Of floating numbers.
  double real(std::int64_t i) const {
    return type_ == kernels::Type::float32 ? static_cast<double>(at<float>(i)) : at<double>(i);
  }
  /// Of whole numbers and booleans.
  std::int64_t whole(std::int64_t i) const {
    if (type_ == kernels::Type::int64) return at<std::int64_t>(i);
    return type_ == kernels::Type::int32 ? at<std::int32_t>(i) : at<std::uint8_t>(i);
  }
  void set(std::int64_t i, kernels::Number number);
  /// As float32, whatever they are: rounded where that has no such number.
  std::vector<float> floats() const;

 private:
  template <class T>
  T at(std::int64_t i) const {
    T value{};
    std::memcpy(&value, bytes_.data() + static_cast<std::size_t>(i) * sizeof value, sizeof value);
    return value;
  }

  kernels::Type type_;
  std::vector<std::byte> bytes_;
};

}  // namespace runahead
