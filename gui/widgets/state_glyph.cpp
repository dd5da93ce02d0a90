// SPDX-License-Identifier: GPL-3.0-or-later
// The state glyphs: drawn, not images, so that they are crisp at any scale and follow the theme.
#include <QPainter>
#include <QPainterPath>

#include "gui/widgets/theme.h"

namespace runahead::gui {

namespace {

/// All coordinates are in a box of 16 units.
void drawGlyph(QPainter& p, TaskState state, const Theme& t) {
  const auto pen = [](const QColor& colour, qreal width) {
    return QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
  };
  const auto dashed = [&](const QColor& colour, const QList<qreal>& pattern) {
    QPen dashes = pen(colour, 1.6);
    dashes.setCapStyle(Qt::FlatCap);
    dashes.setDashPattern(pattern);
    return dashes;
  };
  const QPointF middle(8, 8);
  const QRectF square(2, 2, 12, 12);
  switch (state) {
    case TaskState::blocked:
      paintDisc(p, middle, 5.6, dashed(t.blocked, {1.9, 1.35}), Qt::NoBrush);
      break;
    case TaskState::ready:
      paintDisc(p, middle, 5.6, pen(t.running, 1.6), t.ready);
      break;
    case TaskState::running:
      paintDisc(p, middle, 6.6, Qt::NoPen, t.running);
      p.setBrush(t.runningText);
      p.drawPolygon(QPolygonF({{6.2, 4.9}, {11.4, 8}, {6.2, 11.1}}));
      break;
    case TaskState::done:
      p.setPen(pen(t.text2, 1.8));
      p.setBrush(Qt::NoBrush);
      p.drawPolyline(QPolygonF({{3, 8.4}, {6.4, 11.8}, {13, 4.6}}));
      break;
    case TaskState::failed:
      paintBox(p, QRectF(1.6, 1.6, 12.8, 12.8), Qt::NoPen, t.error, 2);
      p.setPen(pen(t.errorText, 1.8));
      p.drawLine(QPointF(5, 5), QPointF(11, 11));
      p.drawLine(QPointF(11, 5), QPointF(5, 11));
      break;
    case TaskState::skipped:
    case TaskState::eliminated:
      paintDisc(p, middle, 5.6, pen(t.eliminated, 1.6), Qt::NoBrush);
      p.drawLine(QPointF(4.2, 11.8), QPointF(11.8, 4.2));
      break;
    case TaskState::waiting: {
      paintBox(p, square, Qt::NoPen, t.waitGround, 2);
      {
        const Kept kept(p);
        QPainterPath clip;
        clip.addRoundedRect(square, 2, 2);
        p.setClipPath(clip, Qt::IntersectClip);
        p.setPen(QPen(t.waitStripe, 2.2));
        for (int x = -8; x <= 16; x += 6) p.drawLine(QPointF(x, 15), QPointF(x + 14, 1));
      }
      paintBox(p, square, pen(t.waitEdge, 1.4), Qt::NoBrush, 2);
      break;
    }
    case TaskState::deferred:
      p.setPen(dashed(t.enqueue, {2.1, 1.5}));
      p.setBrush(Qt::NoBrush);
      p.drawRect(QRectF(2.8, 2.8, 10.4, 10.4));
      break;
    case TaskState::issued:
      paintBox(p, square, Qt::NoPen, t.enqueue, 2);
      p.setPen(pen(t.enqueueText, 1.6));
      p.drawLine(QPointF(4.8, 8), QPointF(10.8, 8));
      p.drawPolyline(QPolygonF({{8.6, 5.4}, {11.2, 8}, {8.6, 10.6}}));
      break;
  }
}

}  // namespace

void paintStateGlyph(QPainter& painter, const QRectF& box, TaskState state, const Theme& theme) {
  const Kept kept(painter);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(box.topLeft());
  painter.scale(box.width() / 16, box.height() / 16);
  drawGlyph(painter, state, theme);
}

}  // namespace runahead::gui
