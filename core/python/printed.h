// SPDX-License-Identifier: GPL-3.0-or-later
// Values as a library prints them. Not here: what stands around them ("tensor(...)": packages/).
#pragma once

#include <string>

#include "core/tensor/shape.h"
#include "core/tensor/values.h"

namespace runahead::python {

enum class NumberStyle : std::uint8_t {
  numpy,  ///< as many digits as the values need, at most 8 behind the point
  torch,  ///< four digits behind the point, none where all values are whole numbers
};

/// "[[1. 2.]\n [3. 4.]]": between values stands `separator` and a blank; further rows are moved in by
/// `indent`.
std::string printed_values(const Values& values, const Shape& shape, NumberStyle style,
                           const std::string& separator, int indent);

}  // namespace runahead::python
