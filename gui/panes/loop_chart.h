// SPDX-License-Identifier: GPL-3.0-or-later
// The loop's time against t1, everything else held: with a wait in every iteration, without, and as the book
// counts; the bend where t1 = t2, the present point, and where the book's formula does not hold. Both axes
// logarithmic, so that the gap between two lines is their ratio. Plain functions, painted with any QPainter.
// Not here: numbers and sentences (loop_facts.h).
#pragma once

#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <optional>
#include <vector>

#include "core/analysis/loop_model.h"
#include "gui/panes/loop_facts.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

struct LoopGeometry {
  QRectF regions;  ///< above the plot: who is the bottleneck where
  QRectF plot;
  QRectF times;  ///< below the plot: t1
  double fromT1 = 1, toT1 = 2;
  double from_ns = 1, to_ns = 2;
  std::optional<double> bend_x;  ///< t1 = t2 / workers, where it is in the plot
  /// From here on the book's formula does not hold; none where it always does.
  std::optional<double> broken_x;
  double present_x = 0;

  double x(double t1) const;
  double t1(double x) const;
  double y(double time_ns) const;
};
/// The axes depend on t1 only where it leaves them: they stand still while it is dragged.
LoopGeometry layoutLoop(const LoopModel& model, const QRectF& rect);
/// The line in the plot, left to right; the bend is one of its points.
std::vector<QPointF> loopPoints(const LoopModel& model, const LoopGeometry& place, LoopLine line);
QPen loopPen(LoopLine line, const Theme& theme);

void paintLoop(QPainter& painter, const LoopModel& model, const QRectF& rect, const Theme& theme);

}  // namespace runahead::gui
