// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: the widget with ruler, marks, frontend, queue and workers, and its mouse gestures.
// Not here: where things lie (layout.h), how they look (painter.h), which keys there are (the
// window).
#pragma once

#include <QPixmap>
#include <QPointF>
#include <QSizeF>
#include <QWidget>
#include <memory>

#include "gui/timeline/bookmarks.h"
#include "gui/timeline/hit_test.h"
#include "gui/timeline/layout.h"
#include "gui/timeline/overlay.h"
#include "gui/view/view_state.h"

namespace runahead::gui {

struct TimelineScene;

class TimelineView : public QWidget {
  Q_OBJECT
 public:
  explicit TimelineView(ViewState* view, QWidget* parent = nullptr);

  /// The height that shows every lane without scrolling.
  QSize sizeHint() const override;
  /// With the lower gutter and lanes.
  int compactHeight() const;
  QSize minimumSizeHint() const override;

  /// One of several runs under one another: frontend and lanes at one fixed height, the ruler only above the
  /// first.
  void setCompared(bool ruler);
  /// Compared: with a frontend as low as a lane, where room is scarce.
  void setLow(bool low);
  /// Compared: it wants no more than this; 0: as much as its rows have.
  void setMost(int px);

  /// None of them scrolls out of sight, however little room there is.
  void showAllLanes();
  /// All of it is so many times as large; 1 at first.
  void setMagnification(double factor);

  /// For the keys: W S zoom at the cursor when it is in sight, else in the middle; A D pan by a tenth.
  void zoomIn();
  void zoomOut();
  void panLeft();
  void panRight();

  /// What a model says, over what was recorded; either may be null.
  void setOverlay(std::shared_ptr<const PredictedLanes> prediction, std::shared_ptr<const CriticalPath> path);

  const TimelineLayout& timelineLayout() const { return m_layout; }
  TimeAxis axis() const;
  /// As they are painted.
  std::vector<BookmarkPlace> bookmarkPlaces() const;

 signals:
  /// The heights of the lanes' content changed (another number of lanes).
  void heightHintChanged();
  /// A note was clicked; the cursor is there.
  void noteClicked(const runahead::Bookmark& note);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void wheelEvent(QWheelEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void mouseReleaseEvent(QMouseEvent*) override;
  void mouseDoubleClickEvent(QMouseEvent*) override;

 private:
  enum class Drag { none, undecided, range, pan, cursor };
  /// What there is to paint in, before it is magnified; and where something is in that.
  QSizeF room() const { return QSizeF(size()) / m_magnification; }
  QPointF place(QPointF at) const { return at / m_magnification; }
  void relayout();
  /// The ground is another one.
  void invalidate();
  void paintGround(QPainter& painter, const TimelineScene& scene);
  void traceChanged();
  void scrollBy(double px);
  TimelineHit hitAt(QPointF point) const;
  /// Null where no bookmark is.
  const Bookmark* bookmarkUnder(QPointF point) const;
  void click(QPointF point);
  /// Where the keys zoom: at the cursor if that is in sight.
  double anchorNs() const;

  ViewState* m_view;
  TimelineLayout m_layout;
  std::shared_ptr<const PredictedLanes> m_prediction;
  std::shared_ptr<const CriticalPath> m_path;
  std::vector<std::uint8_t> m_regionRows;
  std::uint32_t m_lanes = 0;
  bool m_compared = false;
  bool m_ruler = true;
  bool m_low = false;
  int m_most = 0;
  bool m_allLanes = false;
  Drag m_drag = Drag::none;
  QPointF m_pressed;
  double m_pressedNs = 0;
  double m_dragFromNs = 0, m_dragToNs = 0;
  double m_scrollPx = 0;
  double m_magnification = 1;
  /// Of the picture. While it changes from frame to frame, keeping it would only cost a copy more.
  enum class Ground { changed, painted, kept };
  Ground m_groundState = Ground::changed;
  QPixmap m_ground;
};

}  // namespace runahead::gui
