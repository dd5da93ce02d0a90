// SPDX-License-Identifier: GPL-3.0-or-later
// ModeField: the mode of the next run; all of a scenario's modes in sight, or a drop-down where five do not
// fit. Not here: what a mode does.
#pragma once

#include <QComboBox>
#include <QWidget>

#include "gui/header/run_settings.h"
#include "gui/widgets/segmented_control.h"

namespace runahead::gui {

class ModeField : public QWidget {
  Q_OBJECT
 public:
  explicit ModeField(RunSettings* settings, QWidget* parent = nullptr);

  /// Beside TensorFlow's names, mode sync goes by the name that it has there: eager.
  void setFramework(const QString& framework);
  /// Compact: one mode at a time where there are more than always fit.
  void setCompact(bool compact);
  /// The width that the field has, or would have.
  int widthFor(bool compact) const;

 private:
  bool listed(bool compact) const;
  void rebuild();
  void follow();

  RunSettings* m_settings;
  const Scenario* m_scenario = nullptr;
  QString m_framework;
  SegmentedControl* m_segments;
  QComboBox* m_list;
  bool m_compact = false;
};

}  // namespace runahead::gui
