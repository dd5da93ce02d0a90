// SPDX-License-Identifier: GPL-3.0-or-later
// InOrderEngine: the driver whose queues start their tasks in the order of submit. One worker to a queue is a
// device's stream; several workers on one queue are an executor of graphs that were put in order before. Not
// here: which queues a device has (device/device.h), sleeping and waits (threaded_engine.h).
//
// A queue gives away its head alone, and only once the head's dependencies are met: whoever is free waits for
// it, and nothing passes it, ready or not. This cannot lock up: of all tasks that have not ended, the one
// that was submitted first waits for none, so its dependencies are met; nothing before it in its queue is
// left, so it is the head or runs; and if it is the head, all workers of its queue are free, since what
// stands behind it has not started.
//
// The head is taken, and its start stamped, by one worker at a time, so that the recorded order of starts is
// the queue's. Whoever makes a task available, by submitting, releasing or taking what stood before it, does
// so in sequential order before it looks for sleepers (see threaded_engine.h).
#pragma once

#include <deque>

#include "core/engine/task_queue.h"
#include "core/engine/threaded_engine.h"

namespace runahead {

struct QueueOptions {
  int workers = 1;
  std::size_t launch_limit = 0;  ///< most unfinished tasks, beyond which submit blocks; 0: unbounded
};

template <class Tracing>
class InOrderEngine final : public ThreadedEngine<Tracing> {
 public:
  /// `window`: most tasks at a time, 0: unbounded. Lanes are numbered queue by queue.
  InOrderEngine(const std::vector<QueueOptions>& queues, std::size_t window, Tracing tracing);
  /// Stops, joins, and destroys the bodies of tasks that never ran.
  ~InOrderEngine() override { this->stop_and_join(); }

  /// To the queue `task.stream`.
  void submit(TaskNode& task) override;

 private:
  using typename ThreadedEngine<Tracing>::Worker;

  struct Queue : ThreadedEngine<Tracing>::Team {
    explicit Queue(const QueueOptions& options) : launch_limit(options.launch_limit) {}

    /// False: a look at the head would be in vain.
    bool may_give() const;
    std::uint64_t completed() const;

    const std::size_t launch_limit;
    std::uint64_t launched = 0;   ///< the frontend's
    std::uint64_t seen_done = 0;  ///< the frontend's: of `launched`, when it looked last
    TaskQueue<&TaskNode::behind> submitted{false};
    std::atomic<TaskId> last_ended{kNone};

    std::atomic_flag turn;                 ///< of workers, where there are several
    std::atomic<TaskNode*> head{nullptr};  ///< popped, not given away yet
    Ticks last_start = 0;
  };

  /// Waits while the queue holds as many tasks as it may.
  void make_room(Queue& queue, StatementId statement);
  void work(Worker& worker);
  /// The head if it may run, its start stamped.
  TaskNode* take(Worker& worker, Queue& queue);
  void run(Worker& worker, Queue& queue, TaskNode& task);
  void wake_one(Queue& queue);

  std::deque<Queue> queues_;
};

extern template class InOrderEngine<NoTracing>;
extern template class InOrderEngine<Recording>;

}  // namespace runahead
