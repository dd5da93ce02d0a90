// SPDX-License-Identifier: GPL-3.0-or-later
// Finding tasks by their label, as far as the run is recorded.
#include "gui/view/search.h"

#include <algorithm>

#include "gui/text/format.h"

namespace runahead::gui {

Search::Search(const RecordedTrace* record, const ShownTrace* shown, Selection* selection, QObject* parent)
    : QObject(parent), m_record(record), m_shown(shown), m_selection(selection) {}

void Search::setText(const QString& text) {
  const QString wanted = text.trimmed();
  if (wanted == m_text) return;
  m_text = wanted;
  take(true);
  emit changed();
}

std::span<const TaskId> Search::matches() const {
  return {m_matches.begin(), std::ranges::lower_bound(m_matches, m_shown->trace().task_count())};
}

void Search::take(bool newRun) {
  if (newRun) {
    m_matches.clear();
    m_nameMatches.clear();
    m_searched = 0;
  }
  if (m_text.isEmpty()) return;
  const Trace& trace = m_record->trace();
  enum : std::int8_t { unknown, no, yes };
  const bool digits = std::ranges::any_of(m_text, [](QChar letter) { return letter.isDigit(); });
  for (; m_searched < trace.task_count(); ++m_searched) {
    const NameId name = trace.task(m_searched).name;
    if (name >= m_nameMatches.size()) m_nameMatches.resize(name + 1U, unknown);
    std::int8_t& answer = m_nameMatches[name];
    if (answer == unknown) {
      const QString text = QString::fromStdString(trace.name(name));
      answer = text.contains(m_text, Qt::CaseInsensitive) ? yes : no;
    }
    // Only a text with a digit can reach into the number after the name.
    if (answer == yes || (digits && taskLabel(trace, m_searched).contains(m_text, Qt::CaseInsensitive))) {
      m_matches.push_back(m_searched);
    }
  }
}

bool Search::stepMatch(int direction) {
  const std::span<const TaskId> all = matches();
  if (all.empty()) return false;
  auto next = all.begin();
  if (m_selection->task() != kNone) {
    next = direction > 0 ? std::ranges::upper_bound(all, m_selection->task())
                         : std::ranges::lower_bound(all, m_selection->task());
  }
  if (direction > 0) {
    if (next == all.end()) next = all.begin();
  } else {
    if (next == all.begin()) next = all.end();
    --next;
  }
  m_selection->goTo(*next);
  return true;
}

}  // namespace runahead::gui
