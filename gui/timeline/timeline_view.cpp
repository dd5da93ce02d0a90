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
  connect(view, &ViewState::traceChanged, this, &TimelineView::traceChanged);
  view->tell(this, repaint, &ViewState::cursorChanged, &ViewState::selectionChanged,
             &ViewState::bookmarksChanged);
  view->tell(this, &TimelineView::invalidate, &ViewState::visibleChanged, &ViewState::searchChanged,
             &ViewState::futureVisibilityChanged);
  traceChanged();
}

QSize TimelineView::sizeHint() const {
  if (m_compared) return {900, minimumSizeHint().height()};
  const double height = fullTimelineHeight(m_view->trace(), regionRowCount(m_regionRows));
  return {900, static_cast<int>(std::ceil(height))};
}

int TimelineView::compactHeight() const {
  return static_cast<int>(std::ceil(compactTimelineHeight(m_view->trace(), regionRowCount(m_regionRows))));
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
  return paneAxis(room().width(), m_view->visibleFromNs(), m_view->visibleToNs());
}

void TimelineView::traceChanged() {
  const Trace& trace = m_view->trace();
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
  const Trace& trace = m_view->trace();
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
  const auto cursor = static_cast<double>(m_view->cursorNs());
  const bool in_sight = cursor >= m_view->visibleFromNs() && cursor <= m_view->visibleToNs();
  return in_sight ? cursor : (m_view->visibleFromNs() + m_view->visibleToNs()) / 2;
}

void TimelineView::zoomIn() {
  m_view->zoomAt(anchorNs(), kKeyZoom);
}
void TimelineView::zoomOut() {
  m_view->zoomAt(anchorNs(), 1 / kKeyZoom);
}
void TimelineView::panLeft() {
  m_view->panBy(-kKeyPan * (m_view->visibleToNs() - m_view->visibleFromNs()));
}
void TimelineView::panRight() {
  m_view->panBy(kKeyPan * (m_view->visibleToNs() - m_view->visibleFromNs()));
}

bool TimelineView::event(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange) invalidate();
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const QPointF at = place(static_cast<QHelpEvent*>(event)->pos());
  const Bookmark* bookmark = bookmarkUnder(at);
  return showTip(*event,
                 bookmark ? bookmarkTip(m_view->trace(), *bookmark)
                          : toolTipText(m_view->trace(), m_view->listing(), hitAt(at), m_view->shownToNs()),
                 this);
}

TimelineHit TimelineView::hitAt(QPointF point) const {
  return hitTest(m_view->trace(), m_view->laneIndex(), m_layout, axis(), point, m_view->shownToNs());
}

std::vector<BookmarkPlace> TimelineView::bookmarkPlaces() const {
  const QRectF cursor = cursorBookmark(m_view->cursorNs(), axis(), m_layout.ruler, room().width());
  return gui::bookmarkPlaces(m_view->marks(), axis(), m_layout.ruler, room().width(), cursor);
}

const Bookmark* TimelineView::bookmarkUnder(QPointF point) const {
  const std::vector<Bookmark>& bookmarks = m_view->marks();
  const auto index = bookmarkAt(bookmarkPlaces(), point);
  if (!index) return nullptr;
  const bool hidden = m_view->futureVisibility() == FutureVisibility::hide &&
                      bookmarks[*index].moment.time_ns > m_view->cursorNs();
  return hidden ? nullptr : &bookmarks[*index];
}

void TimelineView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.scale(m_magnification, m_magnification);
  TimelineScene scene{.trace = m_view->trace(),
                      .theme = currentTheme(),
                      .layout = m_layout,
                      .axis = axis(),
                      .widthPx = room().width(),
                      .heightPx = room().height(),
                      .regionRows = m_regionRows,
                      .laneIndex = m_view->laneIndex()};
  scene.ruler = m_ruler;
  scene.listing = m_view->listing();
  scene.cursor = m_view->cursor();
  scene.cursorNs = m_view->cursorNs();
  scene.after = m_view->futureVisibility();
  scene.selected = m_view->selectedTask();
  scene.selectedWait = m_view->selectedWait();
  scene.prediction = m_prediction.get();
  scene.path = m_path.get();
  scene.range = m_view->range();
  scene.bookmarks = &m_view->marks();
  scene.matches = &m_view->searchMatches();
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
  if (turnAxis(*m_view, seen, *event) || m_layout.maxScrollPx() <= 0) return;
  scrollBy(scrolledPx(*event, kWheelLanes_px) / m_magnification);
  event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
  m_pressed = place(event->position());
  const TimeAxis now = axis();
  m_pressedNs = now.ns(std::clamp(m_pressed.x(), now.leftPx, now.rightPx()));
  m_dragFromNs = m_view->visibleFromNs();
  m_dragToNs = m_view->visibleToNs();
  const bool pan = event->button() == Qt::MiddleButton ||
                   (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier);
  if (pan) {
    m_drag = Drag::pan;
    setCursor(Qt::ClosedHandCursor);
  } else if (event->button() != Qt::LeftButton) {
    QWidget::mousePressEvent(event);
  } else if (const Bookmark* under = bookmarkUnder(m_pressed)) {
    const Bookmark bookmark = *under;
    m_view->selectTask(bookmark.task);
    m_view->restoreCursor(bookmark.moment.seq, bookmark.moment.time_ns);
    if (!bookmark.text.empty()) emit noteClicked(bookmark);
  } else if (m_pressed.y() < m_layout.ruler.bottom()) {
    m_drag = Drag::cursor;
    m_view->setCursorTime(std::llround(m_pressedNs));
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
      m_view->setVisible(m_dragFromNs + shift, m_dragToNs + shift);
      break;
    }
    case Drag::cursor:
      m_view->setCursorTime(std::llround(ns));
      break;
    case Drag::range:
      m_view->setRange(TimeRange{std::llround(std::max(0.0, std::min(ns, m_pressedNs))),
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
  m_view->setRange(std::nullopt);
  m_view->setCursorTime(std::llround(m_pressedNs));
  using Kind = TimelineHit::Kind;
  const bool task = hit.kind == Kind::task || hit.kind == Kind::enqueue || hit.kind == Kind::defer;
  if (hit.kind == Kind::wait) {
    m_view->selectWait(hit.id);
  } else {
    m_view->selectTask(task ? hit.id : kNone);
  }
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton &&
      (m_view->selectedTask() != kNone || m_view->selectedWait() != kNone)) {
    m_view->zoomToSelection();
  }
}

}  // namespace runahead::gui
