// SPDX-License-Identifier: GPL-3.0-or-later
// Looks at the record's end alone.
// Not here: who writes it there (scenario/run_program.cpp).
#include "core/trace/ending.h"

namespace runahead {

std::uint32_t last_surfaced(const Trace& trace) {
  for (std::uint32_t i = trace.error_count(); i-- > 0;) {
    if (trace.error(i).kind == ErrorKind::surfaced) return i;
  }
  return kNone;
}

RunEnd ended(const Trace& trace) {
  if (const std::uint32_t last = last_surfaced(trace); last != kNone) {
    const ErrorRecord error = trace.error(last);
    const bool stop = error.origin == kNone && trace.name(error.message) == kStoppedMessage;
    return stop ? RunEnd::stopped : RunEnd::failed;
  }
  // Records from before stops were told say it by what was left behind.
  return trace.counters_at(trace.size()).depth() > 0 ? RunEnd::stopped : RunEnd::completed;
}

}  // namespace runahead
