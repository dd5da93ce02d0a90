// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring and painting of TextLabel. Wrapped text goes line by line, so that the line height is exact.
#include "gui/widgets/text_label.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>
#include <cmath>

#include "gui/widgets/layout.h"
#include "gui/widgets/plain_text.h"

namespace runahead::gui {

TextLabel::TextLabel(const QFont& font, Colour colour, const QString& text, QWidget* parent)
    : QWidget(parent), m_font(font), m_colour(colour) {
  setText(text);
}

TextLabel* TextLabel::whole(const QFont& font, Colour colour, const QString& text) {
  auto* label = new TextLabel(font, colour, text);
  label->setElideMode(Qt::ElideNone);
  return label;
}

TextLabel* TextLabel::wrapped(const QFont& font, Colour colour, const QString& text, int lineHeight) {
  auto* label = new TextLabel(font, colour, text);
  label->setWrapped(lineHeight);
  return label;
}

void TextLabel::setText(const QString& text) {
  if (text == m_text) return;
  const QSize before = m_wrapped ? QSize() : sizeHint();
  m_text = text;
  m_heights.clear();
  if (m_hiddenWhenEmpty) setVisible(!text.isEmpty());
  setAccessibleName(text);
  if (m_wrapped || sizeHint() != before) updateGeometry();
  update();
}

void TextLabel::setTextFont(const QFont& font) {
  m_font = font;
  m_heights.clear();
  updateGeometry();
  update();
}

void TextLabel::setAlignment(Qt::Alignment alignment) {
  m_alignment = alignment;
  update();
}

void TextLabel::setWrapped(int lineHeight) {
  m_wrapped = true;
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setLineHeight(lineHeight);
}

void TextLabel::setLineHeight(int pixels) {
  m_lineHeight = pixels;
  m_heights.clear();
  updateGeometry();
}

QSize TextLabel::sizeHint() const {
  const QFontMetricsF metrics(m_font);
  const int line = m_lineHeight > 0 ? m_lineHeight : static_cast<int>(std::ceil(metrics.height()));
  if (m_wrapped) return {240, heightForWidth(240)};
  return {static_cast<int>(std::ceil(metrics.horizontalAdvance(m_text))) + 1, line};
}

QSize TextLabel::minimumSizeHint() const {
  if (m_wrapped) return {80, m_lineHeight > 0 ? m_lineHeight : sizeHint().height() / 4};
  const QSize hint = sizeHint();
  return {m_elide == Qt::ElideNone ? hint.width() : qMin(hint.width(), 24), hint.height()};
}

int TextLabel::heightForWidth(int width) const {
  if (!m_wrapped) return -1;
  const QMargins around = contentsMargins();
  const int lines = width - around.left() - around.right();
  auto known = m_heights.constFind(lines);
  if (known == m_heights.constEnd()) known = m_heights.insert(lines, layoutLines(lines, nullptr));
  return *known + around.top() + around.bottom();
}

void TextLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(currentTheme().*m_colour);
  painter.setFont(m_font);
  if (m_wrapped) {
    painter.translate(contentsRect().topLeft());
    layoutLines(contentsRect().width(), &painter);
    return;
  }
  const QString shown = QFontMetricsF(m_font).elidedText(m_text, m_elide, width());
  painter.drawText(rect(), static_cast<int>(m_alignment) | Qt::TextSingleLine, shown);
}

bool TextLabel::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || !toolTip().isEmpty()) return QWidget::event(event);
  const bool cut = !m_wrapped && QFontMetricsF(m_font).horizontalAdvance(m_text) > width();
  return showTip(*event, cut ? asText(m_text) : QString(), this);
}

int TextLabel::layoutLines(int width, QPainter* painter) const {
  const QFontMetricsF metrics(m_font);
  const double line = m_lineHeight > 0 ? m_lineHeight : metrics.lineSpacing();
  double y = 0;
  for (const QString& paragraph : m_text.split(QLatin1Char('\n'))) {
    QTextLayout layout(paragraph, m_font);
    layout.beginLayout();
    for (QTextLine row = layout.createLine(); row.isValid(); row = layout.createLine()) {
      row.setLineWidth(width);
      double x = 0;
      if (m_alignment & Qt::AlignHCenter) x = (width - row.naturalTextWidth()) / 2;
      if (m_alignment & Qt::AlignRight) x = width - row.naturalTextWidth();
      if (painter) row.draw(painter, QPointF(x, y + (line - row.height()) / 2));
      y += line;
    }
    layout.endLayout();
    if (paragraph.isEmpty()) y += line / 2;
  }
  return static_cast<int>(std::ceil(y));
}

}  // namespace runahead::gui
