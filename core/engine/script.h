// SPDX-License-Identifier: GPL-3.0-or-later
// Script: what each actor of a simulated run does before it is parked, and what could come next. Data: the
// simulation (simulated_engine.h) follows it, whoever drives by hand (scenario/driven_run.h) writes it.
// Not an order in time: every actor has a clock of its own, and a task starts as soon as both its worker and
// its dependencies allow.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "core/base/ids.h"

namespace runahead {

struct Script {
  struct Worker {
    std::vector<TaskId> starts;  ///< the tasks that it takes, in this order
    std::uint32_t ends = 0;      ///< how many of them end; at least all but the last
    bool operator==(const Worker&) const = default;
  };
  /// Once everything above has happened.
  enum class Then : std::uint8_t {
    park,     ///< nothing more
    to_wait,  ///< all act as the engine would, until the frontend is blocked in a wait
    to_line,  ///< the same, until the frontend comes to one of `lines`
    to_end,   ///< the same, until the program is over and every task has ended
  };

  std::uint32_t statements = 0;  ///< how many the frontend begins
  /// It then stands before the next one; else it is blocked in the last one.
  bool at_gate = true;
  std::vector<Worker> workers;  ///< by their lanes; missing ones do nothing
  Then then = Then::park;
  std::set<int> lines = {};
  bool operator==(const Script&) const = default;
};

/// What somebody may decide next, where a scripted run stands.
struct Choice {
  enum class Kind : std::uint8_t {
    issue,  ///< the frontend begins its next statement
    start,  ///< an idle worker takes a ready task
    end,    ///< a worker ends its task
  };
  Kind kind;
  std::uint32_t worker = 0;  ///< of start and end
  TaskId task = kNone;       ///< of start and end
  int line = 0;              ///< of issue: the statement's
  bool operator==(const Choice&) const = default;
};

}  // namespace runahead
