// SPDX-License-Identifier: GPL-3.0-or-later
// Flags and notes: dropping, finding and taking them up.
// Not here: how they are drawn (timeline/) and where a note is written (session/note_strip.h).
#include <algorithm>

#include "gui/view/view_state.h"

namespace runahead::gui {

void ViewState::setBookmarks(std::vector<Bookmark> marks) {
  std::ranges::stable_sort(marks, Bookmark::earlier);
  if (marks == m_bookmarks) return;
  m_bookmarks = std::move(marks);
  emit bookmarksChanged();
}

std::vector<Bookmark>::iterator ViewState::findBookmark(const Bookmark& bookmark) {
  return std::ranges::find_if(m_bookmarks,
                              [&bookmark](const Bookmark& other) { return other.same_place(bookmark); });
}

Bookmark ViewState::bookmarkHere() const {
  const Bookmark here{.moment = {m_cursor, m_cursorNs}};
  const auto found = std::ranges::find(m_bookmarks, here.moment, &Bookmark::moment);
  return found == m_bookmarks.end() ? here : *found;
}

void ViewState::toggleBookmark() {
  const Bookmark here{.moment = {m_cursor, m_cursorNs}};
  const auto place = findBookmark(here);
  if (place == m_bookmarks.end()) {
    m_bookmarks.insert(std::ranges::upper_bound(m_bookmarks, here, Bookmark::earlier), here);
  } else if (place->text.empty()) {
    m_bookmarks.erase(place);
  } else {
    return;
  }
  emit bookmarksChanged();
}

void ViewState::setNote(const Bookmark& note) {
  std::vector<Bookmark> marks = m_bookmarks;
  std::erase_if(marks, [&note](const Bookmark& bookmark) { return bookmark.same_place(note); });
  if (!note.text.empty()) marks.push_back(note);
  setBookmarks(std::move(marks));
}

bool ViewState::removeBookmark(const Bookmark& bookmark) {
  const auto place = findBookmark(bookmark);
  if (place == m_bookmarks.end()) return false;
  m_bookmarks.erase(place);
  emit bookmarksChanged();
  return true;
}

}  // namespace runahead::gui
