// SPDX-License-Identifier: GPL-3.0-or-later
// What an operation of PyTorch's computes and moves, for the virtual clock: by its name and the sizes of its
// tensors.
#pragma once

#include <ATen/ATen.h>
#include <ATen/core/stack.h>

#include <string_view>
#include <vector>

#include "core/device/machine.h"

namespace runahead::pytorch {

Work work_of(std::string_view operation, const torch::jit::Stack& arguments,
             const std::vector<at::Tensor>& made);

}  // namespace runahead::pytorch
