// SPDX-License-Identifier: GPL-3.0-or-later
// DeviceBox: what mode stream runs on.
// Not here: which devices there are. One that is not there cannot be chosen and says why; where a recording
// asks for it, that is refused when the run is checked.
#pragma once

#include <QComboBox>

#include "gui/header/run_settings.h"

namespace runahead::gui {

class DeviceBox : public QComboBox {
  Q_OBJECT
 public:
  explicit DeviceBox(RunSettings* settings, QWidget* parent = nullptr);
};

}  // namespace runahead::gui
