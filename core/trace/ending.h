// SPDX-License-Identifier: GPL-3.0-or-later
// How a run came to its end, as its record says it. A plain function of a trace.
// Not here: what the session reports of it (scenario/run_execution.h).
#pragma once

#include "core/trace/trace.h"

namespace runahead {

enum class RunEnd : std::uint8_t {
  completed,  ///< the program ran through, and everything that it issued has ended
  failed,     ///< an error ended the program, or was left, and no wait had met it
  stopped,    ///< the user stopped it: tasks may be left that never ended
};

/// The message of the record that tells of a stop: an error that surfaced, and comes from no task.
inline constexpr const char* kStoppedMessage = "stopped";

/// Meaningful once the trace is finished.
RunEnd ended(const Trace& trace);
/// The error that ended the run, or was left at its end; an index of its errors, kNone without one.
std::uint32_t last_surfaced(const Trace& trace);

}  // namespace runahead
