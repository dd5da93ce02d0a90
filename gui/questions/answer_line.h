// SPDX-License-Identifier: GPL-3.0-or-later
// AnswerLine: while a class is asked when something happens, a line over a timeline that is dragged to where
// one thinks that it does; then it stays beside the run's answer, with what counts as right around that.
// Not here: answers that are levels (level_line.h).
#pragma once

#include <QWidget>

namespace runahead::gui {

class Asking;
class TimelineView;

class AnswerLine : public QWidget {
  Q_OBJECT
 public:
  /// Over all of the timeline, its parent.
  AnswerLine(Asking* asking, TimelineView* timeline);

 protected:
  void paintEvent(QPaintEvent*) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  /// The timeline's size.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void follow();
  /// Of a time on the timeline, in px of the widget.
  double xOf(double ns) const;
  double nsAt(double x) const;
  double magnification() const;

  Asking* m_asking;
  TimelineView* m_timeline;
};

}  // namespace runahead::gui
