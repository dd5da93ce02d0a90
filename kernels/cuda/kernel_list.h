// SPDX-License-Identifier: GPL-3.0-or-later
// Every kernel of this module, so that all can be loaded before a run.
// Not here: cuBLAS's own (preparation.cpp).
#pragma once

namespace runahead::kernels::cuda {

/// By its address on the host, while the module is opened. True.
bool list_kernel(const void* kernel);

/// Onto the device that this thread uses. Otherwise each is loaded when it is launched first.
void load_kernels();

}  // namespace runahead::kernels::cuda
