// SPDX-License-Identifier: GPL-3.0-or-later
// The field stays open, so that Enter walks from pass to pass.
// Not here: the search for a line (view/steps.cpp).
#include "gui/transport/go_to_line.h"

#include <QHBoxLayout>
#include <QIntValidator>
#include <QKeyEvent>
#include <QPainter>

namespace runahead::gui {

GoToLine::GoToLine(ViewState* view, QWidget* parent) : QFrame(parent), m_view(view) {
  setObjectName(QStringLiteral("goToLine"));
  setFixedSize(390, 46);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(14, 0, 14, 0);
  row->setSpacing(10);
  auto* label = new TextLabel(uiFont(14), &Theme::text, tr("Go to line"));
  label->setElideMode(Qt::ElideNone);
  row->addWidget(label);
  m_field = new QLineEdit;
  m_field->setObjectName(QStringLiteral("goToLineField"));
  m_field->setAccessibleName(tr("Line to go to"));
  m_field->setFont(monoFont(14));
  m_field->setFixedSize(70, 30);
  m_field->setValidator(new QIntValidator(1, 99999, m_field));
  m_field->installEventFilter(this);
  row->addWidget(m_field);
  m_remark = new TextLabel(uiFont(13), &Theme::text2);
  m_remark->setObjectName(QStringLiteral("goToLineRemark"));
  row->addWidget(m_remark, 1);
  hide();
}

void GoToLine::open(QPoint corner) {
  m_remark->setText(m_view->tellsEnd() ? tr("Enter: next pass, ⇧ Enter: back") : tr("⇧ Enter: back"));
  move(corner - QPoint(0, height()));
  show();
  raise();
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
}

void GoToLine::go(int direction) {
  if (!m_field->hasAcceptableInput()) return;
  const int line = m_field->text().toInt();
  if (direction > 0 && !m_view->tellsEnd()) {  // going there, or not, would tell whether it begins again
    m_remark->setText(tr("What comes is hidden."));
    return;
  }
  const bool found = m_view->stepToLine({line}, direction);
  m_remark->setText(found           ? QString()
                    : direction > 0 ? tr("Line %1 does not begin any more.").arg(line)
                                    : tr("Line %1 did not begin before.").arg(line));
  m_field->selectAll();
}

void GoToLine::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.text3, 1));
  painter.setBrush(theme.paper);
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

bool GoToLine::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_field) return QFrame::eventFilter(watched, event);
  if (event->type() == QEvent::FocusOut &&
      static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason) {
    hide();
  }
  if (event->type() != QEvent::KeyPress) return false;
  const auto* key = static_cast<QKeyEvent*>(event);
  if (key->key() == Qt::Key_Escape) {
    parentWidget()->setFocus();  // not whatever comes next, which may be a field again
    hide();
    return true;
  }
  if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
    go(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
    return true;
  }
  return false;
}

}  // namespace runahead::gui
