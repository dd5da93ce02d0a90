// SPDX-License-Identifier: GPL-3.0-or-later
// WaitsField: when the program waits: one of the scenario's values, every K iterations with K beside it, or
// the lines that were chosen in the listing's margin.
#pragma once

#include <QComboBox>
#include <QHash>
#include <QWidget>

#include "gui/runs/run_settings.h"

namespace runahead::gui {

class NumberField;

class WaitsField : public QWidget {
  Q_OBJECT
 public:
  explicit WaitsField(RunSettings* settings, QWidget* parent = nullptr);

  /// Whether there is anything to choose.
  bool offersChoice() const { return m_combo->count() > 1; }
  /// Takes what is being typed as the value, without Enter.
  void takeTyped();

 private:
  void follow();
  void choose(int index);
  void add(const Waits& waits);

  RunSettings* m_settings;
  const Scenario* m_scenario = nullptr;
  QComboBox* m_combo;
  QHash<QString, Waits> m_values;  ///< by what the combo box has as data
  NumberField* m_every;
};

}  // namespace runahead::gui
