// SPDX-License-Identifier: GPL-3.0-or-later
// What --diagnose prints: what a developer who is to mend an error needs to know of a computer and of this
// build. It names no file of the user's. Not here: screen and fonts (graphics.h).
#pragma once

#include <functional>
#include <string>

#include "gui/cli/graphics.h"

namespace runahead::gui {

/// Opens what there is: OpenBLAS, Python, CUDA, the window's library. What cannot be opened is a line, too.
/// Each is printed as soon as it is known: the next one may be what ends the program.
void diagnose(const std::string& version, const OpenGraphics& openGraphics,
              const std::function<void(const std::string&)>& print);

}  // namespace runahead::gui
