// SPDX-License-Identifier: GPL-3.0-or-later
// What each actor of a manual run may do next, in words, or why it cannot move. Plain functions.
// Not here: the buttons (manual_strip.h).
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "core/scenario/manual_simulation.h"

namespace runahead::gui {

struct Actor {
  QString name;                 ///< "Frontend", "Worker 2"
  std::vector<Choice> choices;  ///< what it may do next; usually one at most
  QString reason;               ///< why there is none
};

/// The frontend, then those that execute tasks, in the order of their lanes.
std::vector<Actor> actorsOf(const ManualState& run);

/// "Issue line 5 · y = x + 1", with the line of the listing; "Go on in line 5"; "Start add 3", "End add 3".
QString choiceText(const Trace& trace, const Choice& choice, const QStringList& listing);

}  // namespace runahead::gui
