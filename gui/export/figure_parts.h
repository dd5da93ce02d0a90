// SPDX-License-Identifier: GPL-3.0-or-later
// The listing and the graph in the form that a figure has them: whole, and from the first task on.
// Not here: where they lie on the page (figure_page.h).
#pragma once

#include <QRectF>
#include <span>

#include "core/trace/trace.h"
#include "gui/panes/graph_layout.h"
#include "gui/panes/graph_model.h"
#include "gui/text/compared_listing.h"
#include "gui/widgets/theme.h"

class QPainter;

namespace runahead::gui {

inline constexpr double kListingLine_px = 18;
/// Of the whole box, with the numbers of lines and the letters of runs, and what those say.
QSizeF listingSize(std::span<const ListedLine> lines);
void paintListing(QPainter& painter, const QRectF& rect, std::span<const ListedLine> lines,
                  const Theme& theme);

struct FigureGraph {
  GraphModel model;
  GraphLayout layout;
  double scale = 1;  ///< so that it is not wider than the page
  QString leftOut;   ///< how many tasks are not in it; empty: all are
  double height() const;
};
FigureGraph figureGraph(const Trace& trace, Seq cursor, double width_px);
void paintFigureGraph(QPainter& painter, QPointF topLeft, const FigureGraph& graph, const Theme& theme);

}  // namespace runahead::gui
