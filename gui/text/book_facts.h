// SPDX-License-Identifier: GPL-3.0-or-later
// The book's numbers of a scenario, grouped by where they are printed, beside what a run measured.
// Not here: widgets (panes/question_panel.h), the numbers themselves (core/scenario).
#pragma once

#include <QString>
#include <vector>

#include "core/analysis/summary.h"
#include "core/scenario/scenario.h"
#include "core/trace/trace.h"

namespace runahead::gui {

struct BookRow {
  /// What `own` measures. The book's memory is the growth that ps reported: resident bytes are nearest to it.
  enum class Own { none, time, resident, live };
  QString label;
  QString book;
  QString own;
  Own kind = Own::none;
};
struct BookSource {
  QString source;  ///< chapter and edition, size, machine
  std::vector<BookRow> rows;
};
/// `summary`: of the run `info` of the scenario; null without one.
std::vector<BookSource> bookNumbers(const Scenario& scenario, const TraceInfo& info,
                                    const RunSummary* summary);

/// Whether the run had the sizes of the preset "book".
bool hasBookSizes(const Scenario& scenario, const TraceInfo& info);

}  // namespace runahead::gui
