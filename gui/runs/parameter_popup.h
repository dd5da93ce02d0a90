// SPDX-License-Identifier: GPL-3.0-or-later
// ParameterPopup: everything about the next run that has no place in the header, under one button; and what
// the run will take. Not a dialog: values hold as they are typed, it closes when one clicks beside it, and
// scrolls where the screen is too low for it.
#pragma once

#include <QFrame>
#include <vector>

#include "gui/runs/run_settings.h"

class QScrollArea;

namespace runahead::gui {

class NumberField;
class TextLabel;

class ParameterPopup : public QFrame {
  Q_OBJECT
 public:
  explicit ParameterPopup(RunSettings* settings, QWidget* parent = nullptr);
  /// Below `anchor`, inside the screen.
  void openUnder(QWidget* anchor);
  /// Takes what is being typed as the value, without Enter.
  void takeTyped();

 signals:
  /// Enter, or the keys of the menu's Run: they do not reach the window while this is open.
  void runRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void fill();
  void requestRun();
  /// Below the anchor, inside the screen.
  void place();
  /// "will hold about 214 MB", or why there is no such run.
  void updateForecast();

  RunSettings* m_settings;
  QScrollArea* m_scroll;
  QPoint m_at;
  TextLabel* m_forecast = nullptr;
  std::vector<NumberField*> m_numbers;  ///< in m_scroll
};

}  // namespace runahead::gui
