// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a command line, sorted: which command, on what, with which axes and outputs.
// Not here: whether a scenario, mode or parameter exists (core/scenario) and doing what was asked
// (command_line.h).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/scenario/run_execution.h"
#include "gui/axis/steps.h"
#include "gui/cli/commands.h"
#include "gui/text/figure_options.h"

namespace runahead::gui {

/// A part of a run that can be given several times; then every value is run with every value of the others.
struct Axis {
  std::string name;  ///< mode, waits, clock, workers, device, seed, or the name of a parameter
  bool parameter = false;
  std::vector<std::string> values;  ///< words as they were given
};

/// A trace file holds no more.
inline constexpr std::size_t kMostRuns = 1000;

inline constexpr std::size_t kMostMade = 9;

struct Arguments {
  Command command = Command::window;
  std::optional<Command> about;         ///< of help: the command that it is about; none: all
  std::string target;                   ///< scenario, file or directory
  std::vector<std::string> more_files;  ///< of open, after the first
  std::vector<Axis> axes;               ///< in the order of their first appearance
  Preset preset = Preset::standard;
  std::string costs;  ///< a file; empty: the described machine
  std::vector<std::string> exports;
  FigureOptions figure;            ///< of pictures; the rest of it comes from the scenario
  std::optional<StepKind> steps;   ///< every step of this kind as a picture
  std::size_t rounds = kMostMade;  ///< of a live comparison; 1: nothing is repeated
  bool json = false;
  bool tf32 = false;  ///< of every run
  std::optional<TorchKind> torch = {};
};

/// `words` without the program's name. Failure: one line that names the argument and where help is.
Result<Arguments> parseArguments(std::span<const std::string> words);

/// A scenario by its id, or a program by its file.
Result<const Scenario*> targetOf(const std::string& target);

/// The runs that the arguments of `run` ask for, the last axis varying fastest.
Result<std::vector<RunConfig>> requestedRuns(const Arguments& arguments);

/// A line for each value of the waits axis that takes the same waits as another one of the scenario's.
std::vector<std::string> sameWaits(std::span<const RunConfig> runs);

}  // namespace runahead::gui
