// SPDX-License-Identifier: GPL-3.0-or-later
// ListScheduler: what a simulated scheduler decides: which queue gives which of its tasks to which of its
// workers, and what ends next. Not here: time, dependencies, how long tasks take; these its drivers bring
// (simulated_engine.h, analysis/replay.cpp).
//
// At equal times: what ends, in the order of submit, before anything starts. Of idle workers the first takes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace runahead {

/// In which order a queue gives its tasks away.
enum class QueueOrder : std::uint8_t {
  as_ready,      ///< those that are ready, as they became so, at equal times as submitted
  ranked,        ///< those that are ready, as submitted
  as_submitted,  ///< all; nothing passes the first, ready or not
};

template <class Task>
class ListScheduler {
 public:
  /// A task at the time that decides, of those at equal times the one that was submitted first.
  struct Entry {
    std::int64_t at_ns;
    std::uint64_t serial;
    Task task;
    std::uint32_t worker = 0;
    bool operator>(const Entry& other) const {
      return at_ns != other.at_ns ? at_ns > other.at_ns : serial > other.serial;
    }
  };

  std::uint32_t add_queue(QueueOrder order) {
    queues_.push_back({.order = order});
    return static_cast<std::uint32_t>(queues_.size() - 1);
  }
  /// Idle since `free_ns`.
  std::uint32_t add_worker(std::uint32_t queue, std::int64_t free_ns = -1) {
    workers_.push_back({queue, free_ns});
    const auto worker = static_cast<std::uint32_t>(workers_.size() - 1);
    rest(worker);
    return worker;
  }
  std::uint32_t queue_of(std::uint32_t worker) const { return workers_[worker].queue; }
  /// Whether the queue holds tasks before they are ready.
  bool in_order(std::uint32_t queue) const { return queues_[queue].order == QueueOrder::as_submitted; }

  /// The queue holds the task, which is ready unless the queue is in order.
  void hold(std::uint32_t queue, Task task, std::uint64_t serial, std::int64_t ready_ns) {
    Queue& own = queues_[queue];
    push(own.tasks, {own.order == QueueOrder::as_ready ? ready_ns : 0, serial, task});
  }
  /// Calls `give(worker, task)` of what may start until nothing may; each call may make more so.
  template <class IsReady, class Give>
  void dispatch(IsReady is_ready, Give give) {
    for (bool given = true; std::exchange(given, false);) {
      for (Queue& queue : queues_) {
        while (!queue.idle.empty() && may_give(queue, is_ready)) {
          const std::uint32_t worker = pop(queue.idle);
          give(worker, pop(queue.tasks).task);
          given = true;
        }
      }
    }
  }
  /// Whether the worker was idle before that.
  bool slept(std::uint32_t worker, std::int64_t since_ns) const {
    return workers_[worker].free_ns < since_ns;
  }
  /// The worker, which is not idle any more, has the task until then.
  void begin(std::uint32_t worker, Task task, std::uint64_t serial, std::int64_t end_ns) {
    push(ends_, {end_ns, serial, task, worker});
  }
  std::optional<std::int64_t> next_end_ns() const {
    return ends_.empty() ? std::nullopt : std::optional(ends_.front().at_ns);
  }
  /// All that ends next, at the same time; their workers rest() when the driver is through with them.
  const std::vector<Entry>& take_ends() {
    ending_.clear();
    do {
      ending_.push_back(pop(ends_));
      workers_[ending_.back().worker].free_ns = ending_.back().at_ns;
    } while (!ends_.empty() && ends_.front().at_ns == ending_.back().at_ns);
    return ending_;
  }
  /// The worker is idle, as since it ended something last.
  void rest(std::uint32_t worker) { push(queues_[queue_of(worker)].idle, worker); }

  // Of a user who decides otherwise.

  /// In no order.
  const std::vector<Entry>& running() const { return ends_; }
  const std::vector<std::uint32_t>& idle(std::uint32_t queue) const { return queues_[queue].idle; }
  /// What the queue could give away, in its order.
  template <class IsReady>
  std::vector<Task> candidates(std::uint32_t queue, IsReady is_ready) const {
    const Queue& own = queues_[queue];
    if (!may_give(own, is_ready)) return {};
    if (in_order(queue)) return {own.tasks.front().task};
    std::vector<Entry> entries = own.tasks;
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return b > a; });
    std::vector<Task> tasks;
    for (const Entry& entry : entries) tasks.push_back(entry.task);
    return tasks;
  }
  /// An idle worker takes a task whose turn it may not be, nor in a queue.
  void take(std::uint32_t worker, Task task) {
    Queue& queue = queues_[queue_of(worker)];
    std::erase(queue.idle, worker);
    std::make_heap(queue.idle.begin(), queue.idle.end(), std::greater<>());
    std::erase_if(queue.tasks, [task](const Entry& entry) { return entry.task == task; });
    std::make_heap(queue.tasks.begin(), queue.tasks.end(), std::greater<>());
  }

 private:
  struct Queue {
    QueueOrder order;
    std::vector<Entry> tasks = {};         ///< a heap
    std::vector<std::uint32_t> idle = {};  ///< a heap of workers
  };
  struct Worker {
    std::uint32_t queue;
    std::int64_t free_ns;  ///< since when it is idle
  };

  template <class IsReady>
  static bool may_give(const Queue& queue, IsReady& is_ready) {
    if (queue.tasks.empty()) return false;
    return queue.order != QueueOrder::as_submitted || is_ready(queue.tasks.front().task);
  }
  template <class Thing>
  static void push(std::vector<Thing>& heap, Thing thing) {
    heap.push_back(thing);
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
  }
  template <class Thing>
  static Thing pop(std::vector<Thing>& heap) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    const Thing first = heap.back();
    heap.pop_back();
    return first;
  }

  std::vector<Queue> queues_;
  std::vector<Worker> workers_;
  std::vector<Entry> ends_;  ///< a heap
  std::vector<Entry> ending_;
};

}  // namespace runahead
