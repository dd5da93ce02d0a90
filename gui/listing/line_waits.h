// SPDX-License-Identifier: GPL-3.0-or-later
// LineWait: what the margin says of the wait at a line: whether the next run takes it, whether the run on
// show did, and why a line carries none. Plain functions. Not here: how it is drawn (code_view.h), and the
// axis itself (core/scenario).
#pragma once

#include <QString>
#include <set>
#include <vector>

#include "core/scenario/scenario.h"
#include "core/trace/trace.h"

namespace runahead::gui {

struct LineWait {
  enum class Kind {
    none,     ///< the line can carry no wait
    absent,   ///< it can, but carries none
    taken,    ///< the next run waits here
    added,    ///< likewise, and the run on show did not
    removed,  ///< the run on show waited here, and the next does not
    always,   ///< whatever is chosen, or in the run on show by a call that no text tells of
  };
  Kind kind = Kind::none;
  /// What of the line the next run leaves out, with a wait of its own or of a line before.
  std::vector<LinePart> struck = {};
  /// For the tool tip.
  QString explanation;

  bool canToggle() const { return kind != Kind::none && kind != Kind::always; }
};

/// Lines of a run that is over.
struct SeenWaits {
  std::set<int> none;  ///< they began and found no wait at all, not even one for what was there
  std::set<int> some;  ///< they waited for a task
};
/// Nothing where the run has too many statements to look at.
SeenWaits seenWaits(const Trace& trace);

/// For lines 1 to `lines`. `shown`: the run on show, if there is one; it counts if it is of the scenario.
/// `seen`: what it went through.
std::vector<LineWait> lineWaits(const Scenario& scenario, Mode mode, const Waits& next,
                                const TraceInfo* shown, int lines, const SeenWaits& seen = {});

/// Of a run as its record says it was made: what it waits for, and what it leaves out. Nothing where its
/// program is not known any more.
std::vector<LineWait> lineWaits(const TraceInfo& info, int lines);

/// The value of the waits axis after a click on the line.
Waits toggledWait(const Scenario& scenario, const Waits& waits, int line);

}  // namespace runahead::gui
