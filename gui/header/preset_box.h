// SPDX-License-Identifier: GPL-3.0-or-later
// PresetBox: the sizes that a scenario comes with: standard, the book's, small enough to step through.
// Not here: the values (core's Parameter).
#pragma once

#include <QComboBox>

#include "gui/header/run_settings.h"

namespace runahead::gui {

class PresetBox : public QComboBox {
  Q_OBJECT
 public:
  explicit PresetBox(RunSettings* settings, QWidget* parent = nullptr);
};

}  // namespace runahead::gui
