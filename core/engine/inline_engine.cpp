// SPDX-License-Identifier: GPL-3.0-or-later
// Running a task where it is submitted.
// Not here: workers (thread_pool.cpp).
#include "core/engine/inline_engine.h"

#include <string>

namespace runahead {

InlineEngine::InlineEngine(std::optional<Recording> tracing) : tracing_(tracing), record_(tracing) {}

void InlineEngine::check(const char* what) const {
  if (stopping_.load(std::memory_order_relaxed)) throw Stopped();
  if (in_task) throw Error(std::string("[") + what + "] a task may neither submit nor wait");
}

TaskNode& InlineEngine::acquire(StatementId) {
  check("submit");
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
    put_end(*tracing_->recorder, *writer, task, inherited, failure);
  }
  task.destroy_body();
  if (writer) writer->commit();
  const StatementId statement = task.statement;
  core_.complete(task);
  TaskChain done;
  done.append(task);
  core_.hand_back(done);
  // The call itself fails: this error is met without a wait.
  if (failure) record_.surface(failures_.meet_all(), statement);
}

void InlineEngine::wait_to_read(EngineVariable& variable, WaitReason reason, StatementId statement) {
  check("wait_to_read");
  record_.no_wait(reason, statement, variable.id);
  record_.surface(failures_.meet(variable.id), statement);
}

void InlineEngine::wait_all(WaitReason reason, StatementId statement) {
  check("waitall");
  record_.no_wait(reason, statement, kNone);
  record_.surface(failures_.meet_all(), statement);
}

}  // namespace runahead
