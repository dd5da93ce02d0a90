// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of each answer.
#include "gui/export/page_question.h"

#include <QJsonArray>
#include <algorithm>

#include "core/analysis/labels.h"
#include "core/analysis/schedule.h"
#include "gui/export/page_text.h"
#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

std::optional<Drawing> drawingOf(const Question& question, const Trace& trace) {
  return question.kind == QuestionKind::draw ? drawing(trace, question.asked_at) : std::nullopt;
}

int rightOption(const Question& question) {
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    if (judge(question, question.options[i].value).right) return static_cast<int>(i);
  }
  return -1;
}

/// For who has drawn it, and judges it alone.
QString rulesOf(const Drawing& drawing) {
  const QString needs = tr("what a task needs ends before it, a worker does one thing at a time");
  const QString idle = tr("and no worker is idle while a task is ready");
  if (drawing.by_stream)
    return tr(
        "That is the only right drawing: each stream does its tasks one after the other, in the order "
        "of issue, each as soon as what it needs is there.");
  const QString first = drawing.by_rank ? tr("of what is ready, the first in the queue starts first")
                                        : tr("what was ready first starts first");
  return tr("Any other drawing is as right in which %1, %2, %3.").arg(needs, first, idle);
}

QByteArray drawingForm(const Drawing& drawing, const Trace& trace) {
  QStringList lanes;
  for (const LaneId lane : drawing.lanes) lanes << toText(lane_label(trace, lane));
  const auto among = [&](TaskId task) {
    return std::ranges::find(drawing.given, task, &DrawnBar::task) != drawing.given.end() ||
           std::ranges::find(drawing.recorded, task, &DrawnBar::task) != drawing.recorded.end();
  };
  QByteArray rows;
  const auto row = [&](TaskId task, const QString& takes) {
    QStringList needs;
    for (const Edge& edge : trace.edges_into(task)) {
      const QString name = taskLabel(trace, edge.from).simplified();
      if (among(edge.from) && !needs.contains(name)) needs << name;
    }
    const QString said = needs.isEmpty() ? takes : tr("%1, needs %2").arg(takes, needs.join(tr(" and ")));
    rows += "<tr>" + element("th", taskLabel(trace, task).simplified(), "scope=\"row\"") +
            element("td", said) + "</tr>\n";
  };
  for (const DrawnBar& bar : drawing.given) row(bar.task, tr("runs until %1").arg(formatTime(bar.end_ns)));
  for (const DrawnBar& bar : drawing.recorded)
    row(bar.task, tr("takes %1").arg(formatTime(bar.end_ns - bar.start_ns)));
  return element("p",
                 tr("Draw it on paper, from %1 on: when does each of these run, and where? There are: %2.")
                     .arg(formatTime(drawing.from_ns), lanes.join(QStringLiteral(", ")))) +
         "<table class=\"drawing\">\n" + rows + "</table>\n";
}

QString whyOf(const Question& question, bool known) {
  if (!known && question.why.empty()) return tr("No answer is marked as right.");
  return toText(question.why);
}

QString verdictOf(const Question& question, const Question::Option& option, bool known) {
  if (!known) return whyOf(question, known);
  if (judge(question, option.value).right) return tr("Right. %1").arg(whyOf(question, known)).trimmed();
  if (option.if_only.empty()) return tr("Not right.");
  return tr("Not right. It would be if %1.").arg(toText(option.if_only));
}

}  // namespace

QByteArray questionForm(const Question& question, const Trace& trace) {
  QByteArray options;
  const auto drawn = drawingOf(question, trace);
  for (const Question::Option& option : question.options)
    options += element("button", toText(option.text), "type=\"button\"");
  return (drawn ? drawingForm(*drawn, trace) : QByteArray()) + "<div class=\"answers\">\n" +
         (options.isEmpty() ? QByteArray() : "<p class=\"options\">\n" + options + "</p>\n") +
         "<p class=\"onward\">\n" +
         element("button", tr("Show the answer"), "type=\"button\" class=\"gives-up\"") +
         element("button", tr("Show in the run"), "type=\"button\" class=\"shows\" hidden") +
         "</p>\n</div>\n" + element("p", {}, "class=\"verdict\" aria-live=\"polite\"") +
         // What is said to a reader who wants to go on without.
         element("p", {},
                 "class=\"missing\" aria-live=\"polite\" " +
                     attributes({{"data-first", question.options.empty()
                                                    ? tr("Think of an answer, then tap “Show the answer”.")
                                                    : tr("Choose an answer, or tap “Show the answer”.")},
                                 {"data-again", tr("Choose another answer, or tap “Show the answer”.")}}));
}

QJsonObject questionData(const Question& question, const Trace& trace, std::uint32_t run,
                         const PageStates& states) {
  const int right = rightOption(question);
  QJsonArray verdicts;
  for (const Question::Option& option : question.options)
    verdicts.append(verdictOf(question, option, right >= 0));
  const auto drawn = drawingOf(question, trace);
  QString answer = whyOf(question, right >= 0);
  if (drawn) {
    answer += QLatin1Char(' ') + rulesOf(*drawn);
  } else if (right >= 0) {
    const QString text = toText(question.options[static_cast<std::size_t>(right)].text);
    // Of what was marked this may be all that is said.
    if (answer != QStringLiteral("It is %1.").arg(text))
      answer = tr("The answer: %1. %2").arg(text, answer).trimmed();
  }
  return {{QStringLiteral("asked"), static_cast<int>(states.stepOf(run, question.asked_at))},
          {QStringLiteral("shown"), static_cast<int>(states.stepOf(run, question.shown_at))},
          {QStringLiteral("right"), right},
          {QStringLiteral("verdicts"), verdicts},
          {QStringLiteral("answer"), answer},
          {QStringLiteral("runs"), drawn.has_value()}};
}

}  // namespace runahead::gui
