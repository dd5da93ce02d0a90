// SPDX-License-Identifier: GPL-3.0-or-later
// How a dotted name finds calls.
// Not here: which calls there are (listing/written_program.h).
#include "gui/listing/offered_calls.h"

#include <utility>

namespace runahead::gui {

void OfferedCalls::setCalls(QStringList calls) {
  m_calls = std::move(calls);
  m_calls.sort();
}

void OfferedCalls::updateAutoCompletionList(const QStringList& context, QStringList& list) {
  const QString typed = context.join(QLatin1Char('.'));
  const qsizetype part = typed.size() - context.last().size();
  for (const QString& call : std::as_const(m_calls)) {
    if (!call.startsWith(typed)) continue;
    const QString name = call.left(call.indexOf(QLatin1Char('('))).mid(part).section(QLatin1Char('.'), 0, 0);
    if (list.isEmpty() || list.last() != name) list << name;
  }
}

QStringList OfferedCalls::callTips(const QStringList& context, int /*commas*/,
                                   QsciScintilla::CallTipsStyle /*style*/, QList<int>& shifts) {
  QStringList tips;
  if (context.size() < 2) return tips;
  const QString name = context.mid(0, context.size() - 1).join(QLatin1Char('.'));
  for (const QString& call : std::as_const(m_calls)) {
    if (!call.startsWith(name + QLatin1Char('('))) continue;
    tips << call.mid(name.size() - context[context.size() - 2].size());
    shifts << 0;
  }
  return tips;
}

}  // namespace runahead::gui
