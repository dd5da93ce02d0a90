// SPDX-License-Identifier: GPL-3.0-or-later
// fit(): t1, t2 and t3 of a run as it was recorded, and what a model makes of them: the book's loop where the
// run is one, else the same tasks replayed. Pure functions of the trace, on any clock.
// Not here: the loop's formulas (loop_model.h), costs for the virtual clock (calibration.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/loop_model.h"
#include "core/analysis/replay.h"
#include "core/analysis/scope.h"

namespace runahead {

/// One of the times, from many measurements. Nearest ranks, so that equal measurements give just that.
struct Estimate {
  std::int64_t median_ns = 0;
  std::int64_t lower_ns = 0;  ///< quartiles
  std::int64_t upper_ns = 0;
  /// What a prediction takes: what is long and rare counts in a sum, and waking a thread is now short, now
  /// long.
  std::int64_t mean_ns = 0;
  std::uint32_t count = 0;
  /// Left out because something else must have run meanwhile: more than ten times the upper quartile of the
  /// tasks with the same operation (of all waits), where there are eight of them. The virtual clock has none.
  std::uint32_t outliers = 0;
};

/// What t1, t2 and t3 are not taken from.
struct LeftOut {
  std::uint32_t traced = 0;  ///< tasks that were deferred while a function was traced: no t1
  std::uint32_t failed = 0;  ///< no t2, as of the next ones and of events of streams
  std::uint32_t skipped = 0;
  std::uint32_t eliminated = 0;
  std::uint32_t unfinished = 0;         ///< tasks
  std::uint32_t waits_for_nothing = 0;  ///< what they wait for was there: no t3, as of the next ones
  std::uint32_t waits_for_room = 0;     ///< queue full, memory full
  std::uint32_t waits_unfinished = 0;
};

/// What the waits of a loop are like.
enum class LoopWaits : std::uint8_t {
  each,
  none,     ///< within the loop
  every,    ///< every k-th iteration
  some,     ///< of the iterations
  in_call,  ///< calls return when their work is done
};

struct Fit {
  Scope scope;
  std::uint32_t tasks = 0;  ///< issued in the scope
  int workers = 1;          ///< that tasks may run on; of a device, whose lanes each have their own, 1
  /// The frontend's own time per task (of a loop all of an iteration's, else that of the statement that
  /// issues it); its execution; from the end of the task that a wait was for to the end of the wait.
  Estimate t1, t2, t3;
  /// From when a task could start on a worker that was idle until it did (wake_latency.h): what a live run
  /// pays for waking threads. Part of the second stage, and of the prediction.
  Estimate wake_latency;
  LeftOut left_out;

  enum class Kind : std::uint8_t {
    nothing,  ///< there is nothing to predict, or the scope has not ended
    loop,     ///< all tasks are alike: the exact formula, from the means
    replay,   ///< each task with its own t1, t2 and p, through its dependencies; t3 is the mean
  };
  Kind kind = Kind::nothing;
  std::int64_t predicted_ns = 0;  ///< of scope.length_ns(); 0 for nothing
  std::vector<PredictedBar> bars;

  struct Loop {
    LoopModel model;
    LoopWaits waits = LoopWaits::none;
    std::int64_t every = 0;  ///< iterations between two waits, for every
    struct Part {
      std::int64_t iterations;
      std::int64_t times;
    };
    std::vector<Part> parts = {};  ///< up to each wait, those that are alike and follow one another as one
    enum class End : std::uint8_t { wait, last_task, last_issue };
    End end = End::wait;  ///< of the last part
  };
  std::optional<Loop> loop;  ///< for loop
  /// The book's approximation is about loops that wait once, at the end.
  bool has_book_formula() const { return loop && loop->waits == LoopWaits::none; }

  // What either side alone would need for the scope, without the other.
  std::int64_t frontend_ns = 0;
  /// Of all tasks, shared among the workers, who always find one; of a device, whose streams and copy engines
  /// do not take one another's, what the busiest of them has, or longer where they wait for one another.
  std::int64_t workers_ns = 0;
  std::optional<LaneId> busiest;  ///< of a device that has used several lanes; none where their order counts
  bool frontend_is_bottleneck() const { return frontend_ns > workers_ns; }
  /// How many times as long the bottleneck needs, at least 1; 0 where the other side needs no time.
  double bottleneck_ratio() const;
};

/// Of the scope of a mark; without one of the mark `loop`, or of the whole run where there is none.
Fit fit(const Trace& trace, RegionId mark = kNone);

}  // namespace runahead
