// SPDX-License-Identifier: GPL-3.0-or-later
// Running the scenarios with their default parameters, and the page around their pictures.
// Not here: numbers and figures (outcome.h, gui/figure).
#include "gui/cli/gallery.h"

#include <QStringList>
#include <algorithm>
#include <filesystem>

#include "core/base/atomic_file.h"
#include "gui/cli/exports.h"
#include "gui/cli/outcome.h"
#include "gui/theme/format.h"

namespace runahead::gui {
namespace {

constexpr const char* kStyle = R"(
body { font: 16px/1.5 Inter, "DejaVu Sans", sans-serif; color: #16202c; background: #eef1f5; margin: 0; }
main { max-width: 1120px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 32px; margin: 16px 0 0; }
h2 { font-size: 20px; margin: 48px 0 12px; }
section { background: #fff; border: 1px solid #d3dae3; border-radius: 6px; padding: 20px 24px; margin: 0 0 24px; }
h3 { font-size: 20px; margin: 0; }
.question { color: #46535f; margin: 0 0 16px; }
img { width: 100%; height: auto; }
table { border-collapse: collapse; margin: 16px 0 0; font-size: 14px; }
th, td { padding: 4px 16px 4px 0; text-align: left; border-bottom: 1px solid #e8ecf1; vertical-align: top; }
td { font-family: "JetBrains Mono", "DejaVu Sans Mono", monospace; }
nav a { color: #1d5fa8; margin-right: 16px; white-space: nowrap; }
)";

QString escaped(const std::string& text) {
  return QString::fromStdString(text).toHtmlEscaped();
}

QString cell(const QString& content) {
  return QStringLiteral("<td>%1</td>").arg(content);
}

QString numbersTable(const std::vector<Outcome>& outcomes) {
  QString html = QStringLiteral(
      "<table><tr><th>mode</th><th>waits</th><th>workers</th><th>total</th><th>frontend done</th>"
      "<th>tasks</th><th>queue depth</th><th>live memory</th><th>marks</th></tr>\n");
  for (const Outcome& outcome : outcomes) {
    QStringList marks;
    for (const auto& mark : outcome.summary.marks) {
      marks << escaped(mark.name) + QStringLiteral(" ") + formatTime(mark.ns);
    }
    html += QStringLiteral("<tr>") + cell(escaped(outcome.trace.info().mode)) +
            cell(escaped(outcome.trace.info().waits)) + cell(QString::number(outcome.trace.info().workers)) +
            cell(formatTime(outcome.summary.total_ns)) + cell(formatTime(outcome.summary.frontend_done_ns)) +
            cell(formatCount(outcome.summary.tasks)) + cell(formatCount(outcome.summary.max_depth)) +
            cell(formatBytes(outcome.summary.peak_live_bytes)) + cell(marks.join(QStringLiteral("<br>"))) +
            QStringLiteral("</tr>\n");
  }
  return html + QStringLiteral("</table>\n");
}

QString bookTable(const Scenario& scenario) {
  if (scenario.book.empty()) return {};
  QString html = QStringLiteral("<table><tr><th>in the book</th><th>there</th><th>source</th></tr>\n");
  for (const BookFigure& figure : scenario.book) {
    html += QStringLiteral("<tr>") + cell(escaped(figure.label)) + cell(escaped(figure.value)) +
            cell(escaped(figure.source)) + QStringLiteral("</tr>\n");
  }
  return html + QStringLiteral("</table>\n");
}

QString section(const Scenario& scenario, const std::vector<Outcome>& outcomes) {
  const QString id = escaped(scenario.id);
  QString html = QStringLiteral(
                     "<section id=\"%1\">\n<h3>%2</h3>\n<p class=\"question\">%3</p>\n"
                     "<a href=\"%1.png\"><img src=\"%1.svg\" alt=\"%2\"></a>\n")
                     .arg(id, escaped(scenario.title), escaped(scenario.question));
  for (const QString& paragraph : QString::fromStdString(scenario.explanation).split(QLatin1Char('\n'))) {
    if (!paragraph.isEmpty()) html += QStringLiteral("<p>%1</p>\n").arg(paragraph.toHtmlEscaped());
  }
  return html + numbersTable(outcomes) + bookTable(scenario) + QStringLiteral("</section>\n");
}

/// What the scenario is about: its loop with a wait in every pass and without, or one worker and two where
/// nothing ever waits, else its first two modes.
std::vector<RunRequest> comparison(const Scenario& scenario) {
  RunRequest request;
  request.scenario = scenario.id;
  request.clock = to_string(Clock::virtual_time);
  std::vector<RunRequest> requests(2, request);
  if (std::count(scenario.waits.begin(), scenario.waits.end(), "each") > 0) {
    requests[0].waits = "each";
    requests[1].waits = "none";
  } else if (scenario.waits.size() == 1) {
    requests[1].workers = 2;
  } else if (scenario.modes.size() > 1) {
    requests[1].mode = to_string(scenario.modes[1]);
  } else {
    requests.pop_back();
  }
  return requests;
}

Result<std::vector<Outcome>> runComparison(const Scenario& scenario, Interrupts& interrupts) {
  std::vector<Outcome> outcomes;
  for (const RunRequest& request : comparison(scenario)) {
    Result<RunConfig> config = check(request);
    if (!config) return Failure{config.error()};
    Session session(std::move(*config));
    interrupts.runToEnd(session);
    if (interrupts.interrupted()) return Failure{"interrupted; the gallery is not complete"};
    outcomes.push_back(outcomeOf(session));
    if (outcomes.back().failed) {
      const auto& errors = outcomes.back().errors;
      return Failure{scenario.id + " failed: " + (errors.empty() ? "no reason given" : errors.front())};
    }
  }
  return outcomes;
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
  QString links;
  QString body;
  char group = 0;
  for (const Scenario& scenario : scenarios()) {
    if (!progress(scenario.id)) return Failure{"the gallery is not complete"};
    const Result<std::vector<Outcome>> outcomes = runComparison(scenario, interrupts);
    if (!outcomes) return Failure{outcomes.error()};
    std::vector<Trace> traces;
    for (const Outcome& outcome : *outcomes) traces.push_back(outcome.trace);
    for (const char* ending : {".svg", ".png"}) {
      const Status status = exportTraces(traces, directory + "/" + scenario.id + ending, graphics);
      if (!status) return Failure{status.error()};
    }
    if (scenario.group != group) {
      group = scenario.group;
      body += QStringLiteral("<h2>%1</h2>\n").arg(escaped(group_title(group)));
    }
    links += QStringLiteral("<a href=\"#%1\">%2</a>\n").arg(escaped(scenario.id), escaped(scenario.title));
    body += section(scenario, *outcomes);
  }
  const std::string path = directory + "/index.html";
  AtomicFile page(path);
  page.write(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
      "charset=\"utf-8\">\n<title>Runahead</title>\n<style>");
  page.write(kStyle);
  page.write(
      "</style>\n</head>\n<body>\n<main>\n<h1>Runahead</h1>\n"
      "<p>Every scenario with its default parameters, under the virtual clock: the times are those of a "
      "described machine, so these pictures are the same everywhere.</p>\n<nav>\n");
  page.write(links.toStdString());
  page.write("</nav>\n");
  page.write(body.toStdString());
  page.write("</main>\n</body>\n</html>\n");
  if (const Status status = page.commit(); !status) return Failure{status.error()};
  return path;
}

}  // namespace runahead::gui
