// SPDX-License-Identifier: GPL-3.0-or-later
// Rows from top to bottom, at one of three sizes; gutter and lanes take what is free beyond the largest.
// Not here: what is painted into them (painter.h).
#include "gui/timeline/layout.h"

#include <algorithm>
#include <cmath>

namespace runahead::gui {

namespace {

struct Sizes {
  double statements, enqueues, queue, single, several, gap;
};
constexpr Sizes kSizes[] = {
    {28, 30, 82, 40, 38, 8},
    {24, 26, 52, 32, 32, 6},
    {24, 26, 40, 17, 17, 4},
};
constexpr Sizes kCompared = {0, 30, 0, 17, 17, 4};
/// Of its gaps, and of its rows, where it may not be so high.
constexpr double kNarrowest = 0.4, kLowest = 0.1;
/// What gutter and lanes grow to where the height is free.
constexpr double kMostQueue = 160, kMostLane = 64;
constexpr double kRuler = 34;
constexpr double kTop = 10;         // between ruler and statements when there are no brackets
constexpr double kBottom = 10;      // below the last lane
constexpr double kBetweenRows = 2;  // between statements and enqueues
/// The smallest height of a row of lanes that is worth scrolling in.
constexpr double kLeastLanes = 44;

TimelineLayout withSizes(const Sizes& sizes, const std::vector<LaneId>& lanes, int region_rows) {
  TimelineLayout layout;
  layout.ruler = {0, kRuler};
  layout.marks = {kRuler, region_rows * kRegionRow_px};
  double top = layout.marks.bottom() + (region_rows == 0 ? kTop : 0);
  layout.statements = {top, sizes.statements};
  layout.enqueues = {layout.statements.bottom() + kBetweenRows, sizes.enqueues};
  layout.queue = {layout.enqueues.bottom(), sizes.queue};
  top = layout.queue.bottom();
  const double height = lanes.size() == 1 ? sizes.single : sizes.several;
  for (const LaneId lane : lanes) {
    layout.rows.push_back({lane, {top, height}});
    top += height + sizes.gap;
  }
  if (!lanes.empty()) top -= sizes.gap;
  layout.contentHeight = top - layout.queue.bottom();
  layout.lanes = {layout.queue.bottom(), layout.contentHeight};
  return layout;
}

double fullHeight(const TimelineLayout& layout) {
  return layout.lanes.bottom() + kBottom;
}

/// At full size, with so much of what is left until the largest size, from 0 to 1.
TimelineLayout grown(const std::vector<LaneId>& lanes, int region_rows, double part) {
  Sizes sizes = kSizes[0];
  sizes.queue += std::floor((kMostQueue - sizes.queue) * part);
  for (double* lane : {&sizes.single, &sizes.several}) *lane += std::floor((kMostLane - *lane) * part);
  return withSizes(sizes, lanes, region_rows);
}

}  // namespace

std::vector<LaneId> taskLanes(const Trace& trace) {
  std::vector<LaneId> lanes;
  for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
    if (trace.lane(lane).kind != LaneKind::frontend) lanes.push_back(lane);
  }
  return lanes;
}

double TimelineLayout::maxScrollPx() const {
  return std::max(0.0, contentHeight - lanes.height);
}

TimelineLayout layoutTimeline(double height_px, const Trace& trace, int region_rows, bool squeeze) {
  const std::vector<LaneId> lanes = taskLanes(trace);
  TimelineLayout layout;
  for (const Sizes& sizes : kSizes) {
    layout = withSizes(sizes, lanes, region_rows);
    const double free_px = height_px - fullHeight(layout);
    if (free_px < 0) continue;
    if (&sizes != kSizes) return layout;
    const double most = fullHeight(grown(lanes, region_rows, 1)) - fullHeight(layout);
    return grown(lanes, region_rows, std::min(1.0, free_px / most));
  }
  if (squeeze) {
    squeezeLanes(layout, height_px);
    return layout;
  }
  // Brackets fold before the queue and the lanes do: the inner ones first.
  const double least = std::min(kLeastLanes, layout.contentHeight);
  if (region_rows > 0 && layout.lanes.top + least + kBottom > height_px)
    return layoutTimeline(height_px, trace, region_rows - 1);
  layout.lanes.height = std::clamp(height_px - layout.lanes.top - kBottom, least, layout.contentHeight);
  return layout;
}

TimelineLayout layoutAllLanes(double height_px, const Trace& trace, int region_rows) {
  for (int rows = region_rows; rows >= 0; --rows) {
    TimelineLayout layout = layoutTimeline(height_px, trace, rows);
    if (layout.maxScrollPx() <= 0 && layout.lanes.bottom() <= height_px) return layout;
  }
  TimelineLayout layout;
  for (const bool low : {false, true}) {
    layout = layoutCompared(trace, true, low);
    if (fullHeight(layout) <= height_px) return layout;
  }
  squeezeLanes(layout, height_px);
  return layout;
}

void squeezeLanes(TimelineLayout& layout, double height_px) {
  const double room = std::max(1.0, height_px - layout.lanes.top - kBottom);
  if (room >= layout.contentHeight) return;
  const double part = room / layout.contentHeight;
  for (LaneRow& row : layout.rows) {
    row.row.top = layout.lanes.top + (row.row.top - layout.lanes.top) * part;
    row.row.height *= part;
  }
  layout.contentHeight = layout.lanes.height = room;
}

double fullTimelineHeight(const Trace& trace, int region_rows) {
  return fullHeight(withSizes(kSizes[0], taskLanes(trace), region_rows));
}

double mostTimelineHeight(const Trace& trace, int region_rows) {
  return fullHeight(grown(taskLanes(trace), region_rows, 1));
}

double compactTimelineHeight(const Trace& trace, int region_rows) {
  return fullHeight(withSizes(kSizes[1], taskLanes(trace), region_rows));
}

TimelineLayout layoutCompared(const Trace& trace, bool ruler, bool low, double most_px) {
  Sizes sizes = kCompared;
  if (low) sizes.enqueues = sizes.single;
  const std::vector<LaneId> lanes = taskLanes(trace);
  const auto count = static_cast<double>(lanes.size());
  const double rows = sizes.enqueues + count * sizes.single, gaps = kTop + count * sizes.gap;
  const double room = most_px - (ruler ? kRuler : 0);
  const double narrow = std::clamp((room - rows) / gaps, kNarrowest, 1.0);
  const double lower = std::clamp((room - gaps * narrow) / rows, kLowest, 1.0);
  sizes.gap *= narrow;
  for (double* row : {&sizes.enqueues, &sizes.single, &sizes.several}) *row *= lower;
  TimelineLayout layout = withSizes(sizes, lanes, 0);
  const double up = (ruler ? 0 : kRuler) + kBetweenRows + kTop * (1 - narrow);
  const double between = sizes.gap;  // frontend and lanes have no gutter to keep them apart
  if (!ruler) layout.ruler.height = layout.marks.top = 0;
  layout.statements.top -= up;
  layout.enqueues.top -= up;
  layout.queue.top -= up;
  layout.lanes.top += between - up;
  for (LaneRow& row : layout.rows) row.row.top += between - up;
  return layout;
}

std::vector<std::uint8_t> regionRows(const Trace& trace) {
  const std::uint32_t count = std::min(trace.region_count(), kMarks);
  std::vector<std::uint8_t> rows(count, 0);
  // Marks are ordered by their begin; a row is free again after the end of its last mark. Outer marks lie
  // above inner ones: rows are counted from the lanes upwards at the end.
  Seq ends[kRegionRows] = {};
  for (std::uint32_t i = 0; i < count; ++i) {
    const Region mark = trace.region(i);
    std::uint8_t row = 0;
    while (row + 1 < kRegionRows && ends[row] > mark.begin) ++row;
    rows[i] = row;
    ends[row] = std::max(ends[row], mark.end);
  }
  return rows;
}

int regionRowCount(const std::vector<std::uint8_t>& rows) {
  return rows.empty() ? 0 : *std::ranges::max_element(rows) + 1;
}

}  // namespace runahead::gui
