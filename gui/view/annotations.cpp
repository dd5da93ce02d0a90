// SPDX-License-Identifier: GPL-3.0-or-later
// Dropping, finding and taking up what is marked.
#include "gui/view/annotations.h"

#include <algorithm>

namespace runahead::gui {

Annotations::Annotations(const Cursor* cursor, QObject* parent) : QObject(parent), m_cursor(cursor) {}

void Annotations::setBookmarks(std::vector<Bookmark> bookmarks) {
  std::ranges::stable_sort(bookmarks, Bookmark::earlier);
  if (bookmarks == m_bookmarks) return;
  m_bookmarks = std::move(bookmarks);
  emit bookmarksChanged();
}

std::vector<Bookmark>::iterator Annotations::findBookmark(const Bookmark& bookmark) {
  return std::ranges::find_if(m_bookmarks,
                              [&bookmark](const Bookmark& other) { return other.same_place(bookmark); });
}

Bookmark Annotations::bookmarkHere() const {
  const Bookmark here{.moment = {m_cursor->seq(), m_cursor->ns()}};
  const auto found = std::ranges::find(m_bookmarks, here.moment, &Bookmark::moment);
  return found == m_bookmarks.end() ? here : *found;
}

void Annotations::toggleBookmark() {
  const Bookmark here{.moment = {m_cursor->seq(), m_cursor->ns()}};
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

void Annotations::setNote(const Bookmark& note) {
  std::vector<Bookmark> bookmarks = m_bookmarks;
  std::erase_if(bookmarks, [&note](const Bookmark& bookmark) { return bookmark.same_place(note); });
  if (!note.text.empty()) bookmarks.push_back(note);
  setBookmarks(std::move(bookmarks));
}

bool Annotations::removeBookmark(const Bookmark& bookmark) {
  const auto place = findBookmark(bookmark);
  if (place == m_bookmarks.end()) return false;
  m_bookmarks.erase(place);
  emit bookmarksChanged();
  return true;
}

void Annotations::toggleBreakPoint(int line) {
  if (m_breakPoints.erase(line) == 0) m_breakPoints.insert(line);
  emit breakPointsChanged();
}

void Annotations::clearBreakPoints() {
  if (m_breakPoints.empty()) return;
  m_breakPoints.clear();
  emit breakPointsChanged();
}

}  // namespace runahead::gui
