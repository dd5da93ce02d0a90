// SPDX-License-Identifier: GPL-3.0-or-later
// Running a task where it is submitted.
// Not here: workers (thread_pool.cpp).
#include "core/engine/inline_engine.h"

#include <string>

namespace runahead {

InlineEngine::InlineEngine() = default;

InlineEngine::InlineEngine(Recording tracing) : tracing_(tracing) {}

void InlineEngine::check(const char* what) const {
  if (stopping_.load(std::memory_order_relaxed)) throw Stopped();
  if (in_task) throw Error(std::string("[") + what + "] a task may neither push nor wait");
}

TaskNode& InlineEngine::acquire(StatementId) {
  check("push");
  return *core_.acquire();
}

void InlineEngine::submit(TaskNode& task) {
  core_.submit(task);  // always ready: everything before it is done
  std::optional<TaskId> inherited;
  if (failures_.any()) inherited = failures_.inherit(task);
  if (!task.deferred) task.id = tracing_ ? tracing_->recorder->next_task() : kNone;
  EventWriter* const writer = tracing_ && task.id != kNone ? tracing_->frontend : nullptr;
  if (writer) {
    writer->open();
    EnqueueRecord(*writer, task).set_ready_at_once();
    if (!inherited) writer->put(EventKind::start, task.id, tracing_->first_lane);
    writer->commit();
  }
  std::optional<std::string> failure;
  if (!inherited) {
    failure = run_body(task);
    failures_.settle(task, failure);
  }
  if (writer) {
    writer->open();
    const Outcome outcome = inherited ? Outcome::skipped : failure ? Outcome::failed : Outcome::ok;
    writer->put(EventKind::end, task.id, static_cast<std::uint32_t>(outcome));
    if (failure) {
      put_error(*tracing_->recorder, *writer, ErrorKind::raised, task.id, task.id, task.statement, *failure);
    } else if (inherited) {
      put_error(*tracing_->recorder, *writer, ErrorKind::inherited, task.id, *inherited, task.statement, "");
    }
  }
  task.destroy_body();
  if (writer) writer->commit();
  const TaskId id = task.id;
  const StatementId statement = task.statement;
  core_.complete(task);
  TaskChain done;
  done.append(task);
  core_.hand_back(done);
  if (!failure) return;
  // The call itself fails: nobody has to wait to meet this error.
  failures_.meet_all();
  const TaskError error(*failure, id);
  surface(error, statement);
  throw error;
}

void InlineEngine::record_wait(WaitReason reason, StatementId statement, VariableId variable) {
  if (!tracing_) return;
  EventWriter& writer = *tracing_->frontend;
  writer.open();
  writer.put(EventKind::wait_begin, waits_, static_cast<std::uint32_t>(reason));
  writer.put_words(statement, variable);
  writer.put(EventKind::wait_end, waits_, kNone);
  writer.commit();
  ++waits_;
}

void InlineEngine::surface(const TaskError& error, StatementId statement) {
  if (!tracing_) return;
  tracing_->frontend->open();
  put_error(*tracing_->recorder, *tracing_->frontend, ErrorKind::surfaced, error.origin(), error.origin(),
            statement, error.what());
  tracing_->frontend->commit();
}

void InlineEngine::wait_to_read(EngineVariable& variable, WaitReason reason, StatementId statement) {
  check("wait_to_read");
  record_wait(reason, statement, variable.id);
  if (const auto error = failures_.meet(variable.id)) {
    surface(*error, statement);
    throw *error;
  }
}

void InlineEngine::wait_all(WaitReason reason, StatementId statement) {
  check("waitall");
  record_wait(reason, statement, kNone);
  const std::vector<TaskError> errors = failures_.meet_all();
  for (const TaskError& error : errors) surface(error, statement);
  if (!errors.empty()) throw errors.front();
}

}  // namespace runahead
