// SPDX-License-Identifier: GPL-3.0-or-later
// The module for CUDA: a library of its own, opened at run time, so that the program starts where there is
// none. Not here: what is done with its table (open_device.h).
#pragma once

#include "core/base/error.h"
#include "kernels/device.h"

namespace runahead {

/// The module's table, where it finds a device; else one line that begins with "no CUDA device: ". The module
/// is searched once: at the path in RUNAHEAD_DEVICE_MODULE if that is set, else beside the program, then
/// where it is installed. Whether a device is there is asked at every call.
Result<const kernels::Device*> cuda_device();

}  // namespace runahead
