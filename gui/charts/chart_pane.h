// SPDX-License-Identifier: GPL-3.0-or-later
// ChartPane: what both charts are: a head (legend and readout at the cursor) above a plot on the timeline's
// axis. Not here: which quantities (depth_chart.h, memory_chart.h), how they are drawn (plot.h).
#pragma once

#include <QPixmap>
#include <QWidget>
#include <memory>

#include "gui/charts/chart_content.h"
#include "gui/view/view_state.h"

namespace runahead::gui {

class Plot;

class ChartPane : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kHeadPx = 34;

  ~ChartPane() override;
  QSize sizeHint() const override { return {600, 210}; }
  QSize minimumSizeHint() const override { return {400, 110}; }
  /// The plot in this widget's pixels.
  QRectF plotRect() const;

 protected:
  ChartPane(ViewState* view, QWidget* parent);
  virtual ChartContent content(const CounterColumns& columns) const = 0;
  virtual ChartHead head() const = 0;
  ViewState* view() const { return m_view; }

  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void changeEvent(QEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void wheelEvent(QWheelEvent*) override;

 private:
  TimeAxis axis() const;
  void invalidate();
  void renderPlot();
  void paintCursor(QPainter& painter);

  ViewState* m_view;
  std::unique_ptr<Plot> m_chart;
  QPixmap m_plot;  // the series change with run and range, not with the cursor
  bool m_dirty = true;
};

}  // namespace runahead::gui
