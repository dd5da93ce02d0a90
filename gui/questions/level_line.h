// SPDX-License-Identifier: GPL-3.0-or-later
// LevelLine: while a class is asked how many tasks or how much memory, a line over a chart that is dragged to
// the level that one thinks of; then it stays beside the run's answer, with what counts as right around that.
// Not here: answers that are times (answer_line.h).
#pragma once

#include <QWidget>

#include "core/analysis/question.h"

namespace runahead::gui {

class Asking;
class ChartPane;

class LevelLine : public QWidget {
  Q_OBJECT
 public:
  /// Over all of the chart, its parent, whose quantity `form` is.
  LevelLine(Asking* asking, ChartPane* chart, AnswerForm form);
  /// Of a level, in px of the widget.
  double yOf(double level) const;

 protected:
  void paintEvent(QPaintEvent*) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  /// The chart's size.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void follow();
  /// Of the plot, in px of the widget.
  QRectF plot() const;

  Asking* m_asking;
  ChartPane* m_chart;
  AnswerForm m_form;
};

}  // namespace runahead::gui
