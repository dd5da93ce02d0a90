// SPDX-License-Identifier: GPL-3.0-or-later
// The real PyTorch in a program.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "core/tensor/frontend.h"

namespace runahead::python {

/// The part of _runahead that torch.cuda is made of.
void add_pytorch(pybind11::module_& module);
/// Memory of the host is used by the line that runs, where a copy of PyTorch's reads or writes that the
/// program has not waited for.
std::optional<EarlyUse> early_use(const void* from, const void* to, bool writes);
/// Whether there is any such copy.
bool copies_beside();
/// The run is over: tensors that the program has left behind lose their memory.
void end_pytorch();

}  // namespace runahead::python
