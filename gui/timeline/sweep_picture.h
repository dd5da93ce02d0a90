// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a sweep: total time above peak memory, on one axis of K, the knee marked in both. Painted
// with any QPainter: the window and every file format share it. Not here: where the numbers come from
// (sweep.h).
#pragma once

#include <QPainter>
#include <QRectF>
#include <cstdint>
#include <limits>
#include <vector>

#include "gui/timeline/sweep.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

struct SweepGeometry {
  QRectF timeHead, timePlot;
  QRectF memoryHead, memoryPlot;
  QRectF names;           ///< of the points, under both plots
  std::vector<double> x;  ///< of the points, in all of them
};
/// In `rect`, whose label column is the timeline's.
SweepGeometry layoutSweep(const Sweep& sweep, const QRectF& rect);

/// Points whose part of the run ends after `untilNs` are left out, and the knee with them.
void paintSweep(QPainter& painter, const Sweep& sweep, const QRectF& rect, const Theme& theme,
                std::int64_t untilNs = std::numeric_limits<std::int64_t>::max());

}  // namespace runahead::gui
