// SPDX-License-Identifier: GPL-3.0-or-later
// ClockField: which clock the next run has, and whether it is driven by hand.
// Not here: what a clock is (core/scenario), driving (gui/driving).
#pragma once

#include "gui/header/choice_field.h"
#include "gui/header/run_settings.h"

namespace runahead::gui {

class ClockField : public ChoiceField {
  Q_OBJECT
 public:
  explicit ClockField(RunSettings* settings, QWidget* parent = nullptr);

 private:
  void follow();

  RunSettings* m_settings;
  QStringList m_offered;
};

}  // namespace runahead::gui
