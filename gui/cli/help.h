// SPDX-License-Identifier: GPL-3.0-or-later
// Finding commands and options in their table, and what --help prints.
// Not here: reading values (arguments.cpp), the manual (write_manual.cpp).
#pragma once

#include <string>
#include <string_view>

#include "core/scenario/scenario.h"
#include "gui/cli/commands.h"

namespace runahead::gui {

/// Null where the command does not have it.
const Option* findOption(Command command, std::string_view name);

/// Null for words that are no command.
const Command* findCommand(std::string_view word);
/// "run", "--version", "the window".
const char* nameOf(Command command);
/// "SCENARIO", "FILE", "DIRECTORY"; empty where a command takes nothing.
std::string_view targetName(Command command);

/// All commands.
std::string usage();
/// One command: what it does, its options, examples.
std::string usage(Command command);
/// What can be asked of a scenario.
std::string usage(const Scenario& scenario);

}  // namespace runahead::gui
