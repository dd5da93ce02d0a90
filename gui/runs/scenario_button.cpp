// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of ScenarioButton.
#include "gui/runs/scenario_button.h"

#include <QFontMetrics>

#include "gui/widgets/icons.h"
#include "gui/widgets/theme.h"

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
  SmoothPainter painter(this);
  paintBox(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), QPen(theme.edge, 1),
           underMouse() || isDown() ? theme.panel : theme.paper, 5);
  paintIcon(painter, QRectF(8, (height() - 20) / 2.0, 20, 20), QStringLiteral("menu"), theme.text);
  paintIcon(painter, QRectF(width() - 27, (height() - 18) / 2.0, 18, 18), QStringLiteral("chevron-down"),
            theme.text);
  const QRect words(38, 4, width() - 72, height() - 8);
  const auto line = [&](Qt::Alignment at, const QFont& font, const QColor& colour, const QString& text) {
    paintText(painter, words, static_cast<int>(Qt::AlignLeft | at), font, colour,
              QFontMetrics(font).elidedText(text, Qt::ElideRight, words.width()));
  };
  line(Qt::AlignTop, monoFont(14, QFont::Bold), theme.text, text());
  line(Qt::AlignBottom, uiFont(12), theme.text2, m_group);
  if (hasFocus()) paintFocus(painter, rect(), 2.5);
}

}  // namespace runahead::gui
