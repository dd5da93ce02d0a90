// SPDX-License-Identifier: GPL-3.0-or-later
// Painting and clicking of SweepPane.
#include "gui/timeline/sweep_pane.h"

#include <QMouseEvent>
#include <QPainter>
#include <cmath>

#include "gui/timeline/sweep_picture.h"
#include "gui/widgets/layout.h"

namespace runahead::gui {
namespace {

constexpr double kSweepReach_px = 24;

}  // namespace

SweepPane::SweepPane(ViewState* view, QWidget* parent) : QWidget(parent), m_view(view) {
  named(this, "sweepPane", tr("Total time and peak memory against the iterations between two waits"));
  setToolTip(tr("Click a point to see its part of the run"));
  setAttribute(Qt::WA_OpaquePaintEvent);
  const auto repaint = [this] { update(); };
  connect(view->cursor(), &Cursor::futureVisibilityChanged, this, repaint);
  connect(view->cursor(), &Cursor::changed, this, repaint);
}

void SweepPane::setSweep(Sweep sweep) {
  m_sweep = std::move(sweep);
  update();
}

void SweepPane::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.paper);
  if (!m_sweep.points.empty()) paintSweep(painter, m_sweep, rect(), theme, m_view->shown()->endNs());
}

void SweepPane::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || m_sweep.points.empty()) return;
  const std::vector<double> x = layoutSweep(m_sweep, rect()).x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::abs(event->position().x() - x[i]) > kSweepReach_px) continue;
    m_view->selection()->setRange(m_sweep.points[i].range);
    m_view->selection()->zoom();
    return;
  }
}

}  // namespace runahead::gui
