// SPDX-License-Identifier: GPL-3.0-or-later
// Operations on tensors of the CPU: PyTorch computes them inside the call, and each is recorded.
#pragma once

#include <functional>
#include <string_view>

#include "core/device/machine.h"

namespace runahead::pytorch {

/// From now on, of what this thread calls, but for what a call calls itself. `simulated`: what an operation
/// costs is looked up, so its tensors are looked at.
void tell_in_call(bool simulated);
void tell_no_more();
/// From the next call on, whatever the clock: a copy runs beside the program.
void look_at_inputs();

/// A part of a call of the device that the CPU computes.
void compute_in_call(std::string_view name, const Work& work, const std::function<void()>& part);

}  // namespace runahead::pytorch
