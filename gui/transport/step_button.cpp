// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of StepButton.
#include "gui/transport/step_button.h"

#include <QEvent>

#include "gui/theme/theme.h"
#include "gui/widgets/icons.h"

namespace runahead::gui {
namespace {

constexpr int kIcon_px = 20;

}  // namespace

StepButton::StepButton(const QString& icon, const QString& what, const QString& key, QWidget* parent)
    : QAbstractButton(parent), m_icon(icon), m_key(key) {
  setAccessibleName(what);
  setToolTip(tr("%1 (%2)").arg(what, key));
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setAttribute(Qt::WA_Hover);
  setAutoRepeat(true);
  setAutoRepeatInterval(33);
}

void StepButton::setArrangement(int width_px, bool captioned) {
  m_width_px = width_px;
  m_captioned = captioned;
  updateGeometry();
  update();
}

bool StepButton::event(QEvent* event) {
  if (event->type() == QEvent::HoverEnter || event->type() == QEvent::HoverLeave) update();
  return QAbstractButton::event(event);
}

void StepButton::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  SmoothPainter painter(this);
  const QRectF frame = QRectF(rect()).adjusted(1, 0.5, -1, -0.5);
  if (isEnabled() && (isDown() || underMouse())) {
    paintBox(painter, frame, Qt::NoPen, isDown() ? theme.edge : theme.selectedRow, 5);
  }
  const double top = m_captioned ? 4 : (height() - kIcon_px) / 2.0;
  paintIcon(painter, QRectF((width() - kIcon_px) / 2.0, top, kIcon_px, kIcon_px), m_icon,
            isEnabled() ? theme.text : theme.text3);
  if (m_captioned) {
    paintText(painter, QRectF(-4, top + kIcon_px, width() + 8, height() - top - kIcon_px), Qt::AlignCenter,
              uiFont(12), isEnabled() ? theme.text2 : theme.text3, m_key);
  }
  if (hasFocus()) {
    paintBox(painter, frame.adjusted(0.8, 0.8, -0.8, -0.8), QPen(theme.cursor, 1.6), Qt::NoBrush, 4);
  }
}

}  // namespace runahead::gui
