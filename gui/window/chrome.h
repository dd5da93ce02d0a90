// SPDX-License-Identifier: GPL-3.0-or-later
// The look of the standard controls that the window uses as they are: fields, combo boxes, tabs.
// Not here: colours (theme/) and controls that paint themselves (widgets/).
#pragma once

#include <QString>

#include "gui/theme/theme.h"

namespace runahead::gui {

QString controlStyleSheet(const Theme& theme);

}  // namespace runahead::gui
