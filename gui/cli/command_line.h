// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the command line, from words to exit status.
// Not here: the window; the caller opens it.
#pragma once

#include <functional>
#include <span>
#include <string>

namespace runahead::gui {

/// Runs the window until it is closed. `files` were found readable.
using OpenWindow = std::function<int(std::span<const std::string> files)>;

/// Exit status: 0; 1 the run failed or was interrupted; 2 wrong usage or input, after one line on standard
/// error.
int runCommandLine(std::span<const std::string> words, const OpenWindow& openWindow);

}  // namespace runahead::gui
