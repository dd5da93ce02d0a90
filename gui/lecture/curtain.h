// SPDX-License-Identifier: GPL-3.0-or-later
// Curtain: what lies over a presentation: nothing, darkness, or darkness with a light at the pointer.
#pragma once

#include <QWidget>

namespace runahead::gui {

class Curtain : public QWidget {
  Q_OBJECT
 public:
  explicit Curtain(QWidget* parent);

  /// All dark, or not.
  void setDown(bool down);
  bool isDown() const { return m_down; }
  /// Dark around the pointer.
  void setLight(bool on);
  bool hasLight() const { return m_light; }
  /// The pointer is there now.
  void follow(QPointF pointer);

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  void show();

  bool m_down = false;
  bool m_light = false;
  QPointF m_pointer;
};

}  // namespace runahead::gui
