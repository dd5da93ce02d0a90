// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts compared actor by actor.
// Not here: simulating them (core/scenario/driven_run.cpp).
#include "gui/driving/decisions.h"

#include <algorithm>

namespace runahead::gui {
namespace {

Seq after(const Trace& trace, Seq seq) {
  return seq == kNever ? trace.size() : seq + 1;
}

/// Up to the end of the statement, or to where it waits if `wait` is where the frontend is held up.
Seq lastOfStatement(const Trace& trace, StatementId id, WaitId wait) {
  const Statement statement = trace.statement(id);
  if (wait == kNone) return after(trace, statement.end);
  // A run that goes on from there may have found room where this one waited for it.
  const bool same = wait < trace.wait_count() && trace.wait(wait).statement == id;
  return after(trace, same ? trace.wait(wait).begin : statement.begin);
}

/// The events of `trace` up to the last of those that were decided between `before` and `reached`.
Seq lastDecided(const Trace& trace, const Script& before, const DrivenRun& reached) {
  Seq last = 0;
  const Script& decisions = reached.decisions;
  if (decisions.statements > before.statements) {
    last =
        lastOfStatement(trace, decisions.statements - 1, reached.trace.state_at(reached.trace.size()).wait);
  }
  for (std::size_t i = 0; i < decisions.workers.size(); ++i) {
    const Script::Worker& worker = decisions.workers[i];
    const Script::Worker old = i < before.workers.size() ? before.workers[i] : Script::Worker{};
    if (worker.starts.size() > old.starts.size()) {
      last = std::max(last, after(trace, trace.task(worker.starts.back()).start));
    }
    if (worker.ends > old.ends)
      last = std::max(last, after(trace, trace.task(worker.starts[worker.ends - 1]).end));
  }
  return last == 0 ? trace.size() : last;
}

}  // namespace

bool offers(const DrivenRun& run, const Choice& choice) {
  return std::find(run.choices.begin(), run.choices.end(), choice) != run.choices.end();
}

std::optional<Choice> firstOf(const DrivenRun& run, Choice::Kind kind) {
  std::optional<Choice> found;
  for (const Choice& choice : run.choices) {
    if (choice.kind != kind) continue;
    if (kind != Choice::Kind::end) return choice;
    if (!found || run.trace.task(choice.task).start < run.trace.task(found->task).start) found = choice;
  }
  return found;
}

bool covers(const Script& more, const Script& some) {
  if (more.statements < some.statements) return false;
  for (std::size_t i = 0; i < some.workers.size(); ++i) {
    const Script::Worker& part = some.workers[i];
    if (part == Script::Worker{}) continue;
    if (i >= more.workers.size()) return false;
    const Script::Worker& whole = more.workers[i];
    if (whole.starts.size() < part.starts.size() || whole.ends < part.ends) return false;
    if (!std::equal(part.starts.begin(), part.starts.end(), whole.starts.begin())) return false;
  }
  return true;
}

void lead(HandState& state, DrivenRun next, int branches) {
  const Script recorded = decisions_at(state.trace, state.trace.size());
  const Script before = state.at.decisions;
  if (!state.atEnd() && covers(recorded, next.decisions)) {
    const Seq there = lastDecided(state.trace, before, next);
    // What was decided there by then may be more: then it is another run, in which that has not happened.
    if (decisions_at(state.trace, there) == next.decisions) {
      state.cursor = state.told = there;
      state.at = std::move(next);
      return;
    }
  }
  if (!covers(next.decisions, recorded)) state.branch = branches;
  state.trace = next.trace;
  state.cursor = state.trace.size();
  state.told = lastDecided(state.trace, before, next);
  state.at = std::move(next);
}

}  // namespace runahead::gui
