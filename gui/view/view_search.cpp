// SPDX-License-Identifier: GPL-3.0-or-later
// Searching tasks by their label. Names are interned, so most tasks are decided by a look at their name's
// answer.
#include <algorithm>

#include "gui/text/format.h"
#include "gui/view/view_state.h"

namespace runahead::gui {

void ViewState::setSearch(const QString& text) {
  const QString wanted = text.trimmed();
  if (wanted == m_search) return;
  m_search = wanted;
  m_matches.clear();
  m_nameMatches.clear();
  m_searched = 0;
  if (!m_search.isEmpty()) extendMatches();
  updateShown();
  emit searchChanged();
}

void ViewState::extendMatches() {
  enum : std::int8_t { unknown, no, yes };
  const bool digits = std::ranges::any_of(m_search, [](QChar letter) { return letter.isDigit(); });
  for (; m_searched < m_trace.task_count(); ++m_searched) {
    const NameId name = m_trace.task(m_searched).name;
    if (name >= m_nameMatches.size()) m_nameMatches.resize(name + 1U, unknown);
    std::int8_t& answer = m_nameMatches[name];
    if (answer == unknown) {
      const QString text = QString::fromStdString(m_trace.name(name));
      answer = text.contains(m_search, Qt::CaseInsensitive) ? yes : no;
    }
    // Only a text with a digit can reach into the number after the name.
    if (answer == yes || (digits && taskLabel(m_trace, m_searched).contains(m_search, Qt::CaseInsensitive))) {
      m_matches.push_back(m_searched);
    }
  }
}

bool ViewState::stepMatch(int direction) {
  const std::vector<TaskId>& matches = searchMatches();
  if (matches.empty()) return false;
  auto next = matches.begin();
  if (m_selected != kNone) {
    next = direction > 0 ? std::ranges::upper_bound(matches, m_selected)
                         : std::ranges::lower_bound(matches, m_selected);
  }
  if (direction > 0) {
    if (next == matches.end()) next = matches.begin();
  } else {
    if (next == matches.begin()) next = matches.end();
    --next;
  }
  goTo(*next);
  return true;
}

}  // namespace runahead::gui
