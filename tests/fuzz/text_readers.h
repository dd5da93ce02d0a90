// SPDX-License-Identifier: GPL-3.0-or-later
// exercise_notebook() and exercise_words(): give bytes to what reads notebooks and command lines. Not tests
// by themselves, as exercise.h.
#pragma once

#include <string>
#include <string_view>

namespace runahead::testing_support {

/// The reader's complaint, or "" where it had none: then its program is text that ends with a line.
std::string exercise_notebook(std::string_view bytes);
/// A word a line, without the program's name; where they ask for runs, these are looked up, too. No file that
/// they name is read.
std::string exercise_words(std::string_view lines);

}  // namespace runahead::testing_support
