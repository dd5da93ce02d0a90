// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands and options, and its printing.
// Not here: the scenarios' own words (core/scenario).
#include "gui/cli/help.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/scenario/session.h"

namespace runahead::gui {
namespace {

using Command = Arguments::Command;
using Kind = Option::Kind;

struct CommandHelp {
  Command command;
  std::string_view name;
  std::string_view target;
  std::string_view what;  ///< one line
  std::string_view more;
  std::string_view examples;
};

constexpr CommandHelp kCommands[] = {
    {Command::list, "list", "", "the scenarios that can be run, and their questions",
     "What a scenario has of its own, its modes, waits and parameters, is shown by\n"
     "\"runahead run SCENARIO --help\".\n",
     "  runahead list\n"
     "  runahead list --json\n"},
    {Command::run, "run", "SCENARIO", "run one and print its numbers, or a comparison",
     "Runs a scenario and prints its numbers. An option marked * may be repeated, which makes a comparison:\n"
     "every value is run with every value of the others. \"runahead list\" shows the scenarios,\n"
     "\"runahead run SCENARIO --help\" the modes, waits and parameters of one.\n",
     "  runahead run four-statements\n"
     "  runahead run increment-loop --waits each --waits none\n"
     "  runahead run increment-loop --clock virtual --set t1_ns=1000 --set t2_ns=10000 --set t3_ns=2000\n"
     "  runahead run training-memory --mode stream --mode async --waits none --preset book\n"
     "  runahead run queued-vs-finished --set n=500 --export slide.svg --size 16:9 --title \"Run 1\"\n"
     "  runahead run four-statements --preset step --export sheet.pdf --size a4 --worksheet\n"},
    {Command::open, "open", "FILE", "a trace or a session: in the window, as pictures, or as numbers",
     "Opens a trace (.json) or a session (.runahead) that run or the window saved.\n"
     "Without --export and --json it opens in the window. Of several files, the window compares the runs,\n"
     "and exports hold all of them.\n",
     "  runahead open lecture.runahead\n"
     "  runahead open mine.json yours.json --export both.pdf --align end\n"
     "  runahead open trace.json --export page.pdf --size a4 --parts timeline,listing,graph,table\n"
     "  runahead open trace.json --json\n"},
    {Command::calibrate, "calibrate", "FILE", "measure what work costs on this computer, for --costs",
     "Runs some short programs live and writes what their parts cost, for run --clock virtual --costs FILE.\n"
     "Takes some seconds; let nothing else run meanwhile.\n",
     "  runahead calibrate here.json\n"
     "  runahead run training-memory --clock live --clock virtual --costs here.json\n"},
    {Command::gallery, "gallery", "DIRECTORY", "a page with a picture of every scenario, to read offline",
     "Runs every scenario under the virtual clock and writes DIRECTORY/index.html with a picture of each, "
     "as\n"
     "SVG and PNG: question, listing, figure, numbers, explanation. The directory is made where it is "
     "missing;\n"
     "what it holds under the same names is replaced. The page needs no network and no script.\n",
     "  runahead gallery gallery\n"},
};

// Defaults that the run itself has (RunRequest, FigureOptions) are said here in words.
constexpr Option kOptions[] = {
    {"--mode", "MODE", Kind::run, true,
     "how calls become work: sync (a call computes), async (workers compute),\n"
     "stream (a device computes in order), function (traced once, run as one call),\n"
     "lazy (recorded until needed). Default: the scenario's first"},
    {"--waits", "WAITS", Kind::run, true,
     "where the program waits: program (as printed), none (only at the end), each\n"
     "(in every pass), every:K (in each K-th pass), or lines: 3,5. Default: the\n"
     "scenario's first"},
    {"--workers", "N", Kind::run, true, "threads that execute tasks, 1 to 256. Default: 1"},
    {"--clock", "CLOCK", Kind::run, true,
     "live: threads, and the time that things take here; virtual: a simulation, the\n"
     "same every time and everywhere. Default: live; of loop-model virtual"},
    {"--device", "DEVICE", Kind::run, true,
     "of mode stream: auto, cpu (computes at once), emulated (an accelerator made of\n"
     "threads), cuda. Default: auto"},
    {"--tf32", "", Kind::run, false, "on cuda: products may round their factors to ten bits"},
    {"--seed", "S", Kind::run, true, "of the random numbers, a whole number from 0. Default: 0"},
    {"--set", "NAME=VALUE", Kind::run, true,
     "a parameter, a whole number. Of every scenario: max_pending (tasks) and\n"
     "memory_bound_mb (MB) bound the queue, 0 is no bound. Under the virtual clock:\n"
     "t1_ns to enqueue, t2_ns to execute, t3_ns to hand back (ns). The scenario's\n"
     "own: runahead run SCENARIO --help"},
    {"--preset", "NAME", Kind::run, false,
     "all parameters at once: book (the sizes of the book) or step (small enough to\n"
     "look at each task). Default: sizes that take seconds"},
    {"--rounds", "N", Kind::run, false,
     "of a live comparison: how often its runs are made, in turn, 3 to 9, or 1. The\n"
     "numbers are medians. Default: 9, or what fits into 20 s beyond the first round"},
    {"--costs", "FILE", Kind::run, false,
     "of the virtual clock: what work costs, as calibrate wrote it. Default: an\n"
     "invented machine, the same everywhere"},
    {"--export", "FILE", Kind::output, true,
     "write a file: .png .svg .pdf a picture, .csv the tasks, .json the trace,\n"
     ".runahead a session. Repeated: several files. Default: none"},
    {"--json", "", Kind::output, false, "print one JSON document instead of text"},
    {"--size", "SIZE", Kind::picture, false,
     "16:9 or 4:3 (slides), a4, a4-column (170 mm wide), 1600x900 (pixels) or\n"
     "170x120mm (paper). Default: 1600x900, higher for several runs"},
    {"--dpi", "N", Kind::picture, false, "dots per inch of sizes on paper, 30 to 2400. Default: 96"},
    {"--theme", "THEME", Kind::picture, false,
     "light, dark, print, or mono for printers without colours. Default: print"},
    {"--parts", "LIST", Kind::picture, false,
     "of timeline,charts,listing,graph,table. Default: timeline,charts"},
    {"--title", "TEXT", Kind::picture, false,
     "above the picture. Default: the scenario's title and question"},
    {"--caption", "TEXT", Kind::picture, false, "below the picture. Default: none"},
    {"--align", "WHERE", Kind::picture, false,
     "several runs by their start, their end, or mark:NAME. Default: start"},
    {"--worksheet", "", Kind::picture, false,
     "program, costs and the frontend until its first wait; the rest is left for\n"
     "students to draw. The solution is written beside it as NAME-solution"},
    {"--steps", "KIND", Kind::picture, false,
     "a picture after every statement, task or event: NAME-001, NAME-002, ... without\n"
     "what comes later. Default: one picture of all of it"},
};

bool has(Command command, const Option& option) {
  switch (command) {
    case Command::run:
      return true;
    case Command::open:
      return option.kind != Kind::run;
    case Command::list:
      return option.name == "--json";
    default:
      return false;
  }
}

const CommandHelp* helpOf(Command command) {
  const auto* const found = std::find_if(std::begin(kCommands), std::end(kCommands),
                                         [&](const CommandHelp& one) { return one.command == command; });
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

std::string optionsOf(Command command, Kind kind) {
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

std::string_view targetName(Command command) {
  const CommandHelp* const help = helpOf(command);
  return help ? help->target : "";
}

std::string usage() {
  std::string text =
      "Runahead shows what an asynchronous deep-learning runtime does: what the program hands over, what\n"
      "runs when, what waits for what, and how much memory is held meanwhile.\n\n";
  text += beside("  runahead", "open the window; without a display, write the gallery to ./gallery", 32);
  for (const CommandHelp& one : kCommands) {
    std::string head = "  runahead ";
    head += one.name;
    if (!one.target.empty()) head.append(" ").append(one.target);
    text += beside(head, one.what, 32);
  }
  text += beside("  runahead --version", "the version", 32);
  return text +
         "\nEach explains itself: runahead run --help, runahead run increment-loop --help, runahead help "
         "run.\n"
         "In the window, ? shows all keys.\n\n"
         "To begin with:\n"
         "  runahead list\n"
         "  runahead run increment-loop --waits each --waits none\n"
         "  runahead run increment-loop --waits each --waits none --clock virtual --export loop.svg\n\n"
         "Exit status: 0; 1 the run failed or was interrupted; 2 wrong usage or input.\n";
}

std::string usage(Command command) {
  const CommandHelp* const help = helpOf(command);
  if (!help) return usage();
  std::string options;
  for (const auto& [kind, head] : {std::pair{Kind::run, "\nThe run:\n"},
                                   {Kind::output, "\nWhat comes out:\n"},
                                   {Kind::picture, "\nPictures (with --export .png, .svg or .pdf):\n"}}) {
    if (const std::string some = optionsOf(command, kind); !some.empty()) options.append(head).append(some);
  }
  std::string text = "runahead ";
  text += help->name;
  if (!help->target.empty()) text.append(" ").append(help->target);
  if (!options.empty()) text += " [OPTIONS]";
  text.append("\n\n").append(help->more).append(options);
  if (options.find(" *") != std::string::npos)
    text += "\n* may be repeated. --NAME VALUE and --NAME=VALUE are the same.\n";
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
