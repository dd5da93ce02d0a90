// SPDX-License-Identifier: GPL-3.0-or-later
// LevelLine: while a class is asked how many tasks or how much memory, a line over a chart that is dragged to
// the level that one thinks of; then it stays beside the run's answer, with what counts as right around that.
// Not here: answers that are times (answer_line.h).
#pragma once

#include "gui/lecture/dragged_line.h"

namespace runahead::gui {

class ChartPane;

class LevelLine : public DraggedLine {
  Q_OBJECT
 public:
  /// Over all of the chart, its parent, whose quantity `form` is.
  LevelLine(Asking* asking, ChartPane* chart, AnswerForm form);
  /// Of a level, in px of the widget.
  double yOf(double level) const;

 protected:
  void paintEvent(QPaintEvent*) override;
  std::int64_t answerAt(QPointF place) const override;

 private:
  /// The chart's axis is the question's.
  void takeScale();
  /// Of the plot, in px of the widget.
  QRectF plot() const;

  ChartPane* m_chart;
};

}  // namespace runahead::gui
