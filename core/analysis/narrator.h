// SPDX-License-Identifier: GPL-3.0-or-later
// Narrator: the sentences of one event, by kind. The parts of narrate() and nothing to call from elsewhere.
// Not here: what the whole file says about a cursor (narration.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "core/analysis/visible_trace.h"
#include "core/base/message.h"

namespace runahead {

class Narrator {
 public:
  /// The event before the cursor, which is not 0.
  Narrator(const Trace& trace, Seq cursor);
  Message text() const;
  /// How the run ended, for the last event of a finished one.
  Message run_end() const;

 private:
  /// Of the run.
  Message races() const;

  /// What the lanes say of where tasks run.
  enum class Execution { in_call, in_queue, either };

  // narrator_tasks.cpp
  Message enqueue() const;
  Message joined(const Task& task) const;
  Message in_queue(const Task& task) const;
  Message ready() const;
  Message start() const;
  Message overtaken(TaskId task) const;
  /// How long the frontend has waited, and what else is ready.
  Message behind_start() const;
  Message end() const;
  Message defer() const;
  Message eliminate() const;
  Message freed() const;
  Message left_to_do() const;
  bool in_call(const Task& task) const;
  Execution execution() const;

  // narrator.cpp
  Message statement_begin() const;
  Message statement_end() const;
  /// What has become of the tasks that were issued since then.
  Message work_since(Seq begin) const;
  /// Of tasks from the first on, all of which have ended.
  Message ended_as(TaskId first, const std::map<Outcome, std::uint32_t>& ends) const;
  Message wait_begin() const;
  Message wait_end() const;
  Message allocate() const;
  Message release() const;
  Message pool() const;
  Message resident() const;
  Message where(MemoryId memory) const;
  Message memory_in_use() const;
  Message region_begin() const;
  Message region_end() const;
  Message error() const;
  /// The one that the frontend has come to; nothing before the first.
  Message last_line() const;
  Message run_failed(Duration total) const;
  Message run_stopped(Duration total) const;
  /// "The queue holds 2 ready tasks; 1 more is running.": the queue is what waits to run. Nothing where tasks
  /// run inside the calls.
  Message queue() const;
  /// What the frontend has spent within its statement since its moment before; nothing where that is not
  /// known.
  std::optional<std::int64_t> spent_ns() const;

  const VisibleTrace now_;
  const Trace& trace_;
  const Event event_;
  const Seq seq_;
};

}  // namespace runahead
