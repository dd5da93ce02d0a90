// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of ScenarioButton.
// Not here: opening and closing of the list.
#include "gui/header/scenario_button.h"

#include <QFontMetrics>
#include <QPainter>

#include "gui/theme/theme.h"
#include "gui/widgets/icons.h"

namespace runahead::gui {

ScenarioButton::ScenarioButton(QWidget* parent) : QAbstractButton(parent) {
  setObjectName(QStringLiteral("scenarioButton"));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleDescription(tr("Opens the list of scenarios"));
}

void ScenarioButton::setScenario(const QString& id, const QString& group) {
  setText(id);
  setAccessibleName(id);
  m_group = group;
  update();
}

void ScenarioButton::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.edge, 1));
  painter.setBrush(underMouse() || isDown() ? theme.panel : theme.paper);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
  paintIcon(painter, QRectF(8, (height() - 20) / 2.0, 20, 20), QStringLiteral("menu"), theme.text);
  paintIcon(painter, QRectF(width() - 27, (height() - 18) / 2.0, 18, 18), QStringLiteral("chevron-down"),
            theme.text);
  const QRect words(38, 4, width() - 72, height() - 8);
  painter.setFont(monoFont(14, QFont::Bold));
  painter.setPen(theme.text);
  painter.drawText(words, Qt::AlignLeft | Qt::AlignTop,
                   painter.fontMetrics().elidedText(text(), Qt::ElideRight, words.width()));
  painter.setFont(uiFont(12));
  painter.setPen(theme.text2);
  painter.drawText(words, Qt::AlignLeft | Qt::AlignBottom,
                   painter.fontMetrics().elidedText(m_group, Qt::ElideRight, words.width()));
  if (hasFocus()) {
    painter.setPen(QPen(theme.cursor, 1.6));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5), 3, 3);
  }
}

}  // namespace runahead::gui
