// SPDX-License-Identifier: GPL-3.0-or-later
// Plot: series in, pixels or vectors out, through any QPainter; on the screen by Qt Charts.
// Not a widget, and no axis of Qt Charts is shown: grid and labels are painted here, on pixels that the
// caller chooses (the timeline's, or those of a sweep).
#pragma once

#include <QBrush>
#include <QRectF>
#include <QSizeF>
#include <memory>
#include <vector>

#include "gui/timeline/chart_content.h"

class QPainter;

namespace runahead::gui {

class Plot {
 public:
  /// Charts and their scenes belong to the window's thread; what is painted on any is drawn without them.
  enum class By { charts, painter };
  explicit Plot(By by = By::charts);
  ~Plot();
  Plot(const Plot&) = delete;
  Plot& operator=(const Plot&) = delete;

  /// `blocked`: the pattern for the device that the chart will be painted on.
  void setContent(const ChartContent& content, const Theme& theme, QSizeF plotSize, const QBrush& blocked);
  /// Value at the upper edge of the plot.
  double top() const { return m_top; }
  /// Grid, labels left of the plot, series. `grid_px`: where its vertical lines stand.
  void paint(QPainter& painter, const QRectF& plot, const std::vector<double>& grid_px,
             const Theme& theme) const;

 private:
  void paintColumns(QPainter& painter, const QRectF& plot, const ChartSeries& series,
                    const Theme& theme) const;
  void paintSteps(QPainter& painter, const QRectF& plot, const ChartSeries& series, const Theme& theme) const;

  struct Parts;
  std::unique_ptr<Parts> m_parts;  // null: by painter
  std::vector<double> m_ticks{0};
  double m_top = 1;
  ChartUnit m_unit = ChartUnit::tasks;
  double m_endPx = 0;
  QBrush m_blocked;
  std::vector<ChartSeries> m_dense;
  std::vector<ChartSeries> m_steps;  // by painter
};

/// Where the ticks of a time axis stand.
std::vector<double> gridOf(const TimeAxis& axis);
/// The head above a plot: title, legend with values, note. Leaves values away when they are not wanted.
void paintChartHead(QPainter& painter, const ChartHead& head, const QRectF& rect, double leftPx,
                    const Theme& theme, bool values);
/// A legend's sample from `left_middle` on; its width.
double paintSwatch(QPainter& painter, QPointF left_middle, SeriesLook look, const Theme& theme);

}  // namespace runahead::gui
