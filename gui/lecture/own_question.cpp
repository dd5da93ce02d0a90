// SPDX-License-Identifier: GPL-3.0-or-later
// Lines into a question, and back.
#include "gui/lecture/own_question.h"

#include <QStringList>

namespace runahead::gui {

SessionQuestion ownQuestion(const QString& typed) {
  SessionQuestion question;
  for (const QString& raw : typed.split(u'\n')) {
    const QString line = raw.trimmed();
    if (line.isEmpty()) continue;
    if (question.text.empty()) {
      question.text = line.toStdString();
    } else if (line.startsWith(u'=')) {
      question.why = line.mid(1).trimmed().toStdString();
    } else if (question.options.size() < kOwnOptions) {
      if (line.startsWith(u'*')) question.right = static_cast<std::uint32_t>(question.options.size());
      question.options.push_back((line.startsWith(u'*') ? line.mid(1).trimmed() : line).toStdString());
    }
  }
  return question;
}

QString ownText(const SessionQuestion& question) {
  QStringList lines{QString::fromStdString(question.text)};
  for (std::size_t i = 0; i < question.options.size(); ++i)
    lines << (i == question.right ? QStringLiteral("* ") : QString()) +
                 QString::fromStdString(question.options[i]);
  if (!question.why.empty()) lines << QStringLiteral("= ") + QString::fromStdString(question.why);
  return lines.join(u'\n');
}

}  // namespace runahead::gui
