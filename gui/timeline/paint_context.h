// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the timeline's painter share during one picture: fonts, patterns, snapping to device
// pixels. Not an interface: used by painter.cpp and the *_painter.cpp beside it.
#pragma once

#include <QBrush>
#include <QFont>
#include <QPainter>

#include "gui/axis/bars.h"
#include "gui/timeline/bookmarks.h"
#include "gui/timeline/painter.h"
#include "gui/widgets/part_names.h"

namespace runahead::gui {

/// Where words begin in the column of heads, and from which height on it has two lines of them.
inline constexpr double kHeadLeft = 14, kTwoLines_px = 30;
/// A row of the frontend that is lower has no words in it.
inline constexpr double kLeastWords_px = 13;

class PaintContext {
 public:
  PaintContext(QPainter& painter, const Trace& trace, const Theme& theme, const TimeAxis& axis,
               std::int64_t now_ns);

  QPainter& painter;
  const Trace& trace;
  const Theme& theme;
  TimeAxis axis;
  std::int64_t now_ns;      ///< where bars end whose end has not come
  PartNames* names;         ///< of a device that asks for them, else null
  bool raster;              ///< else a vector format: no device pixels, but small files
  double column_px;         ///< of a device pixel
  std::vector<Seq> bounds;  ///< of the columns of device pixels; by findBounds()
  QFont label;              ///< mono, in bars
  double letter_px;         ///< its advance

  void findBounds();
  double snap(double px) const { return std::round(px / column_px) * column_px; }
  double textWidth(qsizetype letters) const { return static_cast<double>(letters) * letter_px; }
  double x(Seq seq) const { return axis.x(static_cast<double>(trace.time_ns(seq))); }
  /// Of an end, or of now.
  double endX(Seq end) const { return axis.x(static_cast<double>(endTime(trace, end, now_ns))); }

  /// The cursor that has the event behind it; of one that has not come, the end.
  Seq after(Seq seq) const { return seq < trace.size() ? seq + 1 : trace.size(); }

  /// The bar snapped to device pixels, one of them left free at its right, cut to the plot.
  QRectF barRect(double x0, double x1, const RowPx& row) const;
  /// The part of [x0, x1) that the plot shows.
  QRectF visible(const QRectF& rect) const;
  void fillBar(const QRectF& rect, const QColor& fill);
  void fillBar(const QRectF& rect, const QColor& fill, const QColor& edge);
  /// A line around the bar; one that is narrower than `leastSides` has none at its sides.
  void frame(const QRectF& rect, const QColor& colour, double leastSides);
  /// What was deferred, or will never run, has no weight: an outline.
  void outlineBar(const QRectF& rect, const QColor& edge, bool dashed);
  /// Around a bar, to the outside.
  void outlineSelected(double x0, double x1, const RowPx& row);
  /// The hatch of waits moves along with the bar.
  void fillWait(const QRectF& rect);
  void text(const QRectF& rect, Qt::Alignment alignment, const QColor& colour, const QString& text);

 private:
  QBrush m_wait;
};

/// bookmarks.cpp
void paintBookmarks(PaintContext& context, const TimelineScene& scene,
                    const std::vector<BookmarkPlace>& places);
/// ruler_painter.cpp
void paintRuler(PaintContext& context, const TimelineScene& scene, const std::vector<Tick>& marks,
                const std::vector<BookmarkPlace>& bookmarks);
void paintRegions(PaintContext& context, const TimelineScene& scene);
/// frontend_painter.cpp
void paintFrontend(PaintContext& context, const TimelineScene& scene);
/// Recordings, enqueues and waits of the whole run, unlabelled.
void paintFrontendStrip(PaintContext& context, const FrontendIndex& index, const RowPx& row);
/// The bars of the selected task on the frontend's rows, as [x0, x1): deferred, enqueued.
std::vector<std::pair<double, double>> frontendBarsOf(const PaintContext& context, const FrontendIndex& index,
                                                      const Task& task);
/// queue_painter.cpp
void paintThreads(PaintContext& context, const TimelineScene& scene);
void paintSelectedThread(PaintContext& context, const TimelineScene& scene);
void paintSkipped(PaintContext& context, const TimelineScene& scene);
/// lane_painter.cpp
void paintLane(PaintContext& context, const TimelineScene& scene, const LaneRow& lane);
void paintLaneStrip(PaintContext& context, LaneId lane, const LaneIndex::Row& index, const RowPx& row);
void paintFailures(PaintContext& context, const TimelineScene& scene);
void paintSelectedTask(PaintContext& context, const TimelineScene& scene);
/// overlay_painter.cpp
void paintPrediction(PaintContext& context, const TimelineScene& scene);
void paintPath(PaintContext& context, const TimelineScene& scene);
void paintSelectedWait(PaintContext& context, const TimelineScene& scene);

}  // namespace runahead::gui
