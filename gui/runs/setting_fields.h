// SPDX-License-Identifier: GPL-3.0-or-later
// Controls that edit one setting of the next run each and follow it. Not here: the settings (run_settings.h),
// waits (waits_field.h), numbers (number_field.h).
#pragma once

#include "gui/runs/choice_field.h"

class QCheckBox;

namespace runahead::gui {

class RunSettings;

/// Which clock, and whether the run is manual.
ChoiceField* clockField(RunSettings* settings);
/// With the framework that works so.
ChoiceField* modeField(RunSettings* settings);
/// What mode stream runs on. A device that is not there cannot be chosen and says why; where a recording asks
/// for it, that is refused when the run is checked.
QComboBox* deviceBox(RunSettings* settings);
/// The sizes that a scenario comes with; none is chosen while the values are the user's own.
QComboBox* presetBox(RunSettings* settings);
/// Where the next run has no such products it cannot be ticked, and its tool tip says why.
QCheckBox* tf32Box(RunSettings* settings);

}  // namespace runahead::gui
