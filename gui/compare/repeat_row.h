// SPDX-License-Identifier: GPL-3.0-or-later
// RepeatRow: what the comparison of live runs stands on, and the button that has them repeated, or stops
// that. Not here: repeating (repeater.h).
#pragma once

#include <QWidget>

namespace runahead::gui {

class Button;
class Repeater;
class TextLabel;

class RepeatRow : public QWidget {
  Q_OBJECT
 public:
  explicit RepeatRow(Repeater* repeater, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void follow();

  Repeater* m_repeater;
  TextLabel* m_words;
  Button* m_button;
};

}  // namespace runahead::gui
