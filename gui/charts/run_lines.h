// SPDX-License-Identifier: GPL-3.0-or-later
// How compared runs are told apart wherever they stand together: by letter, and in charts by dashes and
// weight; never by a hue. Not here: which runs are compared (runs/), their values (chart_content.h).
#pragma once

#include <QList>
#include <QPen>
#include <QPointF>
#include <QString>
#include <vector>

#include "gui/theme/theme.h"

class QPainter;

namespace runahead::gui {

/// "A" for 0, "A2" for 26.
QString runLetter(int index);
/// The line of the index-th run.
QPen runPen(int index, const QColor& colour);
/// A letter in its box: ink for the run on show, an outline for the others.
void paintRunLetter(QPainter& painter, const QRectF& box, int index, bool shown, const Theme& theme);

struct RunLine {
  int letter;
  QList<QPointF> points;  ///< px from the left of the plot, and values
  bool filled = false;    ///< the run on show: its area is drawn already, it only gets its letter
};
/// The lines, and each one's letter where it is highest in sight.
void paintRunLines(QPainter& painter, const QRectF& plot, double top, const std::vector<RunLine>& lines,
                   const QColor& colour, const Theme& theme);

}  // namespace runahead::gui
