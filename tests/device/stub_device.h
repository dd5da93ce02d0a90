// SPDX-License-Identifier: GPL-3.0-or-later
// What the stub of a device exports beside its table, and how a test gets at it.
// Not for the program: it knows the table alone.
#pragma once

#include <cstdint>

#include "kernels/device.h"

extern "C" {
/// As RUNAHEAD_STUB; counts begin anew, and a lost device is there again.
void runahead_stub_set(const char* text);
/// Work of a test's own on a stream.
void runahead_stub_launch(runahead::kernels::Stream* stream, void (*work)(void*), void* argument);
/// That are allocated on all devices.
std::int64_t runahead_stub_bytes();
/// What one of them has run since the words were set.
std::int64_t runahead_stub_executed(int device);
/// Events that were recorded on streams since then.
std::int64_t runahead_stub_events();
/// Whether the call has come that the words wanted to fail.
bool runahead_stub_call_failed();
}
