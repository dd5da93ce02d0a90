// SPDX-License-Identifier: GPL-3.0-or-later
// narrate(): one or two sentences about the event that happened last before a cursor, with its numbers.
// Not here: colours and glyphs (gui/panes), what is still waited for (waiting.h).
#pragma once

#include "core/base/message.h"
#include "core/trace/trace.h"

namespace runahead {

/// "add 11 starts, 230 µs after line 4 issued it. Line 5 has waited 175 µs; 5 more are ready."
/// In plain words, from the trace alone, and from nothing that lies after the cursor. Reads a bounded part of
/// the trace.
Message narrate(const Trace& trace, Seq cursor);

}  // namespace runahead
