// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes ready is queued, or is what its worker goes on with.
// Not here: the queue itself (task_queue.h).
#include "core/engine/thread_pool.h"

namespace runahead {

ThreadPool::ThreadPool(int workers, std::size_t max_pending, const std::optional<Recording>& recording)
    : ThreadedEngine(workers, max_pending, recording),
      ready_(workers > 1, recording ? TaskOrder::stamped : TaskOrder::pushed) {
  for (int i = 0; i < workers; ++i) add_worker(team_);
  start([this](Worker& worker) { work(worker); });
}

void ThreadPool::submit(TaskNode& task) {
  if (link(task, [this](TaskNode& ready) { ready_.push(ready); })) parking_.wake(team_, 1);
}

void ThreadPool::work(Worker& worker) {
  TaskNode* task = nullptr;
  while (!stopping()) {
    if (!task) task = ready_.pop();
    if (task) {
      task = run(worker, *task);
    } else if (!idle(worker, [this] { return !ready_.empty(); })) {
      return;
    }
  }
}

TaskNode* ThreadPool::run(Worker& worker, TaskNode& task) {
  TaskNode* next = nullptr;
  execute(worker, task);
  finish(worker, task, [&](const TaskChain& ready) {
    const bool nothing_older = ready_.empty();
    if (nothing_older && ready.count == 1 && ready_.pass(*ready.first)) {
      next = ready.first;
      return next->ready_at();
    }
    const std::size_t for_others = ready.count - (nothing_older ? 1 : 0);
    const Ticks stamp = ready_.push(ready);
    if (for_others > 0) parking_.wake(team_, for_others);
    return stamp;
  });
  return next;
}

}  // namespace runahead
