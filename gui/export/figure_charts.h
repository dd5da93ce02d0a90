// SPDX-License-Identifier: GPL-3.0-or-later
// Pending tasks and memory in a figure: of one run as the window's charts, of several as lines in one chart.
// Not here: the values (timeline/chart_content.h), the lines' looks (timeline/run_lines.h).
#pragma once

#include <QRectF>
#include <optional>
#include <vector>

#include "core/trace/trace.h"
#include "gui/axis/time_axis.h"
#include "gui/widgets/theme.h"

class QPainter;

namespace runahead::gui {

struct ChartedRun {
  const Trace& trace;
  const Trace& whole;                        ///< for the scale
  TimeAxis axis;                             ///< moved for the run's alignment; the same pixels for all
  int letter = 0;                            ///< its place among the figure's runs
  std::optional<std::int64_t> untilNs = {};  ///< how far it is known, if that is not its end
};

/// With heads; for plots so high.
double figureChartsHeight(std::size_t runs, double width_px, double plot_px);
/// The height of plots that fill a height.
double figurePlotHeight(std::size_t runs, double width_px, double height_px);
void paintFigureCharts(QPainter& painter, const std::vector<ChartedRun>& runs, const QRectF& rect,
                       const Theme& theme);

}  // namespace runahead::gui
