// SPDX-License-Identifier: GPL-3.0-or-later
// fillRects(): the many rectangles that lanes and charts consist of, in one colour at a time.
// Not here: where they lie (timeline/lane_painter.cpp, timeline/plot.cpp).
#pragma once

#include <QRectF>
#include <span>

class QBrush;
class QPainter;

namespace runahead::gui {

/// Without outlines. A painter that fills pixels fills whole ones, those whose middles are covered: the
/// rectangles are rounded to them here, because Qt draws whole rectangles many times faster than others.
void fillRects(QPainter& painter, std::span<const QRectF> rects, const QBrush& brush);

/// Whether the painter fills pixels; else it writes a vector format.
bool fillsPixels(const QPainter& painter);
/// The width of a pixel of the device, in the painter's units; of a vector format, 1.
double devicePixel(const QPainter& painter);

}  // namespace runahead::gui
