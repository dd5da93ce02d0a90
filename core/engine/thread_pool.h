// SPDX-License-Identifier: GPL-3.0-or-later
// ThreadPool: the driver that runs tasks first in, first out by the instant of becoming ready.
// Not here: dependencies (dependency_core.h), sleeping and waits (threaded_engine.h).
#pragma once

#include "core/engine/task_queue.h"
#include "core/engine/threaded_engine.h"

namespace runahead {

template <class Tracing>
class ThreadPool final : public ThreadedEngine<Tracing> {
 public:
  /// `max_pending`: most tasks at a time, 0: unbounded.
  ThreadPool(int workers, std::size_t max_pending, Tracing tracing);
  /// Stops, joins, and destroys the bodies of tasks that never ran.
  ~ThreadPool() override { this->stop_and_join(); }

  void submit(TaskNode& task) override;

 private:
  using typename ThreadedEngine<Tracing>::Worker;

  void work(Worker& worker);
  /// Returns the task to go on with: what the end of this one made ready, if nothing is older.
  TaskNode* run(Worker& worker, TaskNode& task);

  TaskQueue<&TaskNode::next, Tracing::kRecords ? TaskOrder::stamped : TaskOrder::pushed> ready_;
  typename ThreadedEngine<Tracing>::Team team_;
};

extern template class ThreadPool<NoTracing>;
extern template class ThreadPool<Recording>;

}  // namespace runahead
