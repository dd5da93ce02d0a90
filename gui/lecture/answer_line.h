// SPDX-License-Identifier: GPL-3.0-or-later
// AnswerLine: while a class is asked when something happens, a line over a timeline that is dragged to where
// one thinks that it does; then it stays beside the run's answer, with what counts as right around that.
// Not here: answers that are levels (level_line.h).
#pragma once

#include "gui/lecture/dragged_line.h"

namespace runahead::gui {

class TimelineView;

class AnswerLine : public DraggedLine {
  Q_OBJECT
 public:
  /// Over all of the timeline, its parent.
  AnswerLine(Asking* asking, TimelineView* timeline);

 protected:
  void paintEvent(QPaintEvent*) override;
  std::int64_t answerAt(QPointF place) const override;

 private:
  /// Of a time on the timeline, in px of the widget.
  double xOf(double ns) const;
  double magnification() const;

  TimelineView* m_timeline;
};

}  // namespace runahead::gui
