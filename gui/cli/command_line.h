// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the command line, from words to exit status.
// Not here: the window and pictures (graphics.h).
#pragma once

#include <span>
#include <string>

#include "gui/cli/graphics.h"

namespace runahead::gui {

/// Exit status: 0; 1 the run failed or was interrupted; 2 wrong usage or input, after one line on standard
/// error.
int runCommandLine(std::span<const std::string> words, const OpenGraphics& openGraphics);

}  // namespace runahead::gui
