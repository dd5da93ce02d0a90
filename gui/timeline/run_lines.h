// SPDX-License-Identifier: GPL-3.0-or-later
// How compared runs are told apart wherever they stand together: by letter, and in charts by the weight and
// tone of whole lines; never by a hue, nor by dashes, into whose gaps a run's changes would fall. Not here:
// which runs are compared (runs/), their values (chart_content.h).
#pragma once

#include <QPen>
#include <QRectF>
#include <vector>

#include "gui/timeline/chart_content.h"
#include "gui/widgets/theme.h"

class QPainter;

namespace runahead::gui {

/// The line of the index-th run: the wider the paler, so that lines that meet are seen inside one another.
QPen runPen(int index, const QColor& colour, const Theme& theme);
/// A letter in its box: ink for the run on show, an outline for the others.
void paintRunLetter(QPainter& painter, const QRectF& box, int index, bool shown, const Theme& theme);

struct RunLine {
  int letter;
  RunCurve curve;
  bool filled = false;  ///< the run on show: its area is drawn already, it only gets its letter
};
/// Where each line's letter stands, in their order: at the line's end, or, where others end too, where it is
/// farthest from them.
std::vector<QRectF> letterPlaces(const QRectF& plot, double top, const std::vector<RunLine>& lines);
/// In each column of pixels from the least to the most that was recorded there, and what holds until the next
/// one. Where columns side by side change, what lies between their extremes is pale.
void paintRunLines(QPainter& painter, const QRectF& plot, double top, const std::vector<RunLine>& lines,
                   const QColor& colour, const Theme& theme);

}  // namespace runahead::gui
