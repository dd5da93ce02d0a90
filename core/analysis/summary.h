// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a run, from its trace alone: totals, peaks, marks, waits; and statistics of a time range.
// Not here: values (scenario/run_execution.h), formatting as JSON (gui/cli/run_json.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace runahead {

struct RunSummary {
  std::int64_t total_ns = 0;  ///< from the end of initialisation to the last task or the frontend's end
  std::int64_t frontend_done_ns = 0;  ///< from the end of initialisation until the last statement returned
  std::uint32_t tasks = 0;            ///< that were enqueued
  std::uint32_t eliminated = 0;       ///< that were deferred, and never needed
  std::uint32_t failed = 0;
  std::uint32_t skipped = 0;
  std::uint32_t max_depth = 0;
  std::int64_t peak_live_bytes = 0;
  std::int64_t peak_input_bytes = 0;
  std::int64_t peak_pool_bytes = 0;
  struct MemoryPeak {
    MemoryId memory;
    std::int64_t live_bytes, pool_bytes;
  };
  std::vector<MemoryPeak> memories;                   ///< that arrays had; first the one of the peaks above
  std::optional<std::int64_t> resident_growth_bytes;  ///< live clock only
  struct RegionSummary {
    std::string name;
    std::int64_t ns;
    std::uint32_t max_depth;
    std::int64_t peak_live_bytes;
    std::int64_t peak_input_bytes;
    std::optional<std::int64_t> resident_growth_bytes;  ///< live clock only
  };
  std::vector<RegionSummary> marks;  ///< benchmark marks in the order of their ends
  struct Tracing {
    std::string function;
    std::int64_t ns;
    std::uint32_t nodes;   ///< tasks that were deferred meanwhile
    std::uint32_t kept;    ///< of these: enqueued later
    std::uint32_t pruned;  ///< of these: eliminated
  };
  std::vector<Tracing> tracings;  ///< in the order of their ends
  struct WaitTime {
    WaitId wait;
    int line;
    WaitReason reason;
    std::int64_t ns;
    std::string ended_by;  ///< "dot (task 7)", empty when nothing had to be waited for
  };
  std::vector<WaitTime> waits;
};

RunSummary summarize(const Trace& trace);
/// RunSummary::total_ns alone, at next to no cost.
std::int64_t total_ns(const Trace& trace);
/// What is said to be the run's total: of one that was made in rounds the median of theirs.
std::int64_t reported_total_ns(const Trace& trace);

/// The number of events that belong to the phase that numbers leave out; everything, while it lasts.
Seq initialisation_events(const Trace& trace);
/// End of the phase that numbers leave out: a time in the trace, 0 without one.
std::int64_t initialisation_end_ns(const Trace& trace);

/// What happened in [from_ns, to_ns): shown for a selected range. Of a task that begins before it or ends
/// after it, and is therefore cut, only the time in the range counts.
struct RangeStatistics {
  struct PerName {
    NameId name;
    std::uint32_t count = 0;    ///< that executed in the range, at least partly
    std::uint32_t cut = 0;      ///< of these: not wholly
    std::int64_t total_ns = 0;  ///< execution in the range
    std::int64_t cut_ns = 0;    ///< of this: of those that are cut
    std::int64_t min_ns = 0, max_ns = 0;
  };
  std::vector<PerName> names;             ///< by total, longest first
  std::uint32_t tasks = 0;                ///< that executed in the range, at least partly
  std::uint32_t cut = 0;                  ///< of these: not wholly
  std::int64_t busy_ns = 0;               ///< execution, summed over lanes
  std::int64_t wait_ns = 0;               ///< frontend in waits
  std::uint32_t enqueued = 0, ended = 0;  ///< of the queue: eliminated tasks are neither
  std::uint32_t max_depth = 0;
  std::int64_t max_live_bytes = 0;
};
RangeStatistics statistics(const Trace& trace, std::int64_t from_ns, std::int64_t to_ns);

}  // namespace runahead
