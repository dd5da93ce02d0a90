// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of workers, of devices and of the caller: bars with labels, merged columns, failures, the selected
// task.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/trace/ending.h"
#include "gui/axis/bars.h"
#include "gui/text/format.h"
#include "gui/timeline/paint_context.h"
#include "gui/widgets/fill_rects.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

namespace {

/// Joins neighbouring columns of one shade to one rectangle and draws the rectangles of a shade in one go:
/// fewer calls on screen, small vector files.
class ShadeRuns {
 public:
  ShadeRuns(PaintContext& context, const QColor& colour, const RowPx& row)
      : m_context(context), m_colour(colour), m_row(row) {
    for (auto& shade : rects()) shade.clear();
  }
  ~ShadeRuns() {
    shade();
    for (int step = 1; step <= kSteps; ++step) {
      fillRects(m_context.painter, rects()[static_cast<std::size_t>(step)],
                mixed(m_context.theme.paper, m_colour, 0.25 + 0.75 * step / kSteps));
    }
  }
  void add(const BarSpan& column) {
    const double gap = column.x0 - m_end;
    if (gap > kMergeBelowPx) shade();
    if (m_busy.empty()) m_begin = column.x0;
    for (double x = m_end; !m_busy.empty() && x < column.x0 - m_context.column_px / 2;
         x += m_context.column_px)
      m_busy.push_back(0);
    m_busy.push_back(column.busy);
    m_end = column.x1;
  }

 private:
  static constexpr int kSteps = 5;
  /// A column's shade is that of so many px to its left and right: how tasks of a pixel or two fall on
  /// columns would else be seen as stripes. It stays as long as the share is nearer to it than this.
  static constexpr double kAround_px = 8, kStays = 0.15;
  using Rects = std::array<std::vector<QRectF>, kSteps + 1>;
  static Rects& rects() {
    static thread_local Rects kept;  // its room is kept from picture to picture
    return kept;
  }
  /// The columns so far, which follow one another.
  void shade() {
    const std::size_t count = m_busy.size();
    const double column = m_context.column_px;
    const auto around = static_cast<std::size_t>(std::max(1.0, std::round(kAround_px / column)));
    double sum = 0;
    std::size_t from = 0, to = 0, first = 0;
    int step = 0;
    const auto fill = [&](std::size_t end) {
      if (end == first) return;
      const double x = m_begin + static_cast<double>(first) * column;
      const double right = end == count ? m_end : m_begin + static_cast<double>(end) * column;
      rects()[static_cast<std::size_t>(step)].emplace_back(x, m_row.top, right - x, m_row.height);
      first = end;
    };
    for (std::size_t i = 0; i < count; ++i) {
      for (; to < std::min(count, i + around + 1); ++to) sum += m_busy[to];
      for (; from + around < i; ++from) sum -= m_busy[from];
      const double share = sum / static_cast<double>(to - from);
      const int now = std::max(1, busyStep(share));
      if (now == step || (step > 0 && std::abs(share - (step - 0.5) / kSteps) < kStays)) continue;
      fill(i);
      step = now;
    }
    fill(count);
    m_busy.clear();
  }
  PaintContext& m_context;
  QColor m_colour;
  RowPx m_row;
  std::vector<double> m_busy;  ///< of the columns from m_begin to m_end
  double m_begin = 0, m_end = 0;
};

struct WideBar {
  TaskId task;
  double x0, x1;
};

int digitCount(std::uint32_t number) {
  int digits = 1;
  while (number >= 10) {
    number /= 10;
    ++digits;
  }
  return digits;
}

/// Bars narrower than this carry no label in any form and have no say in the choice of one.
constexpr double kLeastLabel_px = 20;

RowPx rowOf(const TimelineScene& scene, LaneId lane) {
  for (const LaneRow& row : scene.layout.rows) {
    if (row.lane == lane) return {scene.layout.laneTop(row), row.row.height};
  }
  return {};
}

bool isCopy(const Trace& trace, LaneId lane) {
  return trace.lane(lane).kind == LaneKind::copy;
}

/// Of a lane's merged columns at their fullest. The fill of copies is too light to be told from paper by five
/// steps.
QColor shadeColour(const PaintContext& context, LaneId lane) {
  return isCopy(context.trace, lane) ? mixed(context.theme.copyFill, context.theme.copyEdge, 0.5)
                                     : context.theme.running;
}

/// One in the middle of every 12 px.
constexpr double kChevronsApart_px = 12, kChevron_px = 4;

/// Copies go somewhere: chevrons along the bar.
void fillCopy(PaintContext& context, const QRectF& rect) {
  const Theme& theme = context.theme;
  context.fillBar(rect, theme.copyFill, theme.copyEdge);
  const double half = std::min(5.0, rect.height() / 2 - 3);
  const QRectF visible = context.visible(rect).adjusted(4, 0, -4, 0);
  if (half < 2 || visible.width() < kChevron_px) return;
  const Smooth smooth(context.painter);
  context.painter.setPen(QPen(mixed(theme.copyFill, theme.copyEdge, 0.55), 1.4));
  context.painter.setBrush(Qt::NoBrush);
  const double middle = rect.top() + rect.height() / 2;
  for (double x = rect.left() + 4; x + kChevron_px <= visible.right(); x += kChevronsApart_px) {
    const QPointF chevron[] = {{x, middle - half}, {x + kChevron_px, middle}, {x, middle + half}};
    context.painter.drawPolyline(chevron, 3);
  }
}

void drawTaskBar(PaintContext& context, const Task& task, double x0, double x1, const RowPx& row) {
  const bool failed = task.end != kNever && task.outcome == Outcome::failed;
  const QRectF rect = context.barRect(x0, x1, row);
  if (failed || !isCopy(context.trace, task.lane)) {
    context.fillBar(rect, failed ? context.theme.error : context.theme.running);
  } else {
    fillCopy(context, rect);
  }
}

/// Paints a task from its start on; that one fails is not known before its end.
template <class Paint>
void nameTaskBar(PaintContext& context, const Task& task, Paint paint) {
  Part part{PartKind::task, task.id, context.after(task.start)};
  if (context.names != nullptr && task.end != kNever && task.outcome == Outcome::failed) {
    Task running = task;
    running.end = kNever;
    part.until = context.after(task.end);
    {
      const Named until(context.names, part);
      paint(running);
    }
    part = {PartKind::task, task.id, part.until};
  }
  const Named named(context.names, part);
  paint(task);
}

void labelTaskBar(PaintContext& context, const Task& task, const QRectF& bar, bool with_name) {
  const Theme& theme = context.theme;
  const bool failed = task.end != kNever && task.outcome == Outcome::failed;
  const bool copy = !failed && isCopy(context.trace, task.lane);
  QString label = with_name ? taskLabel(context.trace, task.id) : QString::number(task.id);
  if (failed) label.prepend(QStringLiteral("✕ "));
  const QRectF visible = context.visible(bar);
  const double width = context.textWidth(label.size());
  if (!LabelFit::holds(visible.width(), width - (failed ? 4 : 0))) return;
  if (copy) {  // no chevron under the label, and none that is cut by it
    const QPointF middle = visible.center();
    const auto gap = [&](double number) { return bar.left() + number * kChevronsApart_px; };
    const double left = gap(std::floor((middle.x() - width / 2 - 2 - bar.left()) / kChevronsApart_px));
    const double right = gap(std::ceil((middle.x() + width / 2 + 2 - bar.left()) / kChevronsApart_px));
    context.painter.fillRect(QRectF(QPointF(std::max(left, bar.left() + 2), middle.y() - 8),
                                    QPointF(std::min(right, bar.right() - 2), middle.y() + 8)),
                             theme.copyFill);
  }
  context.text(visible, Qt::AlignCenter,
               failed ? theme.errorText
               : copy ? theme.copyText
                      : theme.runningText,
               label);
}

}  // namespace

void paintLane(PaintContext& context, const TimelineScene& scene, const LaneRow& lane) {
  const Trace& trace = scene.trace;
  const RowPx row{scene.layout.laneTop(lane), lane.row.height};
  const LaneBars bars{{trace, context.now_ns}, lane.lane, scene.laneIndex.row(lane.lane)};
  static thread_local std::vector<WideBar> wide;  // its room is kept from picture to picture
  wide.clear();
  {
    ShadeRuns runs(context, shadeColour(context, lane.lane), row);
    mergeBars(context.axis, context.column_px, context.bounds, bars, [&](const BarSpan& span) {
      if (span.merged) {
        runs.add(span);
      } else {
        wide.push_back({bars.task(span.first), span.x0, span.x1});
      }
    });
  }
  LabelFit fit;
  for (const WideBar& bar : wide) {
    const Task task = trace.task(bar.task);
    nameTaskBar(context, task, [&](const Task& known) { drawTaskBar(context, known, bar.x0, bar.x1, row); });
    if (bar.x1 - bar.x0 < kLeastLabel_px) continue;
    const int digits = digitCount(bar.task);
    const auto name = static_cast<qsizetype>(trace.name(task.name).size());
    fit.add(bar.x1 - bar.x0, {context.textWidth(name + 1 + digits), context.textWidth(digits)});
  }
  const std::size_t form = fit.form(2);
  if (form < 2 && row.height >= 16) {
    for (const WideBar& bar : wide) {
      if (bar.x1 - bar.x0 < kLeastLabel_px) continue;
      nameTaskBar(context, trace.task(bar.task), [&](const Task& known) {
        labelTaskBar(context, known, context.barRect(bar.x0, bar.x1, row), form == 0);
      });
    }
  }
  if (scene.matches.empty()) return;
  context.painter.setPen(QPen(context.theme.cursor, 1.6));
  context.painter.setBrush(Qt::NoBrush);
  for (const WideBar& bar : wide) {
    if (!scene.isMatch(bar.task)) continue;
    context.painter.drawRect(context.barRect(bar.x0, bar.x1, row).adjusted(0.8, 0.8, -0.8, -0.8));
  }
}

void paintLaneStrip(PaintContext& context, LaneId lane, const LaneIndex::Row& index, const RowPx& row) {
  const LaneBars bars{{context.trace, context.now_ns}, lane, index};
  const QColor colour = shadeColour(context, lane);
  ShadeRuns runs(context, colour, row);
  mergeBars(context.axis, context.column_px, context.bounds, bars, [&](const BarSpan& span) {
    if (span.merged) {
      runs.add(span);
    } else {
      context.painter.fillRect(context.barRect(span.x0, span.x1, row), colour);
    }
  });
}

/// A strip below a task that another one may overtake.
void paintRace(PaintContext& context, const TimelineScene& scene, const ErrorRecord& race) {
  constexpr double kStripPx = 3;
  for (const TaskId id : {race.task, race.origin}) {
    if (id == kNone) continue;
    const Task task = context.trace.task(id);
    if (task.start == kNever) continue;
    const double x0 = context.x(task.start), x1 = context.endX(task.end);
    if (x1 < context.axis.leftPx || x0 > context.axis.rightPx()) continue;
    const RowPx row = rowOf(scene, task.lane);
    const Named part(context.names, {PartKind::task, task.id, context.after(race.seq)});
    context.painter.fillRect(
        QRectF(context.snap(x0), row.top + row.height - kStripPx, std::max(x1 - x0, 2.0), kStripPx),
        context.theme.error);
  }
}

void paintFailures(PaintContext& context, const TimelineScene& scene) {
  // Errors never merge: a bar that is too narrow to be seen gets two pixels.
  double last_x = -1;
  for (std::uint32_t i = 0; i < context.trace.error_count(); ++i) {
    const ErrorRecord error = context.trace.error(i);
    if (error.kind == ErrorKind::inherited) continue;
    if (error.kind == ErrorKind::race) {
      paintRace(context, scene, error);
      continue;
    }
    if (error.kind == ErrorKind::surfaced) {
      if (error.origin == kNone && context.trace.name(error.message) == kStoppedMessage) continue;
      const double x = context.x(error.seq);
      if (x < context.axis.leftPx || x > context.axis.rightPx() || x < last_x + 1) continue;
      last_x = x;
      const Named part(context.names, {.from = context.after(error.seq)});
      const double top = scene.layout.statements.top - 4;
      context.painter.fillRect(QRectF(context.snap(x) - 1, top, 2, scene.layout.enqueues.bottom() - top + 4),
                               context.theme.error);
      continue;
    }
    const Task task = context.trace.task(error.task);
    if (task.start == kNever) continue;
    const double x0 = context.x(task.start);
    const double x1 = context.endX(task.end);
    if (x1 - x0 >= kMergeBelowPx || x1 < context.axis.leftPx || x0 > context.axis.rightPx()) continue;
    const RowPx row = rowOf(scene, task.lane);
    const Named part(context.names, {PartKind::task, task.id, context.after(error.seq)});
    context.painter.fillRect(QRectF(context.snap(x0), row.top, 2, row.height), context.theme.error);
  }
}

void paintSelectedTask(PaintContext& context, const TimelineScene& scene) {
  const Trace& trace = scene.trace;
  if (scene.selected >= trace.task_count()) return;
  const Task task = trace.task(scene.selected);
  for (const auto& [x0, x1] : frontendBarsOf(context, scene.laneIndex.frontend(), task)) {
    context.outlineSelected(x0, x1, scene.layout.enqueues);
  }
  if (task.start == kNever) return;
  const RowPx row = rowOf(scene, task.lane);
  if (row.height == 0 || row.top < scene.layout.lanes.top - 1 ||
      row.bottom() > scene.layout.lanes.bottom() + 1)
    return;
  const double x0 = context.x(task.start);
  const double x1 = context.endX(task.end);
  context.outlineSelected(x0, x1, row);
  // Again on top of the halo and of the veil.
  if (x1 - x0 >= kMergeBelowPx) {
    drawTaskBar(context, task, x0, x1, row);
    const QRectF bar = context.barRect(x0, x1, row);
    const bool with_name =
        LabelFit::holds(context.visible(bar).width(), context.textWidth(taskLabel(trace, task.id).size()));
    if (row.height >= 16) labelTaskBar(context, task, bar, with_name);
  }
}

}  // namespace runahead::gui
