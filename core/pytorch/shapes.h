// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes of results where PyTorch 1.13 has no kernel without memory that tells them, or one in Python, which
// takes 30 to 100 µs. Of what is unusual they say nothing: then the kernel of the CPU says what is wrong.
#pragma once

#include <ATen/ATen.h>
#include <ATen/core/stack.h>

#include <string>
#include <vector>

namespace runahead::pytorch {

/// Of arguments without memory. Throws where it does not know; an undefined tensor stands for none.
using ShapeFunction = std::vector<at::Tensor> (*)(const torch::jit::Stack& arguments);
/// Null: there is none.
ShapeFunction shape_function(const std::string& operation);

}  // namespace runahead::pytorch
