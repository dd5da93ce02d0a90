// SPDX-License-Identifier: GPL-3.0-or-later
// ChartPane: what both charts are: a head (legend and readout at the cursor) above a plot on the timeline's
// axis. Not here: which quantities (chart_content.h), how they are drawn (plot.h).
#pragma once

#include <QPixmap>
#include <QWidget>
#include <memory>
#include <vector>

#include "gui/timeline/chart_content.h"
#include "gui/view/view_state.h"

namespace runahead::gui {

class Plot;

/// A run that is compared: the how many-th of them, see runLetter().
struct Companion {
  const ViewState* view;
  int letter;
};

class ChartPane : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kHeadPx = 34;

  ChartPane(ViewState* view, const ChartKind& kind, QWidget* parent = nullptr);
  ~ChartPane() override;
  QSize sizeHint() const override { return {600, 210}; }
  QSize minimumSizeHint() const override { return {400, 110}; }
  /// As TimelineView has it.
  void setMagnification(double factor);
  double magnification() const { return m_magnification; }
  /// Its axis reaches at least to there, whatever the run comes to; 0: the run alone says how far.
  void setLeastTop(double level);
  /// The level at the plot's upper edge.
  double top();
  /// The plot, before it is magnified.
  QRectF plotRect() const;
  /// Runs that are drawn as lines over the one on show, on its scale; `own` is the letter of that one, -1
  /// alone. The views stand where this one does.
  void setCompanions(int own, std::vector<Companion> companions);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void changeEvent(QEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void wheelEvent(QWheelEvent*) override;

 private:
  QSizeF room() const { return QSizeF(size()) / m_magnification; }
  TimeAxis axis() const;
  void invalidate();
  void renderPlot();
  void paintCompanions(QPainter& painter);
  ChartHead head() const;
  ChartHead comparedHead() const;
  void paintCursor(QPainter& painter);

  ViewState* m_view;
  const ChartKind& m_kind;
  std::unique_ptr<Plot> m_chart;
  QPixmap m_plot;  // the series change with run and range, not with the cursor
  bool m_dirty = true;
  double m_magnification = 1;
  double m_leastTop = 0;
  int m_own = -1;
  std::vector<Companion> m_companions;
};

}  // namespace runahead::gui
