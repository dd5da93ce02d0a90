// SPDX-License-Identifier: GPL-3.0-or-later
// What the loop's model says, in words and numbers: the table's rows and the sentences under it. Plain
// functions. Not here: painting (loop_table.h), the chart (loop_chart.h).
#pragma once

#include <QString>
#include <vector>

#include "core/analysis/loop_model.h"
#include "gui/panes/loop_runs.h"

namespace runahead::gui {

/// How a way of counting the loop's time is drawn, in the chart and beside its row.
enum class LoopLine {
  each,     ///< a wait in every iteration
  none,     ///< one wait at the end
  book,     ///< the book's approximation of none
  issuing,  ///< the frontend alone
};

struct LoopRow {
  LoopLine line;
  QString name;
  QString formula;
  QString shortFormula;  ///< where there is little room: of the present case
  QString predicted;
  QString simulated;  ///< "…" while it is not known
  QString off;        ///< predicted less simulated, with its sign; "" while it is not known
};

struct LoopFacts {
  std::vector<LoopRow> rows;  ///< each, none, book
  QString bottleneck;         ///< "The worker is the bottleneck:"
  QString because;            ///< "t2 = 10 × t1."
  QString ratio;              ///< of each to none: "1.30"
  QString simulatedRatio;     ///< "…" while it is not known
  QString book;               ///< whether the book's condition holds, and what that means
  QString shortBook;          ///< the first half of it
};
LoopFacts loopFacts(const LoopModel& model, const LoopTimes& times);

/// "t2" or, for four workers, "t2 / 4": where t1 is as long, the lines bend.
QString shareText(const LoopModel& model);
/// "n t2 > (n − 1) t1" with the sign that is right, and t2 divided among the workers.
QString conditionText(const LoopModel& model);

}  // namespace runahead::gui
