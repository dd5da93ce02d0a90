// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of one entry in the order in which they are read: question, listing, figure, numbers,
// explanation, what the book printed, the command that makes it again. Not here: numbers (core/analysis).
#include "gui/cli/gallery_page.h"

#include <QStringList>
#include <utility>

#include "core/analysis/comparison.h"
#include "core/scenario/devices.h"
#include "gui/text/book_facts.h"
#include "gui/text/compared_listing.h"
#include "gui/text/compared_text.h"
#include "gui/text/format.h"
#include "gui/text/framework.h"
#include "gui/text/resource.h"
#include "gui/text/run_text.h"

namespace runahead::gui {
namespace {

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
      heads << lettered(run, traces.size(), escaped(toText(comparison.labels[run])));
    }
    html += headRow(heads);
  }
  html += QStringLiteral("<tbody>\n");
  for (const ComparedRow& numbers : comparison.rows) {
    QStringList cells{escaped(toText(numbers.label()))};
    for (std::size_t run = 0; run < traces.size(); ++run) {
      const QString ratio = run == 0 ? QString() : toText(numbers.ratio_text(run));
      cells << escaped(comparedValue(numbers, run)) +
                   (ratio.isEmpty() ? QString() : escaped(QStringLiteral(", ") + ratio));
    }
    html += bodyRow(cells);
  }
  return html + QStringLiteral("</tbody>\n</table>\n");
}

/// The program as text; the lines where one of the runs waited are marked.
QString listing(const std::vector<Trace>& traces) {
  QString html = QStringLiteral("<pre role=\"region\" tabindex=\"0\" aria-label=\"Listing\">");
  int number = 0;
  for (const ListedLine& line :
       comparedListing(traces, programLines(traces.front().info()), listingsOf(traces))) {
    QStringList classes;
    if (std::exchange(number, line.number) == line.number) classes << QStringLiteral("again");
    if (line.waited) classes << QStringLiteral("waits");
    if (line.failed) classes << QStringLiteral("failed");
    const QString whose = line.letters.isEmpty() ? QString() : QStringLiteral("  # ") + line.letters;
    html += classes.isEmpty() ? QStringLiteral("<span>")
                              : QStringLiteral("<span class=\"%1\">").arg(classes.join(u' '));
    for (const TextPiece& piece : piecesOf(line.text, line.struck() ? line.goes : std::vector<TextSpan>()))
      html += piece.struck ? QStringLiteral("<s>%1</s>").arg(escaped(piece.text)) : escaped(piece.text);
    html += escaped(whose) + QStringLiteral("</span>");
  }
  return html + QStringLiteral("</pre>\n");
}

/// What the picture says, in words.
QString pictureInWords(std::span<const Outcome> outcomes, const std::vector<Message>& labels) {
  QStringList runs;
  for (std::size_t run = 0; run < outcomes.size(); ++run) {
    const RunSummary& summary = outcomes[run].summary;
    runs << lettered(
        run, outcomes.size(),
        QStringLiteral("%1: the frontend is free after %2, the run takes %3, at most %4 tasks are "
                       "pending, and arrays hold at most %5")
            .arg(outcomes.size() == 1 ? QStringLiteral("one run") : toText(labels[run]),
                 formatTime(summary.frontend_done_ns), formatTime(summary.total_ns),
                 formatCount(static_cast<std::uint64_t>(summary.max_depth)),
                 bytesOn(outcomes[run].trace, outcomes[run].trace.memory(), summary.peak_live_bytes)));
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

const QLatin1String kLive(" in use at the peak");

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
        " There, memory is the growth of the resident memory of the process; here, the peak in use by "
        "arrays. A run in real time shows both.");
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
             "<p>Pictures for a chapter on asynchronous execution. Each entry asks a question, shows a "
             "small program, what happens when it runs, the numbers, and why. Answer the question before "
             "you look at the picture.</p>\n"
             "<p><b>How to read a picture.</b> On top, the frontend: the lines that it executes, and "
             "below them what they do. Blue: the frontend enqueues a task; hatched: it waits. Below, the "
             "backend: green is a task that is executed. A line between the two leads from where a task "
             "was enqueued to where it starts: that is the queue. Then, on the same axis, how many tasks "
             "are pending, and the memory that is in use by arrays and reserved by the allocator. Runs in "
             "one picture have letters and one scale of time.</p>\n"
             "<p><b>Where the times come from.</b> These runs are simulated (--clock virtual). The arrays "
             "are computed; the times are those of an invented machine, the same everywhere: %1 until a "
             "task is enqueued, %2 until a frontend that waited continues, and for each worker %3 per "
             "task, %4 arithmetic operations and %5 bytes in a nanosecond. Where the command of an entry "
             "sets t1, t2 and t3, they take its place. The resident memory of a process is real only on a "
             "real machine, and left out.</p>\n")
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
            listing(traces) + figure(scenario, outcomes, traces) +
            QStringLiteral(
                "<p class=\"step\"><a href=\"%1.html\">Step through it</a>, event by event, at sizes that "
                "are small enough to look at each task.</p>\n")
                .arg(id) +
            scrolling(QStringLiteral("Numbers"), numbersTable(traces));
  for (const QString& paragraph : QString::fromStdString(scenario.explanation).split(QLatin1Char('\n')))
    m_body += QStringLiteral("<p>%1</p>\n").arg(escaped(paragraph));
  m_body += bookTables(scenario, outcomes) +
            QStringLiteral("<p class=\"again\">Command: <code>%1</code></p>\n").arg(escaped(command)) +
            onward(scenario) + QStringLiteral("</article>\n");
}

std::string GalleryPage::text() const {
  return (QStringLiteral("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                         "<title>Runahead: asynchronous execution in pictures</title>\n<style>\n") +
          QString::fromUtf8(resource(QStringLiteral("styles/gallery.css"))) +
          QStringLiteral("</style>\n</head>\n<body>\n<main>\n<h1>Asynchronous execution in pictures</h1>\n") +
          introduction() + QStringLiteral("<nav id=\"contents\" aria-label=\"Contents\">\n") + m_contents +
          QStringLiteral("</ol>\n</nav>\n") + m_body + QStringLiteral("</main>\n</body>\n</html>\n"))
      .toStdString();
}

}  // namespace runahead::gui
