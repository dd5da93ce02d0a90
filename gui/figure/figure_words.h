// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a figure: what its runs have in common, what sets each of them apart, and words broken into
// lines. Not here: where they stand (figure_page.cpp).
#pragma once

#include <QFont>
#include <QString>
#include <QStringList>
#include <span>
#include <vector>

#include "core/analysis/comparison.h"
#include "core/trace/trace.h"

namespace runahead::gui {

/// Broken where the script allows it, and anywhere if need be; at most `most` lines, the last one elided.
QStringList wrapped(const QString& text, const QFont& font, double width_px, int most = 100);

/// What stands above a run of several.
struct RunHeading {
  QString label;   ///< "waits each"
  QString remark;  ///< what else sets it apart: "n 64"
  QString total;   ///< "48.0 ms"; empty: it has not finished
};
/// `names`: given ones, of each run; where empty or missing, a run is called by what sets it apart.
std::vector<RunHeading> runHeadings(std::span<const Trace> traces, const QStringList& names = {});

/// The last line of a figure. `aligned`: runs were moved to stand under the first one.
QString figureFooter(std::span<const Trace> traces, Alignment alignment, bool aligned);

}  // namespace runahead::gui
