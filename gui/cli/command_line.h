// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the command line, from words to exit status.
// Not here: the window; the caller opens it.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/io/session_file.h"

namespace runahead::gui {

struct OpenedFile {
  std::string path;
  SessionFile session;
};
/// Runs the window, with these files in it, until it is closed.
using OpenWindow = std::function<int(std::vector<OpenedFile> files)>;

/// Exit status: 0; 1 the run failed or was interrupted; 2 wrong usage or input, after one line on standard
/// error.
int runCommandLine(std::span<const std::string> words, const OpenWindow& openWindow);

}  // namespace runahead::gui
