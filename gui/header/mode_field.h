// SPDX-License-Identifier: GPL-3.0-or-later
// ModeField: the mode of the next run, with the framework that works so.
// Not here: what a mode does.
#pragma once

#include "gui/header/choice_field.h"
#include "gui/header/run_settings.h"

namespace runahead::gui {

class ModeField : public ChoiceField {
  Q_OBJECT
 public:
  explicit ModeField(RunSettings* settings, QWidget* parent = nullptr);

 private:
  void rebuild();
  void follow();

  RunSettings* m_settings;
  const Scenario* m_scenario = nullptr;
};

}  // namespace runahead::gui
