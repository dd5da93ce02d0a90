// SPDX-License-Identifier: GPL-3.0-or-later
// Narrator: the sentences of one event, by kind. The parts of narrate() and nothing to call from elsewhere.
// Not here: what the whole file says about a cursor (narration.h).
#pragma once

#include <optional>
#include <string>

#include "core/analysis/visible_trace.h"

namespace runahead {

class Narrator {
 public:
  /// The event before the cursor, which is not 0.
  Narrator(const Trace& trace, Seq cursor);
  std::string text() const;
  /// How the run ended, for the last event of a finished one.
  std::string run_end() const;

 private:
  /// What the lanes say of where tasks run.
  enum class Execution { in_call, in_queue, either };

  // narrator_tasks.cpp
  std::string enqueue() const;
  std::string joined(const Task& task) const;
  std::string ready() const;
  std::string start() const;
  std::string end() const;
  std::string defer() const;
  std::string eliminate() const;
  std::string freed() const;
  std::string left_to_do() const;
  bool in_call(const Task& task) const;
  Execution execution() const;

  // narrator.cpp
  std::string statement_begin() const;
  std::string statement_end() const;
  /// What has become of the tasks that were issued since then.
  std::string work_since(Seq begin) const;
  std::string wait_begin() const;
  std::string wait_end() const;
  std::string allocate() const;
  std::string release() const;
  std::string pool() const;
  std::string resident() const;
  std::string region_begin() const;
  std::string region_end() const;
  std::string error() const;
  /// "The queue holds 2 ready tasks; 1 more is running.": the queue is what waits to run. Nothing where tasks
  /// run inside the calls.
  std::string queue() const;
  /// "1 task is running", or "1 more is running".
  std::string running(bool more) const;
  /// What the frontend has spent within its statement since its moment before; nothing where that is not
  /// known.
  std::optional<std::int64_t> spent_ns() const;

  const VisibleTrace now_;
  const Trace& trace_;
  const Event event_;
  const Seq seq_;
};

}  // namespace runahead
