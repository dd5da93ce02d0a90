// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a figure that no pane of the window draws in this form: wrapped words, the listing, the graph
// from the first task on, the table of numbers. Not here: where they lie on the page (figure.cpp).
#pragma once

#include <QFont>
#include <QRectF>
#include <QStringList>
#include <set>
#include <span>
#include <vector>

#include "core/trace/trace.h"
#include "gui/graph/graph_layout.h"
#include "gui/graph/graph_model.h"
#include "gui/theme/theme.h"

class QPainter;

namespace runahead::gui {

/// Broken where the script allows it, and anywhere if need be; at most `most` lines, the last one elided.
QStringList wrapped(const QString& text, const QFont& font, double width_px, int most = 100);

/// Lines where the frontend waited.
std::set<int> waitedLines(const Trace& trace);
inline constexpr double kListingLine_px = 18;
/// Of the whole box, with the numbers of lines.
QSizeF listingSize(const QStringList& lines);
void paintListing(QPainter& painter, const QRectF& rect, const QStringList& lines,
                  const std::set<int>& waited, const Theme& theme);

struct FigureGraph {
  GraphModel model;
  GraphLayout layout;
  double scale = 1;  ///< so that it is not wider than the page
  double height() const;
};
FigureGraph figureGraph(const Trace& trace, Seq cursor, double width_px);
void paintFigureGraph(QPainter& painter, QPointF topLeft, const FigureGraph& graph, const Theme& theme);

/// Rows of cells; the first column says what, the first row which run.
using FigureTable = std::vector<QStringList>;
FigureTable figureTable(std::span<const Trace> traces);
double tableHeight(const FigureTable& table);
void paintTable(QPainter& painter, const QRectF& rect, const FigureTable& table, const Theme& theme);

}  // namespace runahead::gui
