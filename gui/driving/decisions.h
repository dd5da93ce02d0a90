// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions compared: which of those offered a key means, and whether a decision leads a run on, repeats what
// it has recorded, or forks it. Plain functions.
// Not here: the thread on which they are taken (hand_driver.h).
#pragma once

#include <optional>

#include "gui/driving/hand_driver.h"

namespace runahead::gui {

bool offers(const DrivenRun& run, const Choice& choice);
/// The statement; the first start; of the ends that of the task that has run longest.
std::optional<Choice> firstOf(const DrivenRun& run, Choice::Kind kind);

/// Whether every actor does in `more` what it does in `some`, and perhaps goes on.
bool covers(const Script& more, const Script& some);

/// Goes from state.at to `next`, which more decisions have led to. Where the run has been there already, the
/// cursor goes there. What goes on behind its end is part of it. Anything else is another run, number
/// `branches`.
void lead(HandState& state, DrivenRun next, int branches);

}  // namespace runahead::gui
