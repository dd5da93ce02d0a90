// SPDX-License-Identifier: GPL-3.0-or-later
// Button: the window's push button, with an icon of resources/icons and, where it helps, the key that does
// the same. Not for choices among several: segmented_control.h.
#pragma once

#include <QAbstractButton>

class QPainter;

namespace runahead::gui {

class Button : public QAbstractButton {
  Q_OBJECT
 public:
  enum class Kind {
    ink,      ///< the one action of its place
    outline,  ///< any other action
    flat,     ///< an icon in a pane's head or a field
    keyCap,   ///< looks like the key that does the same
  };
  Button(Kind kind, const QString& iconName, const QString& text, QWidget* parent = nullptr);

  void setIconName(const QString& name);
  /// A key to show behind the text.
  void setKeyHint(const QString& key);
  /// Another text, and with it another accessible name.
  void say(const QString& text);
  /// The text stays the accessible name and becomes the tool tip while it is not shown, as in an icon that is
  /// flat.
  void setTextShown(bool shown);
  /// A chevron at the right end: the button opens something.
  void setOpensMenu(bool opens);
  void setControlHeight(int pixels);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QFont textFont() const;
  Kind m_kind;
  QString m_icon;
  QString m_key;
  int m_height = 30;
  bool m_textShown = true;
  bool m_opensMenu = false;
};

/// Paints a key cap that is centred in `box` and as wide as its text asks for; returns its width.
int keyCapWidth(const QString& key);
void paintKeyCap(QPainter& painter, const QRectF& box, const QString& key);
/// One beside the other, as keyCaps() has them.
void paintKeyCaps(QPainter& painter, QPointF at, double height, const QStringList& keys);

}  // namespace runahead::gui
