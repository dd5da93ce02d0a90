// SPDX-License-Identifier: GPL-3.0-or-later
// Chooser: takes the scheduler's place in a simulation, and Choice: what may be decided where it stands.
// Not here: the simulation (simulated_engine.h), and who decides (scenario/manual_simulation.h).
//
// There is one clock, and it only goes forward. The simulation asks before time passes and whenever something
// has happened by itself; while it is asked, it stands still. Between two questions nothing happens that
// could have been decided otherwise.
#pragma once

#include <cstdint>

#include "core/base/ids.h"

namespace runahead {

class SimulatedEngine;

/// What the user may decide, at the time on show.
struct Choice {
  enum class Kind : std::uint8_t {
    issue,  ///< the frontend begins its next statement; that takes as long as its calls do
    go_on,  ///< the frontend, in the midst of a statement, goes on until it stands before the next or waits
    start,  ///< an idle worker takes a ready task, now
    end,    ///< time passes until a worker's task ends
  };
  Kind kind;
  std::uint32_t worker = 0;  ///< of start and end
  TaskId task = kNone;       ///< of start and end
  int line = 0;              ///< of issue: the next statement's; of go_on: that of the one it is in
  std::int64_t at_ns = 0;    ///< of end: when that will be
  bool operator==(const Choice&) const = default;
};

class Chooser {
 public:
  enum class Moment : std::uint8_t {
    gate,     ///< the frontend stands before its next statement
    blocked,  ///< the frontend has come to a wait, or waits and nothing is running
    passing,  ///< something has happened, or time is about to pass
  };
  struct Action {
    enum class Kind : std::uint8_t {
      go,        ///< at a gate: the statement begins; else time passes
      pass,      ///< at a gate: time passes, and the frontend stays there
      start,     ///< the worker takes the task; then it is asked again
      dispatch,  ///< idle workers take what they would take by themselves; then as go
    };
    Kind kind = Kind::go;
    std::uint32_t worker = kNone;  ///< of start; kNone: the first idle one
    TaskId task = kNone;
  };

  virtual ~Chooser() = default;
  /// On the simulation's thread; may take as long as the user thinks. May throw Stopped.
  virtual Action next(const SimulatedEngine& engine, Moment moment) = 0;
};

}  // namespace runahead
