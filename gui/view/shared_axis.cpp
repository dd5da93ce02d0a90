// SPDX-License-Identifier: GPL-3.0-or-later
// Turns of the wheel in notches or, of a touchpad, in pixels.
#include "gui/view/shared_axis.h"

#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace runahead::gui {
namespace {

constexpr double kNotch = 120;  // in eighths of a degree
constexpr double kZoom = 1.25;  // per notch
constexpr double kPan_px = 80;  // likewise

}  // namespace

bool turnAxis(VisibleRange& visible, const TimeAxis& axis, QWheelEvent& event) {
  // Some platforms turn Shift+wheel into a horizontal wheel by themselves.
  const double turned = event.angleDelta().y() + event.angleDelta().x();
  const QPoint pixels = event.pixelDelta();
  if (event.modifiers() & Qt::ControlModifier) {
    const double x = std::clamp(event.position().x(), axis.leftPx, axis.rightPx());
    visible.zoomAt(std::clamp(axis.ns(x), visible.fromNs(), visible.toNs()),
                   std::pow(kZoom, turned / kNotch));
  } else if (event.modifiers() & Qt::ShiftModifier || event.angleDelta().x() != 0) {
    const double px = pixels.isNull() ? turned / kNotch * kPan_px : pixels.x() + pixels.y();
    visible.panBy(-px * visible.lengthNs() / axis.widthPx);
  } else {
    event.ignore();  // whatever holds the pane may scroll
    return false;
  }
  event.accept();
  return true;
}

double scrolledPx(const QWheelEvent& event, double notch_px) {
  return event.pixelDelta().isNull() ? -event.angleDelta().y() / kNotch * notch_px : -event.pixelDelta().y();
}

QColor veilOf(const Theme& theme) {
  QColor veil = theme.paper;
  veil.setAlphaF(0.58F);
  return veil;
}

QColor tintOf(const Theme& theme) {
  QColor tint = theme.cursor;
  tint.setAlphaF(0.10F);
  return tint;
}

void paintFutureVisibility(QPainter& painter, const TimeAxis& axis, double x, QRectF box,
                           FutureVisibility after, const Theme& theme) {
  if (after == FutureVisibility::show || x >= axis.rightPx()) return;
  box.setLeft(std::max(x, axis.leftPx));
  painter.fillRect(box, after == FutureVisibility::dim ? veilOf(theme) : theme.paper);
}

}  // namespace runahead::gui
