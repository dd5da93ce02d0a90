// SPDX-License-Identifier: GPL-3.0-or-later
// The window side as a library of its own, opened when a picture or the window is asked for: a run without
// either loads no widgets. Not here: what it does then (app/graphics.h).
#pragma once

#include "gui/cli/graphics.h"

namespace runahead::gui {

inline constexpr const char* kWindowModule = "runahead_window.so";
inline constexpr const char* kWindowModuleSymbol = "runahead_graphics";
/// Null where `version` is not the module's own. The caller owns what it gets.
using WindowModuleFunction = Graphics*(const char* version);

}  // namespace runahead::gui
