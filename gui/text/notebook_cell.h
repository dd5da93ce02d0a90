// SPDX-License-Identifier: GPL-3.0-or-later
// A code cell of a notebook as Python, read as IPython reads it.
// Not here: the notebook's file (program_file.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace runahead::gui {

/// Before what a line was that only a notebook understands.
inline constexpr std::string_view kLeftOut = "# left out: ";

/// As many lines as the cell has, but for empty ones at its end. "%time x = 1" is "x = 1"; other magics,
/// commands of a shell and questions are comments, and within a block a "pass", too. They are such at the
/// beginning of a statement alone: neither in a string nor where a statement goes on.
std::vector<std::string> pythonOfCell(std::string_view source);

}  // namespace runahead::gui
