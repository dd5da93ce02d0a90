// SPDX-License-Identifier: GPL-3.0-or-later
// The page from top to bottom: head, sentence and controls, program and picture, queue, variables and memory
// of each run, footer.
#include <QCryptographicHash>
#include <algorithm>

#include "core/base/atomic_file.h"
#include "gui/page/page.h"
#include "gui/page/page_picture.h"
#include "gui/page/page_script.h"
#include "gui/page/page_text.h"
#include "gui/text/format.h"
#include "gui/text/resource.h"
#include "gui/text/run_text.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

constexpr std::pair<const char*, QColor Theme::*> kChrome[] = {
    {"text", &Theme::text},   {"text2", &Theme::text2},   {"text3", &Theme::text3},
    {"paper", &Theme::paper}, {"window", &Theme::window}, {"hairline", &Theme::hairline},
    {"edge", &Theme::edge},   {"cursor", &Theme::cursor}, {"selectedRow", &Theme::selectedRow},
    {"error", &Theme::error}};

/// Of the sentence, in a line of a narrow desk and of a narrow phone: so much room is kept that nothing
/// moves.
constexpr qsizetype kDeskLetters = 120, kPhoneLetters = 36;

qsizetype linesOf(qsizetype letters, qsizetype in_line) {
  return std::clamp<qsizetype>((letters + in_line - 1) / in_line, 1, 5);
}

/// An element with a text of a run's or a person's.
QByteArray element(const QByteArray& name, const QString& text, const QByteArray& attributes = {}) {
  return '<' + name + (attributes.isEmpty() ? QByteArray() : ' ' + attributes) + '>' + escaped(text) + "</" +
         name + ">\n";
}

QByteArray attributes(std::initializer_list<std::pair<const char*, QString>> pairs) {
  QByteArray text;
  for (const auto& [name, value] : pairs)
    text += (text.isEmpty() ? QByteArray() : QByteArray(" ")) + name + "=\"" + escaped(value) + '"';
  return text;
}

QByteArray styleOf(const PageInk& ink) {
  const auto values = [&](std::size_t theme) {
    QByteArray css;
    for (const auto& [name, colour] : kChrome)
      css += QByteArray("--") + name + ':' + (Theme::of(kPageThemes[theme]).*colour).name().toLatin1() + ';';
    return css + ink.values(theme);
  };
  const QByteArray dark = "{color-scheme:dark;" + values(1) + "}";
  return ":root{color-scheme:light;" + values(0) +
         "}\n@media (prefers-color-scheme:dark){:root:not([data-theme=light])" + dark +
         "}\n:root[data-theme=dark]" + dark + "\n@media print{:root:root:root{color-scheme:light;" +
         values(2) + "}}\n" + ink.classes() + resource(QStringLiteral("page/page.css"));
}

QByteArray letterOfRun(std::size_t run) {
  return element("span", runLetter(static_cast<int>(run)), "class=\"letter\"");
}

class PageHtml {
 public:
  PageHtml(std::span<const Trace> traces, const FigureOptions& options)
      : m_traces(traces),
        m_options(options),
        m_states(traces, options),
        m_picture(traces, options, m_states),
        m_script(traces, m_states) {
    QStringList names;
    for (const FigureAside& aside : options.asides) names << aside.name;
    if (traces.size() > 1) m_headings = runHeadings(traces, names);
  }

  QByteArray whole() const {
    const QByteArray script = resource(QStringLiteral("page/page.js"));
    const QByteArray hash = QCryptographicHash::hash(script, QCryptographicHash::Sha256).toBase64();
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
           "'unsafe-inline'; "
           "script-src 'sha256-" +
           hash +
           "'; base-uri 'none'; form-action 'none'\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
           element("title", title()) + "<style>\n" + styleOf(m_picture.ink()) +
           "</style>\n</head>\n<body>\n" + head() + "<main>\n" + bar() + body() + "</main>\n" + foot() +
           "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\">" +
           m_picture.definitions() + "</svg>\n<script type=\"application/json\" id=\"data\">" +
           m_script.data + "</script>\n<script>" + script + "</script>\n</body>\n</html>\n";
  }

 private:
  QString title() const {
    return !m_options.title.isEmpty() ? m_options.title
                                      : QString::fromStdString(m_traces.front().info().scenario);
  }

  QByteArray head() const {
    QByteArray html = "<header>\n" + element("h1", title());
    html += element("p", m_options.question, "class=\"question\"");
    html += element("button", tr("Dark"), "type=\"button\" id=\"theme\" aria-pressed=\"false\"");
    if (!m_picture.notice().isEmpty()) html += element("p", m_picture.notice(), "class=\"notice\"");
    return html + "</header>\n";
  }

  QByteArray bar() const {
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
                                     .arg(linesOf(m_script.longestSaid, kDeskLetters))
                                     .arg(linesOf(m_script.longestSaid, kPhoneLetters))}}) +
           "><span data-k=\"said\"></span></div>\n"
           "<div class=\"controls\" role=\"group\" aria-label=\"" +
           escaped(tr("Step")) + "\">\n" +
           button("statement", -1, QStringLiteral("⇤"), tr("Previous statement")) +
           button("event", -1, QStringLiteral("←"), tr("Previous event")) +
           "<input type=\"range\" id=\"slider\" " +
           attributes({{"min", QStringLiteral("0")},
                       {"max", QString::number(m_states.steps().size() - 1)},
                       {"value", QStringLiteral("0")},
                       {"aria-label", tr("Event")}}) +
           ">\n" + button("event", 1, QStringLiteral("→"), tr("Next event")) +
           button("statement", 1, QStringLiteral("⇥"), tr("Next statement")) + "</div>\n</section>\n";
  }

  /// Of one run, the queue stands below its program; of several, each run's below all of it.
  QByteArray body() const {
    const bool one = m_traces.size() == 1;
    return "<div class=\"columns\">\n<div class=\"left\">\n" + program() + (one ? queue(0) : QByteArray()) +
           "</div>\n<div class=\"right\">\n" + pictures() +
           (one ? "<div class=\"state\">\n" + variables(0) + memory(0) + "</div>\n" : QByteArray()) +
           "</div>\n</div>\n" + (one ? QByteArray() : runs());
  }

  QByteArray program() const {
    if (m_options.listing.isEmpty()) return {};
    QByteArray html =
        "<section class=\"program\" tabindex=\"0\" aria-label=\"" + escaped(tr("Program")) + "\">\n<table>\n";
    if (m_traces.size() > 1) {
      html += "<thead><tr>";
      for (std::size_t run = 0; run < m_traces.size(); ++run)
        html += element("th", runLetter(static_cast<int>(run)), "class=\"mark\" scope=\"col\"");
      html += "<th></th><th></th></tr></thead>\n";
    }
    html += "<tbody>\n";
    for (qsizetype i = 0; i < m_options.listing.size(); ++i) {
      html += "<tr>";
      for (std::size_t run = 0; run < m_traces.size(); ++run) {
        html += element("td", {},
                        attributes({{"class", QStringLiteral("mark")},
                                    {"data-k", QStringLiteral("%1.line.%2").arg(run).arg(i + 1)},
                                    {"data-as", QStringLiteral("line")}}));
      }
      html += element("th", QString::number(i + 1), "scope=\"row\"") + "<td>" +
              element("code", m_options.listing[i]) + "</td></tr>\n";
    }
    return html + "</tbody>\n</table>\n</section>\n";
  }

  QByteArray pictures() const {
    return "<figure class=\"picture\" id=\"swipe\">\n" + m_picture.desk() + m_picture.phone() + "</figure>\n";
  }

  QByteArray runs() const {
    QByteArray html = "<div class=\"runs\">\n";
    for (std::size_t run = 0; run < m_traces.size(); ++run) {
      const RunHeading& heading = m_headings[run];
      const QString remark = heading.remark.isEmpty() ? QString() : QStringLiteral(", ") + heading.remark;
      html += "<h2>" + letterOfRun(run) + escaped(heading.label + remark) + "</h2>\n";
      html += "<div class=\"state\">\n" + queue(run) + variables(run) + memory(run) + "</div>\n";
    }
    return html + "</div>\n";
  }

  static QString key(std::size_t run, const QString& name) {
    return QString::number(run) + QLatin1Char('.') + name;
  }
  static QByteArray place(const QString& key) { return attributes({{"data-k", key}}); }

  QByteArray queue(std::size_t run) const {
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
  std::size_t queueRows(std::size_t run) const {
    const Trace& trace = m_traces[run];
    const auto most = static_cast<std::size_t>(trace.counter_range(0, trace.size()).max_depth);
    return most > PageStates::kTasks ? PageStates::kTasks + 1 : most;
  }

  QByteArray variables(std::size_t run) const {
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

  QByteArray memory(std::size_t run) const {
    QByteArray list;
    for (const auto& [name, label] : {std::pair{QStringLiteral("live"), tr("live bytes")},
                                      {QStringLiteral("pool"), tr("pool")},
                                      {QStringLiteral("resident"), tr("resident, growth")}}) {
      if (m_script.keys.contains(key(run, name)))
        list += element("dt", label) + element("dd", {}, place(key(run, name)));
    }
    return "<section class=\"memory\">\n" + element("h3", tr("Memory")) + "<dl>\n" + list +
           "</dl>\n</section>\n";
  }

  QByteArray foot() const {
    QByteArray html = "<footer>\n";
    if (!m_options.caption.isEmpty()) html += element("p", m_options.caption);
    if (!m_picture.notes().empty()) {
      html += "<ol class=\"notes\">\n";
      for (const FigureNote& note : m_picture.notes()) {
        html += "<li data-a=\"" +
                QByteArray::number(m_states.stepOf(static_cast<std::uint32_t>(note.run), note.cursor)) +
                "\">" + element("span", note.place) + escaped(note.text) + "</li>\n";
      }
      html += "</ol>\n";
    }
    if (m_states.leavesOut()) {
      std::uint64_t events = 0;
      for (const Trace& trace : m_traces) events += trace.size();
      html += element(
          "p",
          tr("%1 events were recorded. This page goes through the first %2 of them, and then to the end.")
              .arg(formatCount(events), formatCount(PageStates::kMostSteps)));
    }
    html += element(
        "p",
        tr("Arrow keys go from event to event, with Shift from statement to statement; Home and End to the "
           "ends. On a phone, swipe the picture."),
        "class=\"hint\"");
    return html + element("p", m_picture.footer()) + "</footer>\n";
  }

  std::span<const Trace> m_traces;
  const FigureOptions& m_options;
  PageStates m_states;
  PagePicture m_picture;
  PageScript m_script;
  std::vector<RunHeading> m_headings;
};

}  // namespace

QByteArray pageOf(std::span<const Trace> traces, const FigureOptions& options) {
  return PageHtml(traces, options).whole();
}

Status writePage(const QString& path, std::span<const Trace> traces, const FigureOptions& options) {
  AtomicFile file(path.toStdString());
  if (file.failed()) return file.commit();
  const QByteArray bytes = pageOf(traces, options);
  file.write({bytes.constData(), static_cast<std::size_t>(bytes.size())});
  return file.commit();
}

}  // namespace runahead::gui
