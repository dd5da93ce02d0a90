// SPDX-License-Identifier: GPL-3.0-or-later
// Taking the head of a queue, and who is told that there is one.
// Not here: the queue itself (task_queue.h).
#include "core/engine/in_order_engine.h"

namespace runahead {

namespace {

/// A device that is opened during the run has one stream and one copy engine at least.
std::size_t expected_queues(std::size_t at_first) {
  return at_first == 0 ? 2 : at_first;
}

}  // namespace

template <class Tracing>
InOrderEngine<Tracing>::InOrderEngine(const std::vector<std::size_t>& launch_limits, std::size_t max_pending,
                                      Tracing tracing)
    : ThreadedEngine<Tracing>(static_cast<int>(expected_queues(launch_limits.size())), max_pending, tracing) {
  for (const std::size_t limit : launch_limits) {
    Queue& queue = queues_.emplace_back();
    queue.launch_limit = limit;
    queue.worker = &this->add_worker(queue);
  }
  open_ = launch_limits.size();
  if (open_ > 0) this->start([this](Worker& worker) { work(worker); });
  while (queues_.size() < kMostQueues) {
    Queue& queue = queues_.emplace_back();
    queue.worker = &this->reserve_worker(queue);
  }
}

template <class Tracing>
kernels::Stream* InOrderEngine<Tracing>::open_queue(const QueueSetup& setup) {
  Queue& queue = queues_.at(open_++);
  queue.launch_limit = setup.launch_limit;
  queue.copies = setup.copies;
  this->open_worker(*queue.worker, setup.lane, [this](Worker& worker) { work(worker); });
  return nullptr;
}

template <class Tracing>
void InOrderEngine<Tracing>::submit(TaskNode& task) {
  Queue& queue = queues_[task.stream];
  make_room(queue, task.statement);
  ++queue.launched;
  if (queue.copies) {
    if (this->link(task, [&queue](TaskNode& ready) { hold_ready(queue, ready); })) wake_one(queue);
    return;
  }
  task.may_run.store(false, std::memory_order_relaxed);
  this->link(task, [](TaskNode& ready) { ready.may_run.store(true, std::memory_order_relaxed); });
  queue.submitted.push(task);
  wake_one(queue);
}

template <class Tracing>
void InOrderEngine<Tracing>::hold_ready(Queue& queue, TaskNode& task) {
  task.may_run.store(true, std::memory_order_relaxed);
  queue.submitted.push(task);
}

template <class Tracing>
void InOrderEngine<Tracing>::make_room(Queue& queue, StatementId statement) {
  const auto room = [&queue] { return queue.launched - queue.seen_done < queue.launch_limit; };
  const auto look_for_room = [&] {
    queue.seen_done = queue.completed();
    return room();
  };
  if (queue.launch_limit == 0 || room() || look_for_room()) return;
  this->wait_for_room(Need::progress, statement, look_for_room,
                      [&queue] { return queue.last_ended.load(std::memory_order_relaxed); });
}

// The workers.

template <class Tracing>
void InOrderEngine<Tracing>::work(Worker& worker) {
  auto& queue = static_cast<Queue&>(*worker.team);
  while (!this->stopping()) {
    if (TaskNode* task = take(queue)) {
      run(worker, queue, *task);
    } else if (!this->idle(worker, [&queue] { return queue.may_give(); })) {
      return;
    }
  }
}

template <class Tracing>
bool InOrderEngine<Tracing>::Queue::may_give() const {
  const TaskNode* const first = head.load(std::memory_order_seq_cst);
  return first ? first->may_run.load(std::memory_order_seq_cst) : !submitted.empty();
}

template <class Tracing>
TaskNode* InOrderEngine<Tracing>::take(Queue& queue) {
  TaskNode* task = queue.head.load(std::memory_order_relaxed);
  if (!task && (task = queue.submitted.pop())) queue.head.store(task, std::memory_order_relaxed);
  if (!task || !task->may_run.load(std::memory_order_acquire)) return nullptr;
  queue.head.store(nullptr, std::memory_order_relaxed);
  return task;
}

template <class Tracing>
void InOrderEngine<Tracing>::run(Worker& worker, Queue& queue, TaskNode& task) {
  this->execute(worker, task);
  if (task.stamp) task.stamp->store(this->now_ns(), std::memory_order_release);
  queue.last_ended.store(task.id, std::memory_order_relaxed);
  this->finish(worker, task, [this](const TaskChain& ready) {
    for (TaskNode *node = ready.first, *after = nullptr; node; node = after) {
      after = node->next.load(std::memory_order_relaxed);
      Queue& theirs = queues_[node->stream];  // before it may run and be gone
      if (theirs.copies) {
        hold_ready(theirs, *node);
      } else {
        node->may_run.store(true, std::memory_order_seq_cst);
      }
      wake_one(theirs);
    }
    return Ticks{0};
  });
}

template <class Tracing>
void InOrderEngine<Tracing>::wake_one(Queue& queue) {
  this->parking_.wake_one(queue, [&queue] { return queue.may_give(); });
}

template class InOrderEngine<NoTracing>;
template class InOrderEngine<Recording>;

}  // namespace runahead
