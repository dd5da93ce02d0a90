// SPDX-License-Identifier: GPL-3.0-or-later
// The door of the module.
#include "gui/app/window_module.h"

#include <string_view>

#include "gui/app/graphics.h"

extern "C" runahead::gui::Graphics* runahead_graphics(const char* version) {
  return version == std::string_view(RUNAHEAD_VERSION) ? new runahead::gui::QtGraphics : nullptr;
}
