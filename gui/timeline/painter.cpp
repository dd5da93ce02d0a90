// SPDX-License-Identifier: GPL-3.0-or-later
// The picture as a whole: ruler, marks, heads, veil and cursor, and the order in which the parts cover one
// another. Not here: the rows themselves (frontend_painter.cpp, queue_painter.cpp, lane_painter.cpp).
#include "gui/timeline/painter.h"

#include <QFontMetricsF>
#include <QPainter>

#include "gui/axis/bars.h"
#include "gui/text/words.h"
#include "gui/timeline/paint_context.h"
#include "gui/view/shared_axis.h"
#include "gui/widgets/fill_rects.h"

namespace runahead::gui {

namespace {

constexpr double kRemarkGap_px = 4;

void paintCursor(PaintContext& context, const TimelineScene& scene) {
  if (cursorBookmark(scene.cursorNs, scene.axis, scene.layout.ruler, scene.widthPx).width() <= 0) return;
  const double bottom = scene.layout.ruler.bottom();
  const double x = context.snap(scene.axis.x(static_cast<double>(scene.cursorNs)));
  context.painter.fillRect(QRectF(x - 1, bottom, 2, scene.heightPx - bottom), context.theme.cursor);
  if (scene.layout.ruler.height <= 0) return;
  paintCursorBookmark(context.painter, scene.cursorNs, scene.axis, scene.layout.ruler, scene.widthPx,
                      context.theme);
}

void paintGrid(PaintContext& context, const TimelineScene& scene, const std::vector<Tick>& marks) {
  const double top = scene.layout.ruler.bottom();
  for (const Tick& tick : marks) {
    const double x = context.snap(scene.grid.value_or(scene.axis).x(tick.ns));
    context.painter.fillRect(QRectF(x, top, context.column_px, scene.heightPx - top), context.theme.grid);
  }
  if (!scene.fine) return;
  const RowPx& lanes = scene.layout.lanes;
  for (const double ns : minorTicks(scene.grid.value_or(scene.axis), marks)) {
    const double x = context.snap(scene.grid.value_or(scene.axis).x(ns));
    context.painter.fillRect(QRectF(x, lanes.top, context.column_px, lanes.height), context.theme.grid);
  }
}

constexpr double kStatus_px = kLabelColumnPx - kHeadLeft - 10;

/// The first that fits, else the last.
QString fitting(const QStringList& forms, const QFontMetricsF& metrics, double width) {
  const auto fits = [&](const QString& form) { return metrics.horizontalAdvance(form) <= width; };
  const auto found = std::ranges::find_if(forms, fits);
  return found != forms.end() ? *found : forms.value(forms.size() - 1);
}

void paintHead(PaintContext& context, const RowPx& row, const QStringList& names, const QString& status) {
  QPainter& painter = context.painter;
  const double width = kLabelColumnPx - kHeadLeft - 3;
  if (row.height < 12) return;
  const bool both = !status.isEmpty() && row.height >= kTwoLines_px;
  const QFont name_font = row.height >= kTwoLines_px ? uiFont(14, QFont::DemiBold) : uiFont(12);
  painter.setFont(name_font);
  painter.setPen(context.theme.text);
  const double middle = row.top + row.height / 2;
  const QRectF upper =
      both ? QRectF(kHeadLeft, middle - 18, width, 18) : QRectF(kHeadLeft, row.top, width, row.height);
  const QFontMetricsF metrics(name_font);
  painter.drawText(upper, Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(fitting(names, metrics, width), Qt::ElideRight, width));
  if (!both) return;
  const QFont status_font = uiFont(12);
  paintText(painter, QRectF(kHeadLeft, middle, kStatus_px, 17), Qt::AlignLeft | Qt::AlignVCenter, status_font,
            context.theme.text2, QFontMetricsF(status_font).elidedText(status, Qt::ElideRight, kStatus_px));
}

/// On one line the name gives way, not what kind of a device it is.
void paintLowHead(PaintContext& context, const RowPx& row, const LaneHead& head) {
  if (row.height < 12) return;
  const QFont font = uiFont(12);
  const QFontMetricsF metrics(font);
  const double width = kLabelColumnPx - kHeadLeft - 12;
  const QString shown = fitting(head.names, metrics, width);
  const double beside = width - metrics.horizontalAdvance(shown) - kRemarkGap_px;
  const QString remark = fitting(head.remarks, metrics, beside);
  const double remark_px = remark.isEmpty() ? 0 : metrics.horizontalAdvance(remark) + kRemarkGap_px;
  const QString name = metrics.elidedText(shown, Qt::ElideRight, width - remark_px);
  context.painter.setFont(font);
  const QRectF place(kHeadLeft, row.top, width, row.height);
  context.text(place, Qt::AlignLeft | Qt::AlignVCenter, context.theme.text, name);
  context.text(place.adjusted(metrics.horizontalAdvance(name) + kRemarkGap_px, 0, 0, 0),
               Qt::AlignLeft | Qt::AlignVCenter, context.theme.text2, remark);
}

void paintHeads(PaintContext& context, const TimelineScene& scene) {
  const TimelineLayout& layout = scene.layout;
  const bool status = scene.cursorShown;
  const RowPx frontend{layout.statements.top, layout.enqueues.bottom() - layout.statements.top};
  paintHead(context, frontend, {scene.name.isEmpty() ? tr("Frontend") : scene.name},
            status ? frontendStatus(scene.trace, scene.cursor, scene.cursorNs) : scene.remark);
  bool queues = false;
  for (const LaneRow& row : layout.rows) queues |= scene.trace.lane(row.lane).kind != LaneKind::caller;
  if (queues) {
    const QStringList now = status ? queueStatus(scene.trace, scene.cursor) : QStringList();
    paintHead(context, layout.queue, {tr("Queue")}, fitting(now, QFontMetricsF(uiFont(12)), kStatus_px));
  }
  context.painter.save();
  context.painter.setClipRect(QRectF(0, layout.lanes.top - 1, scene.widthPx, layout.lanes.height + 2),
                              Qt::IntersectClip);
  for (const LaneRow& row : layout.rows) {
    const RowPx place{layout.laneTop(row), row.row.height};
    if (place.bottom() < layout.lanes.top || place.top > layout.lanes.bottom()) continue;
    const LaneHead head = laneHead(scene.trace, row.lane);
    if (place.height < kTwoLines_px) {
      paintLowHead(context, place, head);
      continue;
    }
    const QString now = status ? laneStatus(scene.trace, row.lane, scene.cursor) : QString();
    QStringList second = head.remarks.isEmpty() ? QStringList(now) : head.remarks;
    if (!head.remarks.isEmpty() && !now.isEmpty()) {
      for (QString& form : second) form += QStringLiteral(", ") + now;
    }
    paintHead(context, place, head.names, fitting(second, QFontMetricsF(uiFont(12)), kStatus_px));
  }
  context.painter.restore();
  context.painter.fillRect(QRectF(kLabelColumnPx - 9, layout.ruler.bottom(), context.column_px,
                                  scene.heightPx - layout.ruler.bottom()),
                           context.theme.hairline);
}

void paintLanes(PaintContext& context, const TimelineScene& scene) {
  const TimelineLayout& layout = scene.layout;
  for (const LaneRow& row : layout.rows) {
    if (layout.laneTop(row) + row.row.height < layout.lanes.top ||
        layout.laneTop(row) > layout.lanes.bottom())
      continue;
    paintLane(context, scene, row);
  }
}

void paintBlankLanes(PaintContext& context, const TimelineScene& scene) {
  for (const LaneRow& row : scene.layout.rows) {
    for (const double y : {scene.layout.laneTop(row), scene.layout.laneTop(row) + row.row.height - 1}) {
      context.painter.fillRect(QRectF(context.axis.leftPx, y, context.axis.widthPx, 1), context.theme.edge);
    }
  }
}

/// What is known of the lanes before there is something to be found out.
void paintGiven(PaintContext& context, const TimelineScene& scene) {
  const Trace& trace = *scene.given;
  if (trace.size() == 0) return;
  const LaneIndex index(trace);
  const TimelineScene known{.trace = trace,
                            .theme = scene.theme,
                            .layout = scene.layout,
                            .axis = scene.axis,
                            .widthPx = scene.widthPx,
                            .heightPx = scene.heightPx,
                            .regionRows = scene.regionRows,
                            .laneIndex = index};
  PaintContext own(context.painter, trace, scene.theme, scene.axis, trace.end_ns());
  own.findBounds();
  paintLanes(own, known);
  context.painter.setFont(context.label);
}

void paintScrollHint(PaintContext& context, const TimelineScene& scene) {
  const TimelineLayout& layout = scene.layout;
  if (layout.maxScrollPx() <= 0) return;
  const double height = layout.lanes.height * layout.lanes.height / layout.contentHeight;
  const double top = layout.lanes.top + layout.lanes.height * layout.scrollPx / layout.contentHeight;
  context.painter.fillRect(QRectF(scene.widthPx - 7, top, 4, height), context.theme.edge);
}

/// The frontend's rows end here as paper that is torn: how they go on is not given.
void paintTornEnd(PaintContext& context, const TimelineScene& scene) {
  constexpr double kTooth_px = 6;
  const double x = context.axis.x(static_cast<double>(*scene.openUntilNs));
  const double top = scene.layout.statements.top - 1, bottom = scene.layout.enqueues.bottom() + 1;
  QPolygonF edge;
  bool in = false;
  for (double y = top; y < bottom; y += kTooth_px, in = !in) edge << QPointF(in ? x - kTooth_px : x - 1, y);
  edge << QPointF(x - 1, bottom) << QPointF(x + 3, bottom) << QPointF(x + 3, top);
  const Smooth smooth(context.painter);
  context.painter.setPen(Qt::NoPen);
  context.painter.setBrush(context.theme.paper);
  context.painter.drawPolygon(edge);
}

void paintRange(PaintContext& context, const TimelineScene& scene) {
  if (!scene.range) return;
  const double x0 = context.snap(context.axis.x(static_cast<double>(scene.range->from_ns)));
  const double x1 = context.snap(context.axis.x(static_cast<double>(scene.range->to_ns)));
  const double left = std::max(x0, context.axis.leftPx), right = std::min(x1, context.axis.rightPx());
  if (right <= left) return;
  const double top = scene.layout.ruler.bottom();
  context.painter.fillRect(QRectF(left, top, right - left, scene.heightPx - top), tintOf(context.theme));
  const double line = std::max(1.0, context.column_px);
  if (x0 >= left) context.painter.fillRect(QRectF(x0, top, line, scene.heightPx - top), context.theme.cursor);
  if (x1 <= right)
    context.painter.fillRect(QRectF(x1 - line, top, line, scene.heightPx - top), context.theme.cursor);
  context.painter.fillRect(QRectF(left, top - 4, right - left, 4), context.theme.cursor);
}

}  // namespace

PaintContext::PaintContext(QPainter& painter_, const Trace& trace_, const Theme& theme_,
                           const TimeAxis& axis_, std::int64_t now_ns_)
    : painter(painter_),
      trace(trace_),
      theme(theme_),
      axis(axis_),
      now_ns(now_ns_),
      names(PartNames::of(painter_)),
      raster(fillsPixels(painter_)),
      column_px(devicePixel(painter_)),
      label(monoFont(12, QFont::Medium)),
      letter_px(QFontMetricsF(label).horizontalAdvance(QLatin1Char('0'))),
      m_wait(waitBrush(theme_, painter_)) {
  painter.setFont(label);
}

void PaintContext::findBounds() {
  bounds = columnBounds(axis, column_px, trace.size(), [this](Seq seq) { return trace.time_ns(seq); });
}

QRectF PaintContext::barRect(double x0, double x1, const RowPx& row) const {
  // Far outside of the picture lies nothing but rounding errors.
  const double left = snap(std::max(x0, axis.leftPx - 8));
  const double right = snap(std::min(x1, axis.rightPx() + 8));
  const double gap = right - left >= 3 ? std::max(1.0, column_px) : 0;
  return {left, row.top, std::max(right - left - gap, column_px), row.height};
}

QRectF PaintContext::visible(const QRectF& rect) const {
  const double left = std::max(rect.left(), axis.leftPx);
  return {left, rect.top(), std::max(0.0, std::min(rect.right(), axis.rightPx()) - left), rect.height()};
}

void PaintContext::fillBar(const QRectF& rect, const QColor& fill) {
  if (rect.width() < 8) {
    painter.fillRect(rect, fill);
    return;
  }
  const Smooth smooth(painter);
  paintBox(painter, rect, Qt::NoPen, fill, 2);
}

void PaintContext::fillBar(const QRectF& rect, const QColor& fill, const QColor& edge) {
  if (rect.width() < 5) {
    painter.fillRect(rect, edge);
    const double line = std::max(1.0, column_px);
    painter.fillRect(rect.adjusted(line, line, -line, -line), fill);
    return;
  }
  const Smooth smooth(painter);
  paintBox(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), QPen(edge, 1), fill, 2);
}

void PaintContext::frame(const QRectF& rect, const QColor& colour, double leastSides) {
  const double line = std::max(1.0, column_px);
  painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), line), colour);
  painter.fillRect(QRectF(rect.left(), rect.bottom() - line, rect.width(), line), colour);
  if (rect.width() < leastSides) return;
  painter.fillRect(QRectF(rect.left(), rect.top(), line, rect.height()), colour);
  painter.fillRect(QRectF(rect.right() - line, rect.top(), line, rect.height()), colour);
}

void PaintContext::outlineBar(const QRectF& rect, const QColor& edge, bool dashed) {
  if (rect.width() < 6) return frame(rect, edge, 3);
  constexpr double kWidth_px = 1.2;
  const QPen pen =
      dashed ? dashedPen(edge, kWidth_px, {3.2, 2.4}) : QPen(edge, kWidth_px, Qt::SolidLine, Qt::FlatCap);
  const Smooth smooth(painter);
  paintBox(painter, rect.adjusted(0.6, 0.6, -0.6, -0.6), pen, Qt::NoBrush, 2);
}

void PaintContext::outlineSelected(double x0, double x1, const RowPx& row) {
  if (x1 < axis.leftPx || x0 > axis.rightPx()) return;
  const QRectF bar = barRect(x0, std::max(x1, x0 + 2 + column_px), row);
  const Smooth smooth(painter);
  for (const QPen& pen : {QPen(theme.paper, 5.2), QPen(theme.cursor, 2.4)})
    paintBox(painter, bar.adjusted(-1.2, -1.2, 1.2, 1.2), pen, Qt::NoBrush, 3);
}

void PaintContext::fillWait(const QRectF& rect) {
  painter.setBrushOrigin(QPointF(snap(std::fmod(axis.x(0), 12.0)), rect.top()));
  painter.fillRect(rect, m_wait);
  painter.setBrushOrigin(QPointF(0, 0));
}

void PaintContext::text(const QRectF& rect, Qt::Alignment alignment, const QColor& colour,
                        const QString& words) {
  painter.setPen(colour);
  painter.drawText(rect, static_cast<int>(alignment) | Qt::TextDontClip | Qt::TextSingleLine, words);
}

namespace {

/// Nothing of the plot reaches into the label column or the margin, halos and bookmarks excepted.
QRectF plotOf(const TimelineScene& scene) {
  return {scene.axis.leftPx, scene.layout.ruler.bottom(), scene.axis.widthPx, scene.heightPx};
}

/// Leaves the painter saved once more, clipped to the plot.
void paintGround(PaintContext& context, const TimelineScene& scene) {
  QPainter& painter = context.painter;
  context.findBounds();
  const TimelineLayout& layout = scene.layout;
  const double paper_top = scene.ruler ? 0 : layout.ruler.bottom();
  painter.fillRect(QRectF(0, paper_top, scene.widthPx, scene.heightPx - paper_top), scene.theme.paper);

  painter.save();
  painter.setClipRect(plotOf(scene), Qt::IntersectClip);
  paintGrid(context, scene, ticks(scene.grid.value_or(scene.axis)));
  const Named passing(context.names, {PartKind::passing});
  paintRegions(context, scene);
  painter.setClipRect(QRectF(scene.axis.leftPx, layout.queue.top, scene.axis.widthPx,
                             layout.lanes.bottom() - layout.queue.top),
                      Qt::IntersectClip);
  if (!scene.lanesBlank && layout.queue.height > 0) paintThreads(context, scene);
  if (!scene.lanesBlank) paintSkipped(context, scene);
  painter.setFont(context.label);
  painter.save();
  painter.setClipRect(QRectF(scene.axis.leftPx, layout.lanes.top, scene.axis.widthPx, layout.lanes.height),
                      Qt::IntersectClip);
  if (scene.lanesBlank) {
    paintBlankLanes(context, scene);
    if (scene.given != nullptr) paintGiven(context, scene);
  } else {
    paintLanes(context, scene);
  }
  painter.restore();
  painter.restore();
  painter.save();
  painter.setClipRect(plotOf(scene), Qt::IntersectClip);
  painter.setFont(context.label);
  paintFrontend(context, scene);
  if (scene.openUntilNs) paintTornEnd(context, scene);
  if (!scene.lanesBlank) paintFailures(context, scene);
}

/// From where paintGround() has left the painter.
void paintOver(PaintContext& context, const TimelineScene& scene) {
  QPainter& painter = context.painter;
  const TimelineLayout& layout = scene.layout;
  const double cursor_x = scene.axis.x(static_cast<double>(scene.cursorNs));
  if (scene.cursorShown) {
    const double top = layout.ruler.bottom();
    paintFutureVisibility(painter, context.axis, cursor_x, {0, top, scene.widthPx, scene.heightPx - top},
                          scene.after, context.theme);
  }
  paintRange(context, scene);
  painter.restore();

  painter.save();
  painter.setClipRect(plotOf(scene).adjusted(-4, -16, 4, 0), Qt::IntersectClip);
  painter.setFont(context.label);
  if (scene.after == FutureVisibility::hide) {
    painter.setClipRect(QRectF(0, 0, cursor_x, scene.heightPx), Qt::IntersectClip);
  }
  paintPrediction(context, scene);
  paintPath(context, scene);
  paintSelectedWait(context, scene);
  if (layout.queue.height > 0) paintSelectedThread(context, scene);
  paintSelectedTask(context, scene);
  painter.restore();
  const std::vector<BookmarkPlace> bookmarks =
      scene.bookmarks == nullptr
          ? std::vector<BookmarkPlace>()
          : bookmarkPlaces(*scene.bookmarks, scene.axis, layout.ruler, scene.widthPx,
                           scene.cursorShown
                               ? cursorBookmark(scene.cursorNs, scene.axis, layout.ruler, scene.widthPx)
                               : QRectF());
  if (scene.ruler) paintRuler(context, scene, ticks(scene.grid.value_or(scene.axis)), bookmarks);
  paintBookmarks(context, scene, bookmarks);
  paintHeads(context, scene);
  paintScrollHint(context, scene);
  if (scene.cursorShown) paintCursor(context, scene);
}

}  // namespace

void paintTimeline(QPainter& painter, const TimelineScene& scene) {
  const Kept kept(painter);
  painter.setRenderHint(QPainter::Antialiasing, false);
  PaintContext context(painter, scene.trace, scene.theme, scene.axis, scene.nowNs());
  paintGround(context, scene);
  paintOver(context, scene);
}

void paintTimelineGround(QPainter& painter, const TimelineScene& scene) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  PaintContext context(painter, scene.trace, scene.theme, scene.axis, scene.nowNs());
  paintGround(context, scene);
  painter.restore();
  painter.restore();
}

void paintTimelineOver(QPainter& painter, const TimelineScene& scene) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  PaintContext context(painter, scene.trace, scene.theme, scene.axis, scene.nowNs());
  const Kept kept(painter);
  painter.setClipRect(plotOf(scene), Qt::IntersectClip);
  paintOver(context, scene);
}

bool groundFollowsCursor(const TimelineScene& scene) {
  return scene.after == FutureVisibility::hide ||
         (scene.cursorShown && scene.laneIndex.frontend().defersBefore(scene.trace.size()));
}

void paintStrip(QPainter& painter, const Trace& trace, const LaneIndex& laneIndex, const Theme& theme,
                const TimeAxis& axis, const QRectF& rect, std::int64_t now_ns) {
  const Kept kept(painter);
  painter.setClipRect(rect, Qt::IntersectClip);
  painter.setRenderHint(QPainter::Antialiasing, false);
  PaintContext context(painter, trace, theme, axis, now_ns);
  context.findBounds();
  std::vector<LaneId> lanes = taskLanes(trace);
  // The frontend gets as much as one worker; with many workers, the strip shows those that fit with 3 px
  // each.
  const double gap = lanes.size() <= 2 ? 4 : 1;
  const auto fitting = static_cast<std::size_t>(std::max(1.0, rect.height() * 0.6 / (3 + gap)));
  if (lanes.size() > fitting) lanes.resize(fitting);
  const double workers = static_cast<double>(lanes.size());
  const double frontend = std::max(rect.height() / (workers + 1) - gap, rect.height() * 0.3);
  paintFrontendStrip(context, laneIndex.frontend(), {rect.top(), context.snap(frontend)});
  double top = rect.top() + context.snap(frontend) + gap;
  const double height = workers > 0 ? (rect.bottom() - top - gap * (workers - 1)) / workers : 0;
  for (const LaneId lane : lanes) {
    const double snapped = context.snap(top);
    paintLaneStrip(context, lane, laneIndex.row(lane), {snapped, context.snap(top + height) - snapped});
    top += height + gap;
  }
}

}  // namespace runahead::gui
