// SPDX-License-Identifier: GPL-3.0-or-later
// TimeChart: Qt Charts behind one thin wrapper: series in, pixels or vectors out, through any QPainter.
// Not a widget, and no axis of Qt Charts is shown: grid and labels are painted here, on the timeline's
// pixels.
#pragma once

#include <QBrush>
#include <QRectF>
#include <QSizeF>
#include <memory>

#include "gui/charts/chart_content.h"

class QPainter;

namespace runahead::gui {

class TimeChart {
 public:
  TimeChart();
  ~TimeChart();
  TimeChart(const TimeChart&) = delete;
  TimeChart& operator=(const TimeChart&) = delete;

  /// `blocked`: the pattern for the device that the chart will be painted on.
  void setContent(const ChartContent& content, const Theme& theme, QSizeF plotSize, const QBrush& blocked);
  /// Value at the upper edge of the plot.
  double top() const { return m_top; }
  /// Grid, labels left of the plot, series. The axis is the timeline's: its left edge is the plot's.
  void paint(QPainter& painter, const QRectF& plot, const TimeAxis& axis, const Theme& theme) const;

 private:
  void paintColumns(QPainter& painter, const QRectF& plot, const ChartSeries& series,
                    const Theme& theme) const;

  struct Parts;
  std::unique_ptr<Parts> m_parts;
  std::vector<double> m_ticks{0};
  double m_top = 1;
  bool m_bytes = false;
  double m_endPx = 0;
  QBrush m_blocked;
  std::vector<ChartSeries> m_dense;
};

/// The head above a plot: title, legend with values, note. Leaves values away when they are not wanted.
void paintChartHead(QPainter& painter, const ChartHead& head, const QRectF& rect, double leftPx,
                    const Theme& theme, bool values);
/// A legend's sample, vertically centred at `y`; its width.
double paintSwatch(QPainter& painter, QPointF left_middle, SeriesLook look, const Theme& theme);

}  // namespace runahead::gui
