// SPDX-License-Identifier: GPL-3.0-or-later
// Counting and printing shapes.
#include "core/tensor/shape.h"

#include "core/base/error.h"

namespace runahead {

Shape::Shape(std::span<const std::int64_t> sizes) {
  if (sizes.size() > kMaxRank) throw Error("[array] more than 4 axes");
  for (const std::int64_t size : sizes) {
    if (size < 0) throw Error("[array] size " + std::to_string(size) + " is negative");
    sizes_[static_cast<std::size_t>(rank_++)] = size;
  }
  std::int64_t product = sizeof(double);
  for (const std::int64_t size : sizes) {
    if (__builtin_mul_overflow(product, size, &product))
      throw Error("[array] shape " + text() + " is too large");
  }
}

std::int64_t Shape::elements() const {
  std::int64_t product = 1;
  for (int axis = 0; axis < rank_; ++axis) product *= (*this)[axis];
  return product;
}

std::string Shape::text() const {
  std::string text = "(";
  for (int axis = 0; axis < rank_; ++axis) {
    if (axis > 0) text += ", ";
    text += std::to_string((*this)[axis]);
  }
  return text + (rank_ == 1 ? ",)" : ")");
}

}  // namespace runahead
