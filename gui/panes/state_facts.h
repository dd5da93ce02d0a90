// SPDX-License-Identifier: GPL-3.0-or-later
// What the state pane says, as data: the queue, the variables and a task's moments, from a trace and a cursor
// alone. Every function reads a bounded part of the trace, however long the run was.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/trace/trace.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

/// Whether the sentence at the cursor is about an error, or the end of a run that failed.
bool tellsError(const Trace& trace, Seq cursor);

/// What the task is doing after the first `cursor` events; nothing before it was issued.
std::optional<TaskState> stateOf(const Task& task, Seq cursor);

struct QueueEntry {
  TaskId task;
  TaskState state;
  std::int64_t age_ns;  ///< since it joined the queue
};
/// The first `limit` pending tasks, in program order. `now_ns`: the cursor's time, which may be later than
/// the last event before it.
std::vector<QueueEntry> queueAt(const Trace& trace, Seq cursor, std::int64_t now_ns, std::size_t limit);

struct QueueGroup {
  QString name;
  std::uint32_t running = 0, ready = 0, blocked = 0;
  std::uint32_t total() const { return running + ready + blocked; }
};
/// Pending tasks by operation, in the order in which the operations first stand in the queue.
std::vector<QueueGroup> queueByName(const Trace& trace, Seq cursor, std::size_t limit);

struct VariableEntry {
  VariableId variable;
  TaskId writer;  ///< of the newest version; kNone when never written
  std::optional<TaskState> writerState;
  std::uint32_t readers;              ///< pending tasks that read the newest version
  std::optional<std::int64_t> bytes;  ///< while it is allocated
};
/// The newest variable of every name that a recent task used, and those of the first tasks.
std::vector<VariableEntry> variablesAt(const Trace& trace, Seq cursor, std::size_t limit);

/// The how-many-th iteration through its line a statement is. Counts on from the statement that was asked for
/// before: in a long loop the iterations are many, and the same or a near one is asked for at every step.
class IterationCounter {
 public:
  std::uint32_t passOf(const Trace& trace, StatementId statement);
  /// Before another run.
  void clear() { *this = IterationCounter(); }

 private:
  int m_line = 0;
  StatementId m_counted = 0;  ///< statements before it
  std::uint32_t m_pass = 0;   ///< of them, those on the line
};

struct Moment {
  QString name;
  QString time;
  QString remark;  ///< the difference to the moment before, in words
  Seq seq;         ///< kNever: it did not come
};
std::vector<Moment> momentsOf(const Trace& trace, TaskId task, IterationCounter& iterations);

}  // namespace runahead::gui
