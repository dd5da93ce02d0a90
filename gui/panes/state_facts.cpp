// SPDX-License-Identifier: GPL-3.0-or-later
// Folds of the trace into the rows of the state pane, with the bounds that keep them quick.
#include "gui/panes/state_facts.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/trace/ending.h"
#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

constexpr TaskId kRecentTasks = 2048;
constexpr VariableId kFirstVariables = 256;
constexpr std::size_t kPendingReaders = 4096;

/// What was known about a variable when its latest use before the cursor was issued.
struct Latest {
  std::uint32_t version = 0;
  TaskId writer = kNone;
};

Latest latestOf(const Trace& trace, const Use& use) {
  if (use.write) return {use.version, use.task};
  return {use.version, use.writer == kNone ? kNone : trace.use_at(use.writer).task};
}

}  // namespace

bool tellsError(const Trace& trace, Seq cursor) {
  if (cursor == 0) return false;
  if (cursor == trace.size() && trace.finished() && ended(trace) == RunEnd::failed) return true;
  const Event event = trace.event(cursor - 1);
  if (event.kind == EventKind::end) return trace.task(event.id).outcome == Outcome::failed;
  if (event.kind != EventKind::error) return false;
  const ErrorRecord error = trace.error(event.id);
  return error.origin != kNone || trace.name(error.message) != kStoppedMessage;
}

std::optional<TaskState> stateOf(const Task& task, Seq cursor) {
  if (task.issue() >= cursor) return std::nullopt;
  if (task.end < cursor) {
    if (task.outcome == Outcome::failed) return TaskState::failed;
    if (task.outcome == Outcome::skipped) return TaskState::skipped;
    return task.outcome == Outcome::eliminated ? TaskState::eliminated : TaskState::done;
  }
  if (task.enqueue >= cursor) return TaskState::deferred;
  if (task.start < cursor) return TaskState::running;
  return task.ready < cursor ? TaskState::ready : TaskState::blocked;
}

std::vector<QueueEntry> queueAt(const Trace& trace, Seq cursor, std::int64_t now_ns, std::size_t limit) {
  std::vector<QueueEntry> entries;
  for (const TaskId id : trace.pending_at(cursor, limit)) {
    const Task task = trace.task(id);
    entries.push_back(
        {id, stateOf(task, cursor).value_or(TaskState::blocked), now_ns - trace.time_ns(task.enqueue)});
  }
  // What runs stands beside the queue, which is what waits to run.
  std::stable_partition(entries.begin(), entries.end(),
                        [](const QueueEntry& entry) { return entry.state == TaskState::running; });
  return entries;
}

std::vector<QueueGroup> queueByName(const Trace& trace, Seq cursor, std::size_t limit) {
  std::vector<QueueGroup> groups;
  std::unordered_map<NameId, std::size_t> places;
  for (const TaskId id : trace.pending_at(cursor, limit)) {
    const Task task = trace.task(id);
    const auto [place, added] = places.try_emplace(task.name, groups.size());
    if (added) groups.push_back({QString::fromStdString(trace.name(task.name))});
    QueueGroup& group = groups[place->second];
    switch (stateOf(task, cursor).value_or(TaskState::blocked)) {
      case TaskState::running:
        ++group.running;
        break;
      case TaskState::ready:
        ++group.ready;
        break;
      default:
        ++group.blocked;
    }
  }
  return groups;
}

std::vector<VariableEntry> variablesAt(const Trace& trace, Seq cursor, std::size_t limit) {
  const State state = trace.state_at(cursor);
  // Of variables, their newest uses, and, by variable, where in them.
  struct Known {
    VariableId variable;
    Latest latest;
    std::uint32_t readers = 0;
  };
  std::vector<Known> known;
  std::vector<std::uint32_t> places;
  const auto learn = [&](const Use& use) {
    places[use.variable] = static_cast<std::uint32_t>(known.size());
    known.push_back({use.variable, latestOf(trace, use)});
  };
  const TaskId first = state.issued > kRecentTasks ? state.issued - kRecentTasks : 0;
  for (TaskId id = state.issued; id-- > first;) {
    // A task's write comes after its reads of the same variable, so later uses win.
    for (std::uint32_t i = trace.use_count(id); i-- > 0;) {
      const Use use = trace.use(id, i);
      if (use.variable >= places.size()) places.resize(use.variable + 1, kNone);
      if (places[use.variable] == kNone) learn(use);
    }
  }
  const VariableId early = std::min(trace.variable_count(), kFirstVariables);
  if (places.size() < early) places.resize(early, kNone);
  for (VariableId id = 0; id < early; ++id) {
    if (places[id] != kNone) continue;
    if (const std::uint32_t newest = trace.last_use_at(id, cursor); newest != kNone)
      learn(trace.use_at(newest));
  }

  for (const TaskId id : trace.pending_at(cursor, kPendingReaders)) {
    for (std::uint32_t i = 0; i < trace.use_count(id); ++i) {
      const Use use = trace.use(id, i);
      if (use.write || use.variable >= places.size() || places[use.variable] == kNone) continue;
      Known& one = known[places[use.variable]];
      if (one.latest.version == use.version) ++one.readers;
    }
  }

  // A name that is bound again means the newest array; arrays without a name are shown while they matter.
  std::map<NameId, VariableEntry> named;
  std::vector<VariableEntry> unnamed;
  for (const Known& one : known) {
    const Variable variable = trace.variable(one.variable);
    VariableEntry entry{one.variable, one.latest.writer, std::nullopt, one.readers, std::nullopt};
    if (variable.allocate < cursor && variable.release >= cursor) entry.bytes = variable.bytes;
    if (!trace.name(variable.name).empty()) {
      VariableEntry& newest = named.try_emplace(variable.name, entry).first->second;
      if (newest.variable < entry.variable) newest = entry;
    } else if (entry.bytes || entry.readers > 0) {
      unnamed.push_back(entry);
    }
  }
  std::ranges::sort(unnamed, {}, &VariableEntry::variable);
  std::vector<VariableEntry> entries;
  for (const auto& [name, entry] : named) entries.push_back(entry);
  entries.insert(entries.end(), unnamed.begin(), unnamed.end());
  if (entries.size() > limit) entries.resize(limit);
  for (VariableEntry& entry : entries) {
    if (entry.writer != kNone) entry.writerState = stateOf(trace.task(entry.writer), cursor);
  }
  return entries;
}

std::uint32_t IterationCounter::passOf(const Trace& trace, StatementId statement) {
  const int line = trace.statement(statement).line;
  if (line != m_line) *this = IterationCounter{};
  m_line = line;
  const auto begins = [&](StatementId id) {
    const Statement one = trace.statement(id);
    return one.line == line && !one.continues ? 1U : 0U;
  };
  for (; m_counted <= statement; ++m_counted) m_pass += begins(m_counted);
  for (; m_counted > statement + 1; --m_counted) m_pass -= begins(m_counted - 1);
  return m_pass;
}

std::vector<Moment> momentsOf(const Trace& trace, TaskId id, IterationCounter& iterations) {
  const Task task = trace.task(id);
  const auto at = [&](Seq seq) { return formatTime(trace.time_ns(seq)); };
  const auto since = [&](Seq from, Seq to) { return formatTime(trace.time_ns(to) - trace.time_ns(from)); };
  std::vector<Moment> moments;

  QString where = tr("outside every line");
  if (task.statement != kNone) {
    const int line = trace.statement(task.statement).line;
    const std::uint32_t iteration = iterations.passOf(trace, task.statement);
    const bool again = iteration > 1 || (task.statement + 1 < trace.statement_count() &&
                                         trace.statement(task.statement + 1).line == line &&
                                         !trace.statement(task.statement + 1).continues);
    where = again ? tr("line %1, iteration %2").arg(line).arg(iteration) : tr("line %1").arg(line);
  }
  const bool ended = task.end != kNever;
  const bool skipped = ended && task.outcome == Outcome::skipped;
  const bool eliminated = ended && task.outcome == Outcome::eliminated;
  const QString notYet = eliminated ? tr("never") : tr("not yet");
  if (task.defer != kNever) {
    moments.push_back({tr("recorded"), at(task.defer), where, task.defer});
    where = task.enqueue == kNever ? QString() : tr("%1 later").arg(since(task.defer, task.enqueue));
  }
  moments.push_back({tr("enqueue"), task.enqueue == kNever ? notYet : at(task.enqueue), where, task.enqueue});

  if (task.ready == kNever) {
    moments.push_back({tr("ready"), notYet, QString(), kNever});
  } else if (task.ready == task.enqueue) {
    moments.push_back({tr("ready"), at(task.ready), tr("at once"), task.ready});
  } else {
    TaskId last = kNone;
    for (const Edge& edge : trace.edges_into(id)) {
      const Task from = trace.task(edge.from);
      if (from.end > task.ready || from.outcome == Outcome::eliminated) continue;
      if (last == kNone || from.end > trace.task(last).end) last = edge.from;
    }
    const QString later = since(task.enqueue, task.ready);
    moments.push_back({tr("ready"), at(task.ready),
                       last == kNone ? tr("%1 later").arg(later)
                                     : tr("%1 later, after %2").arg(later, taskLabel(trace, last)),
                       task.ready});
  }

  if (task.start != kNever) {
    moments.push_back({tr("start"), at(task.start),
                       tr("%1 later, %2")
                           .arg(since(task.ready == kNever ? task.enqueue : task.ready, task.start),
                                QString::fromStdString(trace.lane(task.lane).name)),
                       task.start});
  } else {
    moments.push_back({tr("start"), skipped ? tr("never") : notYet, QString(), kNever});
  }

  if (task.end == kNever) {
    moments.push_back({tr("end"), tr("not yet"), QString(), kNever});
  } else {
    QString how = task.start == kNever ? QString() : tr("in %1").arg(since(task.start, task.end));
    if (skipped) how = tr("skipped: what it reads had failed");
    if (eliminated) how = tr("eliminated: nothing needed it");
    if (task.outcome == Outcome::failed) how = tr("failed, %1").arg(how);
    moments.push_back({tr("end"), at(task.end), how, task.end});
  }
  return moments;
}

}  // namespace runahead::gui
