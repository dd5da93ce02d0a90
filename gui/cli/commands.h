// SPDX-License-Identifier: GPL-3.0-or-later
// The commands and their options, once: what the parser accepts is what --help, the manual and the shells'
// completions say. Data alone: what writes the manual is built without Qt.
#pragma once

#include <string_view>

namespace runahead::gui {

enum class Command { window, help, version, diagnose, list, run, open, lecture, calibrate, gallery };

struct CommandHelp {
  Command command;
  std::string_view name;
  std::string_view target;  ///< "SCENARIO", "FILE", "DIRECTORY"; empty where a command takes nothing
  std::string_view what;    ///< one line
  std::string_view more;
  std::string_view examples;
};

struct Option {
  std::string_view name;    ///< "--mode"
  std::string_view value;   ///< "MODE"; empty for a switch
  std::string_view values;  ///< those that have names, split by blanks: what a shell completes
  /// Of one run, of what comes out, of a picture.
  enum class Kind { run, output, picture } kind;
  bool repeats;           ///< may be given several times
  std::string_view text;  ///< what it is, its values and unit, its default; lines split by \n
};

struct OptionGroup {
  Option::Kind kind;
  std::string_view head;
};

inline constexpr std::string_view kWhat =
    "Runahead shows what an asynchronous deep-learning runtime does: what the program enqueues, what\n"
    "runs when, what waits for what, and how much memory is held meanwhile.\n";
inline constexpr std::string_view kWindowWhat =
    "open the window; without a display, write the gallery to ./gallery";
inline constexpr std::string_view kRepeats = "may be repeated. --NAME VALUE and --NAME=VALUE are the same.";
inline constexpr std::string_view kExitStatus =
    "0; 1 the run failed or was interrupted; 2 wrong usage or input.";

inline constexpr CommandHelp kCommands[] = {
    {Command::list, "list", "", "the scenarios that can be run, and their questions",
     "What a scenario has of its own, its modes, waits and parameters, is shown by\n"
     "\"runahead run SCENARIO --help\".\n",
     "  runahead list\n"
     "  runahead list --json\n"},
    {Command::run, "run", "SCENARIO", "run one and print its numbers, or a comparison",
     "Runs a scenario, or a program in Python (FILE.py, FILE.ipynb, or - for standard input), and prints\n"
     "its numbers. An option marked * may be repeated, which makes a comparison: every value is run with\n"
     "every value of the others. \"runahead list\" shows the scenarios, \"runahead run SCENARIO --help\" "
     "the\n"
     "modes, waits and parameters of one.\n",
     "  runahead run four-statements\n"
     "  runahead run increment-loop --waits each --waits none\n"
     "  runahead run increment-loop --clock virtual --set t1_ns=1000 --set t2_ns=10000 --set t3_ns=2000\n"
     "  runahead run training-memory --mode stream --mode async --waits none --preset book\n"
     "  runahead run queued-vs-finished --set n=500 --export slide.svg --size 16:9 --title \"Run 1\"\n"
     "  runahead run mine.py --clock virtual --mode async --mode sync\n"
     "  runahead run four-statements --preset step --export sheet.pdf --size a4 --worksheet\n"},
    {Command::open, "open", "FILE", "a trace or a session: in the window, as pictures, or as numbers",
     "Opens a trace (.json) or a session (.runahead) that run or the window saved, or a program (.py, "
     ".ipynb).\n"
     "Without --export and --json it opens in the window. Of several files, the window compares the runs,\n"
     "and exports hold all of them.\n",
     "  runahead open lecture.runahead\n"
     "  runahead open mine.json yours.json --export both.pdf --align end\n"
     "  runahead open trace.json --export page.pdf --size a4 --parts timeline,listing,graph,table\n"
     "  runahead open trace.json --json\n"},
    {Command::lecture, "lecture", "LECTURE", "present a lecture, or write it as pages",
     "Presents the slides of a session (FILE.runahead) over the whole screen, or one of the lectures\n"
     "that come with the program, whose runs are simulated when it opens: asynchrony, delayed, functions,\n"
     "loop, memory. With --export DIRECTORY it writes slides.pdf (every step),\n"
     "handout.pdf (every slide, with the words for the class, or its question), notes.pdf (with the\n"
     "speaker notes, too), answers.pdf where a slide asks a question, and lecture.html (for the class:\n"
     "an interactive page that goes from step to step) there. The directory is made where it is missing.\n",
     "  runahead lecture asynchrony\n"
     "  runahead lecture mine.runahead --export pages\n"},
    {Command::calibrate, "calibrate", "FILE", "measure what work costs on this computer, for --costs",
     "Runs some short programs in real time and writes the costs of their parts, for --clock virtual\n"
     "--costs FILE. Takes some seconds; run nothing else meanwhile.\n",
     "  runahead calibrate here.json\n"
     "  runahead run training-memory --clock live --clock virtual --costs here.json\n"},
    {Command::gallery, "gallery", "DIRECTORY", "a page with a picture of every scenario, to read offline",
     "Simulates every scenario and writes DIRECTORY/index.html with a picture of each,\n"
     "as SVG and PNG: question, listing, figure, numbers, explanation. Beside it an interactive page shows\n"
     "each at a small size. The directory is made where it is missing; what it holds under the same names "
     "is\n"
     "replaced. The pages need no network, and index.html no script.\n",
     "  runahead gallery gallery\n"},
};

inline constexpr OptionGroup kOptionGroups[] = {
    {Option::Kind::run, "The run"},
    {Option::Kind::output, "Output"},
    {Option::Kind::picture,
     "Pictures (with --export .png, .svg or .pdf; title, caption, align with .html, too)"},
};

// Defaults that the run itself has (RunRequest, FigureOptions) are said here in words.
inline constexpr Option kOptions[] = {
    {"--mode", "MODE", "sync async stream function lazy", Option::Kind::run, true,
     "how calls become work: sync (a call computes), async (workers compute),\n"
     "stream (a device computes in order), function (traced once, run as one call),\n"
     "lazy (recorded until needed). Default: the scenario's first"},
    {"--waits", "WAITS", "program none each every:", Option::Kind::run, true,
     "where the program waits: program (as it is), none (only at the end), each\n"
     "(in every iteration), every:K (in every K-th iteration), or lines: 3,5. Default: the\n"
     "scenario's first"},
    {"--workers", "N", "", Option::Kind::run, true, "threads that execute tasks, 1 to 256. Default: 1"},
    {"--clock", "CLOCK", "live virtual", Option::Kind::run, true,
     "live: real time, on threads; virtual: a simulation, the\n"
     "same every time and everywhere. Default: live; of loop-model virtual"},
    {"--device", "DEVICE", "auto cpu emulated cuda", Option::Kind::run, true,
     "of mode stream: auto, cpu (computes at once), emulated (an accelerator made of\n"
     "threads), cuda. Default: auto"},
    {"--tf32", "", "", Option::Kind::run, false, "on cuda: products may round their factors to ten bits"},
    {"--torch", "KIND", "small real", Option::Kind::run, false,
     "of a program in Python: real (the system's torch and numpy; its device cuda is the run)\n"
     "or small (Runahead's own). Default: real where it is there; small in modes function and\n"
     "lazy and on cuda"},
    {"--seed", "S", "", Option::Kind::run, true, "of the random numbers, a whole number from 0. Default: 0"},
    {"--set", "NAME=VALUE", "max_pending= memory_bound_mb= t1_ns= t2_ns= t3_ns=", Option::Kind::run, true,
     "a parameter, a whole number. Of every scenario: max_pending (tasks) and\n"
     "memory_bound_mb (MB) bound the queue, 0 is no bound. With --clock virtual:\n"
     "t1_ns to enqueue, t2_ns to execute, t3_ns to return (ns). The scenario's\n"
     "own: runahead run SCENARIO --help"},
    {"--preset", "NAME", "book step", Option::Kind::run, false,
     "all parameters at once: book (the sizes of the book) or step (small enough to\n"
     "look at each task). Default: sizes that take seconds"},
    {"--rounds", "N", "", Option::Kind::run, false,
     "of a comparison in real time: how often its runs are repeated, alternately, 3 to 9, or 1. The\n"
     "numbers are medians. Default: 9, or what fits into 20 s beyond the first round"},
    {"--costs", "FILE", "", Option::Kind::run, false,
     "of --clock virtual: the costs of work, as calibrate wrote them. Default: an\n"
     "invented machine, the same everywhere"},
    {"--export", "FILE", "", Option::Kind::output, true,
     "write a file: .png .svg .pdf a picture, .html an interactive page, .csv the tasks,\n"
     ".json the trace, .runahead a session. Repeated: several files. Default: none"},
    {"--export", "DIRECTORY", "", Option::Kind::output, false,
     "write the lecture as pages there instead of presenting it"},
    {"--json", "", "", Option::Kind::output, false, "print one JSON document instead of text"},
    {"--size", "SIZE", "16:9 4:3 a4 a4-column", Option::Kind::picture, false,
     "16:9 or 4:3 (slides), a4, a4-column (170 mm wide), 1600x900 (pixels) or\n"
     "170x120mm (paper). Default: 1600x900, higher for several runs"},
    {"--dpi", "N", "", Option::Kind::picture, false,
     "dots per inch of sizes on paper, 30 to 2400. Default: 96"},
    {"--theme", "THEME", "light dark print mono", Option::Kind::picture, false,
     "light, dark, print, or mono for printers without colours. Default: print"},
    {"--parts", "LIST", "timeline charts listing graph table", Option::Kind::picture, false,
     "of timeline,charts,listing,graph,table. Default: timeline,charts"},
    {"--title", "TEXT", "", Option::Kind::picture, false,
     "above the picture. Default: the scenario's title and question"},
    {"--caption", "TEXT", "", Option::Kind::picture, false, "below the picture. Default: none"},
    {"--align", "WHERE", "start end mark:", Option::Kind::picture, false,
     "several runs by their start, their end, or mark:NAME. Default: start"},
    {"--worksheet", "", "", Option::Kind::picture, false,
     "program, costs and the frontend until its first wait; the rest is left for\n"
     "students to draw. The solution is written beside it as NAME-solution"},
    {"--steps", "KIND", "statement task event", Option::Kind::picture, false,
     "a picture after every statement, task or event: NAME-001, NAME-002, ... without\n"
     "later events. Default: one picture of all of it"},
};

constexpr bool has(Command command, const Option& option) {
  const bool pages = option.value == "DIRECTORY";
  switch (command) {
    case Command::run:
      return !pages;
    case Command::open:
      return option.kind != Option::Kind::run && !pages;
    case Command::lecture:
      return pages;
    case Command::list:
      return option.name == "--json";
    default:
      return false;
  }
}

}  // namespace runahead::gui
