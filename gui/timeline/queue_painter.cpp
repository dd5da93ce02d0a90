// SPDX-License-Identifier: GPL-3.0-or-later
// The gutter between frontend and workers is the queue: a thread per task, from its enqueue to its start.

#include <QFontMetricsF>
#include "gui/axis/bars.h"
#include "gui/timeline/paint_context.h"

namespace runahead::gui {

namespace {

struct Thread {
  QPointF from;   // enqueue
  QPointF ready;  // on the line; equals `from` for a task that was ready at once
  QPointF to;     // start, at the gutter's lower edge
  QPointF drop;   // the lane's upper edge
};

Thread threadOf(const PaintContext& context, const TimelineScene& scene, const Task& task) {
  const auto x = [&](Seq seq) { return context.x(seq); };
  const RowPx& gutter = scene.layout.queue;
  Thread thread;
  thread.from = {x(task.enqueue), gutter.top + 1};
  thread.to = {x(task.start), gutter.bottom()};
  thread.drop = thread.to;
  for (const LaneRow& row : scene.layout.rows) {
    if (row.lane != task.lane) continue;
    thread.drop.setY(std::clamp(scene.layout.laneTop(row), gutter.bottom(), scene.layout.lanes.bottom()));
  }
  thread.ready = thread.from;
  const double length = thread.to.x() - thread.from.x();
  if (task.ready != kNever && task.ready > task.enqueue && length > 0) {
    const double part = (x(task.ready) - thread.from.x()) / length;
    thread.ready = thread.from + (thread.to - thread.from) * part;
  } else if (task.ready > task.enqueue) {
    thread.ready = thread.to;
  }
  return thread;
}

/// The parts of the drop in which no bar is crossed: a line through one would strike out its label.
std::vector<std::pair<double, double>> freeDrop(const TimelineScene& scene, const Task& task,
                                                const Thread& thread) {
  std::vector<std::pair<double, double>> parts;
  double from = thread.to.y();
  for (const LaneRow& row : scene.layout.rows) {
    const double top = scene.layout.laneTop(row), bottom = top + row.row.height;
    if (row.lane == task.lane || top >= thread.drop.y() || bottom <= from) continue;
    const std::uint32_t last = lastStartedBefore(scene.trace, row.lane, task.start);
    if (last == kNone) continue;
    const Task crossed = scene.trace.task(scene.trace.lane_task(row.lane, last));
    if (crossed.end != kNever && crossed.end <= task.start) continue;
    if (top > from) parts.emplace_back(from, top);
    from = bottom;
  }
  if (thread.drop.y() > from) parts.emplace_back(from, thread.drop.y());
  return parts;
}

QPen solid(const QColor& colour, double width) {
  return {colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin};
}
QPen dashed(const QColor& colour, double width) {
  return dashedPen(colour, width, {3.2, 2.6});
}

void drawThread(PaintContext& context, const Thread& thread, const QColor& colour, double width) {
  if (thread.ready != thread.from) {
    context.painter.setPen(dashed(colour, width));
    context.painter.drawLine(thread.from, thread.ready);
  }
  context.painter.setPen(solid(colour, width));
  if (thread.ready != thread.to) context.painter.drawLine(thread.ready, thread.to);
  if (thread.drop != thread.to) context.painter.drawLine(thread.to, thread.drop);
}

/// A task that has not started: how it leaves the frontend, no farther than is known.
void drawStub(PaintContext& context, const TimelineScene& scene, const Task& task) {
  const double x = context.x(task.enqueue);
  const double top = scene.layout.queue.top + 1;
  const bool ready = task.ready != kNever;
  context.painter.setPen(ready ? solid(context.theme.blocked, 1.2) : dashed(context.theme.blocked, 1.2));
  context.painter.drawLine(QPointF(x, top), QPointF(x, top + kStub_px));
}

/// The same as long as it has not started, or been skipped: while it is blocked, then ready.
void drawStubs(PaintContext& context, const TimelineScene& scene, Task task) {
  const Seq ready = task.ready;
  const Seq gone = context.after(task.start != kNever ? task.start : task.end);
  for (const bool blocked : {true, false}) {
    if (!blocked && ready == kNever) continue;
    task.ready = blocked ? kNever : ready;
    const Named part(
        context.names,
        {PartKind::task, task.id, context.after(blocked ? task.enqueue : std::max(ready, task.enqueue)),
         blocked && ready != kNever ? std::min(context.after(ready), gone) : gone});
    drawStub(context, scene, task);
  }
}

}  // namespace

std::vector<TaskId> shownThreads(const Trace& trace, const LaneIndex& laneIndex, const TimeAxis& axis) {
  std::vector<TaskId> threads;
  const Seq from = trace.first_at(static_cast<std::int64_t>(axis.fromNs));
  const Seq to = trace.first_after(static_cast<std::int64_t>(axis.toNs));
  const State before = trace.state_at(from);
  const State after = trace.state_at(to);
  const std::uint64_t shown =
      before.counters.blocked + before.counters.ready + (after.enqueued - before.enqueued);
  if (shown > kThreads) return threads;
  for (const TaskId id : trace.pending_at(from, kThreads + trace.lane_count())) {
    if (trace.task(id).start >= from) threads.push_back(id);
  }
  const EnqueueBars enqueues{{trace, 0}, laneIndex.frontend()};
  for (std::uint32_t i = before.enqueued; i < after.enqueued; ++i) threads.push_back(enqueues.task(i));
  return threads;
}

void paintThreads(PaintContext& context, const TimelineScene& scene) {
  const Trace& trace = scene.trace;
  const Smooth smooth(context.painter);
  for (const TaskId id : shownThreads(trace, scene.laneIndex, context.axis)) {
    const Task task = trace.task(id);
    if (context.names != nullptr) {
      drawStubs(context, scene, task);
      if (task.start == kNever) continue;
    }
    const Named part(context.names,
                     {PartKind::task, id, context.after(task.start != kNever ? task.start : task.enqueue)});
    if (task.start != kNever) {
      drawThread(context, threadOf(context, scene, task), context.theme.blocked, 1.2);
    } else if (task.end == kNever) {
      drawStub(context, scene, task);
    }
  }
}

void paintSkipped(PaintContext& context, const TimelineScene& scene) {
  const Trace& trace = scene.trace;
  const RowPx& gutter = scene.layout.queue;
  constexpr double kGlyph = 16;
  double next_x = context.axis.leftPx - kGlyph;
  std::uint32_t i = 0;
  // Errors come in the order of events: gallop over those that would lie on the glyph before.
  while (i < trace.error_count()) {
    const std::int64_t ns = static_cast<std::int64_t>(std::ceil(context.axis.ns(next_x)));
    i = gallop(i, trace.error_count(),
               [&](std::uint32_t e) { return trace.time_ns(trace.error(e).seq) < ns; });
    while (i < trace.error_count() && trace.error(i).kind != ErrorKind::inherited) ++i;
    if (i >= trace.error_count()) break;
    const ErrorRecord error = trace.error(i);
    const double x = context.x(error.seq);
    if (x > context.axis.rightPx() + kGlyph) break;
    const Task task = trace.task(error.task);
    const Named part(context.names, {PartKind::task, error.task, context.after(error.seq)});
    const double from = context.x(task.enqueue);
    const double y = gutter.bottom() - kGlyph / 2 - 4;
    context.painter.setRenderHint(QPainter::Antialiasing);
    context.painter.setPen(dashed(context.theme.eliminated, 1.2));
    context.painter.drawLine(QPointF(from, gutter.top + 1), QPointF(x, y - kGlyph / 2));
    paintStateGlyph(context.painter, QRectF(x - kGlyph / 2, y - kGlyph / 2, kGlyph, kGlyph),
                    TaskState::skipped, context.theme);
    context.painter.setRenderHint(QPainter::Antialiasing, false);
    next_x = x + kGlyph;
    ++i;
  }
}

void paintSelectedThread(PaintContext& context, const TimelineScene& scene) {
  if (scene.selected >= scene.trace.task_count()) return;
  const Task task = scene.trace.task(scene.selected);
  if (task.start == kNever) return;
  if (scene.trace.lane(task.lane).kind == LaneKind::caller) return;  // never was in a queue
  const Thread thread = threadOf(context, scene, task);
  QPainter& painter = context.painter;
  const QColor ink = context.theme.cursor;
  const Smooth smooth(painter);
  Thread above = thread;
  above.drop = above.to;
  drawThread(context, above, ink, 2.2);
  for (const auto& [from, to] : freeDrop(scene, task, thread))
    painter.drawLine(QPointF(thread.to.x(), from), QPointF(thread.to.x(), to));
  paintDisc(painter, thread.from, 4, QPen(context.theme.paper, 1.5), ink);

  // The head lies on the last piece of the way.
  const QPointF end = thread.drop;
  QPointF along = thread.drop != thread.to ? thread.drop - thread.to : thread.to - thread.from;
  const double length = std::hypot(along.x(), along.y());
  if (length > 0) {
    along /= length;
    const QPointF across(-along.y(), along.x());
    painter.setPen(Qt::NoPen);
    painter.drawPolygon(QPolygonF({end, end - along * 10 + across * 4.5, end - along * 10 - across * 4.5}));
  }

  const QString text = queuedWords(scene.trace, task);
  QFont font = uiFont(12, QFont::DemiBold);
  const double width = QFontMetricsF(font).horizontalAdvance(text) + 16;
  const double left_x = std::max(thread.from.x(), context.axis.leftPx);
  const double right_x = std::min(thread.to.x(), context.axis.rightPx());
  const RowPx& gutter = scene.layout.queue;
  constexpr double kPlate = 22;
  if (right_x >= left_x && gutter.height >= kPlate + 4) {
    const double centre_x = (left_x + right_x) / 2;
    const double part = thread.to.x() > thread.from.x()
                            ? (centre_x - thread.from.x()) / (thread.to.x() - thread.from.x())
                            : 0.5;
    const double centre_y = thread.from.y() + (thread.to.y() - thread.from.y()) * part;
    // Beside a steep thread, on a flat one.
    const bool steep = thread.to.x() - thread.from.x() < width;
    double left = steep ? centre_x + 10 : centre_x - width / 2;
    if (steep && left + width > context.axis.rightPx()) left = centre_x - 10 - width;
    // Whole, also where its middle is at an edge.
    const double least = context.axis.leftPx + 2;
    left = std::clamp(left, least, std::max(least, context.axis.rightPx() - width));
    const double top = std::clamp(centre_y - kPlate / 2, gutter.top + 2, gutter.bottom() - kPlate - 2);
    const QRectF plate(left, top, width, kPlate);
    paintBox(painter, plate, QPen(context.theme.paper, 1.5), ink, 4);
    paintText(painter, plate, Qt::AlignCenter, font, context.theme.cursorText, text);
    painter.setFont(context.label);
  }
}

}  // namespace runahead::gui
