// SPDX-License-Identifier: GPL-3.0-or-later
// Totals and statistics, computed from a trace in one pass or by bisection.
#include "core/analysis/summary.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/spread.h"
#include "core/trace/rounds.h"

namespace runahead {

Seq initialisation_events(const Trace& trace) {
  Seq events = 0;
  for (RegionId id = 0; id < trace.region_count(); ++id) {
    const Region mark = trace.region(id);
    if (mark.kind != RegionKind::initialisation) continue;
    events = std::max(events, mark.end == kNever ? trace.size() : mark.end + 1);
  }
  return events;
}

namespace {

/// Time of the last event of a kind in [first, size); `otherwise` without one.
std::int64_t last_time_ns(const Trace& trace, EventKind kind, Seq first, std::int64_t otherwise) {
  for (Seq seq = trace.size(); seq-- > first;) {
    if (trace.event(seq).kind == kind) return trace.time_ns(seq);
  }
  return otherwise;
}

/// From the end of initialisation.
std::int64_t last_after_initialisation_ns(const Trace& trace, EventKind kind) {
  const std::int64_t begin_ns = initialisation_end_ns(trace);
  return last_time_ns(trace, kind, initialisation_events(trace), begin_ns) - begin_ns;
}

std::string describe_task(const Trace& trace, TaskId id) {
  return trace.name(trace.task(id).name) + " (task " + std::to_string(id) + ")";
}

/// Between the states after the first `from` and the first `to` events.
std::optional<std::int64_t> resident_growth_bytes(const Trace& trace, Seq from, Seq to) {
  if (trace.info().clock != Clock::live || trace.size() == 0) return std::nullopt;
  return trace.counters_at(to).resident_bytes - trace.counters_at(from).resident_bytes;
}

void count_outcomes(const Trace& trace, RunSummary& summary) {
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    summary.tasks += task.enqueue != kNever;
    if (task.end == kNever) continue;
    summary.eliminated += task.outcome == Outcome::eliminated;
    summary.failed += task.outcome == Outcome::failed;
    summary.skipped += task.outcome == Outcome::skipped;
  }
}

/// In the order of their ends.
std::vector<Region> ended_regions(const Trace& trace, RegionKind kind) {
  std::vector<Region> ended;
  for (RegionId id = 0; id < trace.region_count(); ++id) {
    const Region mark = trace.region(id);
    if (mark.kind == kind && mark.end != kNever) ended.push_back(mark);
  }
  std::sort(ended.begin(), ended.end(), [](const Region& a, const Region& b) { return a.end < b.end; });
  return ended;
}

/// The first of `count` items whose predicate holds; it must be false, then true.
template <class Predicate>
std::uint32_t first_that(std::uint32_t count, Predicate predicate) {
  std::uint32_t low = 0;
  while (low < count) {
    const std::uint32_t middle = low + (count - low) / 2;
    if (predicate(middle)) {
      count = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

RunSummary::RegionSummary summary_of(const Trace& trace, const Region& mark) {
  const CounterRange range = trace.counter_range(mark.begin, mark.end + 1);
  return {.name = trace.name(mark.name),
          .ns = trace.time_ns(mark.end) - trace.time_ns(mark.begin),
          .max_depth = range.max_depth,
          .peak_live_bytes = range.max.live_bytes,
          .peak_input_bytes = range.max.input_bytes,
          .resident_growth_bytes = resident_growth_bytes(trace, mark.begin, mark.end)};
}

RunSummary::Tracing tracing_of(const Trace& trace, const Region& mark) {
  RunSummary::Tracing tracing{.function = trace.name(mark.name),
                              .ns = trace.time_ns(mark.end) - trace.time_ns(mark.begin),
                              .nodes = 0,
                              .kept = 0,
                              .pruned = 0};
  TaskId id =
      first_that(trace.task_count(), [&](TaskId task) { return trace.task(task).issue() > mark.begin; });
  for (; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    if (task.issue() > mark.end) break;
    if (task.defer == kNever) continue;
    ++tracing.nodes;
    tracing.kept += task.enqueue != kNever;
    tracing.pruned += task.end != kNever && task.outcome == Outcome::eliminated;
  }
  return tracing;
}

}  // namespace

std::int64_t initialisation_end_ns(const Trace& trace) {
  const Seq events = initialisation_events(trace);
  return events == 0 ? 0 : trace.time_ns(events - 1);
}

std::int64_t total_ns(const Trace& trace) {
  return std::max(last_after_initialisation_ns(trace, EventKind::statement_end),
                  last_after_initialisation_ns(trace, EventKind::end));
}

std::int64_t reported_total_ns(const Trace& trace) {
  const Rounds* rounds = trace.info().rounds.get();
  const std::vector<std::int64_t>* totals = rounds ? rounds->find("total") : nullptr;
  return totals ? spread_of(*totals).median : total_ns(trace);
}

RunSummary summarize(const Trace& trace) {
  RunSummary summary;
  const Seq first = initialisation_events(trace);
  summary.frontend_done_ns = last_after_initialisation_ns(trace, EventKind::statement_end);
  summary.total_ns = total_ns(trace);
  count_outcomes(trace, summary);

  const CounterRange range = trace.counter_range(first, trace.size());
  summary.max_depth = range.max_depth;
  summary.peak_live_bytes = range.max.live_bytes;
  summary.peak_input_bytes = range.max.input_bytes;
  summary.peak_pool_bytes = range.max.pool_bytes;
  for (const MemoryId memory : trace.memories()) {
    const MemoryBytes& most = range.max.memories[memory];
    summary.memories.push_back({memory, most.live, most.pool});
  }
  summary.resident_growth_bytes = resident_growth_bytes(trace, first, trace.size());

  for (const Region& mark : ended_regions(trace, RegionKind::benchmark))
    summary.marks.push_back(summary_of(trace, mark));
  for (const Region& mark : ended_regions(trace, RegionKind::tracing))
    summary.tracings.push_back(tracing_of(trace, mark));
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    const Wait wait = trace.wait(id);
    if (wait.begin < first || wait.end == kNever) continue;
    summary.waits.push_back({id, wait.statement == kNone ? 0 : trace.statement(wait.statement).line,
                             wait.reason, trace.time_ns(wait.end) - trace.time_ns(wait.begin),
                             wait.ended_by == kNone ? std::string() : describe_task(trace, wait.ended_by)});
  }
  return summary;
}

RangeStatistics statistics(const Trace& trace, std::int64_t from_ns, std::int64_t to_ns) {
  RangeStatistics result;
  if (to_ns < from_ns) return result;
  const auto overlap_ns = [&](Seq begin, Seq end) {
    const std::int64_t end_ns = end == kNever ? trace.end_ns() : trace.time_ns(end);
    return std::min(end_ns, to_ns) - std::max(trace.time_ns(begin), from_ns);
  };

  std::unordered_map<NameId, RangeStatistics::PerName> names;
  for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
    const std::uint32_t count = trace.lane_task_count(lane);
    // A lane runs one task at a time, so its ends are in order too.
    std::uint32_t index = first_that(count, [&](std::uint32_t i) {
      const Seq end = trace.task(trace.lane_task(lane, i)).end;
      return end == kNever || trace.time_ns(end) > from_ns;
    });
    for (; index < count; ++index) {
      const Task task = trace.task(trace.lane_task(lane, index));
      if (trace.time_ns(task.start) >= to_ns) break;
      const std::int64_t ns = overlap_ns(task.start, task.end);
      RangeStatistics::PerName& entry = names[task.name];
      entry.name = task.name;
      entry.min_ns = entry.count == 0 ? ns : std::min(entry.min_ns, ns);
      entry.max_ns = std::max(entry.max_ns, ns);
      entry.total_ns += ns;
      ++entry.count;
      ++result.tasks;
      const bool whole =
          trace.time_ns(task.start) >= from_ns && task.end != kNever && trace.time_ns(task.end) <= to_ns;
      if (!whole) {
        ++entry.cut;
        entry.cut_ns += ns;
        ++result.cut;
      }
      result.busy_ns += ns;
    }
  }
  for (const auto& [id, entry] : names) result.names.push_back(entry);
  std::sort(result.names.begin(), result.names.end(), [](const auto& a, const auto& b) {
    return a.total_ns != b.total_ns ? a.total_ns > b.total_ns : a.name < b.name;
  });

  std::uint32_t wait = first_that(trace.wait_count(), [&](std::uint32_t id) {
    const Seq end = trace.wait(id).end;
    return end == kNever || trace.time_ns(end) > from_ns;
  });
  for (; wait < trace.wait_count(); ++wait) {
    const Wait row = trace.wait(wait);
    if (trace.time_ns(row.begin) >= to_ns) break;
    result.wait_ns += overlap_ns(row.begin, row.end);
  }

  const Seq first = trace.first_at(from_ns);
  const Seq last = trace.first_at(to_ns);
  const State before = trace.state_at(first);
  const State after = trace.state_at(last);
  result.enqueued = after.enqueued - before.enqueued;
  result.ended = result.enqueued + before.counters.depth() - after.counters.depth();
  const CounterRange range = trace.counter_range(first, last);
  result.max_depth = range.max_depth;
  result.max_live_bytes = range.max.live_bytes;
  return result;
}

}  // namespace runahead
