// SPDX-License-Identifier: GPL-3.0-or-later
// ChoiceBox: a list that opens, in the window. A wheel scrolls what it stands in and does not turn it, and a
// click leaves the keys to what had them.
#pragma once

#include <QComboBox>
#include <QWheelEvent>

namespace runahead::gui {

class ChoiceBox : public QComboBox {
 public:
  ChoiceBox() { setFocusPolicy(Qt::TabFocus); }

 protected:
  void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

}  // namespace runahead::gui
