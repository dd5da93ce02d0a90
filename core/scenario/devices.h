// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a request may ask for CUDA, for who shows the choice.
// Not here: what devices are (device/device.h).
#pragma once

#include <string>

namespace runahead {

/// One line, "no CUDA device: ..."; empty where there is one.
std::string why_no_cuda();

}  // namespace runahead
