// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch's own kernel of the CPU, on the twins of a device's tensors.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace runahead::pytorch {

/// Calls it; `stack` has its arguments, then its results. Throws PyTorch's errors, and `Error` where the
/// CPU has no such kernel. What it lacks in half precision is computed in float and rounded.
void compute(const c10::OperatorHandle& handle, torch::jit::Stack& stack);
/// The same as a task: with memory behind the tensors, and on this thread alone.
void compute_in_task(const c10::OperatorHandle& handle, torch::jit::Stack& stack);
/// The memory behind these is there from now on.
void take_memory(const torch::jit::Stack& stack);

}  // namespace runahead::pytorch
