// SPDX-License-Identifier: GPL-3.0-or-later
// A tool of the build: fills the tables of commands, options and keys into the man page, the manual and the
// completions of bash and zsh. Not here: what stays the same in them (resources/desktop/*.in,
// resources/manual), what --help prints (help.cpp).
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "gui/cli/commands.h"
#include "gui/text/key_lines.h"
#include "gui/text/presentation_keys.h"

namespace runahead::gui {
namespace {

/// By the name that stands between two @ in a template.
using Fragments = std::map<std::string, std::string>;

std::string replaced(std::string_view text, std::string_view what, std::string_view with) {
  std::string result;
  while (true) {
    const std::size_t at = text.find(what);
    result += text.substr(0, at);
    if (at == std::string_view::npos) return result;
    result += with;
    text.remove_prefix(at + what.size());
  }
}

/// Text as roff prints it.
std::string roff(std::string_view text) {
  std::string result(1, '\n');
  result += replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  for (const auto& [request, escaped] : {std::pair{"\n.", "\n\\&."}, {"\n'", "\n\\&'"}})
    result = replaced(result, request, escaped);
  return result.substr(1, result.find_last_not_of('\n'));
}

bool hasOptions(Command command) {
  return std::any_of(std::begin(kOptions), std::end(kOptions),
                     [&](const Option& option) { return has(command, option); });
}

void describeInRoff(Fragments& page) {
  for (const CommandHelp& one : kCommands) {
    std::string line = ".B runahead " + std::string(one.name);
    if (!one.target.empty()) line.append(" \\fI").append(one.target);
    if (hasOptions(one.command)) line += " \\fR[\\fIOPTIONS\\fR]";
    page["synopsis"] += line + "\n.br\n";
    page["commands"] += ".TP\n" + line + "\n" + roff(one.more) + "\n";
    page["examples"] += roff(one.examples) + "\n";
  }
  page["synopsis"] = ".B runahead\n.br\n" + page["synopsis"] +
                     ".B runahead \\-\\-help \\fR|\\fB \\-\\-version \\fR|\\fB \\-\\-diagnose";
  for (const OptionGroup& group : kOptionGroups) {
    page["options"] += ".SS " + roff(group.head) + "\n";
    for (const Option& option : kOptions) {
      if (option.kind != group.kind) continue;
      page["options"] += ".TP\n.B " + roff(option.name) + " \\fI" + roff(option.value) +
                         (option.repeats ? "\\fR *" : "") + "\n" + roff(option.text) + "\n";
    }
  }
  page["what"] = roff(kWhat);
  page["window"] = roff(kWindowWhat);
  page["repeats"] = roff(kRepeats);
  page["exit"] = roff(kExitStatus);
}

void completeInBash(Fragments& script) {
  const auto add = [](std::string& list, std::string_view between, std::string_view word) {
    list.append(list.empty() ? "" : between).append(word);
  };
  for (const CommandHelp& one : kCommands) {
    add(script["names"], " ", one.name);
    std::string names;
    for (const Option& option : kOptions) {
      if (has(one.command, option)) names.append(option.name).append(" ");
    }
    script["options"]
        .append("      ")
        .append(one.name)
        .append(") words='")
        .append(names)
        .append("--help' ;;\n");
  }
  for (const Option& option : kOptions) {
    if (!option.values.empty()) {
      script["values"].append("      ").append(option.name).append(") words='").append(option.values);
      script["values"] += "' ;;\n";
    } else if (!option.value.empty()) {
      // An option is completed alike wherever it stands.
      const bool files = option.value == "FILE" || option.value == "DIRECTORY";
      std::string& names = script[files ? "files" : "others"];
      if (names.find(option.name) == std::string::npos) add(names, "|", option.name);
    }
  }
}

/// Within quotes.
std::string zsh(std::string_view text) {
  std::string result = replaced(text, "'", "'\\''");
  for (const std::string special : {"[", "]", ":"}) result = replaced(result, special, "\\" + special);
  return replaced(result, "\n", " ");
}

void completeInZsh(Fragments& script) {
  const auto action = [](std::string_view word, std::string_view values) -> std::string {
    if (word == "SCENARIO") return "_runahead_scenarios";
    if (word == "NAME=VALUE") return "_runahead_parameters";
    if (word == "FILE" || word == "LECTURE") return "_files";
    if (word == "DIRECTORY") return "_directories";
    if (word == "LIST") return "_values -s , part " + std::string(values);
    return values.empty() ? " " : std::string("(").append(zsh(values)).append(")");
  };
  for (const CommandHelp& one : kCommands) {
    script["described"] += "    '" + std::string(one.name) + ":" + zsh(one.what) + "'\n";
    std::string& arguments = script["arguments"];
    arguments.append("    ").append(one.name).append(") _arguments '(- *)--help[what it does]'");
    if (!one.target.empty()) {
      arguments.append(" \\\n      '").append(one.command == Command::open ? "*" : "1").append(":");
      arguments.append(one.target).append(":").append(action(one.target, "")).append("'");
    }
    for (const Option& option : kOptions) {
      if (!has(one.command, option)) continue;
      arguments.append(" \\\n      '").append(option.repeats ? "*" : "").append(option.name);
      arguments.append(option.value.empty() ? "[" : "=[");
      arguments.append(zsh(option.text.substr(0, option.text.find(". ")))).append("]");
      if (!option.value.empty())
        arguments.append(":").append(option.value).append(":").append(action(option.value, option.values));
      arguments += "'";
    }
    arguments += " ;;\n";
  }
}

/// On one line, as a cell of a table.
std::string cell(std::string_view text) {
  return replaced(text, "\n", " ");
}

/// One line for rows that say the same: of the first key of each; of a row that stands alone all keys.
std::string presentation_rows() {
  std::string lines;
  const std::span<const PresentationKey> all = kPresentationKeys;
  for (std::size_t i = 0; i < all.size();) {
    KeyText text;
    std::size_t end = i + 1;
    while (end < all.size() && std::string_view(all[end].text) == all[i].text) ++end;
    for (std::size_t row = i; row < end; ++row) {
      for (const std::string& key : split_keys(all[row].keys)) {
        if (key != "Enter") text.add(key, end == i + 1 ? ", " : " ");  // its cap says the same as Return's
        if (end != i + 1) break;
      }
    }
    lines.append("| `").append(text.shown()).append("` | ").append(all[i].text).append(" |\n");
    i = end;
  }
  return lines;
}

void describeInMarkdown(Fragments& page) {
  page["commands"] = "| command | |\n|---|---|\n";
  for (const CommandHelp& one : kCommands) {
    page["commands"].append("| `runahead ").append(one.name).append(one.target.empty() ? "" : " ");
    page["commands"].append(one.target).append("` | ").append(one.what).append(" |\n");
    page["examples"] += replaced("\n" + std::string(one.examples), "\n  ", "\n").substr(1);
  }
  for (const OptionGroup& group : kOptionGroups) {
    page["options"].append("### ").append(group.head).append("\n\n| option | |\n|---|---|\n");
    for (const Option& option : kOptions) {
      if (option.kind != group.kind) continue;
      page["options"].append("| `").append(option.name).append(option.value.empty() ? "" : " ");
      page["options"].append(option.value).append(option.repeats ? "` * | " : "` | ");
      page["options"].append(cell(option.text)).append(" |\n");
    }
    page["options"] += "\n";
  }
  page["keys"] = "| key | |\n|---|---|\n";
  for (const KeyLine& line : kKeyLines)
    page["keys"].append("| `").append(shown_keys(line)).append("` | ").append(line.what).append(" |\n");
  page["presentation-keys"] = "| key | |\n|---|---|\n" + presentation_rows();
  page["repeats"] = kRepeats;
  page["exit"] = kExitStatus;
}

bool fill(const std::string& from, const std::string& to, const Fragments& fragments) {
  std::ifstream in(from);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  for (const auto& [name, fragment] : fragments)
    text = replaced(text, "@" + name + "@", fragment.substr(0, fragment.find_last_not_of('\n') + 1));
  std::ofstream out(to);
  out << text << std::flush;
  if (in && out && !text.empty()) return true;
  std::cerr << from << " cannot be made into " << to << "\n";
  return false;
}

}  // namespace
}  // namespace runahead::gui

/// The version, the folder to write into, and the templates: each is written under its name without ".in".
int main(int count, char** words) {
  using namespace runahead::gui;
  if (count < 4) return 2;
  std::map<std::string, Fragments> fragments{
      {".1", {{"version", words[1]}}}, {".bash", {}}, {"", {}}, {".md", {}}};
  describeInRoff(fragments[".1"]);
  completeInBash(fragments[".bash"]);
  completeInZsh(fragments[""]);
  describeInMarkdown(fragments[".md"]);
  for (int i = 3; i < count; ++i) {
    std::filesystem::path name = std::filesystem::path(words[i]).filename();
    if (name.extension() == ".in") name = name.stem();
    const auto found = fragments.find(name.extension().string());
    if (found == fragments.end() || !fill(words[i], std::filesystem::path(words[2]) / name, found->second))
      return 1;
  }
  return 0;
}
