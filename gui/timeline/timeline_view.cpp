// SPDX-License-Identifier: GPL-3.0-or-later
// Gestures to changes of the ViewState, and the call of the painter.
#include "gui/timeline/timeline_view.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include "gui/timeline/painter.h"
#include "gui/timeline/tool_tip.h"
#include "gui/view/shared_axis.h"
#include "gui/widgets/layout.h"

namespace runahead::gui {

namespace {

constexpr double kKeyZoom = 1.5;
constexpr double kKeyPan = 0.1;        // of what is visible
constexpr double kWheelLanes_px = 46;  // per notch
constexpr int kBelowLanes_px = 8, kLeastBelowLanes_px = 3;

}  // namespace

TimelineView::TimelineView(ViewState* view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("timeline"));
  setAttribute(Qt::WA_OpaquePaintEvent);
  setFocusPolicy(Qt::ClickFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Timeline"));
  const auto repaint = [this] { update(); };
  connect(view->shown(), &ShownTrace::changed, this, &TimelineView::traceChanged);
  connect(view->cursor(), &Cursor::changed, this, repaint);
  connect(view->selection(), &Selection::changed, this, repaint);
  connect(view->annotations(), &Annotations::bookmarksChanged, this, repaint);
  connect(view->visible(), &VisibleRange::changed, this, &TimelineView::invalidate);
  connect(view->search(), &Search::changed, this, &TimelineView::invalidate);
  connect(view->cursor(), &Cursor::futureVisibilityChanged, this, &TimelineView::invalidate);
  traceChanged();
}

QSize TimelineView::sizeHint() const {
  if (m_compared) return {900, minimumSizeHint().height()};
  const double height = fullTimelineHeight(m_view->shown()->trace(), regionRowCount(m_regionRows));
  return {900, static_cast<int>(std::ceil(height))};
}

int TimelineView::compactHeight() const {
  return static_cast<int>(
      std::ceil(compactTimelineHeight(m_view->shown()->trace(), regionRowCount(m_regionRows))));
}

QSize TimelineView::minimumSizeHint() const {
  if (!m_compared) return {400, 180};
  const double height = std::ceil(m_layout.lanes.bottom()) + kBelowLanes_px;
  const int wanted = static_cast<int>(std::ceil(height * m_magnification));
  return {400, m_most > 0 ? std::min(m_most, wanted) : wanted};
}

void TimelineView::setCompared(bool ruler) {
  m_compared = true;
  m_ruler = ruler;
  relayout();
  updateGeometry();
}

void TimelineView::setLow(bool low) {
  if (low == m_low) return;
  m_low = low;
  relayout();
  updateGeometry();
}

void TimelineView::setMost(int px) {
  if (px == m_most) return;
  m_most = px;
  relayout();
  updateGeometry();
}

void TimelineView::showAllLanes() {
  m_allLanes = true;
  relayout();
}

void TimelineView::setMagnification(double factor) {
  if (factor == m_magnification) return;
  m_magnification = factor;
  relayout();
  updateGeometry();
}

TimeAxis TimelineView::axis() const {
  return paneAxis(room().width(), m_view->visible()->fromNs(), m_view->visible()->toNs());
}

void TimelineView::traceChanged() {
  const Trace& trace = m_view->shown()->trace();
  const int rows = regionRowCount(m_regionRows);
  m_regionRows = runahead::gui::regionRows(trace);
  if (trace.lane_count() != m_lanes || regionRowCount(m_regionRows) != rows || m_layout.rows.empty()) {
    m_lanes = trace.lane_count();
    relayout();
    updateGeometry();
    emit heightHintChanged();
  }
  invalidate();
}

void TimelineView::invalidate() {
  m_groundState = Ground::changed;
  update();
}

void TimelineView::setOverlay(std::shared_ptr<const PredictedLanes> prediction,
                              std::shared_ptr<const CriticalPath> path) {
  m_prediction = std::move(prediction);
  m_path = std::move(path);
  update();
}

void TimelineView::relayout() {
  const Trace& trace = m_view->shown()->trace();
  const int rows = regionRowCount(m_regionRows);
  const double most =
      m_most > 0 ? m_most / m_magnification - kLeastBelowLanes_px : std::numeric_limits<double>::infinity();
  m_layout = m_compared   ? layoutCompared(trace, m_ruler, m_low, most)
             : m_allLanes ? layoutAllLanes(room().height(), trace, rows)
                          : layoutTimeline(room().height(), trace, rows);
  m_scrollPx = std::clamp(m_scrollPx, 0.0, m_layout.maxScrollPx());
  m_layout.scrollPx = m_scrollPx;
  invalidate();
}

void TimelineView::scrollBy(double px) {
  m_scrollPx = std::clamp(m_scrollPx + px, 0.0, m_layout.maxScrollPx());
  m_layout.scrollPx = m_scrollPx;
  invalidate();
}

double TimelineView::anchorNs() const {
  const auto cursor = static_cast<double>(m_view->cursor()->ns());
  const bool in_sight = cursor >= m_view->visible()->fromNs() && cursor <= m_view->visible()->toNs();
  return in_sight ? cursor : (m_view->visible()->fromNs() + m_view->visible()->toNs()) / 2;
}

void TimelineView::zoomIn() {
  m_view->visible()->zoomAt(anchorNs(), kKeyZoom);
}
void TimelineView::zoomOut() {
  m_view->visible()->zoomAt(anchorNs(), 1 / kKeyZoom);
}
void TimelineView::panLeft() {
  m_view->visible()->panBy(-kKeyPan * (m_view->visible()->toNs() - m_view->visible()->fromNs()));
}
void TimelineView::panRight() {
  m_view->visible()->panBy(kKeyPan * (m_view->visible()->toNs() - m_view->visible()->fromNs()));
}

bool TimelineView::event(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange) invalidate();
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const QPointF at = place(static_cast<QHelpEvent*>(event)->pos());
  const Bookmark* bookmark = bookmarkUnder(at);
  return showTip(*event,
                 bookmark ? bookmarkTip(m_view->shown()->trace(), *bookmark)
                          : toolTipText(m_view->shown()->trace(), m_view->shown()->listing(), hitAt(at),
                                        m_view->shown()->endNs()),
                 this);
}

TimelineHit TimelineView::hitAt(QPointF point) const {
  return hitTest(m_view->shown()->trace(), m_view->shown()->laneIndex(), m_layout, axis(), point,
                 m_view->shown()->endNs());
}

std::vector<BookmarkPlace> TimelineView::bookmarkPlaces() const {
  const QRectF cursor = cursorBookmark(m_view->cursor()->ns(), axis(), m_layout.ruler, room().width());
  return gui::bookmarkPlaces(m_view->annotations()->bookmarks(), axis(), m_layout.ruler, room().width(),
                             cursor);
}

const Bookmark* TimelineView::bookmarkUnder(QPointF point) const {
  const std::vector<Bookmark>& bookmarks = m_view->annotations()->bookmarks();
  const auto index = bookmarkAt(bookmarkPlaces(), point);
  if (!index) return nullptr;
  const bool hidden = m_view->cursor()->futureVisibility() == FutureVisibility::hide &&
                      bookmarks[*index].moment.time_ns > m_view->cursor()->ns();
  return hidden ? nullptr : &bookmarks[*index];
}

void TimelineView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.scale(m_magnification, m_magnification);
  TimelineScene scene{.trace = m_view->shown()->trace(),
                      .theme = currentTheme(),
                      .layout = m_layout,
                      .axis = axis(),
                      .widthPx = room().width(),
                      .heightPx = room().height(),
                      .regionRows = m_regionRows,
                      .laneIndex = m_view->shown()->laneIndex()};
  scene.ruler = m_ruler;
  scene.listing = m_view->shown()->listing();
  scene.cursor = m_view->cursor()->seq();
  scene.cursorNs = m_view->cursor()->ns();
  scene.after = m_view->cursor()->futureVisibility();
  scene.selected = m_view->selection()->task();
  scene.selectedWait = m_view->selection()->wait();
  scene.prediction = m_prediction.get();
  scene.path = m_path.get();
  scene.range = m_view->selection()->range();
  scene.bookmarks = &m_view->annotations()->bookmarks();
  scene.matches = m_view->search()->matches();
  paintGround(painter, scene);
  paintTimelineOver(painter, scene);
}

void TimelineView::paintGround(QPainter& painter, const TimelineScene& scene) {
  const qreal ratio = devicePixelRatioF() * m_magnification;
  const bool again = m_groundState != Ground::changed && !groundFollowsCursor(scene);
  // At 150 % a pane may begin in the middle of a pixel, and a picture of it cannot be copied there.
  if (!again || ratio != std::floor(ratio)) {
    paintTimelineGround(painter, scene);
    m_groundState = Ground::painted;
    return;
  }
  const QSize pixels = size() * devicePixelRatioF();
  if (m_groundState != Ground::kept || m_ground.size() != pixels) {
    if (m_ground.size() != pixels) m_ground = QPixmap(pixels);
    m_ground.setDevicePixelRatio(ratio);
    QPainter keeper(&m_ground);
    paintTimelineGround(keeper, scene);
    m_groundState = Ground::kept;
  }
  painter.drawPixmap(0, 0, m_ground);
}

void TimelineView::resizeEvent(QResizeEvent*) {
  relayout();
}

void TimelineView::wheelEvent(QWheelEvent* event) {
  TimeAxis seen = axis();
  seen.leftPx *= m_magnification;
  seen.widthPx *= m_magnification;
  if (turnAxis(*m_view->visible(), seen, *event) || m_layout.maxScrollPx() <= 0) return;
  scrollBy(scrolledPx(*event, kWheelLanes_px) / m_magnification);
  event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
  m_pressed = place(event->position());
  const TimeAxis now = axis();
  m_pressedNs = now.ns(std::clamp(m_pressed.x(), now.leftPx, now.rightPx()));
  m_dragFromNs = m_view->visible()->fromNs();
  m_dragToNs = m_view->visible()->toNs();
  const bool pan = event->button() == Qt::MiddleButton ||
                   (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier);
  if (pan) {
    m_drag = Drag::pan;
    setCursor(Qt::ClosedHandCursor);
  } else if (event->button() != Qt::LeftButton) {
    QWidget::mousePressEvent(event);
  } else if (const Bookmark* under = bookmarkUnder(m_pressed)) {
    const Bookmark bookmark = *under;
    m_view->selection()->selectTask(bookmark.task);
    m_view->cursor()->restore(bookmark.moment.seq, bookmark.moment.time_ns);
    if (!bookmark.text.empty()) emit noteClicked(bookmark);
  } else if (m_pressed.y() < m_layout.ruler.bottom()) {
    m_drag = Drag::cursor;
    m_view->cursor()->setTime(std::llround(m_pressedNs));
  } else if (m_pressed.x() >= now.leftPx - 2) {
    m_drag = Drag::undecided;
  }
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = place(event->position());
  const TimeAxis now = axis();
  const double ns = now.ns(std::clamp(at.x(), now.leftPx, now.rightPx()));
  if (m_drag == Drag::undecided &&
      std::abs(at.x() - m_pressed.x()) >= QApplication::startDragDistance() / 2.0) {
    m_drag = Drag::range;
  }
  switch (m_drag) {
    case Drag::pan: {
      const double shift = (m_pressed.x() - at.x()) * (m_dragToNs - m_dragFromNs) / now.widthPx;
      m_view->visible()->set(m_dragFromNs + shift, m_dragToNs + shift);
      break;
    }
    case Drag::cursor:
      m_view->cursor()->setTime(std::llround(ns));
      break;
    case Drag::range:
      m_view->selection()->setRange(TimeRange{std::llround(std::max(0.0, std::min(ns, m_pressedNs))),
                                              std::llround(std::max(ns, m_pressedNs))});
      break;
    case Drag::none:
    case Drag::undecided:
      break;
  }
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
  if (m_drag == Drag::undecided) click(place(event->position()));
  if (m_drag == Drag::pan) unsetCursor();
  m_drag = Drag::none;
}

void TimelineView::click(QPointF point) {
  const TimelineHit hit = hitAt(point);
  m_view->selection()->setRange(std::nullopt);
  m_view->cursor()->setTime(std::llround(m_pressedNs));
  using Kind = TimelineHit::Kind;
  const bool task = hit.kind == Kind::task || hit.kind == Kind::enqueue || hit.kind == Kind::defer;
  if (hit.kind == Kind::wait) {
    m_view->selection()->selectWait(hit.id);
  } else {
    m_view->selection()->selectTask(task ? hit.id : kNone);
  }
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton &&
      (m_view->selection()->task() != kNone || m_view->selection()->wait() != kNone)) {
    m_view->selection()->zoom();
  }
}

}  // namespace runahead::gui
