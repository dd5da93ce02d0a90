// SPDX-License-Identifier: GPL-3.0-or-later
// Rectangles in the pixels of the device, for Qt's fastest way to fill.
#include "gui/widgets/fill_rects.h"

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <cmath>
#include <vector>

namespace runahead::gui {
namespace {

/// At 150 % a pane may begin in the middle of a pixel, and with it every edge in it: without the surplus,
/// rounding errors would decide whether neighbours meet.
int nearest(double edge) {
  return static_cast<int>(std::floor(edge + 0.5 + 1e-6));
}

}  // namespace

bool fillsPixels(const QPainter& painter) {
  const QPaintEngine* const engine = painter.paintEngine();
  return engine != nullptr && engine->type() == QPaintEngine::Raster;
}

double devicePixel(const QPainter& painter) {
  if (!fillsPixels(painter)) return 1;
  const double scale = painter.device()->devicePixelRatioF() * std::abs(painter.transform().m11());
  return scale > 0 ? 1 / scale : 1;
}

void fillRects(QPainter& painter, std::span<const QRectF> rects, const QBrush& brush) {
  painter.setPen(Qt::NoPen);
  if (rects.empty() || brush.style() == Qt::NoBrush) return;
  painter.setBrush(brush);
  const QTransform toDevice = painter.deviceTransform();
  const bool pixels = fillsPixels(painter) && toDevice.type() <= QTransform::TxScale &&
                      !painter.testRenderHint(QPainter::Antialiasing);
  if (!pixels || brush.style() != Qt::SolidPattern) {
    painter.drawRects(rects.data(), static_cast<int>(rects.size()));
    return;
  }
  static thread_local std::vector<QRect> whole;  // its room is kept
  whole.clear();
  for (const QRectF& rect : rects) {
    const QRectF exact = toDevice.mapRect(rect);
    const int left = nearest(exact.left()), top = nearest(exact.top());
    const int width = nearest(exact.right()) - left, height = nearest(exact.bottom()) - top;
    if (width > 0 && height > 0) whole.emplace_back(left, top, width, height);
  }
  const QTransform before = painter.worldTransform();
  painter.setWorldTransform(toDevice.inverted(), true);
  painter.drawRects(whole.data(), static_cast<int>(whole.size()));
  painter.setWorldTransform(before);
}

}  // namespace runahead::gui
