// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing, and unfolding repeated axes into runs.
// Not here: messages about values of a known scenario, which core/scenario's check() gives.
#include "gui/cli/arguments.h"

#include <QFileInfo>
#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>

#include "core/io/costs_file.h"

namespace runahead::gui {
namespace {

using Command = Arguments::Command;

/// A trace file holds no more.
constexpr std::size_t kMostRuns = 1000;

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

Failure unknownScenario(const std::string& id) {
  const auto all = scenarios();
  std::string message = "unknown scenario \"" + id + "\"";
  const auto closest = std::min_element(all.begin(), all.end(), [&](const Scenario& a, const Scenario& b) {
    return distance(a.id, id) < distance(b.id, id);
  });
  if (closest != all.end() && distance(closest->id, id) <= std::max<std::size_t>(2, id.size() / 3)) {
    message += "; did you mean \"" + closest->id + "\"?";
  }
  std::string ids;
  for (const Scenario& scenario : all) ids += (ids.empty() ? "" : ", ") + scenario.id;
  return Failure{message + " There are: " + ids};
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
    const std::string& first = words_.front();
    if (!chooseCommand(first)) {
      return Failure{"unknown command \"" + first +
                     "\"; there are list, run, open, calibrate, gallery, --help, --version"};
    }
    next_ = 1;
    while (next_ < words_.size()) {
      const std::string word = words_[next_++];
      Status status = word.size() > 1 && word[0] == '-' ? option(word) : operand(word);
      if (!status) return Failure{status.error()};
    }
    return checkTarget();
  }

 private:
  bool chooseCommand(const std::string& word) {
    static const std::pair<const char*, Command> kCommands[] = {{"list", Command::list},
                                                                {"run", Command::run},
                                                                {"open", Command::open},
                                                                {"gallery", Command::gallery},
                                                                {"calibrate", Command::calibrate},
                                                                {"--help", Command::help},
                                                                {"-h", Command::help},
                                                                {"--version", Command::version}};
    for (const auto& [name, command] : kCommands) {
      if (word != name) continue;
      result_.command = command;
      name_ = word;
      return true;
    }
    return false;
  }

  const char* targetName() const {
    switch (result_.command) {
      case Command::run:
        return "SCENARIO";
      case Command::open:
      case Command::calibrate:
        return "FILE";
      case Command::gallery:
        return "DIRECTORY";
      default:
        return nullptr;
    }
  }

  Status operand(const std::string& word) {
    if (!targetName() || !result_.target.empty() || word.empty()) {
      return Failure{name_ + ": unexpected argument \"" + word + "\""};
    }
    result_.target = word;
    return success();
  }

  Result<Arguments> checkTarget() const {
    if (targetName() && result_.target.empty()) {
      return Failure{name_ + ": " + targetName() + " is missing" +
                     (result_.command == Command::run ? "; \"runahead list\" shows the scenarios" : "")};
    }
    if (const Status status = checkFigureOptions(); !status) return Failure{status.error()};
    return result_;
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
    return checkFigure(result_.figure);
  }

  Status option(const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const bool runs = result_.command == Command::run;
    const bool opens = result_.command == Command::open;
    if (name == "--json" && equals == std::string::npos &&
        (runs || opens || result_.command == Command::list)) {
      result_.json = true;
      return success();
    }
    if (name == "--tf32" && equals == std::string::npos && runs) {
      result_.tf32 = true;
      return success();
    }
    if (name == "--worksheet" && equals == std::string::npos && (runs || opens)) {
      result_.figure.worksheet = true;
      figureOption_ = name;
      return success();
    }
    static const char* const kFigureOptions[] = {"--size",  "--dpi",     "--theme", "--parts",
                                                 "--title", "--caption", "--align", "--steps"};
    const bool ofFigure =
        std::find(std::begin(kFigureOptions), std::end(kFigureOptions), name) != std::end(kFigureOptions);
    static const char* const kRunOptions[] = {"--mode",   "--waits", "--workers", "--clock", "--costs",
                                              "--device", "--seed",  "--preset",  "--set"};
    const bool ofRun =
        std::find(std::begin(kRunOptions), std::end(kRunOptions), name) != std::end(kRunOptions);
    if (!(runs && ofRun) && !((runs || opens) && (name == "--export" || ofFigure))) {
      return Failure{name_ + ": unknown option " + name};
    }
    std::string value;
    if (equals != std::string::npos) {
      value = word.substr(equals + 1);
    } else if (next_ < words_.size()) {
      value = words_[next_++];
    }
    if (value.empty()) return Failure{name + ": a value is missing"};
    if (ofFigure) return takeFigure(name, value);
    return take(name, value);
  }

  Status takeFigure(const std::string& name, const std::string& value) {
    figureOption_ = name;
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

Result<std::vector<RunConfig>> requestedRuns(const Arguments& arguments) {
  if (!find_scenario(arguments.target)) return unknownScenario(arguments.target);
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
    if (!config) return Failure{config.error()};
    runs.push_back(std::move(*config));
  }
  return runs;
}

std::string usage() {
  return R"(Runahead shows what an asynchronous deep-learning runtime does.

  runahead                           the window; without a display, the gallery in ./gallery
  runahead list [--json]             scenarios with their modes, waits and parameters
  runahead run SCENARIO [OPTIONS]    run it and print its numbers
  runahead open FILE [--export FILE]... [--json] [PICTURE OPTIONS]
                                     a trace or a session: in the window, or exported, or its numbers
  runahead calibrate FILE            measures what work costs on this machine, for --costs
  runahead gallery DIRECTORY         a picture of every scenario, under the virtual clock, and an
                                     index page
  runahead --help | --version

Options of run; those marked * may be repeated, which makes a comparison:
  --mode MODE *          sync, async, stream, function, lazy; list says which a scenario has
  --waits WAITS *        none, each, every:K, program, or lines such as 3,5
  --workers N *          threads that execute tasks
  --seed S *             of the random numbers
  --set NAME=VALUE *     a parameter of the scenario, or max_pending, memory_bound_mb;
                         under the virtual clock also t1_ns, t2_ns, t3_ns
  --preset book|step     the parameters of the book, or small ones
  --clock CLOCK *        live: threads and the steady clock; virtual: a simulation, the same every time
  --costs FILE           what work costs under the virtual clock, as calibrate wrote it; without
                         it a described machine, the same everywhere
  --device DEVICE *      of mode stream: auto, cpu, emulated (an accelerator made of threads), cuda
  --tf32                 on cuda: products may round their factors to ten bits
  --export FILE          .png .svg .pdf pictures, .csv tasks, .json trace, .runahead session;
                         may be repeated
  --json                 the numbers as JSON

Options of pictures, for run and open with --export:
  --size SIZE            16:9, 4:3, a4, a4-column, 1600x900 in px, or 170x120mm on paper
  --dpi N                dots per inch, 30 to 2400
  --theme THEME          light, dark, print, or mono for black and white
  --parts LIST           of timeline,charts,listing,graph,table
  --title TEXT, --caption TEXT
  --align WHERE          several runs by their start, their end, or mark:NAME
  --worksheet            without what the backend did, for drawing it; with NAME-solution beside it
  --steps KIND           every statement, task or event as a picture NAME-001

Exit status: 0; 1 the run failed or was interrupted; 2 wrong usage or input.
)";
}

}  // namespace runahead::gui
