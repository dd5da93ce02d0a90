// SPDX-License-Identifier: GPL-3.0-or-later
// Sections of the frontend's writer.
#include "core/engine/frontend_record.h"

namespace runahead {

void FrontendRecord::put_begin(EventWriter& writer, WaitReason reason, StatementId statement,
                               VariableId variable) const {
  writer.put(EventKind::wait_begin, waits_, static_cast<std::uint32_t>(reason));
  writer.put_words(statement, variable);
}

void FrontendRecord::begin_wait(WaitReason reason, StatementId statement, VariableId variable) {
  if (recording_) {
    EventWriter& writer = *recording_->frontend;
    writer.open();
    put_begin(writer, reason, statement, variable);
    writer.commit();
  }
  ++waits_;
}

void FrontendRecord::end_wait(TaskId ended_by, Ticks after) {
  if (!recording_) return;
  EventWriter& writer = *recording_->frontend;
  writer.open_ordered();
  writer.advance_past(after);
  writer.put(EventKind::wait_end, waits_ - 1, ended_by);
  writer.commit();
}

void FrontendRecord::no_wait(WaitReason reason, StatementId statement, VariableId variable) {
  if (recording_) {
    EventWriter& writer = *recording_->frontend;
    writer.open_ordered();
    put_begin(writer, reason, statement, variable);
    writer.put(EventKind::wait_end, waits_, kNone);
    writer.commit();
  }
  ++waits_;
}

void FrontendRecord::surface(const std::vector<TaskError>& errors, StatementId statement) {
  if (errors.empty()) return;
  if (recording_) {
    EventWriter& writer = *recording_->frontend;
    for (const TaskError& error : errors) {
      writer.open_ordered();
      put_error(*recording_->recorder, writer, ErrorKind::surfaced, error.origin(), error.origin(), statement,
                error.what());
      writer.commit();
    }
  }
  throw TaskError(errors.front());
}

}  // namespace runahead
