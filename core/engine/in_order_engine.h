// SPDX-License-Identifier: GPL-3.0-or-later
// InOrderEngine: the driver whose queues, each with a worker of its own, run their tasks one after the other
// in the order of submit: the streams of a device. Not here: which queues a device has (device/device.h),
// sleeping and waits (threaded_engine.h).
//
// A stream's queue gives away its head alone, and only once the head's dependencies are met: nothing passes
// it, ready or not. This cannot lock up: of all tasks that have not ended, the one that was submitted first
// waits for none, so its dependencies are met; nothing before it in its queue is left, so it is the head or
// runs. A copy engine's queue holds what is ready, in the order of becoming so: copies come from several
// streams, and one whose stream is not there yet holds up no other.
//
// Queues may be opened during the run. Their workers exist from the beginning, so that a thread that looks at
// all of them may do so at any time; a thread begins with the queue.
//
// A thread makes a task available, by submitting or releasing, in sequential order before it looks for
// sleepers (see worker_parking.h).
#pragma once

#include <deque>

#include "core/engine/task_queue.h"
#include "core/engine/threaded_engine.h"

namespace runahead {

template <class Tracing>
class InOrderEngine final : public ThreadedEngine<Tracing> {
 public:
  /// `launch_limits`: of each stream that is there from the beginning, most unfinished tasks, beyond which
  /// submit blocks. `max_pending`: most tasks at a time. 0: unbounded.
  InOrderEngine(const std::vector<std::size_t>& launch_limits, std::size_t max_pending, Tracing tracing);
  /// Stops, joins, and destroys the bodies of tasks that never ran.
  ~InOrderEngine() override { this->stop_and_join(); }

  /// To the queue `task.stream`.
  void submit(TaskNode& task) override;
  kernels::Stream* open_queue(const QueueSetup& queue) override;

 private:
  using typename ThreadedEngine<Tracing>::Need;
  using typename ThreadedEngine<Tracing>::Worker;

  struct Queue : ThreadedEngine<Tracing>::Team {
    /// False: a look at the head would be in vain.
    bool may_give() const;
    std::uint64_t completed() const { return worker->completed.load(std::memory_order_acquire); }

    Worker* worker = nullptr;
    std::size_t launch_limit = 0;
    bool copies = false;          ///< holds what is ready alone
    std::uint64_t launched = 0;   ///< the frontend's
    std::uint64_t seen_done = 0;  ///< the frontend's: of `launched`, when it looked last
    TaskQueue<&TaskNode::behind> submitted{false};
    std::atomic<TaskId> last_ended{kNone};
    std::atomic<TaskNode*> head{nullptr};  ///< popped by the worker, not run yet
  };

  /// Waits while the queue holds as many tasks as it may.
  void make_room(Queue& queue, StatementId statement);
  /// Of a copy engine.
  static void hold_ready(Queue& queue, TaskNode& task);
  void work(Worker& worker);
  /// The head if it may run.
  static TaskNode* take(Queue& queue);
  void run(Worker& worker, Queue& queue, TaskNode& task);
  void wake_one(Queue& queue);

  std::deque<Queue> queues_;  ///< all that there can be
  std::size_t open_ = 0;      ///< the frontend's
};

extern template class InOrderEngine<NoTracing>;
extern template class InOrderEngine<Recording>;

}  // namespace runahead
