// SPDX-License-Identifier: GPL-3.0-or-later
// The dependency graph at a cursor, as data: tasks and variables around a place in program order, and what
// leads from one to the other. Plain functions of (trace, cursor, window). Not here: places (graph_layout.h),
// colours (graph_painter.h). Every function reads a bounded part of the trace, however long the run was.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/trace/trace.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

/// Of a task that was issued before the cursor.
TaskState graphStateOf(const Task& task, Seq cursor);
/// "read after write".
QString edgeKindName(EdgeKind kind);

/// Why a blocked task waits.
struct GraphReason {
  EdgeKind kind;
  TaskId task;  ///< pending; it may lie outside the window
  VariableId variable;
};

struct GraphNode {
  enum class Kind {
    tasks,    ///< one, or a group of neighbours that are alike
    version,  ///< of a variable: what one write made
  };
  Kind kind;
  TaskId first;  ///< of a version: its writer, kNone when there is none
  TaskId last;   ///< inclusive
  VariableId variable = kNone;
  std::uint32_t version = 0;
  TaskState state = TaskState::done;  ///< of a version: its writer's
  QString label = {};                 ///< "add 11", "add 12–16", "x"
  std::vector<GraphReason> waitsFor = {};

  bool isTasks() const { return kind == Kind::tasks; }
  TaskId count() const { return last - first + 1; }
  bool holds(TaskId task) const { return isTasks() && task >= first && task <= last; }
};

struct GraphEdge {
  enum class Link {
    write,  ///< task to version
    read,   ///< version to task; task to task for a version without a name
    order,  ///< task to task: write after read, write after write
  };
  std::uint32_t from, to;  ///< indices of nodes, from < to
  Link link;
  EdgeKind kind;   ///< of read and order
  bool blocks;     ///< `to` is blocked, among others because of this edge
  bool fulfilled;  ///< no task has to wait at this edge any more
};

struct GraphLimits {
  TaskId tasks = 48;           ///< of the window
  TaskId stretch = 2048;       ///< tasks beside the window that are alike its first or last
  std::size_t writers = 16;    ///< before the window, of what is read in it
  std::size_t versions = 96;   ///< with nodes of their own
  std::uint32_t uses = 12;     ///< of a task: its first reads and its last writes
  std::size_t reasons = 32;    ///< edges into a task that are looked at
  std::size_t pending = 64;    ///< tasks among which the running one is looked for
  std::uint32_t marks = 1024;  ///< among which the tracing is looked for
};

struct GraphModel {
  std::vector<GraphNode> nodes;  ///< in program order: edges lead to later ones
  std::vector<GraphEdge> edges;
  TaskId first = 0, last = 0;  ///< the window with what it was stretched by: [first, last)
  TaskId shown = 0;            ///< tasks in the nodes
  TaskId issued = 0;           ///< tasks so far
  bool grouped = false;

  TaskId earlier() const { return issued == 0 ? 0 : first - (shown - (last - first)); }
  TaskId later() const { return issued - last; }
  /// The node that holds the task; kNone for none.
  std::uint32_t nodeOf(TaskId task) const;
};

/// The graph of the tasks that were issued before the cursor, from `first` on.
GraphModel graphModel(const Trace& trace, Seq cursor, TaskId first, const GraphLimits& limits = {});

/// The task that the cursor is about: the first that runs, else the first in the queue, else the last issued.
TaskId focusAt(const Trace& trace, Seq cursor, const GraphLimits& limits = {});
/// Where a window that holds the task begins: at one of a few places, so that neighbours share it.
TaskId windowAround(TaskId task, const GraphLimits& limits = {});

/// What became of what was deferred before the cursor: in the newest tracing, else in the whole run.
struct DeferredTasks {
  bool traced = false;       ///< of a tracing; otherwise `kept` counts every task that was enqueued
  std::uint32_t kept = 0;    ///< enqueued
  std::uint32_t pruned = 0;  ///< eliminated
  std::uint32_t open = 0;    ///< neither yet
};
/// Nothing where no task was deferred.
std::optional<DeferredTasks> deferredAt(const Trace& trace, Seq cursor, const GraphLimits& limits = {});

}  // namespace runahead::gui
