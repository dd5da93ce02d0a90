// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and painting of BottomBar.
// Not here: moving the cursor.
#include "gui/window/bottom_bar.h"

#include <QHBoxLayout>
#include <QPainter>

#include "gui/theme/format.h"
#include "gui/timeline/overview_view.h"

namespace runahead::gui {

class BottomBar::Readout : public QWidget {
 public:
  explicit Readout(ViewState* view) : m_view(view) {
    setObjectName(QStringLiteral("cursorReadout"));
    setFixedWidth(232);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    const Trace& trace = m_view->trace();
    QPainter painter(this);
    const QString now = formatTime(m_view->cursorNs());
    painter.setFont(monoFont(16, QFont::Bold));
    painter.setPen(theme.text);
    painter.drawText(QPointF(0, 20), now);
    const int advance = painter.fontMetrics().horizontalAdvance(now);
    painter.setFont(monoFont(14));
    painter.setPen(theme.text2);
    painter.drawText(QPointF(advance + 8, 20), QStringLiteral("/ ") + formatTime(trace.end_ns()));
    painter.setFont(uiFont(12));
    painter.drawText(
        QPointF(0, 39),
        BottomBar::tr("event %1 of %2").arg(formatCount(m_view->cursor()), formatCount(trace.size())));
  }

 private:
  ViewState* m_view;
};

BottomBar::BottomBar(ViewState* view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("bottomBar"));
  setFixedHeight(60);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(16, 8, 14, 8);
  row->setSpacing(12);
  m_readout = new Readout(view);
  row->addWidget(m_readout);
  auto* overview = new OverviewView(view);
  overview->setObjectName(QStringLiteral("overview"));
  overview->setAccessibleName(tr("Overview of the run"));
  row->addWidget(overview, 1);
  const auto repaint = [this] {
    m_readout->setAccessibleName(
        tr("Cursor at %1 of %2").arg(formatTime(m_view->cursorNs()), formatTime(m_view->trace().end_ns())));
    m_readout->update();
  };
  connect(view, &ViewState::cursorChanged, m_readout, repaint);
  connect(view, &ViewState::traceChanged, m_readout, repaint);
}

void BottomBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), currentTheme().panel);
  painter.fillRect(0, 0, width(), 1, currentTheme().hairline);
}

}  // namespace runahead::gui
