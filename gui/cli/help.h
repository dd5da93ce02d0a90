// SPDX-License-Identifier: GPL-3.0-or-later
// The commands and their options, once: what the parser accepts is what --help prints.
// Not here: reading their values (arguments.cpp).
#pragma once

#include <string>
#include <string_view>

#include "core/scenario/scenario.h"
#include "gui/cli/arguments.h"

namespace runahead::gui {

struct Option {
  std::string_view name;   ///< "--mode"
  std::string_view value;  ///< "MODE"; empty for a switch
  /// Of one run, of what comes out, of a picture.
  enum class Kind { run, output, picture } kind;
  bool repeats;           ///< may be given several times
  std::string_view text;  ///< what it is, its values and unit, its default; lines split by \n
};

/// Null where the command does not have it.
const Option* findOption(Arguments::Command command, std::string_view name);

/// Null for words that are no command.
const Arguments::Command* findCommand(std::string_view word);
/// "SCENARIO", "FILE", "DIRECTORY"; empty where a command takes nothing.
std::string_view targetName(Arguments::Command command);

/// All commands.
std::string usage();
/// One command: what it does, its options, examples.
std::string usage(Arguments::Command command);
/// What can be asked of a scenario.
std::string usage(const Scenario& scenario);

}  // namespace runahead::gui
