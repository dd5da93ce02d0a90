// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring and painting of Button and of key caps. Chrome has no hue: ink, paper and hairlines only.
#include "gui/widgets/button.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStringList>

#include "gui/widgets/icons.h"
#include "gui/widgets/plain_text.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr int kIcon = 20;

QFont keyFont() {
  return monoFont(12, QFont::Normal);
}

}  // namespace

int keyCapWidth(const QString& key) {
  return qMax(19, QFontMetrics(keyFont()).horizontalAdvance(key) + 10);
}

void paintKeyCap(QPainter& painter, const QRectF& box, const QString& key) {
  const Theme& theme = currentTheme();
  const int width = keyCapWidth(key);
  const QRectF cap(box.center().x() - width / 2.0 + 0.5, box.center().y() - 9.5, width - 1, 19);
  painter.setRenderHint(QPainter::Antialiasing);
  paintBox(painter, cap.translated(0, 1), Qt::NoPen, theme.edge, 3);
  paintBox(painter, cap, QPen(theme.edge, 1), theme.paper, 3);
  paintText(painter, cap, Qt::AlignCenter, keyFont(), theme.text2, key);
}

void paintKeyCaps(QPainter& painter, QPointF at, double height, const QStringList& keys) {
  constexpr int kGap = 5, kOr = 9;
  for (const QString& key : keys) {
    const int cap = key.isEmpty() ? kOr : keyCapWidth(key);
    const QRectF box(at.x(), at.y(), cap, height);
    if (key.isEmpty()) {
      paintText(painter, box.translated(-kGap / 2.0, 0), Qt::AlignCenter, uiFont(14), currentTheme().text2,
                QStringLiteral(","));
    } else {
      paintKeyCap(painter, box, key);
    }
    at.rx() += cap + (key.isEmpty() ? 0 : kGap);
  }
}

Button::Button(Kind kind, const QString& iconName, const QString& text, QWidget* parent)
    : QAbstractButton(parent), m_kind(kind), m_icon(iconName) {
  setText(text);
  setAccessibleName(text);
  setFocusPolicy(Qt::TabFocus);  // after a click Space still plays
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  if (kind == Kind::flat) m_height = 24;
  if (kind == Kind::keyCap) m_height = 22;
  if (kind == Kind::flat && !iconName.isEmpty()) setTextShown(false);
}

void Button::say(const QString& text) {
  setText(text);
  setAccessibleName(text);
  if (!m_textShown) setToolTip(asText(text));
}

void Button::setIconName(const QString& name) {
  m_icon = name;
  update();
}

void Button::setKeyHint(const QString& key) {
  m_key = key;
  updateGeometry();
}

void Button::setTextShown(bool shown) {
  m_textShown = shown;
  setToolTip(shown ? QString() : asText(text()));
  updateGeometry();
  update();
}

void Button::setOpensMenu(bool opens) {
  m_opensMenu = opens;
  updateGeometry();
}

void Button::setControlHeight(int pixels) {
  m_height = pixels;
  updateGeometry();
}

QFont Button::textFont() const {
  return uiFont(14, m_kind == Kind::ink ? QFont::Bold : QFont::Medium);
}

QSize Button::sizeHint() const {
  if (m_kind == Kind::keyCap) return {keyCapWidth(text()) + 3, m_height};
  const bool words = m_textShown && !text().isEmpty();
  if (!words && m_key.isEmpty()) return {m_kind == Kind::flat ? m_height : m_height + 4, m_height};
  int width = 2 * (m_kind == Kind::ink ? 16 : 12);
  if (!m_icon.isEmpty()) width += kIcon + 6;
  if (words) width += QFontMetrics(textFont()).horizontalAdvance(text());
  if (!m_key.isEmpty()) width += 8 + keyCapWidth(m_key);
  if (m_opensMenu) width += 22;
  return {width, m_height};
}

void Button::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  SmoothPainter painter(this);
  if (m_kind == Kind::keyCap) {
    paintKeyCap(painter, rect(), text());
    if (hasFocus()) paintFocus(painter, rect(), 0.8, 4);
    return;
  }
  const bool ink = m_kind == Kind::ink;
  QColor fill = ink ? theme.cursor : theme.paper;
  QColor front = ink ? theme.cursorText : theme.text;
  if (m_kind == Kind::flat) fill = Qt::transparent;
  if (!isEnabled()) {
    fill = ink ? theme.edge : fill;
    front = ink ? theme.paper : theme.text3;
  } else if (isDown() || isChecked()) {
    fill = ink ? theme.text2 : theme.selectedRow;
  } else if (underMouse()) {
    fill = ink ? theme.text2 : m_kind == Kind::flat ? theme.selectedRow : theme.panel;
  }
  const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  paintBox(painter, frame, m_kind == Kind::outline ? QPen(theme.edge, 1) : QPen(Qt::NoPen), fill, 5);

  const bool words = m_textShown && !text().isEmpty();
  double x = (width() - sizeHint().width()) / 2.0 + (ink ? 16 : 12);
  if (!words && m_key.isEmpty()) x = (width() - kIcon) / 2.0;
  if (!m_icon.isEmpty()) {
    paintIcon(painter, QRectF(x, (height() - kIcon) / 2.0, kIcon, kIcon), m_icon, front);
    x += kIcon + 6;
  }
  if (words) {
    const int advance = QFontMetrics(textFont()).horizontalAdvance(text());
    paintText(painter, QRectF(x, 0, advance + 2, height()), Qt::AlignLeft | Qt::AlignVCenter, textFont(),
              front, text());
    x += advance + 8;
  }
  if (!m_key.isEmpty()) {
    const int cap = keyCapWidth(m_key);
    paintKeyCap(painter, QRectF(x, 0, cap, height()), m_key);
    x += cap;
  }
  if (m_opensMenu) {
    paintIcon(painter, QRectF(width() - 26, (height() - 16) / 2.0, 16, 16), QStringLiteral("chevron-down"),
              front);
  }
  if (hasFocus()) {
    paintBox(painter, QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5),
             QPen(ink ? theme.cursorText : theme.cursor, 1.6), Qt::NoBrush, 3);
  }
}

}  // namespace runahead::gui
