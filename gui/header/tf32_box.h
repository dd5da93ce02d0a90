// SPDX-License-Identifier: GPL-3.0-or-later
// Tf32Box: whether products on a CUDA device may round their factors. Where the next run has none it cannot
// be ticked, and its tool tip says why. Not here: which runs those are (run_settings.h).
#pragma once

#include <QCheckBox>

#include "gui/header/run_settings.h"

namespace runahead::gui {

class Tf32Box : public QCheckBox {
  Q_OBJECT
 public:
  explicit Tf32Box(RunSettings* settings, QWidget* parent = nullptr);
};

}  // namespace runahead::gui
