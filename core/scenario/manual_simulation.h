// SPDX-License-Identifier: GPL-3.0-or-later
// Manual scheduling: a simulated run in which the user decides which statement is issued next and which task
// starts, one decision after the other, each at the time on show. There is one clock and it only goes
// forward, so what was recorded once never changes: the record after one more decision begins with the one
// before.
//
// Going on continues a simulation that stands still between decisions (ManualSimulation). Going back and
// deciding otherwise takes another one, which is led there by the decisions that the record tells
// (decisions_at). Not here: how an engine asks (engine/chooser.h).
#pragma once

#include <atomic>
#include <memory>
#include <set>
#include <vector>

#include "core/engine/chooser.h"
#include "core/scenario/run_execution.h"

namespace runahead {

/// Where a manual run stands: plain values.
struct ManualState {
  Trace trace;                  ///< finished once the run is over
  Output output = {};           ///< of a program in Python
  std::vector<Choice> choices;  ///< what may be decided; empty when the run is over
  bool over = false;            ///< the program has ended, and every task
  RunResult result = {};
};

/// What was decided in a run up to a position in its record. Ends are no part of it: they happen by
/// themselves.
struct Script {
  struct Step {
    Seq at;                ///< events that had happened by then
    std::int64_t time_ns;  ///< the time on show
    Choice::Kind kind;     ///< issue or start
    std::uint32_t worker = kNone;
    TaskId task = kNone;
    bool operator==(const Step&) const = default;
  };
  std::vector<Step> steps = {};
  Seq until = 0;  ///< events that have happened where the run stands; kNever: it is over
  std::int64_t until_ns = 0;
};

/// What was decided in the first `cursor` events of a run under the virtual clock.
Script decisions_at(const Trace& trace, Seq cursor);

/// The number of events, at most `most`, that two records begin with alike.
Seq common_events(const Trace& a, const Trace& b, Seq most);

/// How far everybody does what the engine would do by itself: tasks start in the order of its mode.
enum class RunTo : std::uint8_t {
  wait,  ///< until the frontend is blocked in a wait
  line,  ///< until it comes to one of some lines
  end,   ///< until the program is over and every task has ended
};

/// One simulation and its thread, which stands still between decisions. One thread calls everything but
/// stop(). What throws Stopped, or another error, leaves nothing to be decided.
class ManualSimulation {
 public:
  /// Stands before the first statement, or where `script` leads. `config` has the clock manual.
  ManualSimulation(const RunConfig& config, const Script& script, const std::atomic<bool>& stop);
  ~ManualSimulation();
  ManualSimulation(const ManualSimulation&) = delete;
  ManualSimulation& operator=(const ManualSimulation&) = delete;

  const ManualState& at() const;
  /// Whether what the script says could be decided where it says so. If not, at() is where that turned out.
  bool followed() const;

  /// One of at().choices.
  void decide(const Choice& choice);
  void run_to(RunTo to, const std::set<int>& lines = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace runahead
