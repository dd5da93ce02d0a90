// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of runs as a table: a column for each run, with the ratio to the first one.
// Not here: the numbers (core/analysis/comparison.h).
#pragma once

#include <QString>
#include <span>
#include <vector>

#include "core/trace/trace.h"
#include "gui/text/compared_text.h"
#include "gui/widgets/theme.h"

class QPainter;

namespace runahead::gui {

struct FigureTable {
  std::vector<QString> heads;  ///< which run; empty: of a single one
  std::vector<ComparedLine> rows;
};
/// `names`: as of runHeadings().
FigureTable figureTable(std::span<const Trace> traces, const QStringList& names = {});

/// Where runs do not fit beside one another, the rest of them follows below.
double tableHeight(const FigureTable& table, double width_px);
void paintTable(QPainter& painter, QPointF topLeft, double width_px, const FigureTable& table,
                const Theme& theme);

}  // namespace runahead::gui
