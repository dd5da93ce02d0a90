// SPDX-License-Identifier: GPL-3.0-or-later
// Records compared event by event.
// Not here: simulating them (core/scenario/manual_simulation.cpp).
#include "gui/runs/decisions.h"

#include <algorithm>

namespace runahead::gui {

bool offers(const ManualState& run, const Choice& choice) {
  return std::ranges::find(run.choices, choice) != run.choices.end();
}

std::optional<Choice> firstOf(const ManualState& run, Choice::Kind kind) {
  std::optional<Choice> found;
  for (const Choice& choice : run.choices) {
    const bool frontend = kind == Choice::Kind::issue && choice.kind == Choice::Kind::go_on;
    if (choice.kind != kind && !frontend) continue;
    if (kind != Choice::Kind::end) return choice;
    if (!found || choice.at_ns < found->at_ns) found = choice;
  }
  return found;
}

void lead(ManualRunState& state, const ManualState& next, int branches) {
  const Seq alike = common_events(state.trace, next.trace, kNever);
  const bool recorded = alike == next.trace.size() && next.over <= state.trace.finished();
  if (!recorded) {
    if (alike < state.trace.size()) state.branch = branches;
    state.trace = next.trace;
    state.output = next.output;
  }
  state.cursor = next.trace.size();
  state.at = next;
}

Seq toldOf(const ManualState& run, const Choice& choice) {
  const Trace& trace = run.trace;
  if (run.over || choice.task == kNone) return trace.size();
  const Task task = trace.task(choice.task);
  const Seq seq = choice.kind == Choice::Kind::start && task.start != kNever ? task.start : task.end;
  return seq != kNever && trace.time_ns(seq) == trace.end_ns() ? seq + 1 : trace.size();
}

}  // namespace runahead::gui
