// SPDX-License-Identifier: GPL-3.0-or-later
// ChoiceBox: a list that opens, in the window. Not turned by a wheel that scrolls what it stands in.
#pragma once

#include <QComboBox>
#include <QWheelEvent>

namespace runahead::gui {

class ChoiceBox : public QComboBox {
 protected:
  void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

}  // namespace runahead::gui
