// SPDX-License-Identifier: GPL-3.0-or-later
// What a student draws of the workers, and whether the engine's rules permit it: dependencies, one task at a
// time on a worker, first ready first (of a recorded graph: first in its order first), and no worker idle
// while a task is ready. Any schedule that they permit is right, and workers are interchangeable. The streams
// of a device are not: each has its tasks, which run in the order of issue, ready or not; its copy engines
// take what became ready first. Not here: the rules at work (engine/), drawing (gui/lecture).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/message.h"
#include "core/trace/trace.h"

namespace runahead {

struct DrawnBar {
  TaskId task;
  LaneId lane;
  std::int64_t start_ns;
  std::int64_t end_ns;
  bool operator==(const DrawnBar&) const = default;
};

/// A wait, while it lasts: the tasks that are pending at its begin are to be drawn.
struct Drawing {
  Seq asked_at = 0;
  std::int64_t from_ns = 0;             ///< of the wait's begin
  std::int64_t to_ns = 0;               ///< all has ended by then, even one after the other
  std::int64_t tolerance_ns = 0;        ///< a twentieth of the range
  bool by_rank = false;                 ///< of what is ready the first in the queue's order starts
  bool by_order = false;                ///< of a live run times are not judged
  bool by_stream = false;               ///< each task on its own lane, where nothing passes another
  std::vector<LaneId> lanes = {};       ///< of the workers, or of the device
  std::vector<DrawnBar> given = {};     ///< what ran when the wait began, to its end
  std::vector<DrawnBar> recorded = {};  ///< the others as they ran, in the order of issue
  std::vector<TaskId> events = {};      ///< tasks that only order streams, take no time and are not drawn
};

/// Whether the task is no work: an event that is recorded, or a stream's wait for one.
bool orders_streams(const Trace& trace, TaskId task);

/// Of the wait that the frontend is in at the cursor; nothing where it is over at once, where tasks run
/// inside the frontend's calls, or where a drawing would be too large or has no choice in it.
std::optional<Drawing> drawing(const Trace& trace, Seq cursor);

/// Why nothing can be drawn of any wait of a run made like this; empty: something may.
Message undrawable(const Trace& trace);

/// Why `bar` cannot stand beside what was drawn; empty: it can. What it needs has to be drawn before.
Message refusal(const Trace& trace, const Drawing& drawing, std::span<const DrawnBar> drawn,
                const DrawnBar& bar);
/// What is wrong with all of it, or what is missing; empty: it is right.
Message fault(const Trace& trace, const Drawing& drawing, std::span<const DrawnBar> drawn);
/// What is said of all of it, beside the run's own.
Message judged(const Trace& trace, const Drawing& drawing, std::span<const DrawnBar> drawn);

}  // namespace runahead
