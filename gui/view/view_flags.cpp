// SPDX-License-Identifier: GPL-3.0-or-later
// Flags and notes: dropping, finding and taking them up.
// Not here: how they are drawn (timeline/) and where a note is written (session/note_strip.h).
#include <algorithm>

#include "gui/view/view_state.h"

namespace runahead::gui {

void ViewState::setMarks(std::vector<Flag> marks) {
  std::ranges::stable_sort(marks, {}, &Flag::ns);
  if (marks == m_marks) return;
  m_marks = std::move(marks);
  emit marksChanged();
}

std::vector<Flag>::iterator ViewState::findFlag(const Flag& flag) {
  return std::ranges::find_if(m_marks, [&flag](const Flag& other) { return other.samePlace(flag); });
}

Flag ViewState::flagHere() const {
  const Flag here{.ns = m_cursorNs, .cursor = m_cursor};
  const auto at = [&here](const Flag& flag) { return flag.ns == here.ns && flag.cursor == here.cursor; };
  const auto found = std::ranges::find_if(m_marks, at);
  return found == m_marks.end() ? here : *found;
}

void ViewState::toggleMark() {
  const Flag here{.ns = m_cursorNs, .cursor = m_cursor};
  const auto place = findFlag(here);
  if (place == m_marks.end()) {
    const auto after = std::ranges::upper_bound(m_marks, here.ns, {}, &Flag::ns);
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
