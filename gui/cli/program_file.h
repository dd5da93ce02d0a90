// SPDX-License-Identifier: GPL-3.0-or-later
// A program that is named on the command line: its text, as a run keeps it.
// Not here: what runs it (core/scenario/python.h).
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/scenario/program_text.h"

namespace runahead::gui {

/// "mine.py", or "-" for standard input.
bool namesProgram(const std::string& word);
Result<ProgramText> readProgram(const std::string& path);

}  // namespace runahead::gui
