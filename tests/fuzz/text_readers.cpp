// SPDX-License-Identifier: GPL-3.0-or-later
// With what the command line knows of Qt.
#include "tests/fuzz/text_readers.h"

#include <QByteArray>
#include <cstdlib>
#include <vector>

#include "gui/cli/arguments.h"
#include "gui/text/program_file.h"

namespace runahead::testing_support {

std::string exercise_notebook(std::string_view bytes) {
  const auto read = gui::programOfNotebook(QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size())));
  if (!read) {
    if (read.error().empty() || read.error().find('\n') != std::string::npos) std::abort();
    return read.error();
  }
  const std::string& text = read->program.text;
  if (!text.starts_with("# %%\n") || !text.ends_with('\n') || read->left_out < 0) std::abort();
  return "";
}

std::string exercise_words(std::string_view lines) {
  std::vector<std::string> words;
  for (std::size_t from = 0; from < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', from), lines.size());
    words.emplace_back(lines.substr(from, end - from));
    from = end + 1;
  }
  const auto arguments = gui::parseArguments(words);
  if (!arguments) return arguments.error();
  const bool runs = arguments->command == gui::Command::run && arguments->costs.empty() &&
                    !gui::namesProgram(arguments->target);
  if (!runs) return "";
  const auto configs = gui::requestedRuns(*arguments);
  if (!configs) return configs.error();
  if (configs->empty() || configs->size() > gui::kMostRuns) std::abort();
  return "";
}

}  // namespace runahead::testing_support
