// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolling, gestures and keys of the graph, and what is said about it.
#include "gui/panes/graph_pane.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "gui/panes/graph_painter.h"
#include "gui/panes/graph_tool_tip.h"
#include "gui/text/format.h"
#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"

namespace runahead::gui {
namespace {

constexpr int kSide_px = 14;
constexpr int kAbove_px = 12;
constexpr int kStubs_px = 28;  ///< the line of "+123 earlier"
constexpr int kNotch_px = 46;  ///< of a wheel

QString counted(std::uint64_t count, const char* what) {
  return GraphPane::tr(what).arg(formatCount(count));
}

}  // namespace

GraphPane::GraphPane(ViewState* view, QWidget* parent) : QAbstractScrollArea(parent), m_view(view) {
  named(this, "graphPane", tr("Dependency graph"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  viewport()->setMouseTracking(true);
  m_earlier = named(new Button(Button::Kind::flat, {}, {}, this), "graphEarlier");
  m_earlier->setToolTip(tr("Show the tasks before these"));
  m_later = named(new Button(Button::Kind::flat, {}, {}, this), "graphLater");
  m_later->setToolTip(tr("Show the tasks after these"));
  connect(m_earlier, &QAbstractButton::clicked, this,
          [this] { moveWindow(m_model.first - std::min(m_model.first, GraphLimits{}.tasks)); });
  connect(m_later, &QAbstractButton::clicked, this, [this] { moveWindow(m_model.last); });
  connect(view->shown(), &ShownTrace::changed, this, [this] { refreshLater(m_follow); });
  connect(view->cursor(), &Cursor::changed, this, [this] { refreshLater(Follow::cursor); });
  connect(view->selection(), &Selection::changed, this, [this] { refreshLater(Follow::selection); });
  arrangeStubs();
}

void GraphPane::setDense(bool dense) {
  m_dense = dense;
  layOut();
}

void GraphPane::refreshLater(Follow follow) {
  m_follow = follow;
  if (isVisible() && !m_refresh.isActive()) m_refresh.start();
}

void GraphPane::refresh() {
  const Trace& trace = m_view->shown()->trace();
  const Seq cursor = m_view->cursor()->seq();
  const TaskId selected = m_view->selection()->task();
  const bool issued = selected < trace.state_at(cursor).issued;
  const TaskId focus = m_follow == Follow::selection && issued ? selected : focusAt(trace, cursor);
  m_model = graphModel(trace, cursor, m_first);
  const bool follows = m_follow != Follow::nothing && focus != kNone;
  if (follows && m_model.nodeOf(focus) == kNone) {
    m_first = windowAround(focus);
    m_model = graphModel(trace, cursor, m_first);
  }
  arrangeStubs();
  layOut();
  if (follows && focus != m_revealed) reveal(focus);
  m_follow = Follow::nothing;
  const QString text = remark();
  setAccessibleDescription(text);
  emit remarkChanged(text);
}

QString GraphPane::remark() const {
  if (const auto deferred = deferredAt(m_view->shown()->trace(), m_view->cursor()->seq())) {
    QStringList parts;
    if (deferred->kept > 0 || deferred->pruned > 0) {
      parts << counted(deferred->kept, deferred->traced ? QT_TR_NOOP("%1 kept") : QT_TR_NOOP("%1 enqueued"));
      parts << counted(deferred->pruned,
                       deferred->traced ? QT_TR_NOOP("%1 pruned") : QT_TR_NOOP("%1 eliminated"));
    }
    if (deferred->open > 0) parts << counted(deferred->open, QT_TR_NOOP("%1 recorded"));
    if (!parts.isEmpty()) return parts.join(QStringLiteral(", "));
  }
  if (m_model.earlier() > 0 || m_model.later() > 0) {
    return tr("%1 of %2 tasks").arg(formatCount(m_model.shown), formatCount(m_model.issued));
  }
  return m_model.grouped ? tr("alike tasks grouped") : QString();
}

void GraphPane::layOut() {
  const std::vector<GraphBox> boxes = graphBoxes(m_model, m_dense);
  const int rows = height() - viewportMargins().top();
  double room = width() - 2 * kSide_px;
  QSize size;
  for (int attempt = 0; attempt < 2; ++attempt) {
    m_layout = layoutGraph(boxes, m_model.edges, graphSpacing(room, m_dense));
    size = {static_cast<int>(std::ceil(m_layout.size.width())) + 2 * kSide_px,
            static_cast<int>(std::ceil(m_layout.size.height() + kGraphMargin_px)) + kAbove_px};
    if (size.height() <= rows) break;
    room = width() - 2 * kSide_px - verticalScrollBar()->sizeHint().width();
  }
  const QSize seen = viewport()->size();
  horizontalScrollBar()->setRange(0, std::max(0, size.width() - seen.width()));
  horizontalScrollBar()->setPageStep(seen.width());
  horizontalScrollBar()->setSingleStep(kNotch_px);
  verticalScrollBar()->setRange(0, std::max(0, size.height() - seen.height()));
  verticalScrollBar()->setPageStep(seen.height());
  verticalScrollBar()->setSingleStep(kNotch_px);
  viewport()->update();
}

QPointF GraphPane::origin() const {
  const QScrollBar* across = horizontalScrollBar();
  const QScrollBar* down = verticalScrollBar();
  const double x = across->maximum() > 0 ? kSide_px - across->value()
                                         : std::floor((viewport()->width() - m_layout.size.width()) / 2);
  const double y = down->maximum() > 0 ? kAbove_px - down->value()
                                       : std::floor((viewport()->height() - m_layout.size.height()) / 2);
  return {x, y};
}

QRectF GraphPane::placeOf(std::uint32_t node) const {
  return m_layout.nodes[node].translated(origin());
}

void GraphPane::arrangeStubs() {
  const TaskId earlier = m_model.earlier(), later = m_model.later();
  m_earlier->say(counted(earlier, QT_TR_NOOP("+%1 earlier")));
  m_later->say(counted(later, QT_TR_NOOP("+%1 later")));
  m_earlier->setVisible(earlier > 0);
  m_later->setVisible(later > 0);
  const int top = earlier > 0 || later > 0 ? kStubs_px : 0;
  if (viewportMargins().top() != top) setViewportMargins(0, top, 0, 0);
  const int y = (kStubs_px - m_earlier->sizeHint().height()) / 2;
  m_earlier->setGeometry(QRect(QPoint(kSide_px - 10, y), m_earlier->sizeHint()));
  m_later->setGeometry(
      QRect(QPoint(width() - kSide_px + 10 - m_later->sizeHint().width(), y), m_later->sizeHint()));
}

void GraphPane::moveWindow(TaskId first) {
  const bool back = first < m_first;
  m_first = first;
  m_follow = Follow::nothing;
  refresh();
  horizontalScrollBar()->setValue(back ? horizontalScrollBar()->maximum() : 0);
}

void GraphPane::reveal(TaskId task) {
  m_revealed = task;
  const std::uint32_t node = m_model.nodeOf(task);
  if (node == kNone) return;
  const QRectF box = m_layout.nodes[node];
  const QRectF place = placeOf(node);
  if (place.left() < 0 || place.right() > viewport()->width()) {
    horizontalScrollBar()->setValue(qRound(box.center().x() + kSide_px - viewport()->width() * 0.5));
  }
  if (place.top() < 0 || place.bottom() > viewport()->height()) {
    verticalScrollBar()->setValue(qRound(box.center().y() + kAbove_px - viewport()->height() * 0.5));
  }
}

std::uint32_t GraphPane::nodeAt(QPointF point) const {
  for (std::uint32_t node = 0; node < m_layout.nodes.size(); ++node) {
    if (placeOf(node).adjusted(-2, -2, 2, 2).contains(point)) return node;
  }
  return kNone;
}

void GraphPane::select(const GraphNode& node) {
  if (node.first != kNone) m_view->selection()->selectTask(node.first);
}

void GraphPane::goToStart(const GraphNode& node) {
  if (node.first == kNone) return;
  const Task task = m_view->shown()->trace().task(node.first);
  m_view->cursor()->stepTo((task.start != kNever ? task.start : task.issue()) + 1);
}

void GraphPane::step(int direction) {
  const std::uint32_t at =
      m_view->selection()->task() == kNone ? kNone : m_model.nodeOf(m_view->selection()->task());
  const auto count = static_cast<std::int64_t>(m_model.nodes.size());
  std::int64_t next = at != kNone ? std::int64_t{at} + direction : direction > 0 ? 0 : count - 1;
  while (next >= 0 && next < count && !m_model.nodes[static_cast<std::size_t>(next)].isTasks()) {
    next += direction;
  }
  if (next >= 0 && next < count) select(m_model.nodes[static_cast<std::size_t>(next)]);
}

bool GraphPane::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const std::uint32_t node = nodeAt(static_cast<QHelpEvent*>(event)->pos());
  return showTip(*event,
                 node == kNone ? QString()
                               : graphToolTip(m_view->shown()->trace(), m_view->shown()->listing(),
                                              m_model.nodes[node], m_view->shown()->endNs()),
                 viewport());
}

void GraphPane::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), theme.paper);
  if (m_model.nodes.empty()) {
    paintText(painter, viewport()->rect().adjusted(kSide_px, 0, -kSide_px, 0),
              Qt::AlignCenter | Qt::TextWordWrap, uiFont(13), theme.text2,
              !m_view->shown()->hasRun() ? tr("After a run: its tasks, and what they wait for.")
                                         : tr("No task has been issued at the cursor."));
  } else {
    const Kept kept(painter);
    painter.setClipRect(viewport()->rect());
    painter.translate(origin());
    paintGraph(painter, {m_model, m_layout, theme, m_dense, m_view->selection()->task()});
  }
  if (m_byKeyboard && hasFocus()) paintFocus(painter, viewport()->rect(), 2);
}

void GraphPane::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  arrangeStubs();
  layOut();
}

void GraphPane::showEvent(QShowEvent* event) {
  QAbstractScrollArea::showEvent(event);
  refreshLater(m_follow == Follow::nothing ? Follow::cursor : m_follow);
}

void GraphPane::wheelEvent(QWheelEvent* event) {
  QScrollBar* across = horizontalScrollBar();
  const bool sideways = event->modifiers() & Qt::ShiftModifier || verticalScrollBar()->maximum() == 0;
  const QPoint pixels = event->pixelDelta(), turned = event->angleDelta();
  if (!sideways || turned.x() != 0 || across->maximum() == 0) {
    QAbstractScrollArea::wheelEvent(event);
    return;
  }
  const int moved = pixels.isNull() ? turned.y() * kNotch_px / 120 : pixels.y();
  across->setValue(across->value() - moved);
  event->accept();
}

void GraphPane::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  m_pressed = true;
  m_dragged = false;
  m_pressedAt = event->position();
  m_scrolledAt = {horizontalScrollBar()->value(), verticalScrollBar()->value()};
}

void GraphPane::mouseMoveEvent(QMouseEvent* event) {
  if (!m_pressed) {
    viewport()->setCursor(nodeAt(event->position()) == kNone ? Qt::ArrowCursor : Qt::PointingHandCursor);
    return;
  }
  const QPointF moved = event->position() - m_pressedAt;
  if (!m_dragged && moved.manhattanLength() < QApplication::startDragDistance()) return;
  m_dragged = true;
  viewport()->setCursor(Qt::ClosedHandCursor);
  horizontalScrollBar()->setValue(m_scrolledAt.x() - qRound(moved.x()));
  verticalScrollBar()->setValue(m_scrolledAt.y() - qRound(moved.y()));
}

void GraphPane::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const bool click = m_pressed && !m_dragged;
  m_pressed = false;
  viewport()->unsetCursor();
  const std::uint32_t node = click ? nodeAt(event->position()) : kNone;
  if (node != kNone) select(m_model.nodes[node]);
}

void GraphPane::mouseDoubleClickEvent(QMouseEvent* event) {
  const std::uint32_t node = nodeAt(event->position());
  if (event->button() == Qt::LeftButton && node != kNone) goToStart(m_model.nodes[node]);
}

void GraphPane::keyPressEvent(QKeyEvent* event) {
  const TaskId selected = m_view->selection()->task();
  switch (event->key()) {
    case Qt::Key_Down:
      step(1);
      return;
    case Qt::Key_Up:
      step(-1);
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (selected != kNone && m_model.nodeOf(selected) != kNone) {
        goToStart(m_model.nodes[m_model.nodeOf(selected)]);
      }
      return;
    default:
      event->ignore();  // the window's keys, and none of the scroll area's
  }
}

void GraphPane::focusInEvent(QFocusEvent* event) {
  m_byKeyboard = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void GraphPane::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

}  // namespace runahead::gui
