// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions compared: which of those offered a key means, and whether a decision leads a run on, repeats what
// it has recorded, or forks it. Plain functions.
// Not here: the thread on which they are taken (manual_run.h).
#pragma once

#include <optional>

#include "gui/runs/manual_run.h"

namespace runahead::gui {

bool offers(const ManualState& run, const Choice& choice);
/// `issue`: what the frontend may do; the first ready task, on the first idle worker; the end that comes
/// first.
std::optional<Choice> firstOf(const ManualState& run, Choice::Kind kind);

/// Goes to `next`, to which one more decision at the cursor has led. Where the run has been already, the
/// cursor goes there. What goes on behind its end is part of it. Anything else is another run, number
/// `branches`.
void lead(ManualRunState& state, const ManualState& next, int branches);

/// The events up to the one that was decided, if it happened at the time on show; else all. A start is
/// followed by what its task allocates.
Seq toldOf(const ManualState& run, const Choice& choice);

}  // namespace runahead::gui
