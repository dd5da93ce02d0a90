// SPDX-License-Identifier: GPL-3.0-or-later
// compare(): several runs side by side: what sets them apart, their figures in rows, and how far to shift
// them so that they stand under one another. Not here: models of a run (fit.h), drawing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace runahead {

/// An axis in which runs differ.
struct AxisDifference {
  std::string axis;  ///< "waits", "mode", "clock", "device", "workers", "seed", "scenario", or a parameter
  std::vector<std::string> values;  ///< of each run; empty where it has no such parameter
};

enum class ComparedUnit : std::uint8_t { time, bytes, count };

struct ComparedRow {
  std::string what;  ///< "total", "peak depth", "waiting: print", "mark loop"
  ComparedUnit unit = ComparedUnit::time;
  std::vector<std::optional<std::int64_t>> values;  ///< of each run; none where it has no such thing

  /// Of a run's value to the first run's.
  std::optional<double> ratio(std::size_t run) const;
  /// "3.2 times as fast", "1.5 times as long", "1.31 times as much"; empty where there is no ratio, or where
  /// it rounds to 1.
  std::string ratio_text(std::size_t run) const;
};

struct Comparison {
  std::vector<std::string> labels;  ///< see run_labels()
  std::vector<AxisDifference> differences;
  std::vector<ComparedRow> rows;  ///< those that exist in at least one run
};

/// The first run is what the others are compared with. A run that has not finished has neither a total nor a
/// time until the frontend was free.
Comparison compare(std::span<const Trace> runs);

/// Whether products rounded their factors: shown wherever such a run is, as it is less exact.
bool has_tf32(const TraceInfo& info);
std::vector<AxisDifference> axis_differences(std::span<const TraceInfo> runs);
/// "waits each", "line 5 waits", "lazy · 2 workers": the fewest axes that tell all runs apart, in the order
/// of AxisDifference, and what has_tf32() says. Runs that differ in nothing are numbered: no two labels are
/// the same.
std::vector<std::string> run_labels(std::span<const TraceInfo> runs);

enum class Alignment : std::uint8_t {
  begin,  ///< the end of the initialisation
  end,    ///< the later of the last task and the last statement
  mark,   ///< the begin of the first mark with a name
};
/// For each run what to add to its times so that it is aligned with the first one. A mark has to be one of
/// shared_marks().
std::vector<std::int64_t> shifts_ns(std::span<const Trace> runs, Alignment alignment,
                                    const std::string& mark = {});
/// Names of benchmark marks that every run has, in the order of the first run.
std::vector<std::string> shared_marks(std::span<const Trace> runs);

}  // namespace runahead
