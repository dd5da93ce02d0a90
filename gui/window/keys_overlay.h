// SPDX-License-Identifier: GPL-3.0-or-later
// KeysOverlay: all keys and gestures, over the window, until a key or a click takes it away. Never modal.
// Not here: what the keys do (window_keys.h), the list (text/key_lines.h).
#pragma once

#include <QWidget>

namespace runahead::gui {

class KeysOverlay : public QWidget {
  Q_OBJECT
 public:
  explicit KeysOverlay(QWidget* parent);
  void toggle();
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
};

}  // namespace runahead::gui
