// SPDX-License-Identifier: GPL-3.0-or-later
// ModeField: the mode of the next run.
// Not here: what a mode does.
#pragma once

#include "gui/header/choice_field.h"
#include "gui/header/run_settings.h"

namespace runahead::gui {

class ModeField : public ChoiceField {
  Q_OBJECT
 public:
  explicit ModeField(RunSettings* settings, QWidget* parent = nullptr);

  /// Beside TensorFlow's names, mode sync goes by the name that it has there: eager.
  void setFramework(const QString& framework);

 private:
  void rebuild();
  void follow();

  RunSettings* m_settings;
  const Scenario* m_scenario = nullptr;
  QString m_framework;
};

}  // namespace runahead::gui
