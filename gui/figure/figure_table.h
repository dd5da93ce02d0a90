// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of runs as a table: a column for each run, with the ratio to the first one.
// Not here: the numbers (core/analysis/comparison.h).
#pragma once

#include <QRectF>
#include <QString>
#include <span>
#include <vector>

#include "core/trace/trace.h"
#include "gui/theme/theme.h"

class QPainter;

namespace runahead::gui {

struct FigureTable {
  struct Cell {
    QString value;
    QString ratio;  ///< to the first run: "3.20 ×"; empty: of the first run, or there is none
  };
  struct Row {
    QString what;
    std::vector<Cell> cells;  ///< of each run
  };
  std::vector<QString> heads;  ///< which run; empty: of a single one
  std::vector<Row> rows;
};
/// `names`: as of runHeadings().
FigureTable figureTable(std::span<const Trace> traces, const QStringList& names = {});

/// Where runs do not fit beside one another, the rest of them follows below.
double tableHeight(const FigureTable& table, double width_px);
void paintTable(QPainter& painter, QPointF topLeft, double width_px, const FigureTable& table,
                const Theme& theme);

}  // namespace runahead::gui
