// SPDX-License-Identifier: GPL-3.0-or-later
// What a user puts on the time axis of a run, and how the run is viewed: moments, ranges, bookmarks, view
// settings. Not here: what they belong to (session.h).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/ids.h"

namespace runahead {

/// Where a cursor can be: after the first `seq` events, at a time not before the last of them.
struct TraceMoment {
  Seq seq = 0;
  std::int64_t time_ns = 0;
  bool operator==(const TraceMoment&) const = default;
};

/// A range of time, [from, to).
struct TimeRange {
  std::int64_t from_ns = 0;
  std::int64_t to_ns = 0;
  std::int64_t length_ns() const { return to_ns - from_ns; }
  auto operator<=>(const TimeRange&) const = default;
};

/// A bookmark on the time axis; with a text it is a note.
struct Bookmark {
  TraceMoment moment = {};
  TaskId task = kNone;    ///< that it is pinned to; kNone: to the moment alone
  std::string text = {};  ///< UTF-8
  bool operator==(const Bookmark&) const = default;
  bool same_place(const Bookmark& other) const {
    return task == other.task && (task != kNone || moment == other.moment);
  }
  /// The order on the axis.
  static bool earlier(const Bookmark& one, const Bookmark& other) {
    return one.moment.time_ns < other.moment.time_ns;
  }
};

/// How a run is viewed.
struct ViewSettings {
  std::optional<TimeRange> visible_ns = {};  ///< none: all of it
  std::optional<TraceMoment> cursor = {};    ///< none: at the end
  TaskId selected = kNone;
  std::optional<TimeRange> selected_ns = {};
  bool operator==(const ViewSettings&) const = default;
};

/// What is drawn right of the cursor.
enum class FutureVisibility : std::uint8_t { show, dim, hide };

}  // namespace runahead
