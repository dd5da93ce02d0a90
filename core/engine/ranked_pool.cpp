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

template <class Tracing>
RankedPool<Tracing>::RankedPool(int workers, std::size_t max_pending, Tracing tracing)
    : ThreadedEngine<Tracing>(workers, max_pending, tracing) {
  for (int i = 0; i < workers; ++i) this->add_worker(team_);
  this->start([this](Worker& worker) { work(worker); });
}

template <class Tracing>
void RankedPool<Tracing>::submit(TaskNode& task) {
  const bool ready = this->link(task, [this](TaskNode& node) {
    TaskChain alone;
    alone.append(node);
    put(alone);
  });
  if (ready) this->parking_.wake(team_, 1);
}

template <class Tracing>
void RankedPool<Tracing>::work(Worker& worker) {
  while (!this->stopping()) {
    if (TaskNode* task = take(worker)) {
      run(worker, *task);
    } else if (!this->idle(worker, [this] { return count_.load(std::memory_order_seq_cst) > 0; })) {
      return;
    }
  }
}

template <class Tracing>
void RankedPool<Tracing>::run(Worker& worker, TaskNode& task) {
  this->execute(worker, task);
  this->finish(worker, task, [this](const TaskChain& ready) {
    const Ticks stamp = put(ready);
    if (ready.count > 1) this->parking_.wake(team_, ready.count - 1);  // this worker takes one
    return stamp;
  });
}

template <class Tracing>
Ticks RankedPool<Tracing>::put(const TaskChain& ready) {
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

template <class Tracing>
TaskNode* RankedPool<Tracing>::take([[maybe_unused]] Worker& worker) {
  const std::lock_guard lock(mutex_);
  if (ready_.empty()) return nullptr;
  std::pop_heap(ready_.begin(), ready_.end(), submitted_later);
  TaskNode* const task = ready_.back();
  ready_.pop_back();
  count_.store(ready_.size(), std::memory_order_seq_cst);
  if constexpr (Tracing::kRecords) {
    EventWriter& writer = *worker.writer;
    writer.open();
    writer.advance_past(std::max(task->ready_at(), last_start_));
    last_start_ = writer.stamp();
  }
  return task;
}

template class RankedPool<NoTracing>;
template class RankedPool<Recording>;

}  // namespace runahead
