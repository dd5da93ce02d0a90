// SPDX-License-Identifier: GPL-3.0-or-later
// Flags and notes: dropping, finding and taking them up.
// Not here: how they are drawn (timeline/) and where a note is written (session/note_strip.h).
#include <algorithm>

#include "gui/view/view_state.h"

namespace runahead::gui {

void ViewState::setMarks(std::vector<Flag> marks) {
  std::stable_sort(marks.begin(), marks.end(), [](const Flag& a, const Flag& b) { return a.ns < b.ns; });
  if (marks == m_marks) return;
  m_marks = std::move(marks);
  emit marksChanged();
}

std::vector<Flag>::iterator ViewState::findFlag(const Flag& flag) {
  return std::find_if(m_marks.begin(), m_marks.end(),
                      [&flag](const Flag& other) { return other.samePlace(flag); });
}

Flag ViewState::flagHere() const {
  const Flag here{.ns = m_cursorNs, .cursor = m_cursor};
  const auto at = [&here](const Flag& flag) { return flag.ns == here.ns && flag.cursor == here.cursor; };
  const auto found = std::find_if(m_marks.begin(), m_marks.end(), at);
  return found == m_marks.end() ? here : *found;
}

void ViewState::toggleMark() {
  const Flag here{.ns = m_cursorNs, .cursor = m_cursor};
  const auto place = findFlag(here);
  if (place == m_marks.end()) {
    const auto after = std::upper_bound(m_marks.begin(), m_marks.end(), here,
                                        [](const Flag& a, const Flag& b) { return a.ns < b.ns; });
    m_marks.insert(after, here);
  } else if (place->text.isEmpty()) {
    m_marks.erase(place);
  } else {
    return;
  }
  emit marksChanged();
}

void ViewState::setNote(const Flag& note) {
  std::vector<Flag> marks = m_marks;
  std::erase_if(marks, [&note](const Flag& flag) { return flag.samePlace(note); });
  if (!note.text.isEmpty()) marks.push_back(note);
  setMarks(std::move(marks));
}

bool ViewState::removeFlag(const Flag& flag) {
  const auto place = findFlag(flag);
  if (place == m_marks.end()) return false;
  m_marks.erase(place);
  emit marksChanged();
  return true;
}

}  // namespace runahead::gui
