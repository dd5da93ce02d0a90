// SPDX-License-Identifier: GPL-3.0-or-later
// From drawn bars to when their tasks would have been ready, and to the rule that is broken.
#include "core/analysis/schedule.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/analysis/labels.h"
#include "core/base/say.h"

namespace runahead {
namespace {

constexpr std::size_t kMostPending = 24, kMostLanes = 4;
constexpr std::int64_t kRangeTolerance = 20;  ///< one part of so many of the range

std::int64_t length_ns(const Trace& trace, const Task& task) {
  return trace.time_ns(task.end) - trace.time_ns(task.start);
}

class Schedule {
 public:
  Schedule(const Trace& trace, const Drawing& drawing, std::span<const DrawnBar> drawn)
      : trace_(trace), drawing_(drawing), bars_(drawing.given) {
    bars_.insert(bars_.end(), drawn.begin(), drawn.end());
  }

  const DrawnBar* find(TaskId task) const {
    const auto found = std::ranges::find(bars_, task, &DrawnBar::task);
    return found == bars_.end() ? nullptr : &*found;
  }

  /// What the task comes after by its data, and by the events before it in its stream.
  std::vector<TaskId> needed(TaskId task) const {
    std::vector<TaskId> found, passed{task};
    for (std::size_t next = 0; next < passed.size(); ++next) {
      const Task own = trace_.task(passed[next]);
      const auto add = [&](TaskId from) {
        std::vector<TaskId>& to = orders_streams(trace_, from) ? passed : found;
        if (std::ranges::find(to, from) == to.end()) to.push_back(from);
      };
      for (const Edge& edge : trace_.edges_into(passed[next])) add(edge.from);
      const auto before = [&](TaskId other) {
        const Task row = trace_.task(other);
        return in_order(own.lane) && row.lane == own.lane && row.enqueue < own.enqueue;
      };
      for (const TaskId event : drawing_.events)
        if (before(event)) add(event);
      if (next == 0) continue;
      for (const auto* bars : {&drawing_.given, &drawing_.recorded}) {
        for (const DrawnBar& bar : *bars)
          if (before(bar.task)) add(bar.task);
      }
    }
    return found;
  }

  /// The first task that this one needs, was pending at the cursor, and is not drawn; kNone.
  TaskId missing(TaskId task) const {
    for (const TaskId from : needed(task)) {
      if (pending(from) && !find(from)) return from;
    }
    return kNone;
  }

  /// With what decides it: another task's end, or (kNone) its enqueue.
  std::pair<std::int64_t, TaskId> ready(TaskId task) const {
    std::pair<std::int64_t, TaskId> at{trace_.time_ns(trace_.task(task).enqueue), kNone};
    for (const TaskId from : needed(task)) {
      const DrawnBar* bar = find(from);
      const Seq end = trace_.task(from).end;
      if (!bar && (pending(from) || end == kNever)) continue;
      if (const std::int64_t end_ns = bar ? bar->end_ns : trace_.time_ns(end); end_ns > at.first)
        at = {end_ns, from};
    }
    return at;
  }

  /// When everything has ended that stands before it in its stream.
  std::int64_t head_ns(TaskId task) const {
    const Task own = trace_.task(task);
    std::int64_t at_ns = drawing_.from_ns;
    if (!in_order(own.lane)) return at_ns;
    for (const DrawnBar& bar : bars_) {
      if (bar.lane == own.lane && trace_.task(bar.task).enqueue < own.enqueue)
        at_ns = std::max(at_ns, bar.end_ns);
    }
    return at_ns;
  }

  /// One of the lanes on which the bar may stand has nothing to do in all of [from, to).
  bool idle(const DrawnBar& own, std::int64_t from_ns, std::int64_t to_ns) const {
    return std::ranges::any_of(drawing_.lanes, [&](LaneId lane) {
      if (drawing_.by_stream && lane != own.lane) return false;
      return std::ranges::none_of(bars_, [&](const DrawnBar& bar) {
        return bar.lane == lane && bar.start_ns < to_ns && bar.end_ns > from_ns;
      });
    });
  }

  /// A stream, in which nothing passes another; a copy engine takes what becomes ready first.
  bool in_order(LaneId lane) const { return trace_.lane(lane).kind == LaneKind::stream; }

  const std::vector<DrawnBar>& bars() const { return bars_; }

 private:
  bool pending(TaskId task) const {
    const Task row = trace_.task(task);
    return row.enqueue < drawing_.asked_at && row.end >= drawing_.asked_at;
  }

  const Trace& trace_;
  const Drawing& drawing_;
  std::vector<DrawnBar> bars_;
};

/// What lies a little in one another each time, and by more than the tolerance in all: told of the first bar
/// that would have to start that much later.
Message crowded(const Trace& trace, const Drawing& drawing, std::span<const DrawnBar> drawn) {
  if (drawing.by_order) return {};
  const Schedule schedule(trace, drawing, drawn);
  std::vector<DrawnBar> bars(drawn.begin(), drawn.end()), moved = drawing.given;
  std::ranges::stable_sort(bars, {}, &DrawnBar::start_ns);
  for (const DrawnBar& bar : bars) {
    std::int64_t start_ns = bar.start_ns;
    const std::vector<TaskId> needed = schedule.needed(bar.task);
    for (const DrawnBar& before : moved) {
      if (std::ranges::find(needed, before.task) != needed.end() || before.lane == bar.lane)
        start_ns = std::max(start_ns, before.end_ns);
    }
    if (start_ns - bar.start_ns > drawing.tolerance_ns)
      return say<"drawing.crowded">(arg<"task">(task_label(trace, bar.task)),
                                    arg<"time">(Duration{start_ns}));
    moved.push_back({bar.task, bar.lane, start_ns, start_ns + length_ns(trace, trace.task(bar.task))});
  }
  return {};
}

}  // namespace

bool orders_streams(const Trace& trace, TaskId task) {
  const std::string_view name = trace.name(trace.task(task).name);
  return name == "record_event" || name == "wait_event";
}

std::optional<Drawing> drawing(const Trace& trace, Seq cursor) {
  const State state = trace.state_at(cursor);
  if (!undrawable(trace).empty() || state.wait == kNone || state.counters.depth() > kMostPending)
    return std::nullopt;
  const Wait wait = trace.wait(state.wait);
  if (cursor != wait.begin + 1 || wait.end == kNever) return std::nullopt;
  Drawing drawn{.asked_at = cursor, .from_ns = trace.time_ns(wait.begin)};
  drawn.by_stream = trace.info().mode == Mode::stream;
  for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
    const LaneKind kind = trace.lane(lane).kind;
    const bool of_device = kind == LaneKind::stream || kind == LaneKind::copy;
    if (drawn.by_stream ? of_device : kind == LaneKind::worker) drawn.lanes.push_back(lane);
  }
  if (drawn.lanes.size() > kMostLanes) return std::nullopt;
  std::int64_t longest_ns = 0;
  for (const TaskId id : trace.pending_at(cursor, kMostPending)) {
    const Task task = trace.task(id);
    // What failed was left out by others, or left others out.
    if (task.start == kNever || task.end == kNever || task.outcome != Outcome::ok) return std::nullopt;
    if (std::ranges::find(drawn.lanes, task.lane) == drawn.lanes.end()) return std::nullopt;
    if (orders_streams(trace, id)) {
      drawn.events.push_back(id);
      continue;
    }
    const DrawnBar bar{id, task.lane, trace.time_ns(task.start), trace.time_ns(task.end)};
    (task.start < cursor ? drawn.given : drawn.recorded).push_back(bar);
    longest_ns += length_ns(trace, task);
  }
  // What is enqueued meanwhile would join them; in a stream it comes behind them.
  const Seq next = trace.next_of(kinds(EventKind::enqueue), cursor);
  const bool alone = std::ranges::all_of(drawn.recorded, [&](const DrawnBar& bar) {
    return next == kNever || trace.task(bar.task).start < next;
  });
  if (drawn.recorded.size() < 2 || !(alone || drawn.by_stream)) return std::nullopt;
  const std::int64_t range_ns = longest_ns * 11 / 10;
  drawn.to_ns = drawn.from_ns + range_ns;
  drawn.tolerance_ns = range_ns / kRangeTolerance;
  drawn.by_rank = trace.info().mode == Mode::lazy;
  drawn.by_order = trace.info().clock == Clock::live;
  return drawn;
}

Message undrawable(const Trace& trace) {
  const TraceInfo& info = trace.info();
  const bool in_calls =
      info.mode == Mode::sync || (info.mode == Mode::stream && info.runs_on() == DeviceKind::cpu);
  return in_calls ? say<"drawing.none">() : Message();
}

Message refusal(const Trace& trace, const Drawing& drawing, std::span<const DrawnBar> drawn,
                const DrawnBar& bar) {
  const Schedule schedule(trace, drawing, drawn);
  const auto name = [&](TaskId task) { return task_label(trace, task); };
  const auto own = arg<"task">(name(bar.task));
  const auto lane = [&](LaneId id) { return arg<"lane">(lane_label(trace, id)); };
  if (std::ranges::find(drawing.recorded, bar.task, &DrawnBar::task) == drawing.recorded.end())
    return say<"drawing.not_asked">(own);
  if (std::ranges::find(drawing.lanes, bar.lane) == drawing.lanes.end()) return say<"drawing.no_worker">(own);
  if (drawing.by_stream && bar.lane != trace.task(bar.task).lane)
    return say<"drawing.other_lane">(own, lane(trace.task(bar.task).lane));
  const std::int64_t tolerance_ns = drawing.tolerance_ns;
  const std::int64_t length = length_ns(trace, trace.task(bar.task));
  if (!drawing.by_order && std::abs(bar.end_ns - bar.start_ns - length) > tolerance_ns)
    return say<"drawing.length">(own, arg<"time">(Duration{length}));
  if (const TaskId missing = schedule.missing(bar.task); missing != kNone)
    return say<"drawing.needs_place">(own, arg<"other">(name(missing)));
  const auto [ready_ns, after] = schedule.ready(bar.task);
  const std::int64_t early_ns =
      after == kNone ? tolerance_ns : std::min(tolerance_ns, length_ns(trace, trace.task(after)) / 2);
  if (bar.start_ns < ready_ns - early_ns) {
    const auto time = arg<"time">(Duration{ready_ns});
    return after == kNone ? say<"drawing.not_queued">(own, time)
                          : say<"drawing.needs_end">(own, arg<"other">(name(after)), time);
  }
  const auto one = [&](TaskId task) { return arg<"first">(name(task)); };
  const auto next = [&](TaskId task) { return arg<"second">(name(task)); };
  for (const DrawnBar& other : schedule.bars()) {
    if (other.task == bar.task) continue;
    const std::int64_t shared = std::min(bar.end_ns, other.end_ns) - std::max(bar.start_ns, other.start_ns);
    // Of short tasks all would fit into the tolerance.
    const std::int64_t over_ns =
        std::min({tolerance_ns, (bar.end_ns - bar.start_ns) / 2, (other.end_ns - other.start_ns) / 2});
    if (other.lane == bar.lane && shared > over_ns)
      return say<"drawing.busy">(lane(bar.lane), arg<"task">(name(other.task)));
    // What ran before was not waiting.
    if (trace.task(other.task).start < drawing.asked_at) continue;
    if (drawing.by_stream && (other.lane != bar.lane || schedule.in_order(bar.lane))) {
      const bool own_first = trace.task(bar.task).enqueue < trace.task(other.task).enqueue;
      const DrawnBar &first = own_first ? bar : other, &second = own_first ? other : bar;
      if (other.lane == bar.lane && second.start_ns < first.start_ns)
        return say<"drawing.in_stream">(one(first.task), next(second.task), lane(bar.lane));
      continue;
    }
    // First ready, first started.
    // Which of two was ready first is recorded where both were before anybody drew.
    const Seq own_ready = trace.task(bar.task).ready, other_ready = trace.task(other.task).ready;
    const bool known = std::max(own_ready, other_ready) < drawing.asked_at;
    // On one worker the order is seen, however small the distance.
    const std::int64_t beside_ns = other.lane == bar.lane ? 0 : tolerance_ns;
    const std::int64_t other_ready_ns = schedule.ready(other.task).first;
    const bool own_before = known ? own_ready < other_ready : ready_ns + tolerance_ns < other_ready_ns;
    const bool other_before = known ? other_ready < own_ready : other_ready_ns + tolerance_ns < ready_ns;
    if (drawing.by_rank) {
      const bool own_lower = trace.task(bar.task).enqueue < trace.task(other.task).enqueue;
      const DrawnBar &low = own_lower ? bar : other, &high = own_lower ? other : bar;
      const std::int64_t low_ready_ns = own_lower ? ready_ns : other_ready_ns;
      const bool was_ready = trace.task(low.task).ready < drawing.asked_at || low_ready_ns == high.start_ns ||
                             low_ready_ns + tolerance_ns < high.start_ns;
      if (was_ready && high.start_ns + beside_ns < low.start_ns)
        return say<"drawing.in_queue">(one(low.task), next(high.task));
      continue;
    }
    const bool own_first = own_before && other.start_ns + beside_ns < bar.start_ns;
    const bool other_first = other_before && bar.start_ns + beside_ns < other.start_ns;
    if (own_first) return say<"drawing.ready_first">(one(bar.task), next(other.task));
    if (other_first) return say<"drawing.ready_first">(one(other.task), next(bar.task));
  }
  return {};
}

Message fault(const Trace& trace, const Drawing& drawing, std::span<const DrawnBar> drawn) {
  for (const DrawnBar& bar : drawing.recorded) {
    const auto count = std::ranges::count(drawn, bar.task, &DrawnBar::task);
    const auto task = arg<"task">(task_label(trace, bar.task));
    if (count != 1) return count == 0 ? say<"drawing.missing">(task) : say<"drawing.twice">(task);
  }
  for (const DrawnBar& bar : drawn) {
    if (Message why = refusal(trace, drawing, drawn, bar); !why.empty()) return why;
  }
  if (Message why = crowded(trace, drawing, drawn); !why.empty()) return why;
  const Schedule schedule(trace, drawing, drawn);
  for (const DrawnBar& bar : drawn) {
    const std::int64_t free_ns = drawing.by_stream ? schedule.head_ns(bar.task) : drawing.from_ns;
    const std::int64_t ready_ns = std::max(schedule.ready(bar.task).first, free_ns);
    // What is free for less than that is not seen to be free.
    const std::int64_t waited_ns = bar.start_ns - ready_ns;
    if (drawing.by_order || waited_ns <= drawing.tolerance_ns) continue;
    // A worker that was free from some end on, until the start.
    for (std::int64_t from_ns = ready_ns; from_ns + drawing.tolerance_ns < bar.start_ns;) {
      if (schedule.idle(bar, from_ns, from_ns + drawing.tolerance_ns))
        return say<"drawing.idle">(arg<"task">(task_label(trace, bar.task)), arg<"time">(Duration{ready_ns}),
                                   arg<"lane">(drawing.by_stream ? lane_label(trace, bar.lane) : Message()));
      from_ns += std::max<std::int64_t>(1, drawing.tolerance_ns / 2);
    }
  }
  return {};
}

Message judged(const Trace& trace, const Drawing& drawing, std::span<const DrawnBar> drawn) {
  if (Message wrong = fault(trace, drawing, drawn); !wrong.empty())
    return sentences({say<"drawing.outlines">(), std::move(wrong)});
  const bool same = std::ranges::all_of(drawing.recorded, [&](const DrawnBar& bar) {
    const DrawnBar& own = *std::ranges::find(drawn, bar.task, &DrawnBar::task);
    return own.lane == bar.lane && std::abs(own.start_ns - bar.start_ns) <= drawing.tolerance_ns;
  });
  return same ? say<"drawing.same">() : say<"drawing.permitted">();
}

}  // namespace runahead
