// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and painting of pane heads, hairlines and grounds.
#include "gui/widgets/pane_head.h"

#include <QEvent>
#include <QPainter>

#include "gui/widgets/layout.h"

namespace runahead::gui {

PaneHead::PaneHead(const QString& title, QWidget* parent) : QWidget(parent) {
  setFixedHeight(34);
  m_row = rowIn(this, {14, 0, 14, 0}, 10);
  m_title = into(m_row, TextLabel::whole(uiFont(13, QFont::Bold), &Theme::text, title));
  m_remark = into(m_row, new TextLabel(uiFont(13), &Theme::text2));
  m_remark->setHiddenWhenEmpty();
  m_row->addStretch(1);
  m_value = into(m_row, new TextLabel(uiFont(13), &Theme::text2));
  m_value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_value->setHiddenWhenEmpty();
}

void PaneHead::addTool(QWidget* tool) {
  m_row->addWidget(tool);
}

bool PaneHead::event(QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
    // What can be pressed needs the room more.
    const int name = m_title->isHidden() ? m_title->sizeHint().width() + m_row->spacing() : 0;
    m_title->setVisible(m_row->minimumSize().width() + name <= width());
  }
  return QWidget::event(event);
}

void PaneHead::setFirst(bool first) {
  m_first = first;
  update();
}

void PaneHead::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.panel);
  painter.fillRect(0, height() - 1, width(), 1, theme.hairline);
  if (!m_first) painter.fillRect(0, 0, width(), 1, theme.hairline);
}

Hairline::Hairline(Qt::Orientation orientation, QWidget* parent) : QWidget(parent) {
  orientation == Qt::Horizontal ? setFixedHeight(1) : setFixedWidth(1);
}

void Hairline::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), currentTheme().hairline);
}

Panel::Panel(TextLabel::Colour colour, QWidget* parent, Edge edge)
    : QWidget(parent), m_colour(colour), m_edge(edge) {}

void Panel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), currentTheme().*m_colour);
  if (m_edge == Edge::none) return;
  painter.fillRect(0, m_edge == Edge::top ? 0 : height() - 1, width(), 1, currentTheme().hairline);
}

}  // namespace runahead::gui
