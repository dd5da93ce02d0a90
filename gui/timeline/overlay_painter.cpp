// SPDX-License-Identifier: GPL-3.0-or-later
// Outlines of predicted bars, the line of a path, and the outline of the selected wait.
// Not here: recorded bars (lane_painter.cpp, frontend_painter.cpp).
#include <algorithm>
#include <map>

#include "gui/axis/bars.h"
#include "gui/timeline/overlay.h"
#include "gui/timeline/paint_context.h"

namespace runahead::gui {

namespace {

constexpr double kPathAboveBottom_px = 5;
constexpr double kColumn_px = 1;
/// Shorter pieces of a path that follow one another are drawn as one, in the row where the path spends most
/// of their time: up and down in every few pixels, it would be a mass of ink.
constexpr double kShortPiece_px = 7, kJoined_px = 18;
constexpr std::ptrdiff_t kJoinedLooks = 256;
constexpr double kHaloFrom_px = 16;  // a narrower outline's halo would leave nothing of the bar under it

/// Where the line runs in a row.
double lineIn(const RowPx& row) {
  return row.bottom() - std::min(kPathAboveBottom_px, row.height / 2);
}

double rowLine(const TimelineLayout& layout, const Trace& trace, const PathPiece& piece) {
  const bool on_frontend = piece.kind == PathKind::issuing || piece.kind == PathKind::hand_back;
  if (on_frontend || piece.task == kNone || trace.task(piece.task).start == kNever) {
    return lineIn(layout.enqueues);
  }
  for (const LaneRow& row : layout.rows) {
    if (row.lane != trace.task(piece.task).lane) continue;
    return std::clamp(lineIn({layout.laneTop(row), row.row.height}), layout.lanes.top, layout.lanes.bottom());
  }
  return lineIn(layout.enqueues);
}

}  // namespace

PredictedLanes byLane(const std::vector<PredictedBar>& bars) {
  PredictedLanes lanes;
  for (const PredictedBar& bar : bars) {
    if (bar.lane >= lanes.size()) lanes.resize(bar.lane + 1);
    lanes[bar.lane].push_back(bar);
  }
  return lanes;
}

std::vector<BarSpan> outlineSpans(const std::vector<PredictedBar>& lane, const TimeAxis& axis) {
  std::vector<BarSpan> spans;
  const auto count = static_cast<std::uint32_t>(lane.size());
  const auto x = [&](std::int64_t ns) { return axis.x(static_cast<double>(ns)); };
  const auto first = std::ranges::partition_point(
      lane, [&](const PredictedBar& bar) { return static_cast<double>(bar.end_ns) < axis.fromNs; });
  auto index = static_cast<std::uint32_t>(first - lane.begin());
  while (index < count) {
    const double x0 = x(lane[index].start_ns);
    const double x1 = x(lane[index].end_ns);
    if (x0 > axis.rightPx()) break;
    if (x1 - x0 >= kMergeBelowPx) {
      spans.push_back({index, index + 1, x0, x1, 1, false});
      ++index;
      continue;
    }
    // All that begin in the same column, but no bar that stands for itself.
    const double edge_ns = axis.ns(x0 + kColumn_px);
    std::uint32_t last = gallop(
        index + 1, count, [&](std::uint32_t i) { return static_cast<double>(lane[i].start_ns) < edge_ns; });
    if (last - 1 > index && x(lane[last - 1].end_ns) - x(lane[last - 1].start_ns) >= kMergeBelowPx) --last;
    const double end = std::max(x(lane[last - 1].end_ns), x0 + kColumn_px);
    if (!spans.empty() && spans.back().merged && x0 - spans.back().x1 < kMergeBelowPx) {
      spans.back().last = last;
      spans.back().x1 = end;
    } else {
      spans.push_back({index, last, x0, end, 1, true});
    }
    index = last;
  }
  return spans;
}

std::vector<QPointF> pathLine(const CriticalPath& path, const Trace& trace, const TimelineLayout& layout,
                              const TimeAxis& axis) {
  std::vector<QPointF> line;
  const auto& pieces = path.pieces;
  const auto add = [&](double x, double y) {
    const QPointF point(std::clamp(x, axis.leftPx - 8, axis.rightPx() + 8), y);
    if (line.empty() || line.back() != point) line.push_back(point);
  };
  const auto ends_before = [](double ns) {
    return [ns](const PathPiece& piece) { return static_cast<double>(piece.to_ns) < ns; };
  };
  auto piece = std::ranges::partition_point(pieces, ends_before(axis.fromNs));
  const auto left = [&](const PathPiece& one) { return axis.x(static_cast<double>(one.from_ns)); };
  const auto right = [&](const PathPiece& one) { return axis.x(static_cast<double>(one.to_ns)); };
  const auto is_short = [&](const PathPiece& one) { return right(one) - left(one) < kShortPiece_px; };
  while (piece != pieces.end()) {
    const double x0 = left(*piece);
    if (x0 > axis.rightPx()) break;
    // What is short, up to the next piece that is not, or as far as one is drawn for all.
    auto until = piece;
    std::map<double, std::int64_t> spent;  // by row
    while (until != pieces.end() && is_short(*until) && left(*until) < x0 + kJoined_px) {
      if (until - piece >= kJoinedLooks) {
        until =
            std::max(until, std::partition_point(until, pieces.end(), ends_before(axis.ns(x0 + kJoined_px))));
        break;
      }
      spent[rowLine(layout, trace, *until)] += until->to_ns - until->from_ns;
      ++until;
    }
    if (until - piece < 2) {
      const double y = rowLine(layout, trace, *piece);
      add(x0, y);
      add(right(*piece), y);
      ++piece;
      continue;
    }
    const double y = std::ranges::max_element(spent, [](const auto& a, const auto& b) {
                       return a.second < b.second;
                     })->first;
    add(x0, y);
    add(right(*(until - 1)), y);
    piece = until;
  }
  return line;
}

void paintPrediction(PaintContext& context, const TimelineScene& scene) {
  if (scene.prediction == nullptr) return;
  QPainter& painter = context.painter;
  const Kept kept(painter);
  const RowPx& lanes = scene.layout.lanes;
  painter.setClipRect(QRectF(context.axis.leftPx, lanes.top - 2, context.axis.widthPx, lanes.height + 4),
                      Qt::IntersectClip);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  for (const LaneRow& row : scene.layout.rows) {
    if (row.lane >= scene.prediction->size()) continue;
    for (const BarSpan& span : outlineSpans((*scene.prediction)[row.lane], context.axis)) {
      const QRectF rect = context.barRect(span.x0, span.x1, {scene.layout.laneTop(row), row.row.height})
                              .adjusted(-0.5, -1, 0.5, 1);
      if (rect.width() >= kHaloFrom_px) {
        painter.setPen(QPen(context.theme.paper, 3));
        painter.drawRect(rect);
      }
      painter.setPen(QPen(context.theme.cursor, 1.2));
      painter.drawRect(rect);
    }
  }
}

void paintPath(PaintContext& context, const TimelineScene& scene) {
  if (scene.path == nullptr || scene.path->pieces.empty()) return;
  const std::vector<QPointF> line = pathLine(*scene.path, context.trace, scene.layout, context.axis);
  if (line.empty()) return;
  QPainter& painter = context.painter;
  const Kept kept(painter);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  for (const QPen& pen : {QPen(context.theme.paper, 5.6), QPen(context.theme.cursor, 2.4)}) {
    painter.setPen(QPen(pen.brush(), pen.widthF(), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter.drawPolyline(line.data(), static_cast<int>(line.size()));
  }
  if (static_cast<double>(scene.path->to_ns) <= context.axis.toNs && line.size() > 1) {
    const QPointF end = line.back();  // an arrow's head: here it ends
    painter.setPen(Qt::NoPen);
    painter.setBrush(context.theme.cursor);
    const QPointF head[] = {end + QPointF(1, 0), end + QPointF(-7, -4.5), end + QPointF(-7, 4.5)};
    painter.drawPolygon(head, 3);
  }
}

void paintSelectedWait(PaintContext& context, const TimelineScene& scene) {
  if (scene.selectedWait >= context.trace.wait_count()) return;
  const Wait wait = context.trace.wait(scene.selectedWait);
  context.outlineSelected(context.x(wait.begin), context.endX(wait.end), scene.layout.enqueues);
}

}  // namespace runahead::gui
