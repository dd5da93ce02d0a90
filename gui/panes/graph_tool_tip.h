// SPDX-License-Identifier: GPL-3.0-or-later
// The facts about a node of the graph, as its tool tip tells them.
// Not here: when a tip appears (graph_pane.h).
#pragma once

#include <QStringList>

#include "gui/panes/graph_model.h"

namespace runahead::gui {

/// Rich text. `listing`: the program's lines.
/// `nowNs`: as for toolTipText().
QString graphToolTip(const Trace& trace, const QStringList& listing, const GraphNode& node,
                     std::int64_t nowNs);
/// "ready", "recorded": in the words of the captions.
QString graphStateName(TaskState state);

}  // namespace runahead::gui
