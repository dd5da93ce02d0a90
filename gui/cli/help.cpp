// SPDX-License-Identifier: GPL-3.0-or-later
// Printing the table of commands and options.
// Not here: the scenarios' own words (core/scenario).
#include "gui/cli/help.h"

#include <algorithm>
#include <vector>

#include "core/scenario/run_execution.h"

namespace runahead::gui {
namespace {

const CommandHelp* helpOf(Command command) {
  const auto* const found = std::ranges::find(kCommands, command, &CommandHelp::command);
  return found == std::end(kCommands) ? nullptr : found;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 2, width), ' ');
  return text;
}

/// `lines` beside `head`, in a column of their own.
std::string beside(const std::string& head, std::string_view lines, std::size_t width) {
  std::string result = padded(head, width);
  for (const char c : lines) {
    result += c;
    if (c == '\n') result += std::string(width, ' ');
  }
  return result + "\n";
}

std::string optionsOf(Command command, Option::Kind kind) {
  std::string result;
  for (const Option& option : kOptions) {
    if (option.kind != kind || !has(command, option)) continue;
    std::string head = "  ";
    head += option.name;
    if (!option.value.empty()) head.append(" ").append(option.value);
    if (option.repeats) head += " *";
    result += beside(head, option.text, 22);
  }
  return result;
}

std::string wordsOf(const Parameter& parameter) {
  std::string text = parameter.help;
  if (!parameter.unit.empty()) text += " (" + parameter.unit + ")";
  text += ", " + std::to_string(parameter.min) + " to " + std::to_string(parameter.max) +
          ".\nDefault: " + std::to_string(parameter.default_value);
  if (parameter.book != parameter.default_value || parameter.step != parameter.default_value)
    text += "; book " + std::to_string(parameter.book) + ", step " + std::to_string(parameter.step);
  return text;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace

const Option* findOption(Command command, std::string_view name) {
  const auto* const found = std::find_if(std::begin(kOptions), std::end(kOptions), [&](const Option& one) {
    return one.name == name && has(command, one);
  });
  return found == std::end(kOptions) ? nullptr : found;
}

const Command* findCommand(std::string_view word) {
  for (const CommandHelp& one : kCommands) {
    if (one.name == word) return &one.command;
  }
  return nullptr;
}

const char* nameOf(Command command) {
  if (command == Command::help) return "--help";
  if (command == Command::version) return "--version";
  if (command == Command::diagnose) return "--diagnose";
  const CommandHelp* const help = helpOf(command);
  return help ? help->name.data() : "the window";
}

std::string_view targetName(Command command) {
  const CommandHelp* const help = helpOf(command);
  return help ? help->target : "";
}

std::string usage() {
  std::string text = std::string(kWhat) + "\n" + beside("  runahead", kWindowWhat, 32);
  for (const CommandHelp& one : kCommands) {
    std::string head = "  runahead ";
    head += one.name;
    if (!one.target.empty()) head.append(" ").append(one.target);
    text += beside(head, one.what, 32);
  }
  text += beside("  runahead FILE", "the same as runahead open FILE", 32);
  text += beside("  runahead --version", "the version", 32);
  text += beside("  runahead --diagnose", "what a report of an error needs to say about this computer", 32);
  return text +
         "\nEach explains itself: runahead run --help, runahead run increment-loop --help, runahead help "
         "run.\n"
         "In the window, ? shows all keys.\n\n"
         "To begin with:\n"
         "  runahead list\n"
         "  runahead run increment-loop --waits each --waits none\n"
         "  runahead run increment-loop --waits each --waits none --clock virtual --export loop.svg\n\n"
         "Exit status: " +
         std::string(kExitStatus) + "\n";
}

std::string usage(Command command) {
  const CommandHelp* const help = helpOf(command);
  if (!help) return usage();
  std::string options;
  for (const OptionGroup& group : kOptionGroups) {
    if (const std::string some = optionsOf(command, group.kind); !some.empty())
      options.append("\n").append(group.head).append(":\n").append(some);
  }
  std::string text = "runahead ";
  text += help->name;
  if (!help->target.empty()) text.append(" ").append(help->target);
  if (!options.empty()) text += " [OPTIONS]";
  text.append("\n\n").append(help->more).append(options);
  if (options.find(" *") != std::string::npos) text.append("\n* ").append(kRepeats).append("\n");
  return text.append("\nFor example:\n").append(help->examples);
}

std::string usage(const Scenario& scenario) {
  std::vector<std::string> modes;
  for (const Mode mode : scenario.modes) modes.emplace_back(to_string(mode));
  std::vector<std::string> lines;
  for (const WaitLine& one : scenario.wait_lines) {
    if (one.place != WaitPlace::final) lines.push_back(std::to_string(one.line));
  }
  std::string text =
      "runahead run " + scenario.id + " [OPTIONS]\n\n" + scenario.title + ". " + scenario.question + "\n\n";
  text += beside("  --mode", joined(modes) + ". Default: " + modes.front(), 22);
  text += beside("  --waits",
                 joined(scenario.waits) + (lines.empty() ? "" : ", or lines of " + joined(lines)) +
                     ". Default: " + scenario.waits.front(),
                 22);
  text += beside("  --clock", scenario.virtual_only ? "virtual" : "live, virtual. Default: live", 22);
  for (const Parameter& parameter : scenario.parameters)
    text += beside("  --set " + parameter.name + "=N", wordsOf(parameter), 22);
  return text +
         "\nMore options, which every scenario has: runahead run --help\n\nFor example:\n  runahead run " +
         scenario.id + " --preset step\n  runahead run " + scenario.id + " --clock virtual --export " +
         scenario.id + ".svg\n";
}

}  // namespace runahead::gui
