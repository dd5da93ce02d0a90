// SPDX-License-Identifier: GPL-3.0-or-later
// Running the scenarios with their default parameters, and the page around their pictures.
// Not here: numbers and figures (outcome.h, gui/figure).
#include "gui/cli/gallery.h"

#include <QStringList>
#include <algorithm>
#include <filesystem>
#include <set>

#include "core/base/atomic_file.h"
#include "gui/cli/exports.h"
#include "gui/cli/outcome.h"
#include "gui/figure/figure.h"
#include "gui/figure/figure_parts.h"
#include "gui/listing/listing_pane.h"

namespace runahead::gui {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --text: #16202c; --quiet: #46535f; --window: #eef1f5; --paper: #fff;
  --line: #d3dae3; --wait: #fff1d2; }
@media (prefers-color-scheme: dark) { :root { --text: #edf1f5; --quiet: #b9c4cf; --window: #12161c;
  --paper: #1c222b; --line: #343e4b; --wait: #332a18; } }
body { font: 16px/1.5 Inter, "DejaVu Sans", sans-serif; color: var(--text); background: var(--window);
  margin: 0; }
main { max-width: 1120px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 32px; margin: 16px 0 0; }
h2 { font-size: 22px; margin: 48px 0 12px; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: 20px 24px;
  margin: 0 0 24px; overflow-x: auto; }
h3 { font-size: 20px; margin: 0; }
.question { font-size: 18px; color: var(--quiet); margin: 0 0 16px; }
figure { margin: 16px 0; }
figcaption { color: var(--quiet); font-size: 14px; }
img { width: 100%; height: auto; }
pre { font: 14px/1.5 "JetBrains Mono", "DejaVu Sans Mono", monospace; border: 1px solid var(--line);
  border-radius: 5px; padding: 8px 0; margin: 16px 0; overflow-x: auto; counter-reset: line; }
pre span { display: block; padding: 0 16px; min-height: 1.5em; }
pre span::before { counter-increment: line; content: counter(line); display: inline-block; width: 2em;
  margin-right: 1em; text-align: right; color: var(--quiet); }
pre .waits { background: var(--wait); }
table { border-collapse: collapse; margin: 16px 0 0; font-size: 14px; }
th, td { padding: 4px 16px 4px 0; text-align: left; border-bottom: 1px solid var(--line);
  vertical-align: top; }
td { font-family: "JetBrains Mono", "DejaVu Sans Mono", monospace; }
a { color: inherit; }
nav ol { padding-left: 20px; margin: 4px 0 16px; }
nav p { font-weight: 700; margin: 0; }
@media print { body { background: none; } section { break-inside: avoid; border: 0; } nav { display: none; } }
)";

QString escaped(const std::string& text) {
  return QString::fromStdString(text).toHtmlEscaped();
}

QString cell(const QString& content) {
  return QStringLiteral("<td>%1</td>").arg(content);
}

/// Figures in rows, runs in columns: what the picture's letters stand for.
QString numbersTable(const std::vector<Trace>& traces) {
  const FigureTable rows = figureTable(traces);
  QString html = QStringLiteral("<table>\n");
  for (const QStringList& row : rows) {
    const bool head = row.front().isEmpty();
    html += QStringLiteral("<tr><th>%1</th>").arg(row.front().toHtmlEscaped());
    for (const QString& content : row.mid(1)) {
      html +=
          head ? QStringLiteral("<th>%1</th>").arg(content.toHtmlEscaped()) : cell(content.toHtmlEscaped());
    }
    html += QStringLiteral("</tr>\n");
  }
  return html + QStringLiteral("</table>\n");
}

/// The program as text; the lines where one of the runs waited are marked.
QString listing(const Scenario& scenario, const std::vector<Trace>& traces) {
  const QString text = listingText(QString::fromStdString(scenario.id), QStringLiteral("mxnet"));
  if (text.isEmpty()) return {};
  std::set<int> waited;
  for (const Trace& trace : traces) waited.merge(waitedLines(trace));
  QString html = QStringLiteral("<pre>");
  int number = 0;
  for (const QString& line : text.split(QLatin1Char('\n'))) {
    html +=
        (waited.count(++number) > 0 ? QStringLiteral("<span class=\"waits\">") : QStringLiteral("<span>")) +
        line.toHtmlEscaped() + QStringLiteral("</span>");
  }
  return html + QStringLiteral("</pre>\n");
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

QString section(const Scenario& scenario, const std::vector<Trace>& traces) {
  const QString id = escaped(scenario.id);
  QStringList runs;
  for (const Trace& trace : traces) runs << runLine(trace).toHtmlEscaped();
  QString html =
      QStringLiteral("<section id=\"%1\">\n<h3>%2</h3>\n<p class=\"question\">%3</p>\n")
          .arg(id, escaped(scenario.title), escaped(scenario.question)) +
      listing(scenario, traces) +
      QStringLiteral(
          "<figure><picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"%1-dark.svg\">"
          "<img src=\"%1.svg\" alt=\"%2\"></picture>\n<figcaption>%3. As <a href=\"%1.png\">PNG</a>, <a "
          "href=\"%1.svg\">SVG</a>.</figcaption></figure>\n")
          .arg(id, escaped(scenario.title), runs.join(QStringLiteral("<br>")));
  html += numbersTable(traces);
  for (const QString& paragraph : QString::fromStdString(scenario.explanation).split(QLatin1Char('\n'))) {
    if (!paragraph.isEmpty()) html += QStringLiteral("<p>%1</p>\n").arg(paragraph.toHtmlEscaped());
  }
  return html + bookTable(scenario) + QStringLiteral("</section>\n");
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
    ExportRequest dark;
    dark.figure.theme = ThemeKind::dark;
    for (const auto& [ending, request] :
         {std::pair{".svg", ExportRequest()}, {".png", ExportRequest()}, {"-dark.svg", dark}}) {
      const Status status = exportTraces(traces, directory + "/" + scenario.id + ending, graphics, request);
      if (!status) return Failure{status.error()};
    }
    if (scenario.group != group) {
      if (group != 0) links += QStringLiteral("</ol>\n");
      group = scenario.group;
      const QString title = escaped(group_title(group));
      body += QStringLiteral("<h2 id=\"group-%1\">%1. %2</h2>\n").arg(QLatin1Char(group)).arg(title);
      links += QStringLiteral("<p><a href=\"#group-%1\">%1. %2</a></p>\n<ol>\n")
                   .arg(QLatin1Char(group))
                   .arg(title);
    }
    links += QStringLiteral("<li><a href=\"#%1\">%2</a></li>\n")
                 .arg(escaped(scenario.id), escaped(scenario.title));
    body += section(scenario, traces);
  }
  const std::string path = directory + "/index.html";
  AtomicFile page(path);
  page.write(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
      "charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>Runahead</title>\n<style>");
  page.write(kStyle);
  page.write(
      "</style>\n</head>\n<body>\n<main>\n<h1>Runahead</h1>\n"
      "<p>Every scenario with its default parameters, under the virtual clock: the times are those of a "
      "described machine, so these pictures are the same everywhere.</p>\n<nav>\n");
  page.write(links.toStdString());
  page.write("</ol>\n</nav>\n");
  page.write(body.toStdString());
  page.write("</main>\n</body>\n</html>\n");
  if (const Status status = page.commit(); !status) return Failure{status.error()};
  return path;
}

}  // namespace runahead::gui
