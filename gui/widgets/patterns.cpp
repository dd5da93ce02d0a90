// SPDX-License-Identifier: GPL-3.0-or-later
// The two patterns: as tiles for screen, image and PDF, as definitions for SVG.
#include <QBrush>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QTransform>
#include <algorithm>
#include <cmath>

#include "gui/widgets/theme.h"

namespace runahead::gui {

namespace {

/// Colours that no palette contains.
constexpr QRgb kWaitMark = 0xFF010F02, kBlockedMark = 0xFF020F01;

/// A tile of 12 px repeats the 45° stripes without a seam: 8.5 px apart, 3 px wide.
constexpr int kWaitTile = 12;
constexpr double kStripe = 3;
constexpr int kDotTile = 8;
constexpr double kDot = 0.75;

bool isSvg(const QPainter& painter) {
  return painter.paintEngine() != nullptr && painter.paintEngine()->type() == QPaintEngine::SVG;
}

/// Device pixels per px; for paper as fine as a good printer's.
double resolution(const QPainter& painter) {
  const QPaintEngine* engine = painter.paintEngine();
  if (engine == nullptr || engine->type() != QPaintEngine::Raster) return 6;
  return std::max(1.0, painter.device()->devicePixelRatioF() * std::abs(painter.transform().m11()));
}

template <class Paint>
QBrush tileBrush(int size, double scale, Paint paint) {
  const int pixels = std::max(1, qRound(size * scale));
  const qreal exact = pixels / static_cast<qreal>(size);
  QImage tile(pixels, pixels, QImage::Format_RGB32);  // a pixmap belongs to the window's thread
  QPainter painter(&tile);
  painter.scale(exact, exact);
  painter.setRenderHint(QPainter::Antialiasing);
  paint(painter);
  painter.end();
  QBrush brush(tile);
  brush.setTransform(QTransform::fromScale(1 / exact, 1 / exact));
  return brush;
}

}  // namespace

QBrush waitBrush(const Theme& theme, const QPainter& target) {
  if (isSvg(target)) return QColor(kWaitMark);
  return tileBrush(kWaitTile, resolution(target), [&](QPainter& painter) {
    painter.fillRect(0, 0, kWaitTile, kWaitTile, theme.waitGround);
    painter.setPen(QPen(theme.waitStripe, kStripe, Qt::SolidLine, Qt::FlatCap));
    for (int x = -kWaitTile; x <= 2 * kWaitTile; x += kWaitTile) {
      painter.drawLine(x - kWaitTile, 2 * kWaitTile, x + 2 * kWaitTile, -kWaitTile);
    }
  });
}

QBrush blockedBrush(const Theme& theme, const QPainter& target) {
  if (isSvg(target)) return QColor(kBlockedMark);
  return tileBrush(kDotTile, resolution(target), [&](QPainter& painter) {
    painter.fillRect(0, 0, kDotTile, kDotTile, theme.paper);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.blocked);
    for (const QPointF centre : {QPointF(2, 2), QPointF(6, 6)}) painter.drawEllipse(centre, kDot, kDot);
  });
}

Pattern patternOf(const QColor& colour) {
  return colour.rgba() == kWaitMark      ? Pattern::wait
         : colour.rgba() == kBlockedMark ? Pattern::blocked
                                         : Pattern::none;
}

QByteArray svgPatterns(const QByteArray& waitGround, const QByteArray& waitStripe, const QByteArray& paper,
                       const QByteArray& blocked) {
  const QByteArray size = QByteArray::number(kWaitTile), dot_tile = QByteArray::number(kDotTile);
  return "<pattern id=\"wait\" patternUnits=\"userSpaceOnUse\" width=\"" + size + "\" height=\"" + size +
         "\"><rect width=\"" + size + "\" height=\"" + size + "\" fill=\"" + waitGround +
         "\"/><path d=\"M-6 18L18 -6M-6 6L6 -6M6 18L18 6\" stroke=\"" + waitStripe + "\" stroke-width=\"" +
         QByteArray::number(kStripe) + "\"/></pattern>\n" +
         "<pattern id=\"blocked\" patternUnits=\"userSpaceOnUse\" width=\"" + dot_tile + "\" height=\"" +
         dot_tile + "\"><rect width=\"" + dot_tile + "\" height=\"" + dot_tile + "\" fill=\"" + paper +
         "\"/><g fill=\"" + blocked + "\"><circle cx=\"2\" cy=\"2\" r=\"0.75\"/>" +
         "<circle cx=\"6\" cy=\"6\" r=\"0.75\"/></g></pattern>\n";
}

QByteArray withSvgPatterns(QByteArray svg, const Theme& theme) {
  // The colour after the reference is for readers that know no patterns.
  const auto url = [&svg](QRgb mark, const char* id, const QColor& instead) {
    svg.replace("fill=\"" + QColor(mark).name().toLatin1() + "\"",
                QByteArray("fill=\"url(#") + id + ") " + instead.name().toLatin1() + "\"");
  };
  url(kWaitMark, "wait", theme.waitGround);
  url(kBlockedMark, "blocked", theme.paper);
  const auto name = [](const QColor& colour) { return colour.name().toLatin1(); };
  const QByteArray patterns =
      svgPatterns(name(theme.waitGround), name(theme.waitStripe), name(theme.paper), name(theme.blocked));
  const qsizetype place = svg.indexOf("</defs>");
  if (place >= 0) svg.insert(place, patterns);
  return svg;
}

}  // namespace runahead::gui
