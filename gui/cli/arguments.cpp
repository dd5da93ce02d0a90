// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing, and unfolding repeated axes into runs.
// Not here: messages about values of a known scenario, which core/scenario's check() gives.
#include "gui/cli/arguments.h"

#include <QFileInfo>
#include <algorithm>
#include <charconv>
#include <functional>

#include "core/analysis/spread.h"
#include "core/io/costs_file.h"
#include "core/scenario/python.h"
#include "gui/cli/help.h"
#include "gui/text/endings.h"
#include "gui/text/program_file.h"
#include "gui/text/refusal_text.h"

namespace runahead::gui {
namespace {

template <class Number>
bool parseNumber(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

/// What no command is called: "./lecture.runahead".
bool namesFile(const std::string& word) {
  return word.find('/') != std::string::npos || word.ends_with(".runahead") || word.ends_with(".json") ||
         word.ends_with(".py") || word.ends_with(".ipynb");
}

class Parser {
 public:
  explicit Parser(std::span<const std::string> words) : words_(words) {}

  Result<Arguments> parse() {
    if (words_.empty()) return result_;
    name_ = words_.front();
    if (name_ == "--version") {
      result_.command = Command::version;
    } else if (name_ == "--diagnose") {
      result_.command = Command::diagnose;
    } else if (asksForHelp(name_)) {
      result_.command = Command::help;
    } else if (name_ == "help") {
      // As "run SCENARIO --help", with the word in front.
      std::vector<std::string> turned;
      for (const std::string& word : words_.subspan(1)) {
        if (!asksForHelp(word) && word != name_) turned.push_back(word);
      }
      turned.emplace_back("--help");
      return Parser(turned).parse();
    } else if (const Command* command = findCommand(name_)) {
      result_.command = *command;
    } else if (namesFile(name_)) {
      // As "open FILE", for who starts programs with files.
      std::vector<std::string> more{"open"};
      more.insert(more.end(), words_.begin(), words_.end());
      return Parser(more).parse();
    } else {
      return Failure{"unknown command \"" + name_ +
                     "\"; there are list, run, open, lecture, calibrate, gallery; see \"" + helpWords() +
                     "\""};
    }
    for (next_ = 1; next_ < words_.size();) {
      const std::string word = words_[next_++];
      if (asksForHelp(word) && findCommand(name_)) return help();
      Status status = word.size() > 1 && word[0] == '-' ? option(word) : operand(word);
      if (!status) return seeHelp(status);
    }
    const Status complete = checkTarget();
    return complete ? Result<Arguments>(result_) : seeHelp(complete);
  }

 private:
  static bool asksForHelp(const std::string& word) { return word == "--help" || word == "-h"; }

  std::string helpWords() const {
    return "runahead " + (findCommand(name_) ? name_ + " " : std::string()) + "--help";
  }

  Failure seeHelp(const Status& status) const {
    return Failure{status.error() + "; see \"" + helpWords() + "\""};
  }

  /// Of a scenario where one was named before.
  Result<Arguments> help() const {
    Arguments result;
    result.about = result_.command;
    result.target = result_.target;
    result.command = Command::help;
    return result;
  }

  Status operand(const std::string& word) {
    const bool another = result_.command == Command::open && !result_.target.empty();
    if (targetName(result_.command).empty() || (!result_.target.empty() && !another) || word.empty()) {
      return Failure{name_ + ": unexpected argument \"" + word + "\""};
    }
    if (another) {
      result_.more_files.push_back(word);
    } else {
      result_.target = word;
    }
    return success();
  }

  Status checkTarget() const {
    if (const std::string_view target = targetName(result_.command);
        !target.empty() && result_.target.empty()) {
      return Failure{name_ + ": " + std::string(target) + " is missing" +
                     (result_.command == Command::run ? "; \"runahead list\" shows the scenarios" : "")};
    }
    return checkFigureOptions();
  }

  /// Options of pictures without a picture would do nothing, and say so.
  Status checkFigureOptions() const {
    if (figureOption_.empty() && pageOption_.empty()) return success();
    const auto& files = result_.exports;
    const bool pictures = std::ranges::any_of(files, isFigurePath);
    if (figureOption_.empty() && std::ranges::any_of(files, isPagePath)) return success();
    if (!pictures)
      return Failure{(figureOption_.empty() ? pageOption_ : figureOption_) +
                     " is for pictures: --export FILE.svg, .pdf or .png is missing"};
    if (result_.steps && result_.figure.worksheet)
      return Failure{"--steps: a worksheet has none, they would give away what it asks for"};
    return checkFigure(result_.figure);
  }

  Status option(const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const Option* const known = findOption(result_.command, name);
    if (!known) return Failure{name_ + ": unknown option " + name};
    const bool words = name == "--title" || name == "--caption" || name == "--align";
    if (known->kind == Option::Kind::picture) (words ? pageOption_ : figureOption_) = name;
    if (known->value.empty()) {
      if (equals != std::string::npos) return Failure{name + ": takes no value"};
      bool& flag = name == "--json"   ? result_.json
                   : name == "--tf32" ? result_.tf32
                                      : result_.figure.worksheet;
      flag = true;
      return success();
    }
    std::string value;
    if (equals != std::string::npos) {
      value = word.substr(equals + 1);
    } else if (next_ < words_.size()) {
      value = words_[next_++];
    }
    if (value.empty()) return Failure{name + ": a value is missing"};
    return known->kind == Option::Kind::picture ? takeFigure(name, value) : take(name, value);
  }

  Status takeFigure(const std::string& name, const std::string& value) {
    FigureOptions& figure = result_.figure;
    if (name == "--size") return setFigureSize(figure, value);
    if (name == "--dpi") return setFigureDpi(figure, value);
    if (name == "--theme") return setFigureTheme(figure, value);
    if (name == "--parts") return setFigureParts(figure, value);
    if (name == "--align") return setFigureAlignment(figure, value);
    if (name == "--title") {
      figure.title = QString::fromStdString(value);
    } else if (name == "--caption") {
      figure.caption = QString::fromStdString(value);
    } else if (value == "statement" || value == "task" || value == "event") {
      result_.steps = value == "statement" ? StepKind::statement
                      : value == "task"    ? StepKind::task
                                           : StepKind::event;
    } else {
      return Failure{name + " " + value + ": there are statement, task and event"};
    }
    return success();
  }

  Status take(const std::string& name, const std::string& value) {
    if (name == "--export") {
      result_.exports.push_back(value);
    } else if (name == "--preset") {
      if (value != "book" && value != "step")
        return Failure{"--preset " + value + ": there are book and step"};
      result_.preset = value == "book" ? Preset::book : Preset::step;
    } else if (name == "--rounds") {
      if (!parseNumber(value, result_.rounds) || result_.rounds > kMostMade ||
          (result_.rounds != 1 && result_.rounds < kLeastRounds))
        return Failure{"--rounds " + value + ": 1, or 3 to 9"};
    } else if (name == "--torch") {
      const std::optional<TorchKind> kind = torch_called(value);
      if (!kind) return Failure{"--torch " + value + ": there are small and real"};
      result_.torch = *kind;
    } else if (name == "--costs") {
      result_.costs = value;
    } else if (name == "--set") {
      const std::size_t equals = value.find('=');
      if (equals == 0 || equals == std::string::npos)
        return Failure{"--set " + value + ": NAME=VALUE is expected"};
      axis(value.substr(0, equals), true).values.push_back(value.substr(equals + 1));
    } else {
      axis(name.substr(2), false).values.push_back(value);
    }
    return success();
  }

  Axis& axis(const std::string& name, bool parameter) {
    for (Axis& known : result_.axes) {
      if (known.name == name && known.parameter == parameter) return known;
    }
    return result_.axes.emplace_back(Axis{name, parameter, {}});
  }

  std::span<const std::string> words_;
  std::size_t next_ = 0;
  std::string name_;
  std::string figureOption_;  ///< the last one that was given
  std::string pageOption_;    ///< of those that pages take, too
  Arguments result_;
};

/// What a value of an axis makes of a request.
using Choice = std::function<void(RunRequest&)>;

template <class Value>
Choice setting(const Value& value, Value RunRequest::*member) {
  return [value, member](RunRequest& request) { request.*member = value; };
}

template <class Value>
Result<Choice> setting(const Result<Value>& value, Value RunRequest::*member) {
  if (!value) return value.failure();
  return setting(*value, member);
}

Failure inWords(const Refusal& refusal) {
  return {refusalText(refusal, FrontEnd::commandLine)};
}

template <class Number>
Result<Number> number(const std::string& text, const std::string& complaint) {
  Number value = 0;
  if (!parseNumber(text, value)) return Failure{complaint};
  return value;
}

Result<Choice> choiceOf(const Axis& axis, const std::string& text, const Scenario& scenario) {
  if (axis.parameter) {
    const auto value = number<std::int64_t>(
        text, "--set " + axis.name + "=" + text + ": \"" + text + "\" is not a whole number");
    if (!value) return Failure{value.error()};
    return Choice([name = axis.name, value = *value](RunRequest& request) { request.set[name] = value; });
  }
  if (axis.name == "mode") {
    const auto mode = mode_called(text);
    return mode ? setting(*mode, &RunRequest::mode) : Result<Choice>(inWords(unknown_mode(text, scenario)));
  }
  if (axis.name == "waits") {
    if (const auto waits = Waits::parse(text)) return setting(*waits, &RunRequest::waits);
    return Failure{"waits '" + text + "': use program, none, each, every:K or lines such as 3,5"};
  }
  if (axis.name == "clock") {
    const auto clock = clock_called(text);
    if (clock && clock != Clock::manual) return setting(*clock, &RunRequest::clock);
    return Failure{"unknown clock '" + text + "': use live or virtual"};
  }
  if (axis.name == "device") {
    const auto device = device_called(text);
    if (device || text == "auto") return setting(device, &RunRequest::device);
    return Failure{"unknown device '" + text + "': use auto, cpu, emulated or cuda"};
  }
  const std::string given = "--" + axis.name + " " + text;
  if (axis.name == "workers")
    return setting(number<std::int64_t>(text, given + ": a whole number is expected"), &RunRequest::workers);
  return setting(number<std::uint64_t>(text, given + ": a whole number from 0 is expected"),
                 &RunRequest::seed);
}

}  // namespace

Result<Arguments> parseArguments(std::span<const std::string> words) {
  return Parser(words).parse();
}

Result<const Scenario*> targetOf(const std::string& target) {
  if (namesProgram(target)) {
    Result<ReadProgram> read = readProgram(target);
    if (!read) return Failure{read.error()};
    // Errors name the notebook, since no file of its text is there.
    if (target.ends_with(".ipynb"))
      read->program.name = QFileInfo(QString::fromStdString(target)).fileName().toStdString();
    return scenario_of(read->program);
  }
  const Scenario* const scenario = find_scenario(target);
  return scenario ? Result<const Scenario*>(scenario) : inWords(unknown_scenario(target));
}

Result<std::vector<RunConfig>> requestedRuns(const Arguments& arguments) {
  const Result<const Scenario*> found = targetOf(arguments.target);
  if (!found) return Failure{found.error()};
  const Scenario* const scenario = *found;
  const auto seeHelp = [&](const std::string& error) {
    return Failure{error + "; see \"runahead run " + arguments.target + " --help\""};
  };
  std::optional<Machine> machine;
  if (!arguments.costs.empty()) {
    const Result<Machine> read = read_costs(arguments.costs);
    if (!read) return read.failure();
    machine = *read;
  }
  const std::string costs = QFileInfo(QString::fromStdString(arguments.costs)).fileName().toStdString();
  RunRequest first = default_request(*scenario, arguments.preset);
  first.tf32 = arguments.tf32;
  first.torch = arguments.torch;
  std::vector<RunRequest> requests{first};
  for (const Axis& axis : arguments.axes) {
    if (requests.size() * axis.values.size() > kMostRuns)
      return Failure{"a comparison of more than 1000 runs"};
    std::vector<Choice> choices;
    for (const std::string& value : axis.values) {
      Result<Choice> choice = choiceOf(axis, value, *scenario);
      if (!choice) return seeHelp(choice.error());
      choices.push_back(std::move(*choice));
    }
    std::vector<RunRequest> product;
    for (const RunRequest& request : requests) {
      for (const Choice& choice : choices) choice(product.emplace_back(request));
    }
    requests = std::move(product);
  }
  // Beside a live run, the file is for the virtual ones.
  const bool some_virtual = std::ranges::any_of(
      requests, [](const RunRequest& request) { return request.clock == Clock::virtual_time; });
  std::vector<RunConfig> runs;
  for (RunRequest& request : requests) {
    const bool described = !some_virtual || request.clock == Clock::virtual_time;
    if (described) request.costs = costs;
    CheckedRun config = check(request, described ? machine : std::nullopt);
    if (!config) return seeHelp(inWords(config.failure()).message);
    runs.push_back(std::move(*config));
  }
  return runs;
}

std::vector<std::string> sameWaits(std::span<const RunConfig> runs) {
  std::vector<std::string> lines;
  for (const RunConfig& run : runs) {
    const Scenario& scenario = *run.scenario;
    const auto same = std::ranges::find_if(scenario.waits, [&](const std::string& offered) {
      const std::optional<Waits> other = Waits::parse(offered);
      return other && same_waits(run.waits, *other, scenario);
    });
    const std::string& text = run.waits.text();
    if (same == scenario.waits.end() || std::ranges::count(scenario.waits, text) > 0) {
      continue;
    }
    std::string line = "--waits " + text + ": " + scenario.id + " waits as with " + *same;
    if (std::ranges::count(lines, line) == 0) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace runahead::gui
