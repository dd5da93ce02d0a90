// SPDX-License-Identifier: GPL-3.0-or-later
// The program of runs on paper: a line that all have stands once, others once for each text, with whose they
// are; and where runs waited, failed, or left a wait out.
// Not here: painting (export/figure_parts.h), the listing of the window, which follows the cursor (listing/).
#pragma once

#include <QString>
#include <QStringList>
#include <span>
#include <vector>

#include "core/trace/trace.h"
#include "gui/text/struck_text.h"

namespace runahead::gui {

struct ListedLine {
  int number = 1;
  QString text{};
  std::vector<std::size_t> runs{};     ///< whose it is
  std::vector<std::size_t> leftOut{};  ///< of those, which were told to leave its wait out
  QString letters{};                   ///< whose it is; empty: all have it
  QString waiters{};                   ///< which waited here; empty: none, or all whose it is
  std::vector<TextSpan> goes{};        ///< of the text, with the wait
  bool waited = false;                 ///< one of them waited here
  bool failed = false;                 ///< a task of it, or the frontend met the error in it
  /// What goes is struck through: none of the runs waits there.
  bool struck() const { return leftOut.size() == runs.size(); }
};

/// Each run's lines, in the names of a framework that the user chose, or in those of its mode; empty where
/// they are the same for all.
std::vector<QStringList> listingsOf(std::span<const Trace> traces, const QString& framework = {});

/// `listings`: of each run; empty: all have `shared`.
std::vector<ListedLine> comparedListing(std::span<const Trace> traces, const QStringList& shared,
                                        const std::vector<QStringList>& listings = {});

}  // namespace runahead::gui
