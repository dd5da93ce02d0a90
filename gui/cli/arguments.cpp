// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing, and unfolding repeated axes into runs.
// Not here: messages about values of a known scenario, which core/scenario's check() gives.
#include "gui/cli/arguments.h"

#include <QFileInfo>
#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>

#include "core/analysis/spread.h"
#include "core/io/costs_file.h"
#include "gui/cli/help.h"

namespace runahead::gui {
namespace {

using Command = Arguments::Command;

/// The least number of letters to change, add or remove.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

template <class Number>
bool parseNumber(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

class Parser {
 public:
  explicit Parser(std::span<const std::string> words) : words_(words) {}

  Result<Arguments> parse() {
    if (words_.empty()) return result_;
    name_ = words_.front();
    if (name_ == "--version") {
      result_.command = Command::version;
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
    } else {
      return Failure{"unknown command \"" + name_ +
                     "\"; there are list, run, open, calibrate, gallery; see \"" + helpWords() + "\""};
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
    if (figureOption_.empty()) return success();
    const auto& files = result_.exports;
    const bool pictures = std::any_of(files.begin(), files.end(), [](const std::string& path) {
      return isFigurePath(QString::fromStdString(path));
    });
    if (!pictures)
      return Failure{figureOption_ + " is for pictures: --export FILE.svg, .pdf or .png is missing"};
    if (result_.steps && result_.figure.worksheet)
      return Failure{"--steps: a worksheet has none, they would give away what it asks for"};
    return checkFigure(result_.figure);
  }

  Status option(const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const Option* const known = findOption(result_.command, name);
    if (!known) return Failure{name_ + ": unknown option " + name};
    if (known->kind == Option::Kind::picture) figureOption_ = name;
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
    } else if (name == "--costs") {
      result_.costs = value;
    } else if (name == "--set") {
      const std::size_t equals = value.find('=');
      if (equals == 0 || equals == std::string::npos)
        return Failure{"--set " + value + ": NAME=VALUE is expected"};
      std::int64_t number = 0;
      const std::string text = value.substr(equals + 1);
      if (!parseNumber(text, number))
        return Failure{"--set " + value + ": \"" + text + "\" is not a whole number"};
      axis(value.substr(0, equals), true).values.push_back(text);
    } else {
      if (name == "--workers") {
        int number = 0;
        if (!parseNumber(value, number)) return Failure{name + " " + value + ": a whole number is expected"};
      } else if (name == "--seed") {
        std::uint64_t number = 0;
        if (!parseNumber(value, number))
          return Failure{name + " " + value + ": a whole number from 0 is expected"};
      }
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
  Arguments result_;
};

void apply(const Axis& axis, const std::string& value, RunRequest& request) {
  if (axis.parameter) {
    parseNumber(value, request.set[axis.name]);
  } else if (axis.name == "mode") {
    request.mode = value;
  } else if (axis.name == "waits") {
    request.waits = value;
  } else if (axis.name == "clock") {
    request.clock = value;
  } else if (axis.name == "device") {
    request.device = value;
  } else if (axis.name == "workers") {
    parseNumber(value, request.workers);
  } else if (axis.name == "seed") {
    parseNumber(value, request.seed);
  }
}

}  // namespace

Result<Arguments> parseArguments(std::span<const std::string> words) {
  return Parser(words).parse();
}

std::string unknownScenario(const std::string& id) {
  const auto all = scenarios();
  std::string message = "unknown scenario \"" + id + "\"";
  const auto closest = std::min_element(all.begin(), all.end(), [&](const Scenario& a, const Scenario& b) {
    return distance(a.id, id) < distance(b.id, id);
  });
  if (closest != all.end() && distance(closest->id, id) <= std::max<std::size_t>(2, id.size() / 3)) {
    message += " (did you mean \"" + closest->id + "\"?)";
  }
  std::string ids;
  for (const Scenario& scenario : all) ids += (ids.empty() ? "" : ", ") + scenario.id;
  return message + "; there are " + ids;
}

Result<std::vector<RunConfig>> requestedRuns(const Arguments& arguments) {
  if (!find_scenario(arguments.target)) return Failure{unknownScenario(arguments.target)};
  std::optional<Machine> machine;
  if (!arguments.costs.empty()) {
    Result<Machine> read = read_costs(arguments.costs);
    if (!read) return Failure{read.error()};
    machine = *read;
  }
  std::size_t count = 1;
  for (const Axis& axis : arguments.axes) {
    count *= axis.values.size();
    if (count > kMostRuns) return Failure{"a comparison of more than 1000 runs"};
  }
  // Beside a live run, the file is for the virtual ones.
  const bool some_virtual = std::any_of(arguments.axes.begin(), arguments.axes.end(), [](const Axis& axis) {
    return axis.name == "clock" &&
           std::count(axis.values.begin(), axis.values.end(), to_string(Clock::virtual_time)) > 0;
  });
  std::vector<RunConfig> runs;
  for (std::size_t index = 0; index < count; ++index) {
    RunRequest request;
    request.scenario = arguments.target;
    request.preset = arguments.preset;
    request.tf32 = arguments.tf32;
    std::size_t rest = index;
    for (auto axis = arguments.axes.rbegin(); axis != arguments.axes.rend(); ++axis) {
      apply(*axis, axis->values[rest % axis->values.size()], request);
      rest /= axis->values.size();
    }
    if (machine && !(some_virtual && request.clock == to_string(Clock::live))) {
      request.machine = machine;
      request.machine_name = QFileInfo(QString::fromStdString(arguments.costs)).fileName().toStdString();
    }
    Result<RunConfig> config = check(request);
    if (!config) return Failure{config.error() + "; see \"runahead run " + arguments.target + " --help\""};
    runs.push_back(std::move(*config));
  }
  return runs;
}

std::vector<std::string> sameWaits(const Arguments& arguments) {
  std::vector<std::string> lines;
  const Scenario* const scenario = find_scenario(arguments.target);
  for (const Axis& axis : arguments.axes) {
    if (!scenario || axis.name != "waits") continue;
    for (const std::string& value : axis.values) {
      const Result<Waits> given = Waits::parse(value, *scenario);
      if (!given || std::count(scenario->waits.begin(), scenario->waits.end(), value) > 0) continue;
      for (const std::string& offered : scenario->waits) {
        const Result<Waits> other = Waits::parse(offered, *scenario);
        if (!other || !given->same_as(*other, *scenario)) continue;
        lines.push_back("--waits " + value + ": " + scenario->id + " waits as with " + offered);
        break;
      }
    }
  }
  return lines;
}

}  // namespace runahead::gui
