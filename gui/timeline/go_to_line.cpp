// SPDX-License-Identifier: GPL-3.0-or-later
// The field stays open, so that Enter walks from iteration to iteration.
// Not here: the search for a line (axis/steps.cpp).
#include "gui/timeline/go_to_line.h"

#include <QIntValidator>
#include <QKeyEvent>

namespace runahead::gui {

GoToLine::GoToLine(ViewState* view, QWidget* parent)
    : FieldStrip("goToLine", parent, "goToLineField", tr("Line to go to")), m_view(view) {
  setFixedWidth(390);
  row()->setContentsMargins(14, 0, 14, 0);
  row()->addWidget(TextLabel::whole(uiFont(14), &Theme::text, tr("Go to line")));
  field()->setFont(monoFont(14));
  field()->setFixedWidth(70);
  field()->setValidator(new QIntValidator(1, 99999, field()));
  row()->addWidget(field());
  m_remark = into(row(), named(new TextLabel(uiFont(13), &Theme::text2), "goToLineRemark"), 1);
}

void GoToLine::open(QPoint corner) {
  m_remark->setText(m_view->shown()->tellsEnd() ? tr("Enter: next iteration, ⇧ Enter: back")
                                                : tr("⇧ Enter: back"));
  move(corner - QPoint(0, height()));
  FieldStrip::open();
  raise();
}

void GoToLine::go(int direction) {
  if (!field()->hasAcceptableInput()) return;
  const int line = field()->text().toInt();
  if (direction > 0 &&
      !m_view->shown()->tellsEnd()) {  // going there, or not, would tell whether it begins again
    m_remark->setText(tr("Future events are hidden."));
    return;
  }
  const bool found = m_view->cursor()->stepToLine({line}, direction);
  m_remark->setText(found           ? QString()
                    : direction > 0 ? tr("Line %1 does not begin any more.").arg(line)
                                    : tr("Line %1 did not begin before.").arg(line));
  field()->selectAll();
}

void GoToLine::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  SmoothPainter painter(this);
  paintBox(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), QPen(theme.text3, 1), theme.paper);
}

bool GoToLine::eventFilter(QObject* watched, QEvent* event) {
  if (watched == field() && event->type() == QEvent::FocusOut &&
      static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason) {
    hide();
  }
  return FieldStrip::eventFilter(watched, event);
}

void GoToLine::close() {
  parentWidget()->setFocus();  // not whatever comes next, which may be a field again
  hide();
}

bool GoToLine::takesEnter(bool back) {
  go(back ? -1 : 1);
  return true;
}

}  // namespace runahead::gui
