// SPDX-License-Identifier: GPL-3.0-or-later
// WakeLatency: from when a task could start on an idle worker until it did: what waking a thread costs.
// Measured here, task by task. Not here: what a model makes of it (fit.h), what the virtual clock charges
// (device/machine.h).
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/trace.h"

namespace runahead {

inline constexpr std::int64_t kNoWakeLatency = -1;

/// Of each task; kNoWakeLatency where it began as soon as its worker had ended another task, inside a call,
/// or never. A task is picked up if its worker was idle before the instant at which the task became ready;
/// one that its worker's own last task made ready is not.
std::vector<std::int64_t> wake_latencies_ns(const Trace& trace);

/// When a lane ended its last task before some event: INT64_MIN if it had none.
std::int64_t free_since_ns(const Trace& trace, LaneId lane, Seq before);

}  // namespace runahead
