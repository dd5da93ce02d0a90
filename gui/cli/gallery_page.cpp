// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of one entry in the order in which they are read: question, listing, figure, numbers,
// explanation, what the book printed, the command that makes it again. Not here: numbers (core/analysis).
#include "gui/cli/gallery_page.h"

#include <QStringList>
#include <set>

#include "core/analysis/comparison.h"
#include "core/scenario/devices.h"
#include "gui/text/book_facts.h"
#include "gui/text/compared_text.h"
#include "gui/text/format.h"
#include "gui/text/framework.h"
#include "gui/text/run_text.h"
#include "gui/text/waited_lines.h"

namespace runahead::gui {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --text: #16202c; --quiet: #46535f; --window: #eef1f5; --paper: #fff;
  --line: #d3dae3; --shade: #8794a2; --wait: #fff1d2; --edge: #7a4a00; --error: #b3251c; }
@media (prefers-color-scheme: dark) { :root { --text: #edf1f5; --quiet: #b9c4cf; --window: #12161c;
  --paper: #1c222b; --line: #343e4b; --shade: #000; --wait: #332a18; --edge: #f5c063; --error: #ff7d6e; } }
body { font: 16px/1.5 Inter, "DejaVu Sans", sans-serif; color: var(--text); background: var(--window);
  margin: 0; }
main { max-width: 1120px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 32px; line-height: 1.25; margin: 16px 0 8px; }
h2 { font-size: 22px; margin: 48px 0 0; }
h2 + p { margin: 4px 0 16px; }
h3 { font-size: 20px; margin: 0; }
p { max-width: 46em; }
article { background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: 20px 24px;
  margin: 0 0 24px; scroll-margin-top: 8px; }
article > p { margin: 12px 0; }
.question { font-size: 18px; color: var(--quiet); margin: 0 0 16px; }
.wide { overflow-x: auto; margin: 16px 0 0; }
figure { margin: 16px 0; }
figcaption, caption, .again { color: var(--quiet); font-size: 14px; }
figcaption { margin-top: 4px; }
.wide .paper { display: none; }
.wide img { display: block; width: 100%; min-width: 720px; height: auto; }
.hint { display: none; }
@media (max-width: 800px) {
  figure .hint { display: block; color: var(--quiet); font-size: 14px; margin: 0 0 4px; }
  .wide, pre { background: linear-gradient(to right, var(--paper) 30%, transparent) left / 40px 100% no-repeat local,
      linear-gradient(to left, var(--paper) 30%, transparent) right / 40px 100% no-repeat local,
      linear-gradient(to right, var(--shade), transparent) left / 14px 100% no-repeat scroll,
      linear-gradient(to left, var(--shade), transparent) right / 14px 100% no-repeat scroll; }
}
pre, code, td { font-family: "JetBrains Mono", "DejaVu Sans Mono", monospace; font-size: 14px; }
pre { line-height: 1.5; border: 1px solid var(--line); border-radius: 5px; padding: 8px 0; margin: 16px 0;
  overflow-x: auto; counter-reset: line; }
pre span { display: block; width: max-content; min-width: 100%; box-sizing: border-box; padding: 0 16px;
  min-height: 1.5em; }
pre span::before { counter-increment: line; content: counter(line); display: inline-block; width: 2em;
  margin-right: 1em; text-align: right; color: var(--quiet); }
pre .waits { background: var(--wait); }
pre .waits::after { content: "waits"; margin-left: 2em; color: var(--edge); font-weight: 700; }
pre .failed { background: color-mix(in srgb, var(--error) 14%, var(--paper)); }
pre .failed::after { content: "✕ error"; margin-left: 2em; color: var(--error); font-weight: 700; }
pre .waits.failed::after { content: "waits ✕ error"; }
code { overflow-wrap: anywhere; }
table { border-collapse: collapse; font-size: 14px; }
caption { text-align: left; padding-bottom: 4px; white-space: nowrap; }
.again { max-width: none; }
th, td { padding: 4px 24px 4px 0; text-align: left; border-bottom: 1px solid var(--line);
  vertical-align: top; white-space: nowrap; }
th { font-weight: 500; }
thead th { font-weight: 700; }
a { color: inherit; }
:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
nav ol { padding-left: 0; margin: 4px 0 16px; list-style: none; }
nav ol span { color: var(--quiet); }
nav > p { font-weight: 700; margin: 0; }
.on { display: flex; flex-wrap: wrap; gap: 4px 24px; font-size: 14px; border-top: 1px solid var(--line);
  margin-top: 20px; padding-top: 12px; }
@media (max-width: 600px) { article { padding: 16px; } }
@media print {
  body { background: none; font-size: 10.5pt; }
  main { padding: 0; max-width: none; }
  article { border: 0; padding: 0; margin: 0 0 32px; }
  h2, h3, .question, caption { break-after: avoid; }
  figure, pre, tr { break-inside: avoid; }
  .wide { overflow: visible; }
  .wide .screen { display: none; }
  .wide .paper { display: block; }
  .wide img { min-width: 0; width: auto; max-width: 100%; max-height: 170mm; }
  pre { white-space: pre-wrap; }
  .on, .files, figure .hint { display: none; }
}
)";

QString escaped(const QString& text) {
  return text.toHtmlEscaped();
}

QString escaped(const std::string& text) {
  return QString::fromStdString(text).toHtmlEscaped();
}

QString groupIntroduction(char group) {
  switch (group) {
    case 'A':
      return QStringLiteral("What a call does before it returns, and what it leaves for later.");
    case 'B':
      return QStringLiteral("What makes the frontend wait, said in the program or hidden in a call.");
    case 'C':
      return QStringLiteral("What running ahead saves, what it cannot save, and where the bend is.");
    case 'D':
      return QStringLiteral("What is held while it waits in the queue, and how to hold less of it.");
    case 'E':
      return QStringLiteral("What a runtime can do that sees a whole function before it runs.");
    case 'F':
      return QStringLiteral("What need not be computed at all when nothing runs before it is asked for.");
    case 'G':
      return QStringLiteral(
          "What a device does beside the processor, and what its queue and its streams allow.");
    default:
      return {};
  }
}

/// Wider than a narrow screen, so it scrolls, by keys too.
QString scrolling(const QString& what, const QString& content) {
  return QStringLiteral("<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"%1\">\n%2</div>\n")
      .arg(what, content);
}

QString row(const QStringList& cells, const QString& firstCell, const QString& cell) {
  QString html = QStringLiteral("<tr>");
  for (qsizetype i = 0; i < cells.size(); ++i) {
    const QString& tag = i == 0 ? firstCell : cell;
    html += QStringLiteral("<%1>%2</%3>").arg(tag, cells[i], tag.section(QLatin1Char(' '), 0, 0));
  }
  return html + QStringLiteral("</tr>\n");
}

QString headRow(const QStringList& cells) {
  return QStringLiteral("<thead>") +
         row(cells, QStringLiteral("th scope=\"col\""), QStringLiteral("th scope=\"col\"")) +
         QStringLiteral("</thead>\n");
}

QString bodyRow(const QStringList& cells) {
  return row(cells, QStringLiteral("th scope=\"row\""), QStringLiteral("td"));
}

QString lettered(std::size_t run, std::size_t runs, const QString& text) {
  return runs == 1 ? text : runLetter(static_cast<int>(run)) + QStringLiteral(" ") + text;
}

/// Figures in rows, runs in columns: what the picture's letters stand for.
QString numbersTable(const std::vector<Trace>& traces) {
  const Comparison comparison = compare(traces);
  QString html = QStringLiteral("<table>\n<caption>Numbers%1</caption>\n")
                     .arg(traces.size() > 1 ? QStringLiteral("; compared with A") : QString());
  if (traces.size() > 1) {
    QStringList heads{QStringLiteral("of the run")};
    for (std::size_t run = 0; run < traces.size(); ++run) {
      heads << lettered(run, traces.size(), escaped(comparison.labels[run]));
    }
    html += headRow(heads);
  }
  html += QStringLiteral("<tbody>\n");
  for (const ComparedRow& numbers : comparison.rows) {
    QStringList cells{escaped(numbers.what)};
    for (std::size_t run = 0; run < traces.size(); ++run) {
      const std::string ratio = run == 0 ? std::string() : numbers.ratio_text(run);
      cells << escaped(comparedValue(numbers, run)) + (ratio.empty() ? QString() : escaped(", " + ratio));
    }
    html += bodyRow(cells);
  }
  return html + QStringLiteral("</tbody>\n</table>\n");
}

/// The program as text; the lines where one of the runs waited are marked.
QString listing(const Scenario& scenario, const std::vector<Trace>& traces) {
  const QString text = listingText(QString::fromStdString(scenario.id),
                                   frameworkOf(QString::fromStdString(traces.front().info().mode)))
                           .trimmed();
  const WaitedLines waited = waitedLines(traces);
  const std::set<int> failed = failedLines(traces);
  QString html = QStringLiteral("<pre role=\"region\" tabindex=\"0\" aria-label=\"Listing\">");
  int number = 0;
  for (const QString& line : text.split(QLatin1Char('\n'))) {
    QStringList classes;
    if (waited.count(++number) > 0) classes << QStringLiteral("waits");
    if (failed.count(number) > 0) classes << QStringLiteral("failed");
    html += (classes.isEmpty() ? QStringLiteral("<span>")
                               : QStringLiteral("<span class=\"%1\">").arg(classes.join(u' '))) +
            escaped(line) + QStringLiteral("</span>");
  }
  return html + QStringLiteral("</pre>\n");
}

/// What the picture says, in words.
QString pictureInWords(std::span<const Outcome> outcomes, const std::vector<std::string>& labels) {
  QStringList runs;
  for (std::size_t run = 0; run < outcomes.size(); ++run) {
    const RunSummary& summary = outcomes[run].summary;
    runs << lettered(
        run, outcomes.size(),
        QStringLiteral("%1: the frontend is free after %2, the run takes %3, at most %4 tasks are "
                       "pending, and arrays hold at most %5")
            .arg(outcomes.size() == 1 ? QStringLiteral("one run") : QString::fromStdString(labels[run]),
                 formatTime(summary.frontend_done_ns), formatTime(summary.total_ns),
                 formatCount(static_cast<std::uint64_t>(summary.max_depth)),
                 formatBytes(summary.peak_live_bytes)));
  }
  return QStringLiteral("Timeline of frontend and backend, pending tasks and memory. ") +
         runs.join(QStringLiteral("; ")) + QLatin1Char('.');
}

QString figure(const Scenario& scenario, std::span<const Outcome> outcomes,
               const std::vector<Trace>& traces) {
  std::vector<TraceInfo> infos;
  for (const Trace& trace : traces) infos.push_back(trace.info());
  QStringList runs;
  for (std::size_t run = 0; run < infos.size(); ++run)
    runs << lettered(run, infos.size(), escaped(runLine(infos[run])));
  // A browser takes minutes to print that many boxes, so paper gets pixels.
  const QString picture =
      QStringLiteral(
          "<picture class=\"screen\"><source media=\"(prefers-color-scheme: dark)\" srcset=\"%1-dark.svg\">"
          "<img src=\"%1.svg\" alt=\"%2\"></picture>\n"
          "<img class=\"paper\" src=\"%1.png\" alt=\"%2\">\n")
          .arg(escaped(scenario.id), escaped(pictureInWords(outcomes, run_labels(infos))));
  return QStringLiteral(
             "<figure>\n<p class=\"hint\">Wider than this screen: scroll it sideways, or turn the "
             "screen.</p>\n") +
         scrolling(QStringLiteral("Picture"), picture) +
         QStringLiteral(
             "<figcaption>%2.<span class=\"files\"> For slides: <a href=\"%1.svg\">SVG</a>, "
             "<a href=\"%1.png\">PNG</a>.</span></figcaption>\n</figure>\n")
             .arg(escaped(scenario.id), runs.join(QStringLiteral("<br>")));
}

const QLatin1String kLive(" live at the peak");

/// What the book printed, beside the first of the runs that measures the same.
QString bookTables(const Scenario& scenario, std::span<const Outcome> outcomes) {
  QString html;
  if (scenario.book.empty()) return html;
  std::vector<BookSource> sources = bookNumbers(scenario, {}, nullptr);
  for (std::size_t run = 0; run < outcomes.size(); ++run) {
    const auto measured = bookNumbers(scenario, outcomes[run].trace.info(), &outcomes[run].summary);
    for (std::size_t source = 0; source < sources.size(); ++source) {
      for (std::size_t i = 0; i < sources[source].rows.size(); ++i) {
        BookRow& row = sources[source].rows[i];
        const BookRow& own = measured[source].rows[i];
        if (!row.own.isEmpty() || own.own.isEmpty()) continue;
        row.own = lettered(run, outcomes.size(), own.own);
        if (own.kind == BookRow::Own::live) row.own += kLive;
      }
    }
  }
  for (const BookSource& source : sources) {
    QString table =
        QStringLiteral("<table>\n<caption>Printed in the book: %1</caption>\n").arg(escaped(source.source)) +
        headRow({QStringLiteral("what"), QStringLiteral("there"), QStringLiteral("here")}) +
        QStringLiteral("<tbody>\n");
    for (const BookRow& row : source.rows) {
      table += bodyRow({escaped(row.label), escaped(row.book),
                        row.own.isEmpty() ? QStringLiteral("–") : escaped(row.own)});
    }
    html += scrolling(QStringLiteral("Numbers of the book"), table + QStringLiteral("</tbody>\n</table>\n"));
  }
  html += QStringLiteral(
      "<p class=\"again\">There: their machine and the sizes named above. Here: the described machine, with "
      "smaller ones. "
      "Compare the proportions.");
  if (html.contains(kLive)) {
    html += QStringLiteral(
        " There, memory is what the process had resident, after less before; here, the most that "
        "arrays held. A live run shows both.");
  }
  return html + QStringLiteral("</p>\n");
}

QString link(const Scenario& scenario, const QString& before, const QString& after) {
  return QStringLiteral("<a href=\"#%1\">%2%3%4</a>\n")
      .arg(escaped(scenario.id), before, escaped(scenario.title), after);
}

QString onward(const Scenario& scenario) {
  const auto all = scenarios();
  const auto place = static_cast<std::size_t>(find_scenario(scenario.id) - all.data());
  QString html = QStringLiteral("<nav class=\"on\" aria-label=\"From %1\">\n").arg(escaped(scenario.title));
  if (place > 0) html += link(all[place - 1], QStringLiteral("← "), {});
  html += QStringLiteral("<a href=\"#contents\">Contents</a>\n");
  if (place + 1 < all.size()) html += link(all[place + 1], {}, QStringLiteral(" →"));
  return html + QStringLiteral("</nav>\n");
}

QString introduction() {
  const Machine machine = standard_machine();
  return QStringLiteral(
             "<p>Pictures for a chapter on asynchronous execution. Each entry asks a question, shows a small "
             "program, what happens when it runs, the numbers, and why. Answer the question before you look "
             "at "
             "the picture.</p>\n"
             "<p><b>How to read a picture.</b> On top, the frontend: the lines that it executes, and below "
             "them what they do. Blue hands a task over, hatched is waiting. Below, the backend: green is a "
             "task that is executed. A line between the two leads from where a task was handed over to where "
             "it starts: that is the queue. Then, on the same axis, how many tasks are handed over and not "
             "ended, and the memory that arrays hold (live) and that the allocator holds for them (pool). "
             "Runs in one picture have letters and one scale of time.</p>\n"
             "<p><b>Where the times come from.</b> These runs are simulated, under the virtual clock. The "
             "arrays are computed; the times are those of an invented machine, the same everywhere: %1 until "
             "a "
             "task is handed over, %2 until a frontend that waited goes on, and for each worker %3 per task, "
             "%4 arithmetic operations and %5 bytes in a nanosecond. Where the command of an entry sets t1, "
             "t2 "
             "and t3, they take its place. What a process has resident is real only on a real machine, and "
             "left out.</p>\n")
      .arg(formatTime(machine.frontend.issue_ns), formatTime(machine.frontend.hand_back_ns),
           formatTime(machine.cpu.task_ns))
      .arg(machine.cpu.flops_per_s / 1'000'000'000)
      .arg(machine.cpu.bytes_per_s / 1'000'000'000);
}

}  // namespace

void GalleryPage::beginGroup(char group) {
  if (m_group != 0) m_contents += QStringLiteral("</ol>\n");
  m_group = group;
  m_number = 0;
  const QString title =
      QStringLiteral("%1. %2").arg(QLatin1Char(group)).arg(QLatin1String(group_title(group)));
  m_contents +=
      QStringLiteral("<p><a href=\"#group-%1\">%2</a></p>\n<ol>\n").arg(QLatin1Char(group)).arg(title);
  m_body += QStringLiteral("<h2 id=\"group-%1\">%2</h2>\n<p>%3</p>\n")
                .arg(QLatin1Char(group))
                .arg(title, groupIntroduction(group));
}

void GalleryPage::add(const Scenario& scenario, const QString& command, std::span<const Outcome> outcomes) {
  if (scenario.group != m_group) beginGroup(scenario.group);
  std::vector<Trace> traces;
  for (const Outcome& outcome : outcomes) traces.push_back(outcome.trace);
  const QString id = escaped(scenario.id);
  const QString title =
      QStringLiteral("%1%2 %3").arg(QLatin1Char(m_group)).arg(++m_number).arg(escaped(scenario.title));
  const QString question = escaped(scenario.question);
  m_contents += QStringLiteral("<li><a href=\"#%1\">%2</a> <span>%3</span></li>\n").arg(id, title, question);
  m_body += QStringLiteral(
                "<article id=\"%1\" aria-labelledby=\"%1-title\">\n<h3 id=\"%1-title\">%2</h3>\n"
                "<p class=\"question\">%3</p>\n")
                .arg(id, title, question) +
            listing(scenario, traces) + figure(scenario, outcomes, traces) +
            scrolling(QStringLiteral("Numbers"), numbersTable(traces));
  for (const QString& paragraph : QString::fromStdString(scenario.explanation).split(QLatin1Char('\n')))
    m_body += QStringLiteral("<p>%1</p>\n").arg(escaped(paragraph));
  m_body += bookTables(scenario, outcomes) +
            QStringLiteral("<p class=\"again\">Once more: <code>%1</code></p>\n").arg(escaped(command)) +
            onward(scenario) + QStringLiteral("</article>\n");
}

std::string GalleryPage::text() const {
  return (QStringLiteral("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                         "<title>Runahead: asynchronous execution in pictures</title>\n<style>") +
          QLatin1String(kStyle) +
          QStringLiteral("</style>\n</head>\n<body>\n<main>\n<h1>Asynchronous execution in pictures</h1>\n") +
          introduction() + QStringLiteral("<nav id=\"contents\" aria-label=\"Contents\">\n") + m_contents +
          QStringLiteral("</ol>\n</nav>\n") + m_body + QStringLiteral("</main>\n</body>\n</html>\n"))
      .toStdString();
}

}  // namespace runahead::gui
