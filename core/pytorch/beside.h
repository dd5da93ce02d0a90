// SPDX-License-Identifier: GPL-3.0-or-later
// Copies from and to pinned memory, which the program does not wait for: who uses that memory before it has
// waited all the same.
#pragma once

#include <ATen/ATen.h>

#include <optional>

#include "core/tensor/frontend.h"

namespace runahead::pytorch {

/// Whether a run has any that it has not waited for. Without a turn.
bool copies_beside();

struct Extent {
  const char* from;
  const char* to;
};
/// Where the elements lie.
Extent extent_of(const at::Tensor& on_host);

// In a turn.

/// A copy has been issued to the current stream. `arrives`: it writes the tensor of the host; `array` stands
/// for that.
void note_copy_beside(Frontend& frontend, const at::Tensor& on_host, bool arrives, TaskId copy,
                      VariableId array);
std::optional<EarlyUse> early_use(Frontend& frontend, const Extent& used, bool writes);
void forget_copies_beside();

}  // namespace runahead::pytorch
