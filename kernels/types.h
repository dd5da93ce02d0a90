// SPDX-License-Identifier: GPL-3.0-or-later
// What the elements of an array can be.
#pragma once

#include <cstdint>

namespace runahead::kernels {

enum class Type : std::uint8_t { float32, float64, int32, int64, boolean };
inline constexpr int kTypes = 5;

/// In bytes; a boolean is one byte, 0 or 1.
constexpr std::int64_t size_of(Type type) {
  return type == Type::float64 || type == Type::int64 ? 8 : type == Type::boolean ? 1 : 4;
}
constexpr bool is_floating(Type type) {
  return type == Type::float32 || type == Type::float64;
}
constexpr const char* name_of(Type type) {
  constexpr const char* kNames[kTypes] = {"float32", "float64", "int32", "int64", "bool"};
  return kNames[static_cast<int>(type)];
}

/// Of an array's type: `real` where that is floating, else `whole`.
union Number {
  double real;
  std::int64_t whole;
};

}  // namespace runahead::kernels
