// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes ready is queued, or is what its worker goes on with.
// Not here: the queue itself (task_queue.h).
#include "core/engine/thread_pool.h"

namespace runahead {

template <class Tracing>
ThreadPool<Tracing>::ThreadPool(int workers, std::size_t window, Tracing tracing)
    : ThreadedEngine<Tracing>(workers, window, tracing), ready_(workers > 1) {
  this->add_workers(team_, workers);
  this->start([this](Worker& worker) { work(worker); });
}

template <class Tracing>
void ThreadPool<Tracing>::submit(TaskNode& task) {
  if (!this->link(task)) return;
  ready_.push(task);
  this->wake(team_, 1);
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
  this->execute(worker, task);
  const TaskId id = task.id;
  const TaskChain ready = this->finish(worker, task);
  if (ready.count == 0) return nullptr;
  TaskNode* next = nullptr;
  TaskChain others;
  bool watched = false;
  bool nothing_older =
      ready_.empty();  // asked once: the first one may only be passed by tasks that are older
  for (TaskNode *node = ready.first, *after = nullptr; node; node = after) {
    after = node->next.load(std::memory_order_relaxed);
    if (this->is_watcher(*node)) {
      watched = true;
    } else if (nothing_older) {
      next = node;
      nothing_older = false;
    } else {
      others.append(*node);
    }
  }
  if (others.count > 0) {
    ready_.push(others);
    this->wake(team_, others.count);
  }
  if (watched) this->end_watch(id);
  return next;
}

template class ThreadPool<NoTracing>;
template class ThreadPool<Recording>;

}  // namespace runahead
