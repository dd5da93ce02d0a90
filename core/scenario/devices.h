// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a request may ask for CUDA, and what would be got, for who shows the choice.
// Not here: what devices are (device/device.h).
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/device/standard_machine.h"  // what the virtual clock describes, for who shows it

namespace runahead {

/// One line, "no CUDA device: ..."; empty where there is one.
std::string why_no_cuda();

struct CudaDevice {
  std::string name;
  std::string libraries;  ///< driver, runtime and BLAS with their versions
  double flops = 0;       ///< in float32 in a second at best; 0 where unknown
};
/// The first is the one that runs use, some the second too; Failure: "no CUDA device: ...".
Result<CudaDevice> describe_cuda(int device = 0);

}  // namespace runahead
