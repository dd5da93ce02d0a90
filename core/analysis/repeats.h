// SPDX-License-Identifier: GPL-3.0-or-later
// Repeats: the live runs of a comparison, made again in turn: A, B, A, B, ... Says which is made next and
// when it is enough, and keeps of each run the record of the round with the median total, with the metrics of
// all rounds in its head. Not here: making a run (scenario/run_execution.h), what the rounds say (spread.h).
//
// A busy machine slows down whatever runs just then. Runs that are made in turn suffer alike, so the ratio of
// two in one round says more than that of two medians.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/spread.h"
#include "core/base/error.h"
#include "core/base/message.h"
#include "core/scenario/run_execution.h"
#include "core/trace/rounds.h"
#include "core/trace/trace.h"

namespace runahead {

class Repeats {
 public:
  struct Limits {
    std::size_t rounds = 9;                    ///< at most
    std::int64_t further_ns = 20'000'000'000;  ///< for all rounds after the first
    std::size_t bytes = 1'500'000'000;         ///< of records at a time
  };
  /// The first round: every run of the comparison that is made on the live clock, finished, and how long
  /// making it took. Those under the virtual clock are exact and no part of this.
  struct Made {
    Trace trace;
    std::int64_t took_ns = 0;
  };
  explicit Repeats(std::vector<Made> first_round);
  Repeats(std::vector<Made> first_round, Limits limits);

  /// The run that is to be made next, by its place in the first round; none: it is enough.
  std::optional<std::size_t> next() const;
  /// That run has been made.
  void add(Made made);
  /// No further round: "run 2 failed", "stopped".
  void end(Message why);

  /// Rounds that all runs have been made in, and how many there will be, as far as can be told.
  std::size_t rounds() const { return rounds_; }
  std::size_t planned() const { return planned_; }
  /// Whether there are enough rounds to say something.
  bool enough() const { return rounds_ >= kLeastRounds; }
  /// Why there are not enough, or fewer than planned; empty where nothing kept it from them.
  const Message& why() const { return why_; }
  /// The user wanted no more of them.
  bool stopped() const;

  /// Of the round with the median total; with the rounds in its head if there are enough. What was made of a
  /// round that is not complete does not count.
  Trace record(std::size_t run) const;

 private:
  struct Round {
    Trace trace;  ///< empty where it cannot be the median's any more
    std::int64_t total_ns;
    std::vector<std::pair<std::string, std::int64_t>> metrics;
  };
  static Round round_of(Trace trace);
  void plan();
  void complete();
  void thin_out();
  std::size_t median_round(std::size_t run) const;

  Limits limits_;
  std::uint64_t set_;
  std::vector<std::vector<Round>> made_;  ///< of each run
  std::vector<Round> current_;            ///< of the round that is being made
  std::size_t rounds_ = 0;
  std::size_t planned_ = 0;
  std::int64_t round_ns_ = 0;    ///< of the longest so far
  std::int64_t current_ns_ = 0;  ///< of the one that is being made
  std::int64_t further_ns_ = 0;  ///< of all after the first
  bool over_ = false;
  Message why_;
};

/// Whether rounds of these runs say more than one run each: some are live, and all have come to their end
/// without an error. Failure: why not, about the runs by these names; empty if all are exact.
struct RepeatedRun {
  const TraceInfo* info;
  std::string name;  ///< "run 2"
  RunResult::Status status;
  bool erred;
};
Status worth_repeating(std::span<const RepeatedRun> runs);

/// Makes rounds until it is enough. `run` runs a session to its end; false: it was stopped, and no more are
/// made. `begun`: before each run of a round.
void make_rounds(Repeats& repeats, std::span<const RunConfig> configs, std::span<const std::string> names,
                 const std::function<bool(RunExecution&)>& run, const std::function<void()>& begun);

/// The metrics that a comparison would have of this record, as they go into Rounds.
std::vector<std::pair<std::string, std::int64_t>> metrics_of(const Trace& trace);

}  // namespace runahead
