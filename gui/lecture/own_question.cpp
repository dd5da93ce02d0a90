// SPDX-License-Identifier: GPL-3.0-or-later
// Lines into a question, and back.
#include "gui/lecture/own_question.h"

#include <QStringList>
#include <utility>

#include "gui/text/words.h"

namespace runahead::gui {

namespace {

/// Also as input methods and word processors write them.
bool isStar(QChar c) {
  return QStringLiteral("*＊﹡∗✱★").contains(c);
}
bool isEquals(QChar c) {
  return QStringLiteral("=＝﹦").contains(c);
}

}  // namespace

SlideQuestion ownQuestion(const QString& typed) {
  SlideQuestion question;
  for (const QString& raw : typed.split(u'\n')) {
    const QString line = raw.trimmed();
    if (line.isEmpty()) continue;
    if (question.text.empty()) {
      question.text = line.toStdString();
    } else if (isEquals(line.front())) {
      question.why = line.mid(1).trimmed().toStdString();
    } else if (question.options.size() < kOwnOptions) {
      const bool right = isStar(line.front());
      if (right) question.right = static_cast<std::uint32_t>(question.options.size());
      question.options.push_back((right ? line.mid(1).trimmed() : line).toStdString());
    }
  }
  return question;
}

QString ownRefusal(const QString& typed) {
  std::size_t options = 0;
  int stars = 0;
  bool first = true;
  for (const QString& raw : typed.split(u'\n')) {
    const QString line = raw.trimmed();
    if (line.isEmpty() || std::exchange(first, false) || isEquals(line.front())) continue;
    ++options;
    stars += isStar(line.front());
  }
  if (options > kOwnOptions)
    return tr("A question has at most %1 answers: the last %2 are left out.")
        .arg(kOwnOptions)
        .arg(options - kOwnOptions);
  if (stars > 1) return tr("One answer can be right: the last star counts.");
  return {};
}

QString ownText(const SlideQuestion& question) {
  QStringList lines{QString::fromStdString(question.text)};
  for (std::size_t i = 0; i < question.options.size(); ++i)
    lines << (i == question.right ? QStringLiteral("* ") : QString()) +
                 QString::fromStdString(question.options[i]);
  if (!question.why.empty()) lines << QStringLiteral("= ") + QString::fromStdString(question.why);
  return lines.join(u'\n');
}

}  // namespace runahead::gui
