// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and painting of bookmarks and notes.
// Not here: the order in which the picture's parts cover one another (painter.cpp).
#include "gui/timeline/bookmarks.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "gui/timeline/paint_context.h"

namespace runahead::gui {

namespace {

constexpr double kPlate_px = 19;
constexpr double kPadding_px = 7;
constexpr double kLongest = 0.5;  // of the ruler; the tool tip has all of it
constexpr double kPennant_px = 11;
constexpr double kShortest_px = 34;  // below this there is no letter to be read
constexpr double kPlateGap_px = 3;
constexpr double kPlateReach_px = 2;

QFont noteFont() {
  return uiFont(12, QFont::Medium);
}

bool hidden(const TimelineScene& scene, const Bookmark& bookmark) {
  return scene.after == FutureVisibility::hide && bookmark.moment.time_ns > scene.cursorNs;
}

}  // namespace

std::vector<BookmarkPlace> bookmarkPlaces(const std::vector<Bookmark>& bookmarks, const TimeAxis& axis,
                                          const RowPx& ruler, double widthPx, const QRectF& cursorBookmark) {
  std::vector<BookmarkPlace> places;
  for (std::size_t i = 0; i < bookmarks.size(); ++i) {
    const double x = axis.x(static_cast<double>(bookmarks[i].moment.time_ns));
    if (x < axis.leftPx - 0.5 || x > axis.rightPx() + 0.5) continue;
    places.push_back({i, x, QRectF(x, ruler.bottom() - 16, kPennant_px, 8), {}});
  }
  const QFontMetricsF metrics(noteFont());
  double left_end = axis.leftPx;  // of what stands further left
  for (std::size_t i = 0; i < places.size(); ++i) {
    BookmarkPlace& place = places[i];
    const QString text = QString::fromStdString(bookmarks[place.index].text).simplified();
    const double wanted =
        std::min(metrics.horizontalAdvance(text) + 2 * kPadding_px + 1, kLongest * axis.widthPx);
    const bool covered = place.x >= cursorBookmark.left() - kPennant_px && place.x <= cursorBookmark.right();
    const double first = covered ? cursorBookmark.right() : place.x;  // where it begins, to the right
    const double last = covered ? cursorBookmark.left() : place.x;    // where it ends, to the left
    // At the right border there may be more room on the other side of the pole.
    const double right = (i + 1 < places.size() ? places[i + 1].x : widthPx) - kPlateGap_px - first;
    const double left = last - left_end - kPlateGap_px;
    const bool back = right < wanted && left > right;
    if (covered) place.plate.moveLeft(cursorBookmark.right() + kPlateGap_px);  // a pennant that can be seen
    const double room = back ? left : right;
    const double width = std::min(wanted, room);
    if (!text.isEmpty() && width >= std::min(wanted, kShortest_px)) {
      place.plate = QRectF(back ? last - width : first, ruler.bottom() - kPlate_px - 3, width, kPlate_px);
      place.text = metrics.elidedText(text, Qt::ElideRight, width - 2 * kPadding_px + 1);
    }
    left_end = std::max(place.x, place.plate.right());
  }
  return places;
}

std::optional<std::size_t> bookmarkAt(const std::vector<BookmarkPlace>& places, QPointF point) {
  for (const BookmarkPlace& place : places) {
    const QRectF reach =
        place.plate.adjusted(-kPlateReach_px, -kPlateReach_px, kPlateReach_px, kPlateReach_px);
    if (reach.contains(point)) return place.index;
  }
  return std::nullopt;
}

void paintBookmarks(PaintContext& context, const TimelineScene& scene,
                    const std::vector<BookmarkPlace>& places) {
  QPainter& painter = context.painter;
  const Theme& theme = context.theme;
  const double bottom = scene.layout.ruler.bottom();
  for (const BookmarkPlace& place : places) {
    const Bookmark& bookmark = (*scene.bookmarks)[place.index];
    if (hidden(scene, bookmark)) continue;
    const Named part(context.names, {.from = bookmark.moment.seq});
    const double x = context.snap(place.x);
    painter.setPen(dashedPen(theme.cursor, 1, {2, 4}));
    painter.drawLine(QPointF(x + 0.5, bottom), QPointF(x + 0.5, scene.heightPx));
    if (place.text.isEmpty()) {
      painter.setRenderHint(QPainter::Antialiasing);
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme.cursor);
      const double left = context.snap(place.plate.left());
      painter.drawPolygon(
          QPolygonF({{left, bottom - 16}, {left + kPennant_px, bottom - 12}, {left, bottom - 8}}));
      painter.setRenderHint(QPainter::Antialiasing, false);
      painter.fillRect(QRectF(left, bottom - 16, 1.5, 16), theme.cursor);
      if (left > x + 1) painter.fillRect(QRectF(x, bottom - 1, left - x, 1), theme.cursor);  // to its pole
      continue;
    }
    QRectF plate = place.plate;
    plate.moveLeft(context.snap(plate.left()));
    if (x < plate.left() || x > plate.right()) {  // beside the cursor's bookmark: its foot leads to the pole
      const double from = std::min(x, plate.right() - 1), to = std::max(x, plate.left());
      painter.fillRect(QRectF(from, plate.bottom() - 1, to - from, 1), theme.cursor);
    }
    painter.fillRect(plate, theme.cursor);
    painter.fillRect(plate.adjusted(1, 1, -1, -1), theme.paper);
    painter.fillRect(QRectF(x, plate.bottom() - 1, 2, bottom - plate.bottom() + 1), theme.cursor);
    painter.setFont(noteFont());
    context.text(plate.adjusted(kPadding_px, 0, -kPadding_px + 1, 0), Qt::AlignLeft | Qt::AlignVCenter,
                 theme.text, place.text);
  }
}

}  // namespace runahead::gui
