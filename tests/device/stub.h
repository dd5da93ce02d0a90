// SPDX-License-Identifier: GPL-3.0-or-later
// The stub of a device in the place of CUDA's module, for every test of this program, and its controls.
// Not the stub itself: stub_device.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "kernels/device.h"

namespace runahead::testing_support {

/// As RUNAHEAD_STUB says in stub_device.cpp.
void set_stub(const std::string& words);
void launch_on_stub(kernels::Stream* stream, std::function<void()> work);
std::int64_t stub_bytes();
std::int64_t stub_executed(int device);
/// That were recorded on streams since the words were set.
std::int64_t stub_events();
bool stub_call_failed();

}  // namespace runahead::testing_support
