// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the timeline with any QPainter: the screen, an image, SVG and PDF share every line of it.
// Not here: where rows lie (layout.h), gestures (timeline_view.h), the figure around it (figure/).
#pragma once

#include <QRectF>
#include <QStringList>
#include <algorithm>
#include <optional>
#include <vector>

#include "core/trace/trace.h"
#include "gui/axis/time_axis.h"
#include "gui/timeline/layout.h"
#include "gui/timeline/overlay.h"
#include "gui/view/view_state.h"
#include "gui/widgets/theme.h"

class QPainter;

namespace runahead::gui {

/// Everything that a picture of the timeline depends on.
struct TimelineScene {
  const Trace& trace;  ///< if nothing after the cursor is to be seen: until there
  const Theme& theme;
  const TimelineLayout& layout;
  TimeAxis axis;
  double widthPx;  ///< of the whole picture
  double heightPx;
  const std::vector<std::uint8_t>& regionRows;
  const LaneIndex& laneIndex;
  QStringList listing = {};

  std::optional<TimeAxis> grid =
      {};               ///< of a ruler that is not the run's own: of another one, the same pixels
  QString name = {};    ///< instead of "Frontend"
  QString remark = {};  ///< below it, where nothing is said about a cursor
  bool ruler = true;
  bool fine = false;             ///< with minor ticks, and their grid in the lanes
  bool lanesBlank = false;       ///< nothing of what the backend did: for drawing it oneself
  const Trace* given = nullptr;  ///< ... but until here
  /// ... and how far an open wait is drawn, of which only the begin is given.
  std::optional<std::int64_t> openUntilNs = {};
  bool cursorShown = true;  ///< with the heads' second lines, which speak about the cursor
  Seq cursor = 0;
  std::int64_t cursorNs = 0;
  FutureVisibility after = FutureVisibility::show;
  TaskId selected = kNone;
  WaitId selectedWait = kNone;
  const PredictedLanes* prediction = nullptr;
  const CriticalPath* path = nullptr;
  std::optional<TimeRange> range = {};
  const std::vector<Bookmark>* bookmarks = nullptr;
  std::span<const TaskId> matches = {};

  /// Where bars end whose end has not come.
  std::int64_t nowNs() const {
    return openUntilNs ? *openUntilNs : after == FutureVisibility::hide ? cursorNs : trace.end_ns();
  }
  bool isMatch(TaskId task) const { return std::ranges::binary_search(matches, task); }
};

/// The box of the cursor's time on the ruler: over the cursor, but within the picture. Empty when the cursor
/// is out of sight.
QRectF cursorBookmark(std::int64_t cursorNs, const TimeAxis& axis, const RowPx& ruler, double widthPx);
void paintCursorBookmark(QPainter& painter, std::int64_t cursorNs, const TimeAxis& axis, const RowPx& ruler,
                         double widthPx, const Theme& theme);

/// Origin at the picture's top left.
void paintTimeline(QPainter& painter, const TimelineScene& scene);
/// The same in two parts: bars and labels, which take long, and what lies over them: the selection, the
/// cursor, and what the heads say of it.
void paintTimelineGround(QPainter& painter, const TimelineScene& scene);
void paintTimelineOver(QPainter& painter, const TimelineScene& scene);
/// Whether the ground is another one where the cursor is.
bool groundFollowsCursor(const TimelineScene& scene);

/// The run in a strip: frontend above workers, no labels. Used by the overview. `now_ns`: where bars end
/// whose end has not come.
void paintStrip(QPainter& painter, const Trace& trace, const LaneIndex& laneIndex, const Theme& theme,
                const TimeAxis& axis, const QRectF& rect, std::int64_t now_ns);

/// Most threads that the gutter shows at a time; beyond them it shows those of the selection.
inline constexpr std::uint32_t kThreads = 64;
/// Of which tasks there is one in sight.
std::vector<TaskId> shownThreads(const Trace& trace, const LaneIndex& laneIndex, const TimeAxis& axis);
/// How far it is drawn of a task that has not started.
inline constexpr double kStub_px = 12;

/// "waits 174.9 µs", "5 ready", "starts add 11", "records add 11": what happens at the cursor, for the heads
/// of the rows. Of the queue longest first: "5 ready, 10 blocked", "5 of 15 ready".
QString frontendStatus(const Trace& trace, Seq cursor, std::int64_t cursorNs);
QStringList queueStatus(const Trace& trace, Seq cursor);
QString laneStatus(const Trace& trace, LaneId lane, Seq cursor);
/// "blocked 20.0 ms, ready 3.00 µs": how a task that has started waited for its start.
QString queuedWords(const Trace& trace, const Task& task);

/// A lane's name apart from what it is a lane of: "Stream 1", "emulated".
struct LaneHead {
  QStringList names;    ///< longest first: "Second device, copy to host", "2nd, to host"
  QStringList remarks;  ///< longest first: "emulated", "emul."; none of a worker
};
LaneHead laneHead(const Trace& trace, LaneId lane);

}  // namespace runahead::gui
