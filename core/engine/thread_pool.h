// SPDX-License-Identifier: GPL-3.0-or-later
// ThreadPool: the driver that runs tasks first in, first out by the instant of becoming ready.
// Not here: dependencies (dependency_core.h), sleeping and waits (threaded_engine.h).
#pragma once

#include "core/engine/task_queue.h"
#include "core/engine/threaded_engine.h"

namespace runahead {

class ThreadPool final : public ThreadedEngine {
 public:
  /// `max_pending`: most tasks at a time, 0: unbounded.
  ThreadPool(int workers, std::size_t max_pending, const std::optional<Recording>& recording = {});
  /// Stops, joins, and destroys the bodies of tasks that never ran.
  ~ThreadPool() override { stop_and_join(); }

  void submit(TaskNode& task) override;

 private:
  void work(Worker& worker);
  /// Returns the task to go on with: what the end of this one made ready, if nothing is older.
  TaskNode* run(Worker& worker, TaskNode& task);

  TaskQueue<&TaskNode::next> ready_;
  ThreadedEngine::Team team_;
};

}  // namespace runahead
