// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of the host that devices copy from and into beside the program.
#pragma once

#include <c10/core/Allocator.h>

namespace runahead::pytorch {

bool is_pinned(const void* memory);
c10::Allocator& pinned_memory();

}  // namespace runahead::pytorch
