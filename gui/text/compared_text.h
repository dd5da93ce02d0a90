// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a comparison as tables show them, and what two totals say of one another: the same words in
// the window, in figures and on the command line. Not here: the numbers (core/analysis/comparison.h), tables
// (runs/difference_table.h, export/figure_table.h).
#pragma once

#include <QString>
#include <vector>

#include "core/analysis/comparison.h"

namespace runahead::gui {

/// "48.2 ms"; a dash for what a run does not have.
QString comparedValue(const ComparedRow& row, std::size_t run);
/// To the first run: "1.31 ×", "1/25", "same"; of times that are no result "≈ 1" where rounds show no
/// difference, else "no result" beside the total and nothing beside the others. Empty: of the first run
/// itself, or there is none.
QString comparedRatio(const ComparedRow& row, std::size_t run);

/// A line of a table of runs, a cell for each.
struct ComparedLine {
  QString what;
  struct Cell {
    QString value;
    QString ratio;  ///< to the first run: "1.31 ×", "same", or nothing
  };
  std::vector<Cell> cells;
  /// Whether any of them has a ratio.
  bool ratios() const;
};
/// What sets the runs apart, unless that is said elsewhere; every row; and after the total, where runs were
/// made in rounds, how many, how far their totals lie apart, and the interval of the ratio.
std::vector<ComparedLine> comparedLines(const Comparison& comparison, bool apart);

struct Verdict {
  QString sentence;  ///< "A takes 1.50 times as long as B (1.43 to 1.58 in 9 rounds)"
  QString brief;     ///< "waits each: 1.50 ×"
};
/// Of a row of totals, with these names of the two runs; both have one.
Verdict totalsVerdict(const ComparedRow& totals, std::size_t run, std::size_t to, const QString& name,
                      const QString& toName);
/// "median of 9 rounds, 46.1 ms to 52.3 ms"; empty of a run that was made once, or is exact.
QString roundsText(const ComparedRow& totals, std::size_t run);

}  // namespace runahead::gui
