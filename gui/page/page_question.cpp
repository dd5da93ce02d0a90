// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of each answer.
#include "gui/page/page_question.h"

#include <QJsonArray>

#include "gui/page/page_text.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

int rightOption(const Question& question) {
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    if (judge(question, question.options[i].value).right) return static_cast<int>(i);
  }
  return -1;
}

QString whyOf(const Question& question, bool known) {
  if (!known && question.why.empty()) return tr("Nobody has said which answer is right.");
  return QString::fromStdString(question.why);
}

QString verdictOf(const Question& question, const Question::Option& option, bool known) {
  if (!known) return whyOf(question, known);
  if (judge(question, option.value).right) return tr("Right. %1").arg(whyOf(question, known)).trimmed();
  if (option.if_only.empty()) return tr("Not right.");
  return tr("Not right. It would be if %1.").arg(QString::fromStdString(option.if_only));
}

}  // namespace

QByteArray questionForm(const Question& question) {
  QByteArray options;
  for (const Question::Option& option : question.options)
    options += element("button", QString::fromStdString(option.text), "type=\"button\"");
  return "<div class=\"answers\">\n<p class=\"options\">\n" + options + "</p>\n<p class=\"onward\">\n" +
         element("button", tr("Show the answer"), "type=\"button\" class=\"gives-up\"") +
         element("button", tr("Show in the run"), "type=\"button\" class=\"shows\" hidden") +
         "</p>\n</div>\n" +
         element("p", {},
                 "class=\"verdict\" aria-live=\"polite\" " +
                     attributes({{"data-first", tr("First choose an answer, or have it shown.")}}));
}

QJsonObject questionData(const Question& question, std::uint32_t run, const PageStates& states) {
  const int right = rightOption(question);
  QJsonArray verdicts;
  for (const Question::Option& option : question.options)
    verdicts.append(verdictOf(question, option, right >= 0));
  QString answer = whyOf(question, right >= 0);
  if (right >= 0) {
    const QString text = QString::fromStdString(question.options[static_cast<std::size_t>(right)].text);
    answer = tr("The answer: %1. %2").arg(text, answer).trimmed();
  }
  return {{QStringLiteral("asked"), static_cast<int>(states.stepOf(run, question.asked_at))},
          {QStringLiteral("shown"), static_cast<int>(states.stepOf(run, question.shown_at))},
          {QStringLiteral("right"), right},
          {QStringLiteral("verdicts"), verdicts},
          {QStringLiteral("answer"), answer}};
}

}  // namespace runahead::gui
