// SPDX-License-Identifier: GPL-3.0-or-later
// Text that came from elsewhere (a file, an argument) within a message of ours: never more than text, and in
// a reader's complaint never longer than a line. Not for files that are written (io/json_out.h).
#pragma once

#include <string>
#include <string_view>

namespace runahead {

/// What would move a terminal's cursor, ring, begin a line, or turn the direction of reading is shown by its
/// code, as in JSON: "\n", "\u001b"; so is what is no UTF-8: "\xff". `of_lines`: it may have several lines.
std::string without_controls(std::string_view text, bool of_lines = false);

/// Without controls, and of more than 60 characters the first 59 with "…".
std::string shortened(std::string_view text);

/// A name whose characters for the direction of reading are closed within it stays as it is; else it loses
/// them, or they would turn what stands behind it.
std::string without_directions(std::string text);

/// Without line breaks, control characters and doubled spaces, which names and messages may bring along.
std::string one_line(const std::string& text);

/// Shortened, in double quotes.
std::string in_quotes(std::string_view text);

}  // namespace runahead
