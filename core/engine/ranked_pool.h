// SPDX-License-Identifier: GPL-3.0-or-later
// RankedPool: the driver whose workers run, of the tasks that are ready, the one that was submitted first.
// Not here: dependencies (dependency_core.h), sleeping and waits (threaded_engine.h).
//
// For a frontend that submits in an order which it has chosen: several workers leave that order only for a
// task that would have to wait, and one worker never does, since of all tasks that have not ended, the one
// that was submitted first waits for none.
//
// What becomes ready and what starts is stamped under one lock, so the record is exact: of the tasks that are
// ready in it, each start is that of the one that was submitted first.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "core/engine/threaded_engine.h"

namespace runahead {

template <class Tracing>
class RankedPool final : public ThreadedEngine<Tracing> {
 public:
  /// `max_pending`: most tasks at a time, 0: unbounded.
  RankedPool(int workers, std::size_t max_pending, Tracing tracing);
  /// Stops, joins, and destroys the bodies of tasks that never ran.
  ~RankedPool() override { this->stop_and_join(); }

  void submit(TaskNode& task) override;

 private:
  using typename ThreadedEngine<Tracing>::Worker;

  void work(Worker& worker);
  void run(Worker& worker, TaskNode& task);
  /// Stamped later than every start so far; returns before when none of them is any more.
  Ticks put(const TaskChain& ready);
  /// The task that was submitted first, its start stamped; null: none is ready.
  TaskNode* take(Worker& worker);

  std::mutex mutex_;              ///< guards the next two
  std::vector<TaskNode*> ready_;  ///< a heap, the one that was submitted first on top
  Ticks last_start_ = 0;
  std::atomic<std::size_t> count_{0};  ///< of `ready_`, for who looks without the lock
  typename ThreadedEngine<Tracing>::Team team_;
};

extern template class RankedPool<NoTracing>;
extern template class RankedPool<Recording>;

}  // namespace runahead
