// SPDX-License-Identifier: GPL-3.0-or-later
// Steps by kind ask the trace's events, steps by line its statements, which are in the order of their begins.
#include "gui/axis/steps.h"

#include <algorithm>
#include <vector>

namespace runahead::gui {

namespace {

EventKinds stopsOf(StepKind kind) {
  if (kind == StepKind::statement) return kinds(EventKind::statement_begin);
  if (kind == StepKind::task) return kinds(EventKind::start) | kinds(EventKind::end);
  if (kind == StepKind::wait) return kinds(EventKind::wait_begin) | kinds(EventKind::wait_end);
  return ~EventKinds{0};
}

/// Of the statements [first, last), walked in a direction, the first on one of the lines.
std::optional<Seq> search(const Trace& trace, StatementId first, StatementId last,
                          const std::set<int>& wanted, int direction) {
  const std::vector<int> lines(wanted.begin(), wanted.end());  // a million look-ups: no tree
  if (lines.empty()) return std::nullopt;
  for (StatementId i = first; i < last; ++i) {
    const Statement statement = trace.statement(direction > 0 ? i : last - 1 - (i - first));
    if (!statement.continues && std::ranges::binary_search(lines, statement.line)) return statement.begin + 1;
  }
  return std::nullopt;
}

}  // namespace

Seq stepFrom(const Trace& trace, Seq cursor, StepKind kind, int direction) {
  if (direction > 0) {
    const Seq next = trace.next_of(stopsOf(kind), cursor);
    return next == kNever ? trace.size() : next + 1;
  }
  if (cursor == 0) return 0;
  const Seq previous = trace.previous_of(stopsOf(kind), cursor - 1);
  return previous == kNever ? 0 : previous + 1;
}

std::optional<Seq> stepToLine(const Trace& trace, Seq cursor, const std::set<int>& lines, int direction) {
  if (direction > 0) return firstLineBetween(trace, cursor, trace.size(), lines);
  // The statement whose begin is the cursor's own event is where one stands.
  const StatementId begun = cursor == 0 ? 0 : trace.state_at(cursor - 1).statements;
  return search(trace, 0, begun, lines, direction);
}

std::optional<Seq> firstLineBetween(const Trace& trace, Seq from, Seq to, const std::set<int>& lines) {
  if (lines.empty()) return std::nullopt;
  return search(trace, trace.state_at(from).statements, trace.state_at(to).statements, lines, 1);
}

int lineAt(const Trace& trace, Seq cursor) {
  const State state = trace.state_at(cursor);
  if (state.statement != kNone) return trace.statement(state.statement).line;
  return state.statements == 0 ? 0 : trace.statement(state.statements - 1).line;
}

}  // namespace runahead::gui
