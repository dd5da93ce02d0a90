// SPDX-License-Identifier: GPL-3.0-or-later
// Where a step takes the cursor: plain functions of a trace and a cursor.
// Not here: moving the cursor (view/cursor.h), keys and buttons (window/, transport/).
//
// A cursor counts the events that have happened, so it stands right after one. It stops where that event is
// of the step's kind; the start and the end of the run are stops of every kind.
#pragma once

#include <optional>
#include <set>

#include "core/trace/trace.h"

namespace runahead::gui {

enum class StepKind {
  event,
  statement,  ///< the frontend begins one
  task,       ///< a task starts or ends
  wait,       ///< a wait begins or ends
};

/// The nearest stop beyond `cursor`; direction is 1 or -1. At the last stop: the cursor itself.
Seq stepFrom(const Trace& trace, Seq cursor, StepKind kind, int direction);
/// The nearest stop beyond `cursor` where one of the lines begins; nothing when none does.
std::optional<Seq> stepToLine(const Trace& trace, Seq cursor, const std::set<int>& lines, int direction);
/// The first stop in (from, to] where one of the lines begins, for playing: reads only what lies between.
std::optional<Seq> firstLineBetween(const Trace& trace, Seq from, Seq to, const std::set<int>& lines);
/// The line that the frontend is in, or was in last; 0 before the first.
int lineAt(const Trace& trace, Seq cursor);

}  // namespace runahead::gui
