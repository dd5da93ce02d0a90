// SPDX-License-Identifier: GPL-3.0-or-later
// Failures: which versions are poisoned, which errors the frontend has met, and the error that it then sees.
// Not consulted while nothing has failed: any() is one relaxed load.
//
// A variable's poison belongs to its current version. The worker of a task holds its dependencies, so reads
// and writes of one variable's entry never race in time; the mutex only guards the containers.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/engine/task.h"

namespace runahead {

/// What the frontend gets at a wait: the message of the task that failed.
class TaskError : public Error {
 public:
  TaskError(const std::string& message, TaskId origin) : Error(message), origin_(origin) {}
  TaskId origin() const { return origin_; }

 private:
  TaskId origin_;
};

/// Runs the task's body; what went wrong, if anything.
std::optional<std::string> run_body(TaskNode& task);

class Failures {
 public:
  bool any() const { return any_.load(std::memory_order_relaxed); }

  /// A task ran: with a failure, what it writes is poisoned, else it is whole again.
  void settle(const TaskNode& task, const std::optional<std::string>& failure) {
    if (failure) {
      raise(task, *failure);
    } else if (any()) [[unlikely]] {
      heal(task);
    }
  }
  /// The origin of the poison in what the task reads, if any; then poisons what the task writes with it.
  std::optional<TaskId> inherit(const TaskNode& task);
  /// The error in a variable's current version, if any; it counts as met from then on.
  std::vector<TaskError> meet(VariableId variable);
  /// All errors that were not met so far, in the order in which they were raised; they count as met from then
  /// on.
  std::vector<TaskError> meet_all();

 private:
  void raise(const TaskNode& task, std::string message);
  void heal(const TaskNode& task);

  struct Failure {
    TaskId origin;
    std::string message;
    bool met = false;
  };
  std::atomic<bool> any_{false};
  std::mutex mutex_;
  std::vector<std::shared_ptr<Failure>> all_;
  std::unordered_map<VariableId, std::shared_ptr<Failure>> poisoned_;
};

}  // namespace runahead
