// SPDX-License-Identifier: GPL-3.0-or-later
// SpeedBox: the player's speed, always in words, and the list of all speeds with their ratios.
// Not here: which speeds there are (speed.h).
#pragma once

#include <QComboBox>

#include "gui/timeline/player.h"

namespace runahead::gui {

class SpeedBox : public QComboBox {
  Q_OBJECT
 public:
  explicit SpeedBox(Player* player, QWidget* parent = nullptr);
  /// The ratio instead of the words.
  void setShort(bool isShort);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void follow();

  Player* m_player;
  bool m_short = false;
};

}  // namespace runahead::gui
