// SPDX-License-Identifier: GPL-3.0-or-later
// DraggedLine: what lies over a picture while an answer of its form is asked for, and is dragged to it.
// Not here: how the line looks, and what a place in the picture means (answer_line.h, level_line.h).
#pragma once

#include <QWidget>

#include "core/analysis/question.h"

namespace runahead::gui {

class Asking;

class DraggedLine : public QWidget {
  Q_OBJECT
 protected:
  /// Over all of `picture`, its parent.
  DraggedLine(Asking* asking, QWidget* picture, AnswerForm form, Qt::CursorShape drags);
  /// Nothing else is asked for.
  const Question* question() const;
  virtual std::int64_t answerAt(QPointF place) const = 0;

  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  /// The picture's size.
  bool eventFilter(QObject* watched, QEvent* event) override;

  Asking* m_asking;

 private:
  void follow();

  AnswerForm m_form;
  Qt::CursorShape m_drags;
};

}  // namespace runahead::gui
