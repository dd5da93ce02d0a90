// SPDX-License-Identifier: GPL-3.0-or-later
// From top to bottom: sentence and controls, program and picture, queue, variables and memory of each run,
// notes and the line of parameters.
#include "gui/export/page_body.h"

#include <algorithm>

#include "gui/export/figure_content.h"
#include "gui/export/page_question.h"
#include "gui/export/page_text.h"
#include "gui/text/compared_listing.h"
#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

/// Of the sentence, in a line of a narrow desk and of a narrow phone: so much room is kept that nothing
/// moves.
constexpr qsizetype kDeskLetters = 130, kDeskLines = 2, kPhoneLetters = 40, kPhoneLines = 3;

qsizetype linesOf(qsizetype letters, qsizetype in_line, qsizetype most) {
  return std::clamp<qsizetype>((letters + in_line - 1) / in_line, 1, most);
}

QByteArray letterOfRun(std::size_t run) {
  return element("span", runLetter(static_cast<int>(run)), "class=\"letter\"");
}

QString key(std::size_t run, const QString& name) {
  return QString::number(run) + QLatin1Char('.') + name;
}
QByteArray place(const QString& key) {
  return attributes({{"data-k", key}});
}

/// Without those that the scales of the picture answer, which are the whole run's, and those asked where
/// events are left out.
std::vector<Question> askedOf(const Trace& trace, const PageStates& states) {
  std::vector<Question> asked = questions(trace);
  std::erase_if(asked, [&](const Question& question) {
    return question.kind == QuestionKind::run_over || question.kind == QuestionKind::most_pending ||
           question.kind == QuestionKind::peak_memory || !states.reaches(0, question.asked_at);
  });
  return asked;
}

/// What goes on in another row of a narrow place stands farther in than the line.
QByteArray codeOf(const ListedLine& listed) {
  const QString& line = listed.text;
  const qsizetype indent = line.size() - QStringView(line).trimmed().size();
  const std::vector<TextSpan> struck = listed.struck() ? listed.goes : std::vector<TextSpan>();
  QByteArray said;
  for (const TextPiece& piece : piecesOf(line.mid(indent), struck, indent))
    said += piece.struck ? element("s", piece.text).trimmed() : escaped(piece.text);
  return "<code>" + escaped(line.left(indent)) + "<span style=\"--in:" + QByteArray::number(indent) + "\">" +
         said + "</span></code>";
}

}  // namespace

PageBody::PageBody(std::span<const Trace> traces, const FigureOptions& options, PageInk& ink,
                   std::size_t number, bool asks, const Progress& progress)
    : m_traces(traces),
      m_options(options),
      m_ink(ink),
      m_name("p" + QByteArray::number(number)),
      m_states(traces, options),
      m_questions(asks && traces.size() == 1 ? askedOf(traces.front(), m_states) : std::vector<Question>()),
      m_script(traces, m_states, m_questions, progress) {
  QStringList names;
  for (const RunEntry& aside : options.asides) names << QString::fromStdString(aside.name);
  if (traces.size() > 1) m_headings = runHeadings(traces, names);
  paint(traces, options);
}

std::size_t PageBody::paint(std::span<const Trace> traces, const FigureOptions& options) {
  const QByteArray name = m_name + 'v' + QByteArray::number(m_pictures.size());
  m_pictures.emplace_back(traces, options, m_states, m_ink, name,
                          m_pictures.empty() ? nullptr : &m_pictures.front());
  return m_pictures.size() - 1;
}

std::size_t PageBody::addPicture(const TimeRange& range_ns) {
  FigureOptions part = m_options;
  part.range_ns = range_ns;
  return paint(m_traces, part);
}

/// Of the run as it was then: neither its scales nor its axis know more.
std::size_t PageBody::addPicture(const Question& question, std::size_t run) {
  const std::vector<std::int64_t> shifts = figureShifts(m_traces, m_options);
  const std::int64_t asked_ns = asked_at_ns(question, m_traces[run]) + shifts[run];
  std::vector<Trace> known;
  for (std::size_t i = 0; i < m_traces.size(); ++i)
    known.push_back(
        m_traces[i].until(i == run ? question.asked_at : m_traces[i].first_after(asked_ns - shifts[i])));
  FigureOptions then = m_options;
  then.asides.clear();
  if (question.form == AnswerForm::time) then.range_ns = TimeRange{0, question.scale_to};
  return paint(known, then);
}

QByteArray PageBody::html(const QByteArray& head) const {
  return "<article>\n" + head + bar() + body() + questionList() + foot() + m_script.data + "</article>\n";
}

QByteArray PageBody::bar() const {
  const auto button = [](const char* kind, int direction, const QString& arrow, const QString& label) {
    return element("button", arrow,
                   attributes({{"type", QStringLiteral("button")},
                               {"class", QStringLiteral("arrow")},
                               {"data-kind", QLatin1String(kind)},
                               {"data-go", QString::number(direction)},
                               {"aria-label", label},
                               {"title", label}}));
  };
  return "<section class=\"bar\" aria-label=\"" + escaped(tr("Step")) + "\">\n" +
         element("p", {}, "class=\"where\" data-k=\"where\"") +
         "<div aria-live=\"polite\" data-k=\"error\" data-as=\"error\" class=\"said\" " +
         attributes({{"style", QStringLiteral("--lines:%1;--phone-lines:%2")
                                   .arg(linesOf(m_script.longestSaid, kDeskLetters, kDeskLines))
                                   .arg(linesOf(m_script.longestSaid, kPhoneLetters, kPhoneLines))}}) +
         "><span data-k=\"said\"></span></div>\n"
         "<div class=\"controls\" role=\"group\" aria-label=\"" +
         escaped(tr("Step")) + "\">\n" +
         button("statement", -1, QStringLiteral("⇤"), tr("Previous statement")) +
         button("event", -1, QStringLiteral("←"), tr("Previous event")) +
         "<input type=\"range\" class=\"slider\" " +
         attributes({{"min", QStringLiteral("0")},
                     {"max", QString::number(m_states.steps().size() - 1)},
                     {"value", QStringLiteral("0")},
                     {"aria-label", tr("Event")}}) +
         ">\n" + button("event", 1, QStringLiteral("→"), tr("Next event")) +
         button("statement", 1, QStringLiteral("⇥"), tr("Next statement")) + "</div>\n</section>\n";
}

/// Of one run, the queue stands below its program; of several, each run's below all of it.
QByteArray PageBody::body() const {
  const bool one = m_traces.size() == 1;
  return "<div class=\"columns\">\n<div class=\"left\">\n" + program() + (one ? queue(0) : QByteArray()) +
         "</div>\n<div class=\"right\">\n" + pictures() +
         (one ? "<div class=\"state\">\n" + variables(0) + memory(0) + "</div>\n" : QByteArray()) +
         "</div>\n</div>\n" + (one ? QByteArray() : runs());
}

QByteArray PageBody::program() const {
  if (m_options.listing.isEmpty()) return {};
  QByteArray html = "<section class=\"program\" aria-label=\"" + escaped(tr("Program")) +
                    "\">\n<div class=\"lines\">\n<table>\n";
  if (m_traces.size() > 1) {
    html += "<thead><tr>";
    for (std::size_t run = 0; run < m_traces.size(); ++run)
      html += element("th", runLetter(static_cast<int>(run)), "class=\"mark\" scope=\"col\"");
    html += "<th></th><th></th></tr></thead>\n";
  }
  html += "<tbody>\n";
  for (const ListedLine& line : comparedListing(m_traces, m_options.listing, m_options.listings)) {
    html += "<tr>";
    const bool alone = !line.leftOut.empty() && !line.struck();
    for (std::size_t run = 0; run < m_traces.size(); ++run) {
      if (std::ranges::count(line.runs, run) == 0) {
        html += "<td class=\"mark\"></td>";
        continue;
      }
      const bool out = alone && std::ranges::count(line.leftOut, run) > 0;
      const QString letter = runLetter(static_cast<int>(run));
      const QString said = strikesAll(line.text, line.goes) ? tr("not in %1") : tr("no wait in %1");
      html += element("td", out ? said.arg(letter) : QString(),
                      attributes({{"class", QStringLiteral("mark")},
                                  {"data-k", QStringLiteral("%1.line.%2").arg(run).arg(line.number)},
                                  {"data-as", QStringLiteral("line")}}));
    }
    const QString whose = line.letters.isEmpty() ? QString() : QLatin1Char(' ') + line.letters;
    html += element("th", QString::number(line.number) + whose, "scope=\"row\"") + "<td>" + codeOf(line) +
            "</td></tr>\n";
  }
  return html + "</tbody>\n</table>\n</div>\n" +
         element("button", tr("All lines"),
                 "type=\"button\" class=\"all-lines\" aria-expanded=\"false\" hidden") +
         "</section>\n";
}

QByteArray PageBody::pictures() const {
  QByteArray html;
  for (const PagePicture& picture : m_pictures)
    html += QByteArray("<div") + (html.isEmpty() ? "" : " hidden") + ">\n" + picture.html() + "</div>\n";
  return "<figure class=\"picture\">\n" + html + "</figure>\n";
}

QByteArray PageBody::runs() const {
  QByteArray html = "<div class=\"runs\">\n";
  for (std::size_t run = 0; run < m_traces.size(); ++run) {
    const RunHeading& heading = m_headings[run];
    const QString remark = heading.remark.isEmpty() ? QString() : QStringLiteral(", ") + heading.remark;
    html += "<h2>" + letterOfRun(run) + escaped(heading.label + remark) + "</h2>\n";
    html += "<div class=\"state\">\n" + queue(run) + variables(run) + memory(run) + "</div>\n";
  }
  return html + "</div>\n";
}

QByteArray PageBody::queue(std::size_t run) const {
  return "<section class=\"queue\">\n" +
         element("h3", tr("Queue %1").arg(0), place(key(run, QStringLiteral("queue")))) +
         element("p", {}, "class=\"counts\" " + place(key(run, QStringLiteral("counts")))) +
         element("ul", {},
                 attributes({{"class", QStringLiteral("tasks")},
                             {"data-k", key(run, QStringLiteral("tasks"))},
                             {"data-as", QStringLiteral("tasks")},
                             {"data-run", QString::number(run)},
                             {"data-more", tr("and %1 more").arg(QStringLiteral("%1"))},
                             {"style", QStringLiteral("--rows:%1").arg(queueRows(run))}})) +
         "</section>\n";
}

/// As many as there are at most, so that nothing moves.
std::size_t PageBody::queueRows(std::size_t run) const {
  const Trace& trace = m_traces[run];
  const auto most = static_cast<std::size_t>(trace.counter_range(0, trace.size()).max_depth);
  return most > PageStates::kTasks ? PageStates::kTasks + 1 : most;
}

QByteArray PageBody::variables(std::size_t run) const {
  QByteArray rows;
  for (std::size_t i = 0; i < PageStates::kVariables; ++i) {
    const QString name = key(run, QStringLiteral("variable.%1").arg(i));
    if (m_script.keys.contains(name)) rows += "<tr " + place(name) + " data-as=\"row\" hidden></tr>\n";
  }
  if (rows.isEmpty()) return {};
  QByteArray heads;
  for (const QString& head : {tr("name"), tr("last writer"), tr("readers"), tr("memory")})
    heads += element("th", head, "scope=\"col\"");
  return "<section class=\"variables\">\n" + element("h3", tr("Variables")) + "<table><thead><tr>" + heads +
         "</tr></thead>\n<tbody>\n" + rows + "</tbody></table>\n</section>\n";
}

QByteArray PageBody::memory(std::size_t run) const {
  QByteArray list;
  for (const auto& [name, label] : {std::pair{QStringLiteral("live"), tr("bytes in use")},
                                    {QStringLiteral("pool"), tr("reserved")},
                                    {QStringLiteral("resident"), tr("resident, growth")}}) {
    if (m_script.keys.contains(key(run, name)))
      list += element("dt", label) + element("dd", {}, place(key(run, name)));
  }
  return "<section class=\"memory\">\n" + element("h3", tr("Memory")) + "<dl>\n" + list +
         "</dl>\n</section>\n";
}

QByteArray PageBody::questionList() const {
  if (m_questions.empty()) return {};
  QByteArray html = "<section class=\"questions\">\n" + element("h3", tr("Questions"));
  for (const Question& question : m_questions)
    html += "<details>\n" + element("summary", toText(question.text)) +
            questionForm(question, m_traces.front()) + "</details>\n";
  return html + "</section>\n";
}

QByteArray PageBody::foot() const {
  QByteArray html = "<footer>\n";
  if (!m_pictures.front().notice().isEmpty()) {
    html += element("p", m_pictures.front().notice(),
                    "class=\"notice\" data-a=\"" + QByteArray::number(m_states.steps().size() - 1) + '"');
  }
  if (!m_options.caption.isEmpty()) html += element("p", m_options.caption);
  if (!m_pictures.front().notes().empty()) {
    html += "<ol class=\"notes\">\n";
    for (const FigureNote& note : m_pictures.front().notes()) {
      html += "<li value=\"" + QByteArray::number(note.number) + "\" data-a=\"" +
              QByteArray::number(m_states.stepOf(static_cast<std::uint32_t>(note.run), note.cursor)) + "\">" +
              element("span", note.place) + escaped(note.text) + "</li>\n";
    }
    html += "</ol>\n";
  }
  if (m_states.leavesOut()) {
    std::uint64_t events = 0;
    for (const Trace& trace : m_traces) events += trace.size();
    html += element(
        "p", tr("%1 events were recorded. This page goes through the first %2 of them, and then to the end.")
                 .arg(formatCount(events), formatCount(PageStates::kMostSteps)));
  }
  html += element(
      "p",
      tr("Arrow keys go from event to event, with Shift from statement to statement, as the buttons do, "
         "which repeat while you hold them; Home and End go to the ends, the slider anywhere. On a phone, "
         "swipe the picture. Tap a bar to jump to it."),
      "class=\"hint\"");
  return html + element("p", m_pictures.front().footer()) + "</footer>\n";
}

}  // namespace runahead::gui
