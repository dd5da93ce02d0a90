// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of QuestionCard.
// Not here: which scenarios get one.
#include "gui/welcome/question_card.h"

#include <QPainter>

#include "gui/theme/theme.h"
#include "gui/welcome/trace_picture.h"

namespace runahead::gui {

QuestionCard::QuestionCard(const Scenario& scenario, QWidget* parent)
    : QAbstractButton(parent), m_id(QString::fromStdString(scenario.id)) {
  setObjectName(QStringLiteral("card_") + m_id);
  setText(QString::fromStdString(scenario.question));
  setAccessibleName(text());
  setAccessibleDescription(tr("Opens the scenario %1").arg(m_id));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
}

void QuestionCard::setRecording(const Trace& trace) {
  m_trace = trace;
  updateGeometry();
  update();
}

void QuestionCard::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool hot = underMouse() || hasFocus();
  painter.setPen(QPen(hot ? theme.cursor : theme.edge, hasFocus() ? 2 : 1));
  painter.setBrush(theme.paper);
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
  if (m_trace) paintRecording(painter, QRectF(14, 14, width() - 28, 150), *m_trace, false);
  const QRect words(14, m_trace ? 172 : 12, width() - 28, height() - (m_trace ? 172 : 12) - 12);
  painter.setFont(uiFont(15, QFont::Bold));
  painter.setPen(theme.text);
  painter.drawText(words, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text());
  painter.setFont(monoFont(13));
  painter.setPen(theme.text2);
  painter.drawText(words, Qt::AlignLeft | Qt::AlignBottom, m_id);
}

}  // namespace runahead::gui
