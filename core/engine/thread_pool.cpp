// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes ready is queued, or is what its worker goes on with.
// Not here: the queue itself (task_queue.h).
#include "core/engine/thread_pool.h"

namespace runahead {

template <class Tracing>
ThreadPool<Tracing>::ThreadPool(int workers, std::size_t max_pending, Tracing tracing)
    : ThreadedEngine<Tracing>(workers, max_pending, tracing), ready_(workers > 1) {
  for (int i = 0; i < workers; ++i) this->add_worker(team_);
  this->start([this](Worker& worker) { work(worker); });
}

template <class Tracing>
void ThreadPool<Tracing>::submit(TaskNode& task) {
  if (this->link(task, [this](TaskNode& ready) { ready_.push(ready); })) this->parking_.wake(team_, 1);
}

template <class Tracing>
void ThreadPool<Tracing>::work(Worker& worker) {
  TaskNode* task = nullptr;
  while (!this->stopping()) {
    if (!task) task = ready_.pop();
    if (task) {
      task = run(worker, *task);
    } else if (!this->idle(worker, [this] { return !ready_.empty(); })) {
      return;
    }
  }
}

template <class Tracing>
TaskNode* ThreadPool<Tracing>::run(Worker& worker, TaskNode& task) {
  TaskNode* next = nullptr;
  this->execute(worker, task);
  this->finish(worker, task, [&](const TaskChain& ready) {
    const bool nothing_older = ready_.empty();
    if (nothing_older && ready.count == 1 && ready_.pass(*ready.first)) {
      next = ready.first;
      return next->ready_at();
    }
    const std::size_t for_others = ready.count - (nothing_older ? 1 : 0);
    const Ticks stamp = ready_.push(ready);
    if (for_others > 0) this->parking_.wake(team_, for_others);
    return stamp;
  });
  return next;
}

template class ThreadPool<NoTracing>;
template class ThreadPool<Recording>;

}  // namespace runahead
