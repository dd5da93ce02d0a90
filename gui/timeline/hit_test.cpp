// SPDX-License-Identifier: GPL-3.0-or-later
// From a point to a bar: a binary search in the row under the point.
#include "gui/timeline/hit_test.h"

#include <algorithm>
#include <cmath>

#include "gui/axis/bars.h"
#include "gui/timeline/painter.h"

namespace runahead::gui {

namespace {

/// A pointer is not as exact as a bar may be narrow.
constexpr double kReach_px = 3;

bool inside(const RowPx& row, double y) {
  return y >= row.top && y < row.bottom();
}

struct Near {
  std::uint32_t index = kNone;
  double away_px = kReach_px;
};

/// The bar at x, or the nearest one within reach.
template <class Bars>
Near barAt(const TimeAxis& axis, const Bars& bars, double x) {
  const double ns = axis.ns(x);
  // The first bar that ends after the point; the one before it ended at or before it.
  const std::uint32_t low = bisect(
      bars.count(), [&](std::uint32_t i) { return static_cast<double>(bars.time_ns(bars.end(i))) <= ns; });
  Near best;
  for (const std::uint32_t i : {low, low - 1}) {
    if (i >= bars.count()) continue;
    const double x0 = axis.x(static_cast<double>(bars.time_ns(bars.begin(i))));
    const double x1 = axis.x(static_cast<double>(bars.time_ns(bars.end(i))));
    const double away_px = x < x0 ? x0 - x : x > x1 ? x - x1 : 0;
    if (away_px < best.away_px) best = {i, away_px};
  }
  return best;
}

/// A wait that goes on is as long as it is known to be, perhaps not at all: where nothing else can be yet, it
/// is what the frontend is in.
constexpr double kOpenWait_px = 48;

/// Waits, enqueues and deferrals share a row: the bar that really lies under the point wins.
TimelineHit frontendHit(const TraceBars& trace, const FrontendIndex& index, const TimeAxis& axis, double x) {
  using Kind = TimelineHit::Kind;
  const EnqueueBars enqueues{trace, index};
  const DeferBars deferrals{trace, index};
  const Near wait = barAt(axis, WaitBars{trace}, x);
  const Near enqueue = barAt(axis, enqueues, x);
  const Near deferral = barAt(axis, deferrals, x);
  const double nearest = std::min({wait.away_px, enqueue.away_px, deferral.away_px});
  if (nearest >= kReach_px) {
    const Trace& run = trace.trace;
    const WaitId last = run.wait_count() - 1;
    if (run.wait_count() == 0 || run.wait(last).end != kNever) return {};
    const double from_px = axis.x(static_cast<double>(trace.time_ns(run.wait(last).end)));
    return x > from_px && x <= from_px + kOpenWait_px ? TimelineHit{Kind::wait, last} : TimelineHit{};
  }
  if (wait.away_px == nearest) return {Kind::wait, wait.index};
  if (enqueue.away_px == nearest) return {Kind::enqueue, enqueues.task(enqueue.index)};
  return {Kind::defer, deferrals.task(deferral.index)};
}

/// The thread of a task from its enqueue to its start, or what there is of it.
TimelineHit threadHit(const Trace& trace, const LaneIndex& index, const RowPx& gutter, const TimeAxis& axis,
                      QPointF point) {
  TimelineHit hit;
  double nearest = kReach_px;
  const auto x = [&](Seq seq) { return axis.x(static_cast<double>(trace.time_ns(seq))); };
  for (const TaskId id : shownThreads(trace, index, axis)) {
    const Task task = trace.task(id);
    if (task.start == kNever && task.end != kNever) continue;
    const bool started = task.start != kNever;
    const QPointF from(x(task.enqueue), gutter.top);
    const QPointF to(started ? x(task.start) : from.x(), started ? gutter.bottom() : gutter.top + kStub_px);
    const QPointF along = to - from, way = point - from;
    const double part = std::clamp(
        QPointF::dotProduct(way, along) / std::max(1.0, QPointF::dotProduct(along, along)), 0.0, 1.0);
    const QPointF beside = way - along * part;
    const double away = std::hypot(beside.x(), beside.y());
    if (away >= nearest) continue;
    nearest = away;
    hit = {TimelineHit::Kind::enqueue, id};
  }
  return hit;
}

}  // namespace

TimelineHit hitTest(const Trace& trace, const LaneIndex& laneIndex, const TimelineLayout& layout,
                    const TimeAxis& axis, QPointF point, std::int64_t nowNs) {
  using Kind = TimelineHit::Kind;
  const TraceBars now{trace, nowNs};
  if (inside(layout.ruler, point.y())) return {Kind::ruler, kNone};
  if (point.x() < axis.leftPx && inside(layout.lanes, point.y())) {
    for (const LaneRow& row : layout.rows) {
      if (inside({layout.laneTop(row), row.row.height}, point.y())) return {Kind::lane, row.lane};
    }
  }
  if (point.x() < axis.leftPx || point.x() > axis.rightPx()) return {};
  if (inside(layout.statements, point.y())) {
    const Near statement = barAt(axis, StatementBars{now}, point.x());
    return statement.index == kNone ? TimelineHit{} : TimelineHit{Kind::statement, statement.index};
  }
  if (inside(layout.enqueues, point.y())) {
    return frontendHit(now, laneIndex.frontend(), axis, point.x());
  }
  if (inside(layout.lanes, point.y())) {
    for (const LaneRow& row : layout.rows) {
      if (!inside({layout.laneTop(row), row.row.height}, point.y())) continue;
      const LaneBars bars{now, row.lane, laneIndex.row(row.lane)};
      const Near task = barAt(axis, bars, point.x());
      return task.index == kNone ? TimelineHit{} : TimelineHit{Kind::task, bars.task(task.index)};
    }
    return {};
  }
  return inside(layout.queue, point.y()) ? threadHit(trace, laneIndex, layout.queue, axis, point)
                                         : TimelineHit{};
}

}  // namespace runahead::gui
