// SPDX-License-Identifier: GPL-3.0-or-later
// Driving by hand: a virtual run in which somebody decides, statement by statement and task by task, who acts
// next. Where a run stands is a plain value, its decisions, so going back, forking and comparing need nothing
// else: drive() simulates the program from its beginning under the decisions, and what was recorded is a
// trace like any other. No thread stays parked anywhere.
//
// Every actor keeps a clock of its own: a task starts as soon as its worker and its dependencies allow,
// whatever was decided in between, so overlap stays visible.
#pragma once

#include <atomic>
#include <vector>

#include "core/engine/script.h"
#include "core/scenario/session.h"

namespace runahead {

struct DrivenRun {
  Trace trace;  ///< everything that was decided has happened in it; finished once the run is over
  std::vector<Choice> choices;  ///< what may be decided next; empty when the run is over
  Script decisions;             ///< that lead here; `then` is park
  bool over = false;            ///< the program has ended, and every task
  RunResult result;
};

/// Simulates the program under the script, and goes on as its `then` says; takes as long as the bodies of the
/// tasks do. `config` has the virtual clock. When `stop` becomes true, throws Stopped.
DrivenRun drive(const RunConfig& config, const Script& script, const std::atomic<bool>& stop);

/// What was decided in the first `cursor` events of a driven run: the way to fork it there.
Script decisions_at(const Trace& trace, Seq cursor);

/// The decisions with one more.
Script with(Script decisions, const Choice& choice);

}  // namespace runahead
