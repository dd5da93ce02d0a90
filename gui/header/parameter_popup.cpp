// SPDX-License-Identifier: GPL-3.0-or-later
// One row for each parameter: name, field, unit and what it is.
// Not here: clamping and presets (run_settings.cpp).
#include "gui/header/parameter_popup.h"

#include <QGridLayout>
#include <QGuiApplication>
#include <QPainter>
#include <QScreen>

#include "gui/header/number_field.h"
#include "gui/header/preset_box.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {

ParameterPopup::ParameterPopup(RunSettings* settings, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_settings(settings) {
  setObjectName(QStringLiteral("parameterPopup"));
  setAccessibleName(tr("Parameters of the next run"));
}

void ParameterPopup::openUnder(QWidget* anchor) {
  fill();
  adjustSize();
  QPoint at = anchor->mapToGlobal(QPoint(0, anchor->height() + 4));
  if (const QScreen* screen = anchor->screen()) {
    const QRect room = screen->availableGeometry();
    at.setX(qBound(room.left(), at.x(), qMax(room.left(), room.right() - width())));
  }
  move(at);
  show();
}

void ParameterPopup::fill() {
  qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
  delete layout();
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(16, 14, 16, 14);
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(8);
  int row = 0;
  const auto caption = [&](const QString& text) {
    auto* label = new TextLabel(monoFont(13), &Theme::text, text);
    label->setElideMode(Qt::ElideNone);
    grid->addWidget(label, row, 0);
  };
  if (m_settings->ownParameters() > 0) {
    caption(tr("preset"));
    grid->addWidget(new PresetBox(m_settings), row++, 1);
  }
  for (const Parameter& parameter : m_settings->parameters()) {
    caption(QString::fromStdString(parameter.name));
    grid->addWidget(new NumberField(parameter, m_settings), row, 1);
    const QString unit = QString::fromStdString(parameter.unit);
    QString help = QString::fromStdString(parameter.help);
    if (!help.contains(unit)) help = tr("%1: %2").arg(unit, help);
    auto* remark = new TextLabel(uiFont(13), &Theme::text2, help);
    remark->setElideMode(Qt::ElideNone);
    grid->addWidget(remark, row++, 2);
  }
}

void ParameterPopup::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(currentTheme().edge);
  painter.setBrush(currentTheme().paper);
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace runahead::gui
