// SPDX-License-Identifier: GPL-3.0-or-later
// The real PyTorch in a program.
#pragma once

#include <pybind11/pybind11.h>

namespace runahead::python {

/// The part of _runahead that torch.cuda is made of.
void add_pytorch(pybind11::module_& module);
/// The run is over: tensors that the program has left behind lose their memory.
void end_pytorch();

}  // namespace runahead::python
