// SPDX-License-Identifier: GPL-3.0-or-later
// From a point to a bar: a binary search in the row under the point.
// Not here: pixels; a bar narrower than a pixel is found by its time.
#include "gui/timeline/hit_test.h"

#include "gui/timeline/bars.h"

namespace runahead::gui {

namespace {

/// A pointer is not as exact as a bar may be narrow.
constexpr double kReach_px = 3;

bool inside(const RowPx& row, double y) {
  return y >= row.top && y < row.bottom();
}

/// The index of the bar at x, or of the nearest one within reach; kNone for none.
template <class Bars>
std::uint32_t barAt(const TimeAxis& axis, const Bars& bars, double x) {
  const double ns = axis.ns(x);
  // The first bar that ends after the point; the one before it ended at or before it.
  std::uint32_t low = 0, high = bars.count();
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (static_cast<double>(bars.time_ns(bars.end(middle))) <= ns) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  std::uint32_t best = kNone;
  double best_px = kReach_px;
  for (const std::uint32_t i : {low, low - 1}) {
    if (i >= bars.count()) continue;
    const double x0 = axis.x(static_cast<double>(bars.time_ns(bars.begin(i))));
    const double x1 = axis.x(static_cast<double>(bars.time_ns(bars.end(i))));
    const double away_px = x < x0 ? x0 - x : x > x1 ? x - x1 : 0;
    if (away_px < best_px) {
      best = i;
      best_px = away_px;
    }
  }
  return best;
}

}  // namespace

TimelineHit hitTest(const Trace& trace, const LaneIndex& laneIndex, const TimelineLayout& layout,
                    const TimeAxis& axis, QPointF point) {
  using Kind = TimelineHit::Kind;
  const auto hit = [](Kind kind, std::uint32_t id) {
    return id == kNone ? TimelineHit{} : TimelineHit{kind, id};
  };
  if (inside(layout.ruler, point.y())) return {Kind::ruler, kNone};
  if (point.x() < axis.leftPx || point.x() > axis.rightPx()) return {};
  if (inside(layout.statements, point.y())) {
    return hit(Kind::statement, barAt(axis, StatementBars{{trace}}, point.x()));
  }
  if (inside(layout.enqueues, point.y())) {
    const TimelineHit wait = hit(Kind::wait, barAt(axis, WaitBars{{trace}}, point.x()));
    if (wait.kind == Kind::none) return hit(Kind::enqueue, barAt(axis, EnqueueBars{{trace}}, point.x()));
    // Within reach of both, the bar that really lies under the point wins.
    const double ns = axis.ns(point.x());
    const Wait bar = trace.wait(wait.id);
    if (ns >= static_cast<double>(trace.time_ns(bar.begin)) &&
        ns <= static_cast<double>(endTime(trace, bar.end))) {
      return wait;
    }
    const TimelineHit enqueue = hit(Kind::enqueue, barAt(axis, EnqueueBars{{trace}}, point.x()));
    return enqueue.kind == Kind::none ? wait : enqueue;
  }
  if (inside(layout.lanes, point.y())) {
    for (const LaneRow& row : layout.rows) {
      if (!inside({layout.laneTop(row), row.row.height}, point.y())) continue;
      const LaneBars bars{{trace}, row.lane, laneIndex.row(row.lane)};
      const std::uint32_t index = barAt(axis, bars, point.x());
      return index == kNone ? TimelineHit{} : TimelineHit{Kind::task, bars.task(index)};
    }
    return {};
  }
  if (inside(layout.queue, point.y())) return {Kind::queue, kNone};
  return {};
}

}  // namespace runahead::gui
