// SPDX-License-Identifier: GPL-3.0-or-later
// Annotations: what a user adds to a run: bookmarks, with a text notes, and breakpoints in its listing.
// Not here: how they are drawn (timeline/, listing/) and where a note is written (session/note_strip.h).
#pragma once

#include <set>
#include <vector>

#include "gui/view/cursor.h"

namespace runahead::gui {

class Annotations : public QObject {
  Q_OBJECT
 public:
  explicit Annotations(const Cursor* cursor, QObject* parent = nullptr);

  /// In the order of their times.
  const std::vector<Bookmark>& bookmarks() const { return m_bookmarks; }
  void setBookmarks(std::vector<Bookmark> bookmarks);
  /// Drops a bookmark at the cursor, or takes up the one that is there, unless it is a note: the M key.
  void toggleBookmark();
  /// The bookmark at the cursor; where there is none, what it would be.
  Bookmark bookmarkHere() const;
  /// In the place of the one that is there; without a text that one is taken up.
  void setNote(const Bookmark& note);
  /// False when there is none.
  bool removeBookmark(const Bookmark& bookmark);

  /// Lines of the listing at which playing and "run to the next breakpoint" stop.
  const std::set<int>& breakPoints() const { return m_breakPoints; }
  void toggleBreakPoint(int line);
  void clearBreakPoints();

 signals:
  void bookmarksChanged();
  void breakPointsChanged();

 private:
  std::vector<Bookmark>::iterator findBookmark(const Bookmark& bookmark);

  const Cursor* m_cursor;
  std::vector<Bookmark> m_bookmarks;
  std::set<int> m_breakPoints;
};

}  // namespace runahead::gui
