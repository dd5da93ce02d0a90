// SPDX-License-Identifier: GPL-3.0-or-later
// Scope: the part of a run that numbers are about, a mark or all after the initialisation; and what the
// frontend did in it, step by step. Not here: numbers (fit.h), ranges of a user's choice (summary.h).
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/trace.h"

namespace runahead {

struct Scope {
  RegionId mark = kNone;  ///< kNone: the run
  Seq first = 0;          ///< the events [first, last) happened in it
  Seq last = 0;
  /// The frontend's last event in it: the end of the mark, or of the last statement; kNever without one.
  Seq frontend_end = kNever;
  std::int64_t from_ns = 0;
  std::int64_t to_ns = 0;  ///< of what there is so far, if it has not ended
  bool ended = false;

  std::int64_t length_ns() const { return to_ns - from_ns; }
};

/// Of a mark; or of the run, from the end of its initialisation to the later of its last task and its last
/// statement.
Scope scope_of(const Trace& trace, RegionId mark = kNone);
/// The first mark `loop`; kNone without one.
RegionId loop_region(const Trace& trace);

struct FrontendStep {
  enum class Kind : std::uint8_t {
    defer,    ///< of a task
    enqueue,  ///< of a task
    run,      ///< of a task inside the call, from its start to its end
    wait,     ///< from its begin to its end
    done,     ///< the frontend's last event in the scope
  };
  Kind kind;
  bool traced;          ///< a function was being traced in own_ns, at least partly
  bool leaves_tasks;    ///< wait: tasks were pending when it ended
  std::uint32_t id;     ///< task or wait
  std::uint32_t depth;  ///< wait: of the queue when it began
  std::int64_t own_ns;  ///< of the frontend's own, between the step before and this one
};

/// In their order. own_ns of all, waits, and tasks inside calls make up the frontend's time.
std::vector<FrontendStep> frontend_steps(const Trace& trace, const Scope& scope);

}  // namespace runahead
