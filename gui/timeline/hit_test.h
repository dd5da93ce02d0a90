// SPDX-License-Identifier: GPL-3.0-or-later
// What lies at a point of the timeline. Not here: what happens when it is clicked (timeline_view.h).
#pragma once

#include <QPointF>

#include "core/trace/trace.h"
#include "gui/axis/lane_index.h"
#include "gui/axis/time_axis.h"
#include "gui/timeline/layout.h"

namespace runahead::gui {

struct TimelineHit {
  enum class Kind { none, ruler, statement, defer, enqueue, wait, task, lane };
  Kind kind = Kind::none;
  std::uint32_t id =
      kNone;  ///< statement, task (defer, enqueue and its thread, task), wait or lane (its head)
};

/// The thing under the point; where several share the pixel, the one nearest in time. `nowNs`: where bars end
/// whose end has not come.
TimelineHit hitTest(const Trace& trace, const LaneIndex& laneIndex, const TimelineLayout& layout,
                    const TimeAxis& axis, QPointF point, std::int64_t nowNs);

}  // namespace runahead::gui
