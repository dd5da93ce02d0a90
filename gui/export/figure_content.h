// SPDX-License-Identifier: GPL-3.0-or-later
// What of a figure does not depend on its page: what is seen of each run, its words, numbers and notes.
// Not here: where they stand (figure_page.h).
#pragma once

#include <QString>
#include <optional>
#include <span>
#include <vector>

#include "gui/axis/lane_index.h"
#include "gui/axis/steps.h"
#include "gui/export/figure_notes.h"
#include "gui/export/figure_parts.h"
#include "gui/export/figure_table.h"
#include "gui/export/worksheet.h"
#include "gui/text/compared_listing.h"
#include "gui/text/figure_options.h"
#include "gui/text/run_text.h"
#include "gui/timeline/sweep.h"

namespace runahead::gui {

struct FigureRun {
  Trace whole;  ///< for the scales, and the rows that there are
  Trace trace;  ///< what is seen of it
  std::vector<std::uint8_t> marks;
  LaneIndex laneIndex;
  std::optional<Sweep> sweep;           ///< drawn in the place of the charts over time
  std::optional<std::int64_t> untilNs;  ///< of a step, in the run's own time
  std::optional<SheetCut> cut;          ///< of a worksheet
  std::vector<Bookmark> bookmarks;      ///< with numbers for texts
};

struct FigureContent {
  FigureContent(std::span<const Trace> traces, const FigureOptions& options);

  const FigureOptions& options;
  std::vector<FigureRun> runs;
  std::vector<RunHeading> headings;  ///< of several runs
  std::vector<std::int64_t> shifts_ns;
  QString notice;  ///< what became of a single run that did not end as it should
  QString said;    ///< of a step
  std::vector<FigureNote> notes;
  std::optional<FigureSheet> sheet;
  std::vector<ListedLine> lines;  ///< of the listing
  FigureTable table;
  QString footer;
};

/// How far each run is moved to stand under the first one.
std::vector<std::int64_t> figureShifts(std::span<const Trace> traces, const FigureOptions& options);
/// The stops of all runs by their time, at most `most` + 1.
std::vector<FigureStep> figureSteps(std::span<const Trace> traces, const FigureOptions& options,
                                    StepKind kind, std::size_t most);

}  // namespace runahead::gui
