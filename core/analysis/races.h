// SPDX-License-Identifier: GPL-3.0-or-later
// Races between streams, in words. Not here: finding them (tensor/stream_order.h).
#pragma once

#include <vector>

#include "core/base/message.h"
#include "core/trace/trace.h"

namespace runahead {

/// One or two sentences, of an error of that kind.
Message describe_race(const Trace& trace, const ErrorRecord& race);

/// What the two of it share, where streams share it.
std::vector<VariableId> raced(const Trace& trace, const ErrorRecord& race);

struct Race {
  int line;        ///< of the later use; 0: of no line
  int other_line;  ///< of the task that the program has first
  Message sentence;
};
/// Each pair of lines once, in the order of events.
std::vector<Race> races_of(const Trace& trace);

}  // namespace runahead
