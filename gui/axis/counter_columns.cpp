// SPDX-License-Identifier: GPL-3.0-or-later
// One walk over the visible events, by blocks where a column holds many of them.
// Not here: folding (core/trace).
#include "gui/axis/counter_columns.h"

#include <algorithm>
#include <cmath>

namespace runahead::gui {

CounterColumns reduceCounters(const Trace& trace, const TimeAxis& axis, double column_px) {
  return reduceCounters(trace, axis, column_px, trace.end_ns());
}

CounterColumns reduceCounters(const Trace& trace, const TimeAxis& axis, double column_px,
                              std::int64_t now_ns) {
  CounterColumns result;
  const Seq first = trace.first_at(static_cast<std::int64_t>(std::ceil(axis.fromNs)));
  const Seq end = trace.first_after(static_cast<std::int64_t>(std::floor(axis.toNs)));
  result.before = trace.counters_at(first);
  result.endPx = std::clamp(axis.x(static_cast<double>(now_ns)) - axis.leftPx, 0.0, axis.widthPx);
  if (first >= end) return result;

  // Bounds come in pairs (end of a column twice): the range over a column, then the counters at its end.
  std::vector<Seq> bounds{first};
  std::vector<double> xs;
  const auto columns = static_cast<std::int64_t>(std::ceil(axis.widthPx / column_px));
  // A column of very many events may take over a few from its neighbour: ranges over whole blocks cost least.
  const Seq per_column = (end - first) / static_cast<Seq>(std::max<std::int64_t>(1, columns));
  constexpr Seq kBlock = 256;
  const bool coarse = 2 * per_column >= 3 * kBlock;
  Seq seq = first;
  while (seq < end) {
    const double x = axis.x(static_cast<double>(trace.time_ns(seq))) - axis.leftPx;
    const auto column = static_cast<std::int64_t>(std::floor(x / column_px));
    const double right_px = static_cast<double>(column + 1) * column_px;
    const auto right_ns = static_cast<std::int64_t>(std::ceil(axis.ns(axis.leftPx + right_px)));
    Seq next = std::min(end, gallop(
                                 seq + 1, end, [&](Seq s) { return trace.time_ns(s) < right_ns; },
                                 std::max<Seq>(1, per_column / 2)));
    if (coarse) next = std::min(end, (next + kBlock - 1) / kBlock * kBlock);
    bounds.push_back(next);
    bounds.push_back(next);
    xs.push_back(x);
    seq = next;
  }
  const std::vector<CounterRange> ranges = trace.counter_ranges(bounds);
  result.columns.reserve(xs.size());
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const Seq after = bounds[2 * i + 1];
    // The last pair lacks its second half.
    const Counters counters = 2 * i + 1 < ranges.size() ? ranges[2 * i + 1].min : trace.counters_at(after);
    result.columns.push_back({xs[i], ranges[2 * i], counters});
  }
  return result;
}

}  // namespace runahead::gui
