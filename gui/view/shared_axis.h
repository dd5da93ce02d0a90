// SPDX-License-Identifier: GPL-3.0-or-later
// What panes on the one time axis have in common: what the wheel does, and what lies over their pictures.
#pragma once

#include "gui/view/visible_range.h"
#include "gui/widgets/theme.h"

class QPainter;
class QWheelEvent;

namespace runahead::gui {

/// Ctrl zooms where the pointer is on `axis`, Shift or a wheel that turns sideways moves along. Accepts the
/// event and is true where it did either.
bool turnAxis(VisibleRange& visible, const TimeAxis& axis, QWheelEvent& event);
/// How far a plain wheel scrolls what is on show, in px, where a notch is worth so many.
double scrolledPx(const QWheelEvent& event, double notch_px);

/// Over what is not to be seen clearly, and over a range.
QColor veilOf(const Theme& theme);
QColor tintOf(const Theme& theme);
/// Over `box`, of what comes after a cursor at `x`, as far as the choice asks for it. In sight of the axis
/// only.
void paintFutureVisibility(QPainter& painter, const TimeAxis& axis, double x, QRectF box,
                           FutureVisibility after, const Theme& theme);

}  // namespace runahead::gui
