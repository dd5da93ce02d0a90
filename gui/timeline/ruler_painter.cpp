// SPDX-License-Identifier: GPL-3.0-or-later
// The ruler, the cursor's time on it, and the brackets of marks below it.
// Not here: bookmarks and notes (bookmarks.cpp), where ticks stand (axis/time_axis.h).
#include <QFontMetricsF>
#include <algorithm>

#include "gui/axis/bars.h"
#include "gui/text/format.h"
#include "gui/text/words.h"
#include "gui/timeline/paint_context.h"
#include "gui/widgets/fill_rects.h"

namespace runahead::gui {

namespace {

QString rulerTitle(const Trace& trace) {
  return trace.info().clock != Clock::live ? tr("Simulated time") : tr("time");
}

QFont bookmarkFont() {
  return monoFont(12, QFont::Bold);
}

/// The words of a bracket, longest first.
QStringList bracketForms(const Trace& trace, const Region& mark, const QString& time) {
  const QString name = QString::fromStdString(trace.name(mark.name));
  if (time.isEmpty()) return {name};
  const QString gap = QStringLiteral("  ");
  if (mark.kind == RegionKind::initialisation)
    return {tr("initialisation %1").arg(time), tr("initialisation")};
  if (mark.kind == RegionKind::tracing)
    return {tr("traces %1, %2").arg(name, time), tr("traces %1").arg(name), tr("traces")};
  return {tr("Benchmark ‘%1’  %2").arg(name, time), name + gap + time, name};
}

struct Bracket {
  Region mark;
  RowPx row;
  double x0, x1;
};

bool isQuiet(const Region& mark) {
  return mark.kind == RegionKind::initialisation;
}
QColor inkOf(const Theme& theme, const Region& mark) {
  if (isQuiet(mark)) return theme.text3;
  return mark.kind == RegionKind::tracing ? theme.enqueue : theme.text2;
}

void paintBracketLine(PaintContext& context, const Bracket& bracket) {
  QPainter& painter = context.painter;
  const Theme& theme = context.theme;
  const auto& [mark, row, x0, x1] = bracket;
  const bool quiet = isQuiet(mark);
  const bool tracing = mark.kind == RegionKind::tracing;
  // Tracing records: its bracket is dashed like what was recorded under it.
  const QColor line = quiet ? theme.edge : inkOf(theme, mark);
  const double middle = context.snap(row.top + row.height / 2);
  const double left = std::max(x0, context.axis.leftPx), right = std::min(x1, context.axis.rightPx());
  const double px = quiet ? context.column_px : std::max(1.0, context.column_px) * 1.5;
  if (tracing) {
    constexpr double kDash_px = 5, kGap_px = 3;
    // They begin with the bracket, not with what is seen of it.
    double x = x0 + std::max(0.0, std::floor((left - x0) / (kDash_px + kGap_px))) * (kDash_px + kGap_px);
    for (; x < right; x += kDash_px + kGap_px) {
      const double from = std::max(x, left);
      painter.fillRect(QRectF(from, middle, std::max(std::min(x + kDash_px, right) - from, px), px), line);
    }
  } else {
    painter.fillRect(QRectF(left, middle, std::max(right - left, px), px), line);
  }
  if (x0 >= context.axis.leftPx) painter.fillRect(QRectF(x0, middle, px, 9), line);
  if (x1 <= context.axis.rightPx() && x1 - x0 > 3 && mark.end != kNever) {
    painter.fillRect(QRectF(x1 - px, middle, px, 9), line);
  }
}

/// In the room between `fromPx` and `toPx` that no other bracket of the row crosses.
void paintBracketWords(PaintContext& context, const Bracket& bracket, double fromPx, double toPx,
                       bool timed) {
  const auto& [mark, row, x0, x1] = bracket;
  const double from = std::max({x0, context.axis.leftPx, fromPx});
  const double to = std::min({x1, context.axis.rightPx(), toPx});
  const std::int64_t length_ns =
      endTime(context.trace, mark.end, context.now_ns) - context.trace.time_ns(mark.begin);
  const QFont font = uiFont(12, isQuiet(mark) ? QFont::Normal : QFont::DemiBold);
  const QFontMetricsF metrics(font);
  for (const QString& form : bracketForms(context.trace, mark, timed ? formatTime(length_ns) : QString())) {
    const double width = metrics.horizontalAdvance(form) + 20;
    if (width > to - from - 12) continue;
    const QRectF plate((from + to - width) / 2, row.top, width, row.height);
    context.painter.fillRect(plate, context.theme.paper);
    paintText(context.painter, plate, Qt::AlignCenter, font, inkOf(context.theme, mark), form);
    break;
  }
}

}  // namespace

void paintRuler(PaintContext& context, const TimelineScene& scene, const std::vector<Tick>& marks,
                const std::vector<BookmarkPlace>& bookmarks) {
  QPainter& painter = context.painter;
  const Theme& theme = context.theme;
  const RowPx& row = scene.layout.ruler;
  painter.fillRect(QRectF(0, row.top, scene.widthPx, row.height), theme.panel);
  painter.fillRect(QRectF(0, row.bottom() - context.column_px, scene.widthPx, context.column_px),
                   theme.hairline);
  // How sure the times of a device are is said where the times are, under their name.
  const std::int64_t error_ns = scene.trace.device_time_error_ns();
  const bool both = error_ns > 0 && row.height >= kTwoLines_px;
  const QRectF title(kHeadLeft, row.top, kLabelColumnPx - kHeadLeft, row.height - 4);
  const QFont font = uiFont(12);
  paintText(painter, both ? title.adjusted(0, 1, 0, -title.height() / 2) : title,
            Qt::AlignLeft | Qt::AlignVCenter, uiFont(13), theme.text2, rulerTitle(scene.trace));
  if (both) {
    paintText(painter, title.adjusted(0, title.height() / 2, 0, 1), Qt::AlignLeft | Qt::AlignVCenter, font,
              theme.text2, tr("device ± %1").arg(formatTime(error_ns)));
  }
  const QFontMetricsF metrics(font);
  painter.setFont(font);
  const QRectF bookmark = scene.cursorShown
                              ? cursorBookmark(scene.cursorNs, scene.axis, scene.layout.ruler, scene.widthPx)
                                    .adjusted(-6, 0, 6, 0)
                              : QRectF();
  for (const Tick& tick : marks) {
    const double x = context.axis.x(tick.ns);
    const double width = metrics.horizontalAdvance(tick.label);
    painter.fillRect(QRectF(context.snap(x), row.bottom() - 6, context.column_px, 6), theme.edge);
    const double left = std::clamp(x - width / 2, context.axis.leftPx - 1, scene.widthPx - width - 2);
    const QRectF place(left, row.top, width + 1, row.height - 4);
    const bool covered = std::ranges::any_of(bookmarks, [&place](const BookmarkPlace& note) {
      return !note.text.isEmpty() && note.plate.adjusted(-4, 0, 4, 0).intersects(place);
    });
    if (!covered && !place.intersects(bookmark)) painter.drawText(place, Qt::AlignCenter, tick.label);
  }
  if (scene.fine) {
    for (const double ns : minorTicks(context.axis, marks))
      painter.fillRect(QRectF(context.snap(context.axis.x(ns)), row.bottom() - 4, context.column_px, 4),
                       theme.edge);
  }
  const std::uint64_t left_out = scene.trace.left_out_tasks();
  if (left_out == 0) return;
  const QString text = tr("%1 tasks not recorded").arg(formatCount(left_out));
  const double width = metrics.horizontalAdvance(text) + 20;
  const QRectF gap(context.axis.rightPx() - width, row.top + 5, width, row.height - 12);
  context.fillWait(gap);
  painter.fillRect(gap.adjusted(6, 2, -6, -2), theme.waitGround);
  painter.setPen(theme.waitEdge);
  painter.drawText(gap, Qt::AlignCenter, text);
}

void paintRegions(PaintContext& context, const TimelineScene& scene) {
  if (scene.layout.marks.height <= 0) return;
  const int rows = static_cast<int>(std::lround(scene.layout.marks.height / kRegionRow_px));
  std::vector<Bracket> brackets[kRegionRows];
  double last[kRegionRows] = {-1, -1, -1};
  const auto count = static_cast<std::uint32_t>(scene.regionRows.size());
  for (RegionId id = 0; id < count && id < scene.trace.region_count(); ++id) {
    const Region mark = scene.trace.region(id);
    const double x0 = context.x(mark.begin);
    if (x0 > context.axis.rightPx()) break;
    const double x1 = context.endX(mark.end);
    const std::uint8_t row = scene.regionRows[id];
    if (row >= rows) continue;                                     // no room for it
    if (x1 < context.axis.leftPx || x1 < last[row] + 2) continue;  // on the pixel of the one before
    brackets[row].push_back({mark,
                             {scene.layout.marks.top + row * kRegionRow_px, kRegionRow_px},
                             context.snap(x0),
                             context.snap(x1)});
    last[row] = std::max(last[row], x1);
  }
  for (const std::vector<Bracket>& row : brackets) {
    for (const Bracket& bracket : row) {
      const Named part(context.names, {.from = context.after(bracket.mark.begin)});
      paintBracketLine(context, bracket);
    }
    // Marks beyond the last row overlap there.
    double from = context.axis.leftPx;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const double to = i + 1 < row.size() ? row[i + 1].x0 : context.axis.rightPx();
      const Named part(context.names, {.from = context.after(row[i].mark.end)});
      const bool timed = row[i].mark.end != kNever || (!scene.lanesBlank && context.names == nullptr);
      paintBracketWords(context, row[i], from, to, timed);
      from = std::max(from, row[i].x1);
    }
  }
}

QRectF cursorBookmark(std::int64_t cursorNs, const TimeAxis& axis, const RowPx& ruler, double widthPx) {
  const double x = axis.x(static_cast<double>(cursorNs));
  if (x < axis.leftPx - 0.5 || x > axis.rightPx() + 0.5) return {};
  const double width = QFontMetricsF(bookmarkFont()).horizontalAdvance(formatTime(cursorNs)) + 16;
  // Where runs are compared, a scroll bar lies over the right margin.
  constexpr double kScrollBar_px = 10;
  const double left = std::clamp(x - width / 2, 0.0, std::max(0.0, widthPx - kScrollBar_px - width));
  return {left, ruler.top + 5, width, ruler.height - 12};
}

void paintCursorBookmark(QPainter& painter, std::int64_t cursorNs, const TimeAxis& axis, const RowPx& ruler,
                         double widthPx, const Theme& theme) {
  const QRectF bookmark = cursorBookmark(cursorNs, axis, ruler, widthPx);
  if (bookmark.width() <= 0) return;
  const double device = devicePixel(painter);
  const double x = std::round(axis.x(static_cast<double>(cursorNs)) / device) * device;
  const Smooth smooth(painter);
  paintBox(painter, bookmark, Qt::NoPen, theme.cursor, 4);
  painter.drawPolygon(
      QPolygonF({{x - 6, bookmark.bottom() - 0.5}, {x + 6, bookmark.bottom() - 0.5}, {x, ruler.bottom()}}));
  paintText(painter, bookmark, Qt::AlignCenter, bookmarkFont(), theme.cursorText, formatTime(cursorNs));
}

}  // namespace runahead::gui
