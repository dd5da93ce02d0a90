// SPDX-License-Identifier: GPL-3.0-or-later
// A run, several under one another, or a lecture, as one HTML file that steps through them.
// Not here: pictures that stand still (export/figure.h).
#pragma once

#include <QByteArray>
#include <QString>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/question.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "gui/text/figure_options.h"
#include "gui/view/view_state.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

/// Of the options it takes what a page has: title, question, caption, listing, alignment, asides. Needs a
/// QApplication, as figures do. `progress` is asked now and then, with steps for bytes; throws Stopped where
/// it is not wanted any more.
QByteArray pageOf(std::span<const Trace> traces, const FigureOptions& options, const Progress& progress = {});

/// What slides of a lecture show.
struct PageRuns {
  std::vector<Trace> traces;
  FigureOptions options;
};
struct PageSlide {
  QString name, words;
  std::optional<std::size_t> runs{};  ///< of the page's; none: they could not be found again
  std::uint32_t run = 0;              ///< of these, the one that the steps are of
  std::vector<Seq> steps{};           ///< cursors, at least one
  std::optional<TimeRange> range_ns{};
  FutureVisibility after = FutureVisibility::hide;
  std::optional<ThemeKind> theme{};  ///< none: the reader's
  /// Asked at the first step; where its answer was marked, with options. Until it is answered, nothing is
  /// shown that comes later, unless the reader chooses another slide.
  std::optional<Question> question{};
};
/// All slides in one page, from step to step.
QByteArray lecturePageOf(const QString& title, std::span<const PageRuns> runs,
                         std::span<const PageSlide> slides);

/// Complete or not there at all; the message names the file, or cancelled().
Status writePage(const QString& path, std::span<const Trace> traces, const FigureOptions& options,
                 const Progress& progress = {});

}  // namespace runahead::gui
