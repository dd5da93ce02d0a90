// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a comparison as tables show them, the same in the window and in figures.
// Not here: the numbers (core/analysis/comparison.h), tables (difference_table.h, figure/figure_table.h).
#pragma once

#include <QString>

#include "core/analysis/comparison.h"

namespace runahead::gui {

/// "48.2 ms"; a dash for what a run does not have.
QString comparedValue(const ComparedRow& row, std::size_t run);
/// To the first run: "1.31 ×", "same"; empty: of the first run itself, or there is none.
QString comparedRatio(const ComparedRow& row, std::size_t run);

}  // namespace runahead::gui
