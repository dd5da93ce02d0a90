// SPDX-License-Identifier: GPL-3.0-or-later
// The fold itself: counts per line, replayed event by event between checkpoints.
#include "gui/listing/line_fold.h"

#include <algorithm>
#include <utility>

namespace runahead::gui {

void LineFold::reset() {
  m_position = 0;
  m_index.clear();
  m_counts.clear();
  m_checkpoints.clear();
}

bool LineFold::moveTo(const Trace& trace, Seq cursor, std::size_t budget) {
  cursor = std::min(cursor, trace.size());
  const std::size_t known = std::min<std::size_t>(cursor / kCheckpointEvents, m_checkpoints.size());
  const Seq checkpoint = static_cast<Seq>(known) * kCheckpointEvents;
  if (cursor < m_position || checkpoint > m_position) {
    if (known > 0) {
      m_counts = m_checkpoints[known - 1];
      m_counts.resize(m_index.size());  // lines that were first met after the checkpoint
    } else {
      std::ranges::fill(m_counts, Counts{});
    }
    m_position = checkpoint;
  }
  for (; m_position < cursor && budget > 0; --budget) {
    apply(trace, trace.event(m_position));
    ++m_position;
    if (m_position % kCheckpointEvents == 0 && m_position / kCheckpointEvents > m_checkpoints.size()) {
      m_checkpoints.push_back(m_counts);
    }
  }
  return m_position == cursor;
}

LineStatus LineFold::at(const Trace& trace, int line) const {
  LineStatus status;
  const auto found = m_index.find(line);
  if (found == m_index.end()) return status;
  const Counts& counts = m_counts[found->second];
  status.iterations = counts.iterations;
  if (counts.iterations == 0) return status;
  const runahead::State state = trace.state_at(m_position);
  status.current = state.statement != kNone && trace.statement(state.statement).line == line;
  const StatementId waiting = state.wait == kNone ? kNone : trace.wait(state.wait).statement;
  if (waiting != kNone && trace.statement(waiting).line == line) {
    status.state = LineState::waiting;
  } else if (counts.failed != kNone || counts.met) {
    status.state = counts.failed != kNone ? LineState::failed : LineState::surfaced;
    status.about = counts.failed != kNone ? counts.failed : counts.surfaced;
  } else if (counts.skipped != kNone && counts.open == 0 && counts.pending == 0 && counts.deferred == 0) {
    status.state = LineState::skipped;
    status.about = counts.skipped;
  } else {
    status.state = counts.open > 0 || counts.pending > 0 ? LineState::issued
                   : counts.deferred > 0                 ? LineState::deferred
                   : counts.eliminated > 0               ? LineState::eliminated
                                                         : LineState::done;
  }
  return status;
}

LineFold::Counts& LineFold::counts(int line) {
  const auto [place, added] = m_index.try_emplace(line, m_counts.size());
  if (added) m_counts.emplace_back();
  return m_counts[place->second];
}

void LineFold::apply(const Trace& trace, const Event& event) {
  switch (event.kind) {
    case EventKind::statement_begin: {
      const Statement statement = trace.statement(event.id);
      Counts& line = counts(statement.line);
      line.iterations += !statement.continues;
      ++line.open;
      break;
    }
    case EventKind::statement_end:
      --counts(trace.statement(event.id).line).open;
      break;
    case EventKind::defer:
    case EventKind::enqueue:
    case EventKind::eliminate:
    case EventKind::end: {
      const Task task = trace.task(event.id);
      if (task.statement == kNone) break;
      Counts& line = counts(trace.statement(task.statement).line);
      const bool deferred = task.defer != kNever;
      if (event.kind == EventKind::defer) {
        ++line.deferred;
      } else if (event.kind == EventKind::enqueue) {
        ++line.pending;
        if (deferred) --line.deferred;
      } else if (event.kind == EventKind::eliminate) {
        --line.deferred;
        ++line.eliminated;
      } else {
        --line.pending;
        if (task.outcome == Outcome::failed) line.failed = std::min(line.failed, event.id);
        if (task.outcome == Outcome::skipped) line.skipped = std::min(line.skipped, event.id);
      }
      break;
    }
    case EventKind::error: {
      const ErrorRecord error = trace.error(event.id);
      if (error.kind != ErrorKind::surfaced || error.statement == kNone) break;
      Counts& line = counts(trace.statement(error.statement).line);
      if (!std::exchange(line.met, true)) line.surfaced = error.origin != kNone ? error.origin : error.task;
      break;
    }
    default:
      break;
  }
}

}  // namespace runahead::gui
