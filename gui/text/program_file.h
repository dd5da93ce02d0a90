// SPDX-License-Identifier: GPL-3.0-or-later
// Programs in Python that the user has in a file: their text, as a run keeps it.
// Not here: what runs it (core/scenario/python.h), the editor (gui/listing).
#pragma once

#include <QByteArray>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/trace/program_text.h"

namespace runahead::gui {

/// "mine.py", "lecture.ipynb", or "-" for standard input.
bool namesProgram(const std::string& word);

struct ReadProgram {
  ProgramText program;
  int left_out = 0;  ///< lines of a notebook that only a notebook understands, now comments
};
/// Failure: "mine.py: why it cannot be read".
Result<ReadProgram> readProgram(const std::string& path);
/// What such lines were.
std::vector<std::string> leftOutOf(const ProgramText& program);
/// The code cells of a notebook (nbformat 4) in their order, each under a line "# %%". Failure: one line.
Result<ReadProgram> programOfNotebook(const QByteArray& json);

}  // namespace runahead::gui
