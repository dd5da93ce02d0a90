// SPDX-License-Identifier: GPL-3.0-or-later
// The arena: from where a program of the model allocates. It is emptied before each execution, so that an
// execution can be given up in the middle, addresses repeat, and what was not freed is known.
#pragma once

#include <cstdint>

namespace runahead::model {

/// Before an execution.
void empty_arena();
/// Whether what is allocated now is the program's.
void open_arena(bool open);
/// That were not freed.
std::int64_t live_allocations();
/// Whether the program allocated it.
bool in_arena(const void* address);

}  // namespace runahead::model
