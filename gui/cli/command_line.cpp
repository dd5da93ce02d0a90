// SPDX-License-Identifier: GPL-3.0-or-later
// The commands, each from its arguments to its exit status.
// Not here: parsing (arguments.cpp), the pages of the gallery (gallery.cpp).
#include "gui/cli/command_line.h"

#include <signal.h>

#include <QElapsedTimer>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "core/analysis/calibration.h"
#include "core/base/atomic_file.h"
#include "core/base/quote.h"
#include "core/io/costs_file.h"
#include "core/io/session_file.h"
#include "gui/cli/arguments.h"
#include "gui/cli/diagnosis.h"
#include "gui/cli/exports.h"
#include "gui/cli/gallery.h"
#include "gui/cli/help.h"
#include "gui/cli/interrupts.h"
#include "gui/cli/outcome.h"
#include "gui/cli/printing.h"
#include "gui/cli/rounds.h"
#include "gui/cli/run_json.h"
#include "gui/cli/run_table.h"
#include "gui/cli/shipped_lecture.h"
#include "gui/crash/handlers.h"
#include "gui/text/endings.h"
#include "gui/text/log.h"
#include "gui/text/program_file.h"

namespace runahead::gui {
namespace {

constexpr int kFailed = 1;
constexpr int kWrongUse = 2;

int complain(const std::string& message, int status) {
  std::fprintf(stderr, "runahead: %s\n", without_controls(message, true).c_str());
  return status;
}

int print(const std::string& words) {
  const std::string text = forTerminals(words);
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written) return 0;
  // The reader of the output has gone, and wants no word about that.
  if (errno == EPIPE) return 128 + SIGPIPE;
  return complain(std::string("cannot write standard output: ") + std::strerror(errno), kFailed);
}

Status checkExports(const Arguments& arguments) {
  for (const std::string& path : arguments.exports) {
    if (Status status = checkExport(path); !status) return status;
  }
  return success();
}

/// Null where no picture is asked for.
Result<std::unique_ptr<Graphics>> graphicsFor(const Arguments& arguments, const OpenGraphics& openGraphics) {
  const bool pictures = std::ranges::any_of(
      arguments.exports, [](const std::string& path) { return isFigurePath(path) || isPagePath(path); });
  if (!pictures) return std::unique_ptr<Graphics>();
  return openGraphics();
}

/// Exports, then numbers, so that a reader of standard output may rely on the files. What cannot be written
/// keeps neither the other files nor the numbers.
int deliver(const Arguments& arguments, std::span<const Outcome> outcomes,
            const std::optional<Session>& state, const std::vector<RunEntry>& runs, bool numbers,
            Interrupts& interrupts, Graphics* graphics) {
  std::vector<Trace> traces;
  for (const Outcome& outcome : outcomes) traces.push_back(outcome.trace);
  interrupts.endAtOnce();
  int failed = 0;
  for (const std::string& path : arguments.exports) {
    const Status status =
        exportTraces(traces, path, graphics, {arguments.figure, arguments.steps, state, runs});
    if (status) {
      qCInfo(logFiles).noquote() << "written" << QString::fromStdString(path);
    } else {
      failed = complain(status.error(), kFailed);
    }
  }
  const int printed =
      numbers ? print(arguments.json ? outcomesAsJson(outcomes) : outcomesAsText(outcomes)) : 0;
  return printed != 0 ? printed : failed;
}

int help(const Arguments& arguments) {
  if (!arguments.about) return print(usage());
  if (*arguments.about != Command::run || arguments.target.empty()) return print(usage(*arguments.about));
  const Result<const Scenario*> scenario = targetOf(arguments.target);
  return scenario ? print(usage(**scenario)) : complain(scenario.error(), kWrongUse);
}

/// Of a notebook; empty: all of it runs.
std::string toldLeftOut(const std::string& target, const RunConfig& config) {
  if (!target.ends_with(".ipynb") || !config.source.program) return {};
  constexpr std::size_t kMost = 5;
  const std::vector<std::string> lines = leftOutOf(*config.source.program);
  if (lines.empty()) return {};
  std::string told = target;
  told.append(lines.size() == 1 ? ": a line" : ": " + std::to_string(lines.size()) + " lines")
      .append(lines.size() == 1 ? " that only a notebook understands is left out: "
                                : " that only a notebook understands are left out: ");
  for (std::size_t i = 0; i < std::min(lines.size(), kMost); ++i)
    told.append(i == 0 ? "" : "; ").append(shortened(lines[i]));
  return lines.size() > kMost ? told + "; …" : told;
}

std::string interruptedIn(std::size_t run, std::size_t runs) {
  std::string told = "interrupted";
  if (runs > 1)
    told.append(" in run ").append(std::to_string(run)).append(" of ").append(std::to_string(runs));
  return told.append("; what was recorded until then follows");
}

int run(const Arguments& arguments, const OpenGraphics& openGraphics) {
  Result<std::vector<RunConfig>> runs = requestedRuns(arguments);
  if (!runs) return complain(runs.error(), kWrongUse);
  if (const Status status = checkExports(arguments); !status) return complain(status.error(), kWrongUse);
  const auto graphics = graphicsFor(arguments, openGraphics);
  if (!graphics) return complain(graphics.error(), kFailed);
  if (const std::string told = toldLeftOut(arguments.target, runs->front()); !told.empty()) complain(told, 0);
  for (const std::string& line : sameWaits(*runs)) std::fprintf(stderr, "runahead: %s\n", line.c_str());
  Interrupts interrupts;
  Printing printing(runs->size(), arguments.json);
  std::vector<Outcome> outcomes;
  std::vector<FirstRound> first;
  Session state;
  for (const RunConfig& config : *runs) {
    QElapsedTimer took;
    took.start();
    RunExecution session(config);
    printing.begin(session);
    interrupts.runToEnd(session);
    Printing::Printed printed = printing.end();
    if (session.result().broke_off) {
      return complain("the run failed: " + std::string(session.result().reason()) + "; nothing was written",
                      kFailed);
    }
    outcomes.push_back(outcomeOf(session));
    outcomes.back().output = std::move(printed.output);
    outcomes.back().errorOutput = std::move(printed.error);
    first.push_back({config, session.result(), took.nsecsElapsed()});
    first.back().result.value.reset();
    state.runs.push_back({.status = session.result().status, .errors = outcomes.back().errors});
    if (interrupts.interrupted()) break;
  }
  if (!interrupts.interrupted()) makeRounds(first, outcomes, interrupts, arguments.rounds);
  printing.giveBack();
  if (interrupts.interrupted()) complain(interruptedIn(outcomes.size(), runs->size()), kFailed);
  const int status = deliver(arguments, outcomes, state, state.runs, true, interrupts, graphics->get());
  for (const Outcome& outcome : outcomes) {
    if (!outcome.failed) continue;
    return complain(
        "the run failed: " + (outcome.errors.empty() ? "no reason given" : outcome.errors.front()), kFailed);
  }
  return interrupts.interrupted() ? kFailed : status;
}

int open(const Arguments& arguments, const OpenGraphics& openGraphics) {
  std::vector<std::string> paths{arguments.target};
  paths.insert(paths.end(), arguments.more_files.begin(), arguments.more_files.end());
  std::vector<OpenedFile> files;
  for (const std::string& path : paths) {
    if (namesProgram(path)) {
      Result<ReadProgram> read = readProgram(path);
      if (!read) return complain(read.error(), kWrongUse);
      if (!arguments.exports.empty() || arguments.json || paths.size() > 1)
        return complain(
            path + ": a program is opened alone, in the window; \"runahead run " + path + "\" runs it here",
            kWrongUse);
      files.push_back({path, {}, std::move(*read)});
      continue;
    }
    Result<SessionFile> session = read_session(path);
    if (!session) return complain(session.error(), kWrongUse);
    qCInfo(logFiles).noquote() << "read" << QString::fromStdString(path);
    files.push_back({path, std::move(*session), {}});
  }
  if (arguments.exports.empty() && !arguments.json) {
    const auto graphics = openGraphics();
    if (!graphics) return complain(graphics.error(), kFailed);
    if (const auto status = (*graphics)->runWindow(std::move(files))) return *status;
    return complain("open: there is no display; --export FILE or --json need none", kWrongUse);
  }
  std::vector<RunEntry> runs;
  for (const OpenedFile& file : files) {
    const std::optional<Session>& state = file.session.state;
    std::vector<RunEntry> own = state ? state->runs : std::vector<RunEntry>();
    own.resize(file.session.runs.size());
    runs.insert(runs.end(), own.begin(), own.end());
  }
  SessionFile session = std::move(files.front().session);
  for (std::size_t i = 1; i < files.size(); ++i) {
    const std::vector<SessionTrace>& more = files[i].session.runs;
    session.runs.insert(session.runs.end(), more.begin(), more.end());
    // What is more in a session belongs to its own runs.
    session.state.reset();
  }
  if (session.runs.empty()) {
    return complain(arguments.target + ": this session holds no run yet; open it in the window and run it",
                    kWrongUse);
  }
  if (session.runs.size() > kMostRuns)
    return complain("open: these files hold more than 1000 runs together", kWrongUse);
  if (const Status status = checkExports(arguments); !status) return complain(status.error(), kWrongUse);
  const auto graphics = graphicsFor(arguments, openGraphics);
  if (!graphics) return complain(graphics.error(), kFailed);
  Interrupts interrupts;
  interrupts.endAtOnce();
  std::vector<Outcome> outcomes;
  for (const Trace& trace : traces_of(session)) outcomes.push_back(outcomeOf(trace));
  return deliver(arguments, outcomes, session.state, runs, arguments.json, interrupts, graphics->get());
}

int lecture(const Arguments& arguments, const OpenGraphics& openGraphics) {
  const std::vector<LectureTitle> shipped = shippedLectures();
  const auto known = std::ranges::find(shipped, arguments.target, &LectureTitle::name);
  const bool ours = !std::filesystem::is_regular_file(arguments.target) && known != shipped.end();
  if (!ours && !std::filesystem::exists(arguments.target)) {
    std::string names;
    for (const LectureTitle& one : shipped) names += (names.empty() ? "" : ", ") + one.name;
    return complain(
        arguments.target + ": there is no such file, and no lecture of this name; there are " + names,
        kWrongUse);
  }
  Result<SessionFile> session = ours ? makeLecture(arguments.target) : read_session(arguments.target);
  if (!session) return complain(session.error(), kWrongUse);
  if (!session->state || session->state->slides.empty()) {
    return complain(
        arguments.target + ": this holds no lecture yet; open it in the window and add views with Shift+F6",
        kWrongUse);
  }
  const auto graphics = openGraphics();
  if (!graphics) return complain(graphics.error(), kFailed);
  if (!arguments.exports.empty()) {
    const std::string title = ours ? known->title : std::filesystem::path(arguments.target).stem().string();
    const Status written = (*graphics)->writeLecture(arguments.exports.front(), title, *session);
    return written ? print("The lecture is in " + arguments.exports.front() + "\n")
                   : complain(written.error(), kFailed);
  }
  std::vector<OpenedFile> files;
  files.push_back({ours ? std::string() : arguments.target, std::move(*session), {}});
  if (const auto status = (*graphics)->runWindow(std::move(files), true)) return *status;
  return complain("lecture: there is no display; --export DIRECTORY needs none", kWrongUse);
}

int gallery(const std::string& directory, Graphics& graphics) {
  if (const Status status = prepareGallery(directory); !status) return complain(status.error(), kWrongUse);
  Interrupts interrupts;
  const auto progress = [](const std::string& line) { return print(line + "\n") == 0; };
  const Result<std::string> page = writeGallery(directory, graphics, interrupts, progress);
  if (!page) return complain(page.error(), kFailed);
  return print("The gallery is in " + *page + "\n");
}

int calibrateInto(const std::string& path) {
  if (const AtomicFile file(path); file.failed()) return complain(file.error(), kWrongUse);
  Interrupts interrupts;
  const auto run = [&interrupts](RunExecution& session) { interrupts.runToEnd(session); };
  Result<Machine> machine = Failure{"interrupted; nothing was written"};
  try {
    machine = calibrate(run);
  } catch (const Stopped&) {
  }
  if (!machine) return complain(machine.error(), kFailed);
  if (const Status written = write_costs(*machine, path); !written) return complain(written.error(), kFailed);
  return print("The costs of work on this machine are in " + path + "; use it with --clock virtual --costs " +
               path + "\n");
}

int diagnose(const OpenGraphics& openGraphics) {
  int status = 0;
  diagnose(RUNAHEAD_VERSION, openGraphics, [&status](const std::string& text) {
    if (status == 0) status = print(text);
  });
  return status;
}

int showWindow(const OpenGraphics& openGraphics) {
  const auto graphics = openGraphics();
  if (!graphics) return complain(graphics.error(), kFailed);
  if (const auto status = (*graphics)->runWindow({})) return *status;
  if (const int status = print("There is no display; the pictures are written to ./gallery instead.\n"))
    return status;
  return gallery("gallery", **graphics);
}

}  // namespace

int runCommandLine(std::span<const std::string> words, const OpenGraphics& openGraphics) {
  ::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error like a full disk
  ::signal(SIGPIPE, SIG_IGN);  // so is a pipe without a reader
  const Result<Arguments> arguments = parseArguments(words);
  if (!arguments) return complain(arguments.error(), kWrongUse);
  tellCommand(nameOf(arguments->command));
  switch (arguments->command) {
    case Command::window:
      return showWindow(openGraphics);
    case Command::help:
      return help(*arguments);
    case Command::version:
      return print("runahead " RUNAHEAD_VERSION "\n");
    case Command::diagnose:
      return diagnose(openGraphics);
    case Command::list:
      return print(arguments->json ? scenariosAsJson() : scenariosAsText());
    case Command::run:
      return run(*arguments, openGraphics);
    case Command::open:
      return open(*arguments, openGraphics);
    case Command::lecture:
      return lecture(*arguments, openGraphics);
    case Command::calibrate:
      return calibrateInto(arguments->target);
    case Command::gallery: {
      const auto graphics = openGraphics();
      return graphics ? gallery(arguments->target, **graphics) : complain(graphics.error(), kFailed);
    }
  }
  return kWrongUse;
}

}  // namespace runahead::gui
