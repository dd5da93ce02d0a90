// SPDX-License-Identifier: GPL-3.0-or-later
// The trace's counters reduced to columns of pixels: what both charts draw from.
// Not here: which of the quantities a chart shows, and how (charts/).
#pragma once

#include <vector>

#include "core/trace/trace.h"
#include "gui/axis/time_axis.h"

namespace runahead::gui {

/// The counters of a visible range, at most one entry per column of pixels in which something happened.
struct CounterColumn {
  double x;            ///< px from the left edge, of the first event
  CounterRange range;  ///< over the column, the state before it included
  Counters after;      ///< at its end
};
struct CounterColumns {
  Counters before;  ///< at the left edge
  std::vector<CounterColumn> columns;
  double endPx = 0;  ///< where the trace ends, or the right edge
};
/// `column_px`: width of a device pixel.
CounterColumns reduceCounters(const Trace& trace, const TimeAxis& axis, double column_px = 1);
/// The last level lasts until `now_ns`, which may lie after the last event.
CounterColumns reduceCounters(const Trace& trace, const TimeAxis& axis, double column_px,
                              std::int64_t now_ns);

}  // namespace runahead::gui
