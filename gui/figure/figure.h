// SPDX-License-Identifier: GPL-3.0-or-later
// A figure: runs on paper, with title, question, the parts that were asked for, caption, legend and the line
// of parameters. Painted by the same code as the screen. Not here: data formats (core/io).
#pragma once

#include <QSizeF>
#include <QString>
#include <QStringList>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/comparison.h"
#include "core/base/error.h"
#include "core/scenario/session.h"
#include "core/trace/trace.h"
#include "gui/theme/theme.h"
#include "gui/view/steps.h"
#include "gui/view/view_state.h"

class QPainter;

namespace runahead::gui {

struct FigureParts {
  bool timeline = true;
  bool charts = true;    ///< queue depth and memory; of a sweep, its picture
  bool listing = false;  ///< of the program, its lines hatched where the run waited
  bool graph = false;    ///< of dependencies, from the first task on
  bool table = false;    ///< the run's numbers; several runs: compared with the first
  bool operator==(const FigureParts&) const = default;
};

/// What a trace does not hold of its run.
struct FigureAside {
  RunResult::Status status = RunResult::Status::succeeded;
  std::vector<Flag> flags{};  ///< those with a text are numbered, and the texts stand below the picture
  QString name{};             ///< that somebody gave it; empty: it is called by what sets it apart
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
  std::vector<FigureAside> asides{};  ///< of each run, as far as there is something
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

/// The stops of all runs by their time, at most `most` + 1.
std::vector<FigureStep> figureSteps(std::span<const Trace> traces, const FigureOptions& options,
                                    StepKind kind, std::size_t most);

/// The size that the options ask for. Needs a QApplication, as all that follows (any platform).
QSizeF figureSize(std::span<const Trace> traces, const FigureOptions& options);

/// What is said about one program is not said about runs of several: they have their names as title, and
/// neither question nor listing.
FigureOptions saidOf(FigureOptions options, std::span<const Trace> traces);

/// Several traces are stacked on one time scale, lettered A, B, ...
/// Origin at the figure's top left; it covers figureSize().
void paintFigure(QPainter& painter, std::span<const Trace> traces, const FigureOptions& options);

/// By the ending of `path`: .png, .svg or .pdf. Complete or not there at all; the message names the file.
Status writeFigure(const QString& path, std::span<const Trace> traces, const FigureOptions& options);
/// Of a worksheet also what belongs into it, as NAME-solution.EXT on the same scale.
Status writeFigureWithSolution(const QString& path, std::span<const Trace> traces,
                               const FigureOptions& options);
/// "directory/NAME-suffix.EXT".
QString besidePath(const QString& path, const QString& suffix);
/// The endings that writeFigure() knows, with their dots.
bool isFigurePath(const QString& path);

/// "on NVIDIA H200: driver for CUDA 12.4, runtime 12.4, cuBLAS 12.4.5"; empty without a real device.
QString deviceLine(const TraceInfo& info);
/// "increment-loop, async, waits none · live clock · 1 worker · n = 1000".
QString runLine(const TraceInfo& info);
/// With how sure the times of a device are.
QString runLine(const Trace& trace);

}  // namespace runahead::gui
