// SPDX-License-Identifier: GPL-3.0-or-later
// compare(): several runs side by side: what sets them apart, their numbers in rows, and how far to shift
// them so that they stand under one another. Not here: models of a run (fit.h), drawing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/spread.h"
#include "core/base/message.h"
#include "core/trace/trace.h"

namespace runahead {

/// An axis in which runs differ.
struct AxisDifference {
  /// kTextAxis, "waits", "mode", "clock", "device", "workers", "seed", "scenario", or a parameter.
  std::string axis;
  std::vector<Message> values;  ///< of each run; empty where it has no such parameter
  /// What it is, for people.
  Message label() const;
};

enum class ComparedUnit : std::uint8_t { time, bytes, count };

/// How a run came to its times.
struct Standing {
  bool exact = true;      ///< by a simulation, which comes to the same every time; else on the live clock
  std::uint64_t set = 0;  ///< Rounds::set, if it was made in rounds
  std::vector<std::int64_t> rounds;  ///< this row's value in each of them; empty: it was made once
};

/// What the ratio of two runs' times rests on.
enum class Evidence : std::uint8_t {
  exact,   ///< both are exact
  rounds,  ///< both were made in turn, several times, or the one that is not exact was: see interval()
  once,    ///< a live run that was made once, or not in turn with the other: no result
};

struct ComparedRow {
  std::string what;  ///< as files have it: "total", "most pending", "waiting: print", "region loop"
  ComparedUnit unit = ComparedUnit::time;
  /// Of each run; of one in rounds the median; none where it has no such thing.
  std::vector<std::optional<std::int64_t>> values;
  std::vector<Standing> standings = {};  ///< of each run; empty: all are exact

  Evidence evidence(std::size_t run, std::size_t to = 0) const;
  /// Where the evidence is rounds.
  std::optional<RatioInterval> interval(std::size_t run, std::size_t to = 0) const;
  /// A time whose ratio is no result: the evidence is once, or no difference can be seen in the rounds.
  bool undecided(std::size_t run, std::size_t to = 0) const;
  /// Of a run's value to that of another; of times in rounds the median of the rounds' ratios.
  std::optional<double> ratio(std::size_t run, std::size_t to = 0) const;
  /// To the first run: "3.2 times as fast", "1.5 times as long", "1.31 times as much"; empty where there is
  /// no ratio, where it rounds to 1, or where it is no result.
  Message ratio_text(std::size_t run) const;
  /// What it is, for people.
  Message label() const;
};

/// Of AxisDifference: which text of its program a run is of, "1", "2" in the order of the runs.
inline constexpr const char* kTextAxis = "text";

struct Comparison {
  std::vector<Message> labels;  ///< see run_labels()
  std::vector<AxisDifference> differences;
  std::vector<ComparedRow> rows;  ///< those that exist in at least one run

  const ComparedRow* row(std::string_view what) const;  ///< null without one
};

/// The totals alone, at next to no cost.
struct RunTotal {
  const TraceInfo* info;
  std::optional<std::int64_t> total_ns;
};
ComparedRow compare_totals(std::span<const RunTotal> runs);

/// The first run is what the others are compared with. A run that has not finished has neither a total nor a
/// time until the frontend was free.
Comparison compare(std::span<const Trace> runs);

std::vector<AxisDifference> axis_differences(std::span<const TraceInfo> runs);
/// "waits each", "line 5 waits", "lazy · 2 workers": the fewest axes that tell all runs apart, in the order
/// of AxisDifference, and whether it has TF32 products. Runs that differ in nothing are numbered: no two
/// labels are the same.
std::vector<Message> run_labels(std::span<const TraceInfo> runs);

enum class Alignment : std::uint8_t {
  begin,  ///< the end of the initialisation
  end,    ///< the later of the last task and the last statement
  mark,   ///< the begin of the first mark with a name
};
/// For each run what to add to its times so that it is aligned with the first one. A mark has to be one of
/// shared_regions().
std::vector<std::int64_t> shifts_ns(std::span<const Trace> runs, Alignment alignment,
                                    const std::string& mark = {});
/// Names of benchmark marks that every run has, in the order of the first run.
std::vector<std::string> shared_regions(std::span<const Trace> runs);

}  // namespace runahead
