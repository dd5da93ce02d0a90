// SPDX-License-Identifier: GPL-3.0-or-later
// What lies over the recorded bars: where a model would have the tasks, and which path a time took.
// Not here: the models (core/analysis), when they are asked (gui/panes).
#pragma once

#include <QPointF>
#include <vector>

#include "core/analysis/critical_path.h"
#include "core/analysis/replay.h"
#include "gui/axis/time_axis.h"
#include "gui/timeline/layout.h"

namespace runahead::gui {

/// By lane; in each in the order of their starts. Bars of a lane do not overlap.
using PredictedLanes = std::vector<std::vector<PredictedBar>>;
PredictedLanes byLane(const std::vector<PredictedBar>& bars);

/// What is to be drawn of a lane: bars of 3 px and more alone, narrower neighbours as one. Costs a few
/// look-ups per column of pixels, however many bars there are.
std::vector<BarSpan> outlineSpans(const std::vector<PredictedBar>& lane, const TimeAxis& axis);

/// The line of a path: it runs along the rows of its pieces, low in them so that labels can be read.
std::vector<QPointF> pathLine(const CriticalPath& path, const Trace& trace, const TimelineLayout& layout,
                              const TimeAxis& axis);

}  // namespace runahead::gui
