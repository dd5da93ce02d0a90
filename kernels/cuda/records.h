// SPDX-License-Identifier: GPL-3.0-or-later
// What CUPTI notes of this process's kernels, copies and fills, as Records of the device table.
// Not for callers, who see kernels/device.h. Not here: whether that works on this machine
// (records_trial.cpp).
//
// A launch between begin_records() and end_records() stands in two records of CUPTI's: one says under which
// id its call was made, the other when the work of that call began and ended; both name the call by the same
// number. They come in buffers of ours, which CUPTI asks for on the launching thread and gives back on one of
// its own, or inside a flush, and may lie in different ones.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/device.h"

namespace runahead::kernels::cuda {

/// Throws why CUPTI cannot be had, or refuses.
void enable_records();
void disable_records();

void begin_records(std::uint64_t id);
int end_records();
std::int64_t records_now_ns();
void collect_records();
std::size_t take_records(WorkRecord* records, std::size_t room);

/// As the table's `open` and `close`: the first `open` of the process also tries on a device whether records
/// come, and agree with events.
void open_records();
void close_records();

}  // namespace runahead::kernels::cuda
