// SPDX-License-Identifier: GPL-3.0-or-later
// What slides are called until the user names them.
#include <QRegularExpression>
#include <algorithm>

#include "core/analysis/narration.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/slide_steps.h"
#include "gui/session/workbench.h"
#include "gui/text/format.h"

namespace runahead::gui {
namespace {

/// A name that is made becomes a heading, and is read in a list.
constexpr qsizetype kNameLetters = 40;

QString saidAt(const Trace& trace, Seq cursor) {
  return toText(narrate(trace, std::min(cursor, trace.size())));
}

/// What a slide is called until the user names it: what is said there, as far as one thing goes.
QString shortened(const QString& said) {
  static const QRegularExpression end(QStringLiteral(R"([.,;](\s|$))"));
  const QString first = said.left(said.indexOf(end));
  if (first.size() <= kNameLetters) return first;
  const qsizetype words = first.lastIndexOf(u' ', kNameLetters);
  return first.left(words > 0 ? words : kNameLetters) + u'…';
}

QString behindSaid() {
  return QStringLiteral(" · ");
}

/// The words for the class say more than the event.
QString headFor(const Slide& slide, const QString& said) {
  const QString words = QString::fromStdString(slide.words).trimmed();
  return shortened(words.isEmpty() ? said : words.section(u'\n', 0, 0).section(behindSaid(), 0, 0));
}

/// The number that sets it apart from others of its name.
QString withoutNumber(QString name) {
  static const QRegularExpression number(QStringLiteral(R"( \(\d+\)$)"));
  return name.remove(number);
}

/// Of its name, what comes before that which sets it apart.
QString headOf(const Slide& slide) {
  const QString name = withoutNumber(QString::fromStdString(slide.name));
  return name.left(name.indexOf(behindSaid()));
}

/// The user has not named it: it says what is said. Names used to be longer.
bool saysOnly(const Slide& slide, const QString& said) {
  const QString head = headOf(slide);
  return head == shortened(said) || head == said ||
         (head.endsWith(u'…') && said.startsWith(QStringView(head).chopped(1)));
}

}  // namespace

QString Lecture::freeName(const QString& name, int apart) const {
  const auto taken = [&](const QString& one) {
    for (int i = 0; i < std::ssize(m_slides); ++i) {
      if (i != apart && m_slides[static_cast<std::size_t>(i)].name == one.toStdString()) return true;
    }
    return false;
  };
  const QString bare = withoutNumber(name);
  QString free = bare;
  for (int i = 2; taken(free); ++i) free = tr("%1 (%2)").arg(bare).arg(i);
  return free;
}

QStringList Lecture::details(const Slide& slide) const {
  QStringList labels;
  for (const RunId id : slide.compared.empty() ? std::vector{slide.run} : slide.compared) {
    if (const RunList::Run* run = m_bench->runs()->find(id)) labels << run->label;
  }
  const auto& range = slide.visible_ns;
  const RunList::Run* run = m_bench->runs()->find(slide.run);
  const int line = run && run->here ? lineAt(run->trace, stepsIn(slide, run->trace).front().seq) : 0;
  return {labels.join(tr(" against ")),
          range ? tr("%1 to %2").arg(formatTime(range->from_ns), formatTime(range->to_ns)) : tr("all of it"),
          line > 0 ? tr("line %1").arg(line) : QString(), formatTime(slide.steps.front().time_ns)};
}

QString Lecture::nameFor(const Slide& slide, int apart) const {
  const Trace& trace = m_bench->view()->shown()->trace();
  const QString said = headFor(slide, saidAt(trace, stepsIn(slide, trace).front().seq));
  std::vector<QStringList> others;
  for (int i = 0; i < std::ssize(m_slides); ++i) {
    const Slide& other = m_slides[static_cast<std::size_t>(i)];
    if (i != apart && headOf(other) == said) others.push_back(details(other));
  }
  if (others.empty()) return said;
  const QStringList own = details(slide);
  for (qsizetype i = 0; i < own.size(); ++i) {
    const bool alone = std::ranges::none_of(others, [&](const QStringList& one) { return one[i] == own[i]; });
    if (alone && !own[i].isEmpty()) return freeName(said + behindSaid() + own[i], apart);
  }
  return freeName(said, apart);
}

bool Lecture::isNamed() const {
  if (!current()) return false;
  const RunList::Run* run = m_bench->runs()->find(current()->run);
  if (!run || !run->here) return true;
  if (headOf(*current()) == headFor(*current(), {})) return false;
  return std::ranges::none_of(stepsIn(*current(), run->trace), [&](const TraceMoment& step) {
    return saysOnly(*current(), saidAt(run->trace, step.seq));
  });
}

}  // namespace runahead::gui
