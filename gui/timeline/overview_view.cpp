// SPDX-License-Identifier: GPL-3.0-or-later
// The strip is painted once per change of the run; window and cursor go on top of it.
// Not here: the painting of the run (painter.cpp).
#include "gui/timeline/overview_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>

#include "gui/timeline/painter.h"
#include "gui/view/shared_axis.h"
#include "gui/widgets/layout.h"

namespace runahead::gui {

namespace {

constexpr double kMargin = 8;
constexpr double kHandleReach = 6;
constexpr double kLeastWindow = 6;

}  // namespace

OverviewView::OverviewView(ViewState* view, QWidget* parent) : QWidget(parent), m_view(view) {
  named(this, "overview", tr("Overview of the whole run"));
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(view->shown(), &ShownTrace::changed, this, [this] {
    m_runDirty = true;
    update();
  });
  const auto repaint = [this] { update(); };
  connect(view->visible(), &VisibleRange::changed, this, repaint);
  connect(view->cursor(), &Cursor::changed, this, repaint);
  connect(view->cursor(), &Cursor::futureVisibilityChanged, this, repaint);
}

TimeAxis OverviewView::axis() const {
  return {0, m_view->visible()->ownLimitNs(), kMargin, std::max(1.0, width() - 2 * kMargin)};
}

QRectF OverviewView::windowRect() const {
  const TimeAxis all = axis();
  double left = std::clamp(all.x(m_view->visible()->fromNs()), all.leftPx, all.rightPx());
  double right = std::clamp(all.x(m_view->visible()->toNs()), all.leftPx, all.rightPx());
  if (right - left < kLeastWindow) {
    const double middle = (left + right) / 2;
    left = middle - kLeastWindow / 2;
    right = middle + kLeastWindow / 2;
  }
  return {left, 2.5, right - left, height() - 5.0};
}

void OverviewView::renderRun() {
  const qreal scale = devicePixelRatioF();
  const QSize pixels = size() * scale;
  if (m_run.size() != pixels) m_run = QPixmap(pixels);
  m_run.setDevicePixelRatio(scale);
  QPainter painter(&m_run);
  const Theme& theme = currentTheme();
  painter.fillRect(rect(), theme.paper);
  paintStrip(painter, m_view->shown()->trace(), m_view->shown()->laneIndex(), theme, axis(),
             QRectF(kMargin, 8, width() - 2 * kMargin, height() - 16.0), m_view->shown()->endNs());
  m_runDirty = false;
}

void OverviewView::paintEvent(QPaintEvent*) {
  if (m_runDirty || m_run.deviceIndependentSize().toSize() != size()) renderRun();
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.drawPixmap(0, 0, m_run);
  const double cursor_x = axis().x(static_cast<double>(m_view->cursor()->ns()));
  if (m_view->cursor()->futureVisibility() == FutureVisibility::hide) {
    painter.fillRect(QRectF(cursor_x, 0, width() - cursor_x, height()), theme.paper);
  }
  const QRectF window = windowRect();
  painter.fillRect(QRectF(0, 0, window.left(), height()), veilOf(theme));
  painter.fillRect(QRectF(window.right(), 0, width() - window.right(), height()), veilOf(theme));

  painter.setRenderHint(QPainter::Antialiasing);
  paintBox(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), QPen(theme.hairline, 1), Qt::NoBrush, 5);
  paintBox(painter, window, QPen(theme.cursor, 2), Qt::NoBrush, 4);
  const double middle = height() / 2.0;
  for (const double x : {window.left(), window.right()}) {
    paintBox(painter, QRectF(x - 2.5, middle - 8, 5, 16), Qt::NoPen, theme.cursor, 2);
  }
  painter.fillRect(QRectF(cursor_x - 1, 4, 2, height() - 8), theme.cursor);
  painter.drawPolygon(QPolygonF({{cursor_x - 5, 3}, {cursor_x + 5, 3}, {cursor_x, 10}}));
}

void OverviewView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    m_runDirty = true;
    update();
  }
  QWidget::changeEvent(event);
}

OverviewView::Drag OverviewView::partAt(double x) const {
  const QRectF window = windowRect();
  const double left = std::abs(x - window.left()), right = std::abs(x - window.right());
  if (std::min(left, right) <= kHandleReach) return left < right ? Drag::left : Drag::right;
  return x > window.left() && x < window.right() ? Drag::window : Drag::none;
}

void OverviewView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const double ns = axis().ns(event->position().x());
  m_drag = partAt(event->position().x());
  if (m_drag == Drag::none) {  // a click beside the window brings it there
    const double length = m_view->visible()->toNs() - m_view->visible()->fromNs();
    m_view->visible()->set(ns - length / 2, ns + length / 2);
    m_drag = Drag::window;
  }
  m_grabNs = ns - m_view->visible()->fromNs();
}

void OverviewView::mouseMoveEvent(QMouseEvent* event) {
  const double ns = axis().ns(event->position().x());
  const double from = m_view->visible()->fromNs(), to = m_view->visible()->toNs();
  if (m_drag == Drag::window) return m_view->visible()->set(ns - m_grabNs, ns - m_grabNs + (to - from));
  if (m_drag == Drag::left) return m_view->visible()->set(std::min(ns, to - 1), to);
  if (m_drag == Drag::right) return m_view->visible()->set(from, std::max(ns, from + 1));
  const Drag part = partAt(event->position().x());
  setCursor(part == Drag::left || part == Drag::right ? Qt::SizeHorCursor
            : part == Drag::window                    ? Qt::OpenHandCursor
                                                      : Qt::ArrowCursor);
}

void OverviewView::mouseReleaseEvent(QMouseEvent*) {
  m_drag = Drag::none;
}

void OverviewView::mouseDoubleClickEvent(QMouseEvent*) {
  m_view->visible()->fitAll();
}

void OverviewView::wheelEvent(QWheelEvent* event) {
  turnAxis(*m_view->visible(), axis(), *event);
}

}  // namespace runahead::gui
