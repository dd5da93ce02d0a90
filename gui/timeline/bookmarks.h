// SPDX-License-Identifier: GPL-3.0-or-later
// Where bookmarks and notes stand on the ruler, for painting and for pointing at them.
// Not here: putting them there (view/annotations.h) and writing notes (session/).
#pragma once

#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

#include "gui/axis/time_axis.h"
#include "gui/timeline/layout.h"
#include "gui/view/view_state.h"

namespace runahead::gui {

struct BookmarkPlace {
  std::size_t index;  ///< among the bookmarks
  double x;           ///< of its pole
  QRectF plate;       ///< with the note's text; without a text, or without room for it, the pennant
  QString text;       ///< in one line and as long as the plate; empty: a pennant
};

/// Those that are in sight, from left to right. A note has the room up to the next one. `cursorBookmark`:
/// covers the ruler; a note whose pole is under it stands beside it. Empty: none.
std::vector<BookmarkPlace> bookmarkPlaces(const std::vector<Bookmark>& bookmarks, const TimeAxis& axis,
                                          const RowPx& ruler, double widthPx, const QRectF& cursorBookmark);

/// The bookmark under the point, as an index among the bookmarks.
std::optional<std::size_t> bookmarkAt(const std::vector<BookmarkPlace>& places, QPointF point);

}  // namespace runahead::gui
