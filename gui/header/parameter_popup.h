// SPDX-License-Identifier: GPL-3.0-or-later
// ParameterPopup: everything about the next run that has no place in the header, under one button; and what
// the run will take. Not a dialog: values hold as they are typed, and it closes when one clicks beside it.
#pragma once

#include <QFrame>

#include "gui/header/run_settings.h"

namespace runahead::gui {

class TextLabel;

class ParameterPopup : public QFrame {
  Q_OBJECT
 public:
  explicit ParameterPopup(RunSettings* settings, QWidget* parent = nullptr);
  /// Below `anchor`, inside the screen.
  void openUnder(QWidget* anchor);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void fill();
  /// "will hold about 214 MB", or why there is no such run.
  void updateForecast();

  RunSettings* m_settings;
  TextLabel* m_forecast = nullptr;
};

}  // namespace runahead::gui
