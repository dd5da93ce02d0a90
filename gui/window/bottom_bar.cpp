// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and painting of BottomBar.
// Not here: moving the cursor.
#include "gui/window/bottom_bar.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include "gui/theme/format.h"
#include "gui/timeline/overview_view.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/segmented_control.h"

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
    const bool whole = m_view->afterCursor() != AfterCursor::hide;  // how long it takes is part of what comes
    QPainter painter(this);
    const QString now = formatTime(m_view->cursorNs());
    painter.setFont(monoFont(16, QFont::Bold));
    painter.setPen(theme.text);
    painter.drawText(QPointF(0, 20), now);
    const int advance = painter.fontMetrics().horizontalAdvance(now);
    painter.setFont(monoFont(14));
    painter.setPen(theme.text2);
    if (whole) {
      painter.drawText(QPointF(advance + 8, 20), QStringLiteral("/ ") + formatTime(trace.end_ns()));
    }
    painter.setFont(uiFont(12));
    const QString event = formatCount(m_view->cursor());
    painter.drawText(QPointF(0, 39),
                     whole ? BottomBar::tr("event %1 of %2").arg(event, formatCount(trace.size()))
                           : BottomBar::tr("event %1").arg(event));
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
  row->addWidget(new Hairline(Qt::Vertical));
  row->addWidget(afterCursor());
  row->addWidget(new Hairline(Qt::Vertical));
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
  connect(view, &ViewState::afterCursorChanged, m_readout, repaint);
}

QWidget* BottomBar::afterCursor() {
  static constexpr std::pair<AfterCursor, const char*> kChoices[] = {
      {AfterCursor::show, "show"}, {AfterCursor::dim, "dim"}, {AfterCursor::hide, "hide"}};
  auto* field = new QWidget;
  auto* column = new QVBoxLayout(field);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  auto* caption = new TextLabel(uiFont(12), &Theme::text2, tr("After the cursor"));
  caption->setElideMode(Qt::ElideNone);
  caption->setLineHeight(16);
  column->addWidget(caption);
  auto* choice = new SegmentedControl;
  choice->setObjectName(QStringLiteral("afterCursor"));
  choice->setAccessibleName(tr("What is drawn after the cursor"));
  choice->setControlHeight(24);
  choice->setItems({QStringLiteral("show"), QStringLiteral("dim"), QStringLiteral("hide")},
                   {tr("show"), tr("dim"), tr("hide")});
  column->addWidget(choice);
  connect(choice, &SegmentedControl::chosen, m_view, [this](const QString& id) {
    for (const auto& [after, name] : kChoices) {
      if (id == QLatin1String(name)) m_view->setAfterCursor(after);
    }
  });
  const auto follow = [this, choice] {
    for (const auto& [after, name] : kChoices) {
      if (after == m_view->afterCursor()) choice->setCurrent(QString::fromLatin1(name));
    }
  };
  connect(m_view, &ViewState::afterCursorChanged, choice, follow);
  follow();
  return field;
}

void BottomBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), currentTheme().panel);
  painter.fillRect(0, 0, width(), 1, currentTheme().hairline);
}

}  // namespace runahead::gui
