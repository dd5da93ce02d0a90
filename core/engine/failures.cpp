// SPDX-License-Identifier: GPL-3.0-or-later
// Book-keeping of poisoned versions.
// Not here: recording the events (threaded_engine.h, inline_engine.h).
#include "core/engine/failures.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/engine/tracing.h"

namespace runahead {

std::optional<std::string> run_body(TaskNode& task) {
  // Also where there is no memory left for saying what went wrong.
  const struct InTask {
    InTask() { in_task = true; }
    ~InTask() { in_task = false; }
  } within;
  try {
    task.body(task.payload, true);
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    return "[memory] the system has no memory left for a task";
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception of unknown type";
  }
}

namespace {

/// Of a write: not only the order of a stream.
bool names_array(const UseLink& use) {
  return use.write && use.variable != kNone;
}

}  // namespace

void Failures::raise(const TaskNode& task, std::string message) {
  const std::lock_guard lock(mutex_);
  all_.push_back(std::make_shared<Failure>(Failure{task.id, std::move(message)}));
  for (std::uint16_t i = 0; i < task.use_count; ++i) {
    if (names_array(task.uses[i])) poisoned_[task.uses[i].variable] = all_.back();
  }
  any_.store(true, std::memory_order_relaxed);
}

std::optional<TaskId> Failures::inherit(const TaskNode& task) {
  const std::lock_guard lock(mutex_);
  for (std::uint16_t i = 0; i < task.use_count; ++i) {
    if (!task.uses[i].read) continue;
    const auto found = poisoned_.find(task.uses[i].variable);
    if (found == poisoned_.end()) continue;
    const std::shared_ptr<Failure> failure = found->second;
    for (std::uint16_t k = 0; k < task.use_count; ++k) {
      if (names_array(task.uses[k])) poisoned_[task.uses[k].variable] = failure;
    }
    return failure->origin;
  }
  return std::nullopt;
}

void Failures::heal(const TaskNode& task) {
  const std::lock_guard lock(mutex_);
  for (std::uint16_t i = 0; i < task.use_count; ++i) {
    if (task.uses[i].write) poisoned_.erase(task.uses[i].variable);
  }
}

std::vector<TaskError> Failures::meet(VariableId variable) {
  if (!any()) return {};
  const std::lock_guard lock(mutex_);
  const auto found = poisoned_.find(variable);
  if (found == poisoned_.end()) return {};
  found->second->met = true;
  return {TaskError(found->second->message, found->second->origin)};
}

std::vector<TaskError> Failures::meet_all() {
  std::vector<TaskError> errors;
  if (!any()) return errors;
  const std::lock_guard lock(mutex_);
  for (const auto& failure : all_) {
    if (std::exchange(failure->met, true)) continue;
    errors.emplace_back(failure->message, failure->origin);
  }
  return errors;
}

}  // namespace runahead
