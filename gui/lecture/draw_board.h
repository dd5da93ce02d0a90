// SPDX-License-Identifier: GPL-3.0-or-later
// DrawBoard: the worksheet on the screen: the workers' lanes while the frontend waits, and the pending tasks
// under them, as long as they take, to be dragged there. Once it is shown, what the run did is outlined over
// it. Not here: what is permitted (core/analysis/schedule.h).
#pragma once

#include <QWidget>
#include <optional>

#include "gui/axis/time_axis.h"
#include "gui/lecture/asking.h"

namespace runahead::gui {

class DrawBoard : public QWidget {
  Q_OBJECT
 public:
  explicit DrawBoard(Asking* asking, QWidget* parent);

  /// Of the sizes on a screen of 1280 x 720 px.
  void setScale(double scale);
  /// 0 where nothing is to be drawn.
  int wantedHeight() const;

  /// Where a task stands now, or waits to be dragged; where a bar would stand.
  QRectF rectOf(TaskId task) const;
  QRectF rectOf(const DrawnBar& bar) const;

 protected:
  void paintEvent(QPaintEvent*) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  double px(double at720) const { return at720 * m_scale; }
  QFont nameFont() const;
  QString nameOf(LaneId lane) const;
  /// Of the lanes; of a device's they are longer than of workers.
  double namesWidth() const;
  TimeAxis axis() const;
  QRectF laneRect(std::size_t lane) const;
  /// What is dropped there, at an end that is near.
  std::optional<DrawnBar> barAt(TaskId task, QPointF leftMiddle) const;
  void paintBar(QPainter& painter, const QRectF& rect, TaskId task, bool given) const;

  Asking* m_asking;
  double m_scale = 0.64;
  TaskId m_dragged = kNone;
  QPointF m_grip;  ///< from the bar's left end, in its middle, to the pointer
  QPointF m_pointer;
};

}  // namespace runahead::gui
