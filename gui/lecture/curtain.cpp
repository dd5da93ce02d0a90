// SPDX-License-Identifier: GPL-3.0-or-later
// Painting the darkness.
#include "gui/lecture/curtain.h"

#include <QPainterPath>

#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr double kLight = 0.19;  ///< its radius, of the screen's height
constexpr int kAround = 165;     ///< of 255: how dark it is around the light

}  // namespace

Curtain::Curtain(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("curtain"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  hide();
}

void Curtain::setDown(bool down) {
  m_down = down;
  // In the dark nothing is clicked by mistake.
  setAttribute(Qt::WA_TransparentForMouseEvents, !down);
  show();
}

void Curtain::setLight(bool on) {
  m_light = on;
  show();
}

void Curtain::follow(QPointF pointer) {
  m_pointer = pointer;
  if (m_light) update();
}

void Curtain::show() {
  setVisible(m_down || m_light);
  raise();
  update();
}

void Curtain::paintEvent(QPaintEvent*) {
  SmoothPainter painter(this);
  if (m_down) {
    painter.fillRect(rect(), Qt::black);
    return;
  }
  QPainterPath around;
  around.addRect(rect());
  around.addEllipse(m_pointer, height() * kLight, height() * kLight);
  painter.fillPath(around, QColor(0, 0, 0, kAround));
}

}  // namespace runahead::gui
