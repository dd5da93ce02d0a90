// SPDX-License-Identifier: GPL-3.0-or-later
// There while it is asked for; once it is answered, the picture below is worked as ever.
#include "gui/lecture/dragged_line.h"

#include <QEvent>
#include <QMouseEvent>

#include "gui/lecture/asking.h"

namespace runahead::gui {

DraggedLine::DraggedLine(Asking* asking, QWidget* picture, AnswerForm form, Qt::CursorShape drags)
    : QWidget(picture), m_asking(asking), m_form(form), m_drags(drags) {
  picture->installEventFilter(this);
  connect(asking, &Asking::changed, this, &DraggedLine::follow);
  follow();
}

const Question* DraggedLine::question() const {
  const Question* question = m_asking->question();
  return question && question->form == m_form ? question : nullptr;
}

void DraggedLine::follow() {
  setVisible(question());
  if (!question()) return;
  setAttribute(Qt::WA_TransparentForMouseEvents, m_asking->revealed());
  setCursor(m_asking->revealed() ? Qt::ArrowCursor : m_drags);
  setGeometry(parentWidget()->rect());
  raise();
  update();
}

bool DraggedLine::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
  return QWidget::eventFilter(watched, event);
}

void DraggedLine::mousePressEvent(QMouseEvent* event) {
  m_asking->answerWith(answerAt(event->position()));
}

void DraggedLine::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) mousePressEvent(event);
}

}  // namespace runahead::gui
