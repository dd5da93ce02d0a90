// SPDX-License-Identifier: GPL-3.0-or-later
// The heap of tasks that are ready, and who is told of them.
#include "core/engine/ranked_pool.h"

#include <algorithm>

namespace runahead {

namespace {

bool submitted_later(const TaskNode* a, const TaskNode* b) {
  return a->serial > b->serial;
}

}  // namespace

RankedPool::RankedPool(int workers, std::size_t max_pending, const std::optional<Recording>& recording)
    : ThreadedEngine(workers, max_pending, recording) {
  for (int i = 0; i < workers; ++i) add_worker(team_);
  start([this](Worker& worker) { work(worker); });
}

void RankedPool::submit(TaskNode& task) {
  const bool ready = link(task, [this](TaskNode& node) {
    TaskChain alone;
    alone.append(node);
    put(alone);
  });
  if (ready) parking_.wake(team_, 1);
}

void RankedPool::work(Worker& worker) {
  while (!stopping()) {
    if (TaskNode* task = take(worker)) {
      run(worker, *task);
    } else if (!idle(worker, [this] { return count_.load(std::memory_order_seq_cst) > 0; })) {
      return;
    }
  }
}

void RankedPool::run(Worker& worker, TaskNode& task) {
  execute(worker, task);
  finish(worker, task, [this](const TaskChain& ready) {
    const Ticks stamp = put(ready);
    if (ready.count > 1) parking_.wake(team_, ready.count - 1);  // this worker takes one
    return stamp;
  });
}

Ticks RankedPool::put(const TaskChain& ready) {
  const std::lock_guard lock(mutex_);
  const Ticks stamp = last_start_ + 1;
  for (TaskNode* node = ready.first; node; node = node->next.load(std::memory_order_relaxed)) {
    node->set_ready_at(std::max(node->ready_at(), stamp));
    ready_.push_back(node);
    std::push_heap(ready_.begin(), ready_.end(), submitted_later);
  }
  count_.store(ready_.size(), std::memory_order_seq_cst);
  return stamp;
}

TaskNode* RankedPool::take(Worker& worker) {
  const std::lock_guard lock(mutex_);
  if (ready_.empty()) return nullptr;
  std::pop_heap(ready_.begin(), ready_.end(), submitted_later);
  TaskNode* const task = ready_.back();
  ready_.pop_back();
  count_.store(ready_.size(), std::memory_order_seq_cst);
  if (EventWriter* const writer = worker.writer) {
    writer->open();
    writer->advance_past(std::max(task->ready_at(), last_start_));
    last_start_ = writer->stamp();
  }
  return task;
}

}  // namespace runahead
