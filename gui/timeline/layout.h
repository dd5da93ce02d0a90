// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineLayout: where the rows of the timeline lie, from a height and the trace's lanes.
// Not here: the horizontal direction (axis/time_axis.h).
#pragma once

#include <limits>
#include <vector>

#include "core/trace/trace.h"

namespace runahead::gui {

struct RowPx {
  double top = 0;
  double height = 0;
  double bottom() const { return top + height; }
};

/// Lanes that hold tasks. Lanes of kind `frontend` make up the frontend's two rows.
struct LaneRow {
  LaneId lane;
  RowPx row;  ///< before scrolling
};

struct TimelineLayout {
  RowPx ruler;
  RowPx marks;  ///< brackets; height 0 without marks
  RowPx statements;
  RowPx enqueues;  ///< and waits
  RowPx queue;     ///< the gutter
  RowPx lanes;     ///< what is seen of the lanes
  std::vector<LaneRow> rows;
  double contentHeight = 0;  ///< of all lanes; more than lanes.height: they scroll
  double scrollPx = 0;

  double maxScrollPx() const;
  double laneTop(const LaneRow& row) const { return row.row.top - scrollPx; }
};

/// All but the frontend, in their order.
std::vector<LaneId> taskLanes(const Trace& trace);

/// Fits into `height_px`: full size, with a gutter and lanes that are higher where there is room; then a
/// lower gutter and lower lanes, then 17 px lanes; then the lanes scroll; then there are fewer rows of
/// brackets. `region_rows`: brackets that lie above one another. `squeeze`: lanes get as low as they must
/// instead (figures).
TimelineLayout layoutTimeline(double height_px, const Trace& trace, int region_rows, bool squeeze = false);
/// The height that layoutTimeline() needs for full size, for the lower gutter and lanes, and the most that it
/// makes use of.
double fullTimelineHeight(const Trace& trace, int region_rows);
double mostTimelineHeight(const Trace& trace, int region_rows);
double compactTimelineHeight(const Trace& trace, int region_rows);
/// In front of a class nothing scrolls: where lanes would, brackets go, then gutter and statements, and then
/// the lanes get as low as they must.
TimelineLayout layoutAllLanes(double height_px, const Trace& trace, int region_rows);
/// Of a run that stands under others: frontend and lanes only, as low as they can be told apart. `ruler`: of
/// the uppermost. `low`: the frontend is as low as a lane. It ends within `most_px`: the gaps get narrower,
/// then the rows as low as they must.
TimelineLayout layoutCompared(const Trace& trace, bool ruler, bool low = false,
                              double most_px = std::numeric_limits<double>::infinity());
/// Makes the lanes as low as they must be to end within `height_px`.
void squeezeLanes(TimelineLayout& layout, double height_px);

/// Marks that overlap lie in different rows; the row of each of the first `kMarks` marks.
inline constexpr std::uint32_t kMarks = 4096;
inline constexpr int kRegionRows = 3;
inline constexpr double kRegionRow_px = 28;
std::vector<std::uint8_t> regionRows(const Trace& trace);
int regionRowCount(const std::vector<std::uint8_t>& rows);

}  // namespace runahead::gui
