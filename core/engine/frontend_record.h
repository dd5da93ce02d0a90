// SPDX-License-Identifier: GPL-3.0-or-later
// FrontendRecord: what every driver records of the frontend itself: its waits, and the errors that it meets
// at their ends. Not here: tasks (tracing.h), and how a driver waits.
#pragma once

#include <optional>
#include <vector>

#include "core/engine/failures.h"
#include "core/engine/tracing.h"
#include "core/trace/event.h"

namespace runahead {

/// The frontend's thread alone. Each call is a section of the record of its own.
class FrontendRecord {
 public:
  /// Without a recording it only counts.
  explicit FrontendRecord(std::optional<Recording> recording) : recording_(recording) {}

  void begin_wait(WaitReason reason, StatementId statement, VariableId variable);
  /// Of the wait that began last; not before `after`.
  void end_wait(TaskId ended_by, Ticks after = 0);
  /// A wait for what has happened already takes no time.
  void no_wait(WaitReason reason, StatementId statement, VariableId variable);
  /// What a wait, or a call that fails itself, has met: records each of them and throws the first.
  void surface(const std::vector<TaskError>& errors, StatementId statement);

 private:
  void put_begin(EventWriter& writer, WaitReason reason, StatementId statement, VariableId variable) const;

  const std::optional<Recording> recording_;
  WaitId waits_ = 0;
};

}  // namespace runahead
