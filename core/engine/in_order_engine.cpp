// SPDX-License-Identifier: GPL-3.0-or-later
// Taking the head of a queue, and who is told that there is one.
// Not here: the queue itself (task_queue.h).
#include "core/engine/in_order_engine.h"

#include <algorithm>

namespace runahead {

namespace {

int workers_of(const std::vector<QueueOptions>& queues) {
  int workers = 0;
  for (const QueueOptions& queue : queues) workers += queue.workers;
  return workers;
}

}  // namespace

template <class Tracing>
InOrderEngine<Tracing>::InOrderEngine(const std::vector<QueueOptions>& queues, std::size_t window,
                                      Tracing tracing)
    : ThreadedEngine<Tracing>(workers_of(queues), window, tracing) {
  for (const QueueOptions& options : queues) {
    this->add_workers(queues_.emplace_back(options), options.workers);
  }
  this->start([this](Worker& worker) { work(worker); });
}

template <class Tracing>
void InOrderEngine<Tracing>::submit(TaskNode& task) {
  Queue& queue = queues_[task.stream];
  make_room(queue, task.statement);
  ++queue.launched;
  task.may_run.store(false, std::memory_order_relaxed);
  this->link(task, [](TaskNode& ready) { ready.may_run.store(true, std::memory_order_relaxed); });
  queue.submitted.push(task);
  wake_one(queue);
}

template <class Tracing>
void InOrderEngine<Tracing>::make_room(Queue& queue, StatementId statement) {
  const auto room = [&queue] { return queue.launched - queue.seen_done < queue.launch_limit; };
  const auto look_for_room = [&] {
    queue.seen_done = queue.completed();
    return room();
  };
  if (queue.launch_limit == 0 || room() || look_for_room()) return;
  this->wait_for_room(this->wants_progress_, statement, look_for_room,
                      [&queue] { return queue.last_ended.load(std::memory_order_relaxed); });
}

template <class Tracing>
std::uint64_t InOrderEngine<Tracing>::Queue::completed() const {
  std::uint64_t sum = 0;
  for (const Worker* worker : this->workers) sum += worker->completed.load(std::memory_order_acquire);
  return sum;
}

// The workers.

template <class Tracing>
void InOrderEngine<Tracing>::work(Worker& worker) {
  auto& queue = static_cast<Queue&>(*worker.team);
  while (!this->stopping()) {
    if (TaskNode* task = take(worker, queue)) {
      run(worker, queue, *task);
    } else if (!this->idle(worker, [&queue] { return queue.may_give(); })) {
      return;
    }
  }
}

template <class Tracing>
bool InOrderEngine<Tracing>::Queue::may_give() const {
  const TaskNode* const first = head.load(std::memory_order_seq_cst);
  if (!first) return !submitted.empty();
  // Another worker may have taken it and its node may be another task by now: then look again.
  return first->may_run.load(std::memory_order_seq_cst) || head.load(std::memory_order_seq_cst) != first;
}

template <class Tracing>
TaskNode* InOrderEngine<Tracing>::take(Worker& worker, Queue& queue) {
  const bool alone = queue.workers.size() == 1;
  if (!alone) {
    while (queue.turn.test_and_set(std::memory_order_acquire)) {
      for (Moment moment; queue.turn.test(std::memory_order_relaxed);) moment.wait();
    }
  }
  TaskNode* task = queue.head.load(std::memory_order_relaxed);
  if (!task && (task = queue.submitted.pop())) queue.head.store(task, std::memory_order_relaxed);
  if (task && !task->may_run.load(std::memory_order_acquire)) task = nullptr;
  if (task) {
    queue.head.store(nullptr, alone ? std::memory_order_relaxed : std::memory_order_seq_cst);
    if (!alone) wake_one(queue);  // before the stamp: it is no part of the task
    if constexpr (Tracing::kRecords) {
      EventWriter& writer = *worker.writer;
      writer.open();
      writer.advance_past(std::max(task->ready_at(), queue.last_start));
      queue.last_start = writer.stamp();
    }
  }
  if (!alone) queue.turn.clear(std::memory_order_release);
  return task;
}

template <class Tracing>
void InOrderEngine<Tracing>::run(Worker& worker, Queue& queue, TaskNode& task) {
  this->execute(worker, task);
  queue.last_ended.store(task.id, std::memory_order_relaxed);
  this->finish(worker, task, [this](const TaskChain& ready) {
    for (TaskNode *node = ready.first, *after = nullptr; node; node = after) {
      after = node->next.load(std::memory_order_relaxed);
      Queue& theirs = queues_[node->stream];  // before it may run and be gone
      node->may_run.store(true, std::memory_order_seq_cst);
      wake_one(theirs);
    }
    return Ticks{0};
  });
}

template <class Tracing>
void InOrderEngine<Tracing>::wake_one(Queue& queue) {
  if (queue.sleepers.load(std::memory_order_seq_cst) != 0 && queue.may_give()) this->wake(queue, 1);
}

template class InOrderEngine<NoTracing>;
template class InOrderEngine<Recording>;

}  // namespace runahead
