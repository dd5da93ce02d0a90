// SPDX-License-Identifier: GPL-3.0-or-later
// What operations ask of their arrays. Errors name the operation.
#pragma once

#include "core/tensor/ndarray.h"

namespace runahead {

/// Of an array that has a value.
Frontend& frontend_of(const NDArray& array, const char* operation);
void require_rank(const NDArray& array, int rank, const char* operation);
/// Counted from the first; negative ones count from the last.
int known_axis(const Shape& shape, int axis, const char* operation);
/// One shape.
void require_same(const NDArray& a, const NDArray& b, const char* operation);

}  // namespace runahead
