// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody puts on the time axis: a range, and bookmarks. Not here: which there are (view/view_state.h).
#pragma once

#include <QString>

#include "core/base/ids.h"

namespace runahead::gui {

/// A range of time that the user dragged, [fromNs, toNs).
struct TimeRange {
  std::int64_t fromNs = 0;
  std::int64_t toNs = 0;
  std::int64_t lengthNs() const { return toNs - fromNs; }
  bool operator==(const TimeRange&) const = default;
};

/// A bookmark that the user put on the time axis; with a text it is a note.
struct Bookmark {
  std::int64_t ns = 0;
  Seq cursor = 0;       ///< events that had happened there
  TaskId task = kNone;  ///< that it is pinned to; kNone: to the moment alone
  QString text = {};
  bool operator==(const Bookmark&) const = default;
  bool samePlace(const Bookmark& other) const {
    return task == other.task && (task != kNone || (ns == other.ns && cursor == other.cursor));
  }
};

}  // namespace runahead::gui
