// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of a figure, and the words that ask for it. Not here: the figure (export/figure.h), which
// option of the command line carries which word (cli/arguments.h).
#pragma once

#include <QSizeF>
#include <QString>
#include <QStringList>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/session/session.h"
#include "core/trace/trace.h"

namespace runahead::gui {

struct FigureParts {
  bool timeline = true;
  bool charts = true;    ///< queue depth and memory; of a sweep, its picture
  bool listing = false;  ///< of the program, its lines hatched where the run waited
  bool graph = false;    ///< of dependencies, from the first task on
  bool table = false;    ///< the run's numbers; several runs: compared with the first
  bool words = true;     ///< title, question, notes and footer; where a page has them as its own text: none
  bool operator==(const FigureParts&) const = default;
};

/// A moment that is shown, and nothing that comes after it.
struct FigureStep {
  std::vector<Seq> cursors;  ///< of each run
  std::int64_t ns = 0;       ///< of the axis that they share: the first run's
  std::size_t run = 0;       ///< of which something happened
};

struct FigureOptions {
  QString title{};     ///< empty: the scenario's name
  QString question{};  ///< the line below it; empty: none
  QString caption{};   ///< below the picture; empty: none
  ThemeKind theme = ThemeKind::print;
  QStringList listing{};  ///< of the program, line 1 first; empty: statements carry their numbers only
  std::vector<QStringList> listings{};  ///< of each run, where they differ; empty: `listing` is that of all
  QString framework{};                  ///< whose names the user chose; empty: each run has those of its mode
  FigureParts parts{};
  /// In px of 1/96 inch; empty: 1600 x 900, higher where several traces need it. A height of 0: as needed.
  QSizeF size{};
  bool paper = false;  ///< the size is one on paper: dots per inch make more pixels, not a smaller page
  int dpi = 96;
  Alignment alignment = Alignment::begin;  ///< of several runs
  std::string mark{};                      ///< for Alignment::mark
  bool worksheet = false;  ///< what the backend did is left to be drawn; without charts, graph and table
  bool solution = false;   ///< of a worksheet: the same page with all of it
  std::optional<FigureStep> step{};
  std::optional<TimeRange> range_ns{};  ///< of the axis that they share; none: all of it
  /// Of each run, as far as there is something; notes are numbered, and their texts stand below the picture.
  std::vector<RunEntry> asides{};
};

inline constexpr int kLeastDpi = 30, kMostDpi = 2400;

/// "16:9", "4:3" slides, "a4-column", "a4", "WIDTHxHEIGHT" in px, "WIDTHxHEIGHTmm".
Status setFigureSize(FigureOptions& options, const std::string& word);
Status setFigureDpi(FigureOptions& options, const std::string& word);
/// "timeline,charts,listing,graph,table": those are shown and no others.
Status setFigureParts(FigureOptions& options, const std::string& words);
/// light, dark, print or mono.
Status setFigureTheme(FigureOptions& options, const std::string& word);
/// start, end or mark:NAME.
Status setFigureAlignment(FigureOptions& options, const std::string& word);
/// Whether size and dots per inch go together: not more pixels than can be painted.
Status checkFigure(const FigureOptions& options);
/// The lines of the program as a run has it.
const QStringList& listingOf(const FigureOptions& options, std::size_t run);
/// The programs of these runs as listings. What is said about one program is not said about runs of several:
/// they have their names as title, and neither question nor listing.
FigureOptions saidOf(FigureOptions options, std::span<const Trace> traces);

}  // namespace runahead::gui
