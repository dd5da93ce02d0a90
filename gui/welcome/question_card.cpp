// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of QuestionCard.
#include "gui/welcome/question_card.h"

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
  SmoothPainter painter(this);
  const bool hot = underMouse() || hasFocus();
  paintBox(painter, QRectF(rect()).adjusted(1, 1, -1, -1),
           QPen(hot ? theme.cursor : theme.edge, hasFocus() ? 2 : 1), theme.paper, 6);
  if (m_trace) paintRecording(painter, QRectF(14, 14, width() - 28, 150), *m_trace, false);
  const QRect words(14, m_trace ? 172 : 12, width() - 28, height() - (m_trace ? 172 : 12) - 12);
  paintText(painter, words, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, uiFont(15, QFont::Bold),
            theme.text, text());
  paintText(painter, words, Qt::AlignLeft | Qt::AlignBottom, monoFont(13), theme.text2, m_id);
}

}  // namespace runahead::gui
