// SPDX-License-Identifier: GPL-3.0-or-later
// What the gallery runs, its pictures, and its files.
// Not here: the page (gallery_page.h), numbers and figures (outcome.h, gui/export).
#include "gui/cli/gallery.h"

#include <filesystem>
#include <map>

#include "core/base/atomic_file.h"
#include "gui/cli/arguments.h"
#include "gui/cli/exports.h"
#include "gui/cli/gallery_page.h"
#include "gui/cli/outcome.h"

namespace runahead::gui {
namespace {

/// The comparison that answers a scenario's question, in the words of the command line. Who is not here is
/// one run: its phases are what it compares.
QString comparison(const std::string& id) {
  static const std::map<std::string, const char*> kComparisons = {
      // Enqueueing must cost less than executing, or there is no queue to look at.
      {"four-statements", "--mode async --mode sync --set t1_ns=1000 --set t2_ns=10000 --set t3_ns=2000"},
      {"queued-vs-finished", "--mode async --mode sync"},
      {"matmul-race", "--mode sync --mode async"},
      {"transpose-product", "--mode sync --mode async"},
      {"cpu-matmul-async", "--mode stream --mode async"},
      {"slow-frontend", "--mode async --mode sync"},
      {"barriers", "--workers 1 --workers 2"},
      {"wait-on-intermediate", "--mode async --mode lazy"},
      {"implicit-blockers", "--mode async --mode sync"},
      {"small-copies", "--waits each --waits none --set t1_ns=2000 --set t2_ns=3000 --set t3_ns=5000"},
      {"late-error", "--mode async --mode sync"},
      {"increment-loop", "--waits each --waits none"},
      // A frontend that is quicker than the worker, and one that is not.
      {"loop-model", "--waits none --set t1_ns=1000 --set t1_ns=12000"},
      {"tiny-tasks", "--waits each --waits none"},
      {"independent-work", "--workers 1 --workers 4"},
      {"training-memory", "--waits each --waits none"},
      {"prediction-memory", "--waits each --waits none"},
      {"bounded-queue", "--set max_pending=64 --set max_pending=0"},
      {"eager-vs-function", "--mode sync --mode function"},
      {"training-eager-vs-function", "--mode sync --mode function"},
      {"dead-assignment", "--mode lazy --mode async"},
      {"lazy-loop", "--waits none --mode async --mode lazy"},
      {"reorder", "--mode lazy --mode async"},
      // The described device is fast: more launches, so that its queue fills.
      {"launch-queue", "--set later=2000"},
  };
  const auto found = kComparisons.find(id);
  return found == kComparisons.end() ? QString() : QLatin1Char(' ') + QLatin1String(found->second);
}

/// The same at sizes that one steps through.
QString steppingComparison(const std::string& id) {
  // Its step is in how many there are: two runs of thousands are too much.
  return QStringLiteral(" --preset step") + (id == "launch-queue" ? QString() : comparison(id));
}

Result<std::vector<Outcome>> runAll(const std::string& command, Interrupts& interrupts) {
  std::vector<std::string> words;
  for (const QString& word : QString::fromStdString(command).split(QLatin1Char(' ')))
    words.push_back(word.toStdString());
  const Result<Arguments> arguments = parseArguments(words);
  if (!arguments) return Failure{arguments.error()};
  Result<std::vector<RunConfig>> configs = requestedRuns(*arguments);
  if (!configs) return Failure{configs.error()};
  std::vector<Outcome> outcomes;
  for (RunConfig& config : *configs) {
    RunExecution session(std::move(config));
    interrupts.runToEnd(session);
    if (interrupts.interrupted()) return Failure{"interrupted; the gallery is not complete"};
    outcomes.push_back(outcomeOf(session));
    if (outcomes.back().failed) {
      const auto& errors = outcomes.back().errors;
      return Failure{command + " failed: " + (errors.empty() ? "no reason given" : errors.front())};
    }
  }
  return outcomes;
}

std::vector<Trace> tracesOf(std::span<const Outcome> outcomes) {
  std::vector<Trace> traces;
  for (const Outcome& outcome : outcomes) traces.push_back(outcome.trace);
  return traces;
}

Status writePictures(const std::string& path, std::span<const Outcome> outcomes, Graphics& graphics) {
  const std::vector<Trace> traces = tracesOf(outcomes);
  ExportRequest dark;
  dark.figure.theme = ThemeKind::dark;
  for (const auto& [ending, request] :
       {std::pair{".svg", ExportRequest()}, {".png", ExportRequest()}, {"-dark.svg", dark}}) {
    if (Status status = exportTraces(traces, path + ending, &graphics, request); !status) return status;
  }
  return success();
}

}  // namespace

Status prepareGallery(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return Failure{"cannot make the directory " + directory + ": " + error.message()};
  if (AtomicFile page(directory + "/index.html"); page.failed()) return Failure{page.error()};
  return success();
}

Result<std::string> writeGallery(const std::string& directory, Graphics& graphics, Interrupts& interrupts,
                                 const std::function<bool(const std::string&)>& progress) {
  GalleryPage page;
  for (const Scenario& scenario : scenarios()) {
    if (!progress(scenario.id)) return Failure{"the gallery is not complete"};
    const QString run =
        QStringLiteral("run ") + QString::fromStdString(scenario.id) + QStringLiteral(" --clock virtual");
    const QString command = run + comparison(scenario.id);
    const Result<std::vector<Outcome>> outcomes = runAll(command.toStdString(), interrupts);
    if (!outcomes) return Failure{outcomes.error()};
    const Status written = writePictures(directory + "/" + scenario.id, *outcomes, graphics);
    if (!written) return Failure{written.error()};
    const auto small = runAll((run + steppingComparison(scenario.id)).toStdString(), interrupts);
    if (!small) return Failure{small.error()};
    const Status stepping =
        exportTraces(tracesOf(*small), directory + "/" + scenario.id + ".html", &graphics);
    if (!stepping) return Failure{stepping.error()};
    page.add(scenario, QStringLiteral("runahead ") + command, *outcomes);
  }
  const std::string path = directory + "/index.html";
  AtomicFile file(path);
  file.write(page.text());
  if (const Status status = file.commit(); !status) return Failure{status.error()};
  return path;
}

}  // namespace runahead::gui
