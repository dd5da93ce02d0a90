// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring, painting and choosing of SegmentedControl: the chosen value is ink, the others are paper.
#include "gui/widgets/segmented_control.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainterPath>

#include "gui/widgets/theme.h"

namespace runahead::gui {

SegmentedControl::SegmentedControl(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::TabFocus);  // after a click the arrow keys still step
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void SegmentedControl::setItems(const QStringList& ids, const QStringList& texts) {
  m_ids = ids;
  m_texts = texts;
  m_current = ids.isEmpty() ? -1 : 0;
  setAccessibleDescription(m_texts.join(QStringLiteral(", ")));
  updateGeometry();
  update();
}

void SegmentedControl::setCurrent(const QString& id) {
  m_current = static_cast<int>(m_ids.indexOf(id));
  update();
}

void SegmentedControl::setControlHeight(int pixels) {
  m_height = pixels;
  updateGeometry();
}

QFont SegmentedControl::itemFont(int index) const {
  return uiFont(m_height < 28 ? 12 : 14, index == m_current ? QFont::Bold : QFont::Normal);
}

QRect SegmentedControl::itemRect(int index) const {
  // Bold widths for all, so that choosing does not move what is beside the control.
  const QFontMetrics metrics(uiFont(m_height < 28 ? 12 : 14, QFont::Bold));
  const int padding = m_height < 28 ? 14 : 24;
  int x = 1;
  for (int i = 0; i < index; ++i) x += metrics.horizontalAdvance(m_texts[i]) + padding + 1;
  return {x, 1, metrics.horizontalAdvance(m_texts[index]) + padding, m_height - 2};
}

QSize SegmentedControl::sizeHint() const {
  if (m_ids.isEmpty()) return {0, m_height};
  return {itemRect(static_cast<int>(m_ids.size()) - 1).right() + 2, m_height};
}

void SegmentedControl::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  SmoothPainter painter(this);
  const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  QPainterPath outline;
  outline.addRoundedRect(frame, 5, 5);
  painter.fillPath(outline, theme.paper);
  painter.setClipPath(outline);
  for (int i = 0; i < m_ids.size(); ++i) {
    const QRect item = itemRect(i);
    if (i == m_current) painter.fillRect(item.adjusted(-1, -1, 1, 1), theme.cursor);
    if (i > 0 && i != m_current && i - 1 != m_current) {
      painter.fillRect(item.left() - 1, 1, 1, m_height - 2, theme.edge);
    }
    paintText(painter, item, Qt::AlignCenter, itemFont(i),
              i == m_current ? theme.cursorText
              : isEnabled()  ? theme.text
                             : theme.text3,
              m_texts[i]);
  }
  painter.setClipping(false);
  paintBox(painter, frame, QPen(theme.edge, 1), Qt::NoBrush, 5);
  if (hasFocus()) {
    const bool onInk = m_current >= 0;
    painter.setPen(QPen(onInk ? theme.cursorText : theme.cursor, 1.6));
    const QRect item = itemRect(qMax(0, m_current));
    painter.drawRoundedRect(QRectF(item).adjusted(2, 2, -2, -2), 3, 3);
  }
}

void SegmentedControl::mousePressEvent(QMouseEvent* event) {
  for (int i = 0; i < m_ids.size(); ++i) {
    if (itemRect(i).contains(event->position().toPoint())) choose(i);
  }
}

void SegmentedControl::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Left && m_current > 0) {
    choose(m_current - 1);
  } else if (event->key() == Qt::Key_Right && m_current + 1 < m_ids.size()) {
    choose(m_current + 1);
  } else if (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right) {
    QWidget::keyPressEvent(event);
  }
}

void SegmentedControl::choose(int index) {
  if (index == m_current) return;
  m_current = index;
  update();
  emit chosen(m_ids[index]);
}

}  // namespace runahead::gui
