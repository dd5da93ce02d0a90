// SPDX-License-Identifier: GPL-3.0-or-later
// TextLabel: text in a colour of the theme, elided on one line or wrapped over several.
// Not rich text, not selectable, and no style sheet reaches it: its look is what its constructor says.
#pragma once

#include <QFont>
#include <QHash>
#include <QWidget>

#include "gui/widgets/theme.h"

namespace runahead::gui {

class TextLabel : public QWidget {
  Q_OBJECT
  Q_PROPERTY(QString text READ text WRITE setText)
 public:
  using Colour = QColor Theme::*;

  TextLabel(const QFont& font, Colour colour, const QString& text = {}, QWidget* parent = nullptr);
  /// On one line that is never elided.
  static TextLabel* whole(const QFont& font, Colour colour, const QString& text = {});
  static TextLabel* wrapped(const QFont& font, Colour colour, const QString& text = {}, int lineHeight = 0);

  QString text() const { return m_text; }
  void setText(const QString& text);
  void setTextFont(const QFont& font);
  void setAlignment(Qt::Alignment alignment);
  /// Wrapped text asks for the height that it needs, of lines as with setLineHeight(); the other kind is
  /// elided with its whole text as tool tip.
  void setWrapped(int lineHeight = 0);
  /// Lines are this high, in pixels; 0: what the font says.
  void setLineHeight(int pixels);
  void setHiddenWhenEmpty() {
    m_hiddenWhenEmpty = true;
    setVisible(!m_text.isEmpty());
  }
  void setElideMode(Qt::TextElideMode mode) { m_elide = mode; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return m_wrapped; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  int layoutLines(int width, QPainter* painter) const;

  QFont m_font;
  Colour m_colour;
  QString m_text;
  mutable QHash<int, int> m_heights;  ///< of wrapped text, by width: layouts ask again and again
  Qt::Alignment m_alignment = Qt::AlignLeft | Qt::AlignVCenter;
  Qt::TextElideMode m_elide = Qt::ElideRight;
  int m_lineHeight = 0;
  bool m_wrapped = false;
  bool m_hiddenWhenEmpty = false;
};

}  // namespace runahead::gui
