// SPDX-License-Identifier: GPL-3.0-or-later
// The document: its policy, its style, its head, one body or the slides of a lecture with theirs, its script.
#include <QCryptographicHash>
#include <QJsonArray>
#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <utility>

#include "core/analysis/labels.h"
#include "core/base/atomic_file.h"
#include "core/scenario/scenario.h"
#include "gui/export/page.h"
#include "gui/export/page_body.h"
#include "gui/export/page_question.h"
#include "gui/export/page_text.h"
#include "gui/text/format.h"
#include "gui/text/resource.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

constexpr std::pair<const char*, QColor Theme::*> kChrome[] = {
    {"text", &Theme::text},   {"text2", &Theme::text2},   {"text3", &Theme::text3},
    {"paper", &Theme::paper}, {"window", &Theme::window}, {"hairline", &Theme::hairline},
    {"edge", &Theme::edge},   {"cursor", &Theme::cursor}, {"selectedRow", &Theme::selectedRow},
    {"error", &Theme::error}};

/// Of a page, by its name there.
QLatin1String themeName(ThemeKind theme) {
  return QLatin1String(theme == ThemeKind::dark ? "dark" : "light");
}

/// In the order of FutureVisibility.
constexpr std::array kAfterWords = {"show", "dim", "hide"};

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

/// The scenario's own parameters, with what they are: "n = 16, iterations of the loop". Of runs that differ:
/// "t1 = 1.00 µs in A, C and 12.0 µs in B, ...".
QString settingsOf(std::span<const Trace> traces) {
  const Scenario* scenario = find_scenario(traces.front().info().source.scenario);
  if (!scenario) return {};
  QStringList settings;
  for (const Parameter& parameter : scenario->parameters) {
    QString name;
    QStringList values, letters;  // of runs, by value
    std::size_t run = 0;
    for (; run < traces.size(); ++run) {
      const std::int64_t* const set = traces[run].info().set.find(parameter.name);
      if (!set) break;
      const auto [said, amount] = parameter_words(parameter.name, *set);
      name = QString::fromStdString(said);
      const QString value = toText(amount);
      const QString letter = runLetter(static_cast<int>(run));
      if (const qsizetype known = values.indexOf(value); known >= 0) {
        letters[known] += QStringLiteral(", ") + letter;
      } else {
        values << value;
        letters << letter;
      }
    }
    if (run < traces.size()) continue;
    if (values.size() > 1) {
      for (qsizetype i = 0; i < values.size(); ++i) values[i] = tr("%1 in %2").arg(values[i], letters[i]);
    }
    settings << tr("%1 = %2, %3").arg(name, values.join(tr(" and ")), QString::fromStdString(parameter.help));
  }
  return settings.join(QStringLiteral("; "));
}

QByteArray document(const QString& title, const QByteArray& head, const QByteArray& main, PageInk& ink) {
  const QByteArray script = resource(QStringLiteral("page/page.js"));
  const QByteArray hash = QCryptographicHash::hash(script, QCryptographicHash::Sha256).toBase64();
  const QByteArray definitions = pageDefinitions(ink);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
         "'unsafe-inline'; "
         "script-src 'sha256-" +
         hash +
         "'; base-uri 'none'; form-action 'none'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
         element("title", title) + "<style>\n" + styleOf(ink) + "</style>\n</head>\n<body>\n<header>\n" +
         element("h1", title) + head +
         element("button", tr("Dark"), "type=\"button\" id=\"theme\" aria-pressed=\"false\"") +
         "</header>\n<main>\n" + main + "</main>\n" +
         "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\">" + definitions +
         "</svg>\n<script>" + script + "</script>\n</body>\n</html>\n";
}

}  // namespace

QByteArray pageOf(std::span<const Trace> traces, const FigureOptions& options, const Progress& progress) {
  PageInk ink;
  const PageBody body(traces, options, ink, 0, true, progress);
  QByteArray head, settings;
  if (!options.question.isEmpty()) head += element("p", options.question, "class=\"question\"");
  if (const QString text = settingsOf(traces); !text.isEmpty())
    settings = element("p", text, "class=\"settings\"");
  const QString title =
      options.title.isEmpty() ? QString::fromStdString(traces.front().info().source.scenario) : options.title;
  // On a phone they stand below all.
  return document(title, head + settings, body.html() + settings, ink);
}

QByteArray lecturePageOf(const QString& title, std::span<const PageRuns> runs,
                         std::span<const PageSlide> slides) {
  PageInk ink;
  std::deque<PageBody> bodies;
  for (const PageRuns& one : runs) bodies.emplace_back(one.traces, one.options, ink, bodies.size(), false);
  QByteArray choices, words;
  QJsonArray way;
  std::vector<QStringList> shownAt(runs.size());
  std::map<std::pair<std::size_t, TimeRange>, std::size_t> painted;
  for (std::size_t i = 0; i < slides.size(); ++i) {
    const PageSlide& slide = slides[i];
    const QString number = QString::number(i + 1), name = number + QStringLiteral(". ") + slide.name;
    choices += element("option", name, "value=\"" + QByteArray::number(i) + '"');
    words += "<li>" + element("h2", name) + element("p", slide.words, "class=\"words\"");
    QJsonObject entry;
    if (slide.runs) {
      PageBody& body = bodies[*slide.runs];
      shownAt[*slide.runs] << number;
      QJsonArray steps;
      for (const Seq step : slide.steps)
        steps.append(static_cast<int>(body.states().stepOf(slide.run, step)));
      std::size_t picture = 0;
      if (slide.range_ns) {
        const auto [place, isNew] = painted.try_emplace({*slide.runs, *slide.range_ns});
        if (isNew) place->second = body.addPicture(*slide.range_ns);
        picture = place->second;
      }
      entry = {{QStringLiteral("body"), static_cast<int>(*slide.runs)},
               {QStringLiteral("halts"), steps},
               {QStringLiteral("picture"), static_cast<int>(picture)},
               {QStringLiteral("after"), QLatin1String(kAfterWords[static_cast<std::size_t>(slide.after)])}};
      if (slide.theme) entry[QStringLiteral("theme")] = themeName(*slide.theme);
      if (slide.question && body.states().reaches(slide.run, slide.question->asked_at)) {
        const Trace& trace = runs[*slide.runs].traces[slide.run];
        const Question asked = with_options(*slide.question, trace);
        words += "<section class=\"asked\">\n" + element("p", toText(asked.text), "class=\"text\"") +
                 questionForm(asked, trace) + "</section>\n";
        QJsonObject question = questionData(asked, trace, slide.run, body.states());
        question[QStringLiteral("picture")] = static_cast<int>(body.addPicture(asked, slide.run));
        entry[QStringLiteral("question")] = question;
      }
    } else {
      words += element("p", tr("The run of this slide could not be found."), "class=\"notice\"");
    }
    words += "</li>\n";
    way.append(entry);
  }
  QByteArray articles;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    articles += bodies[i].html(
        element("h2", tr("At slide %1").arg(shownAt[i].join(QStringLiteral(", "))), "class=\"still\""));
  }
  const auto button = [](int direction, const QString& text) {
    return element("button", text, "type=\"button\" data-way=\"" + QByteArray::number(direction) + '"');
  };
  const QByteArray nav = "<nav class=\"way\" aria-label=\"" + escaped(tr("Slides")) + "\">\n" +
                         button(-1, tr("Back")) + "<select aria-label=\"" + escaped(tr("Slide")) + "\">\n" +
                         choices + "</select>\n" + button(1, tr("Continue")) + "</nav>\n";
  return document(title, {},
                  nav + "<ol class=\"stops\" aria-live=\"polite\">\n" + words + "</ol>\n" + articles +
                      dataElement({{QStringLiteral("stops"), way}}, "id=\"way\""),
                  ink);
}

Status writePage(const QString& path, std::span<const Trace> traces, const FigureOptions& options,
                 const Progress& progress) {
  AtomicFile file(path.toStdString());
  if (file.failed()) return file.commit();
  try {
    const QByteArray bytes = pageOf(traces, options, progress);
    file.write({bytes.constData(), static_cast<std::size_t>(bytes.size())});
  } catch (const Stopped&) {
    return cancelled();
  }
  // What is put in place cannot be cancelled any more.
  if (progress && !progress(1, 1)) return cancelled();
  return file.commit();
}

}  // namespace runahead::gui
