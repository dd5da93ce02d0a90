// SPDX-License-Identifier: GPL-3.0-or-later
// TaskQueue: tasks, first in, first out, linked by the member that is its parameter. Any thread pushes with
// one exchange, or with one comparison where the order has to be that of the stamps (TaskOrder::stamped);
// consumers take turns. Not bounded (the window bounds tasks), and not lock-free for consumers: a pusher that
// is suspended between its step and its link hides what was pushed after it until it goes on.
//
// Invariants: the tail is the stub exactly when everything that was pushed has been popped; the stub is then
// the head, and never stands behind a task. `head_` belongs to the consumer that holds the turn. The order of
// the queue is the order of the steps on the tail.
//
// Stamped: ready_ticks grows along the queue, also over what has been popped, and stays the same only within
// a chain. A pusher looks at the tail, stamps its tasks later than that task, and steps only if the tail is
// still the same one: all pushes count in the tail's word, so that a node which was popped, recycled and
// pushed again in between is not taken for itself (unless 2^22 pushes came in between, and then a stamp is
// wrong, not the queue). The stub carries the latest stamp of what was popped. Nodes are never unmapped while
// the queue lives, so looking at one that is no longer the tail does no harm.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>

#include "core/base/futex.h"
#include "core/engine/dependency_core.h"

namespace runahead {

/// Waiting for another thread to pass between two instructions, unless it was suspended there.
class Moment {
 public:
  void wait() {
    if (++rounds_ < 100) {
      relax();
    } else {
      std::this_thread::yield();
    }
  }

 private:
  int rounds_ = 0;
};

enum class TaskOrder { pushed, stamped };

template <std::atomic<TaskNode*> TaskNode::*kLink, TaskOrder kOrder = TaskOrder::pushed>
class TaskQueue {
 public:
  explicit TaskQueue(bool several_consumers) : several_consumers_(several_consumers) {}

  /// A chain enters as a whole, in its order; chains are linked by `next`.
  /// Stamped: a chain's stamps do not decrease. Returns before which none of them is any more.
  Ticks push(const TaskChain& tasks) requires(kLink == &TaskNode::next) {
    return push(tasks.first, tasks.last);
  }
  Ticks push(TaskNode& task) {
    (task.*kLink).store(nullptr, std::memory_order_relaxed);
    return push(&task, &task);
  }

  /// As pushing the task and popping it. False: something is in the queue, so this would take something else.
  bool pass(TaskNode& task) {
    std::uintptr_t tail = tail_.load(std::memory_order_acquire);
    if (node_of(tail) != &stub_) return false;
    if constexpr (kOrder == TaskOrder::stamped) {
      const Ticks stamp = std::max(task.ready_at(), stub_.ready_at() + 1);
      raise_stub(stamp);
      if (!tail_.compare_exchange_strong(tail, word(&stub_, tail + 1), std::memory_order_release,
                                         std::memory_order_relaxed)) {
        return false;
      }
      task.set_ready_at(stamp);
    }
    return true;
  }

  /// The oldest task, or null when none is there: whose step comes before this look, in sequential order, is
  /// not missed.
  TaskNode* pop() {
    if (!several_consumers_) return pop_alone();
    if (empty()) return nullptr;
    while (turn_.test_and_set(std::memory_order_acquire)) {
      for (Moment moment; turn_.test(std::memory_order_relaxed);) moment.wait();
    }
    TaskNode* task = pop_alone();
    turn_.clear(std::memory_order_release);
    return task;
  }

  /// Also false while a push is under way.
  bool empty() const { return node_of(tail_.load(std::memory_order_seq_cst)) == &stub_; }

 private:
  // A word: 42 bits of a node's address, which has 48 and ends in six zeros, above 22 bits of the count.
  static constexpr int kCountBits = 22;
  static_assert(alignof(TaskNode) >= 64 && sizeof(std::uintptr_t) == 8);
  static std::uintptr_t word(const TaskNode* node, std::uintptr_t count) {
    constexpr std::uintptr_t kCount = (std::uintptr_t{1} << kCountBits) - 1;
    return reinterpret_cast<std::uintptr_t>(node) << (kCountBits - 6) | (count & kCount);
  }
  static TaskNode* node_of(std::uintptr_t word) {
    return reinterpret_cast<TaskNode*>(word >> kCountBits << 6);
  }

  Ticks push(TaskNode* first, TaskNode* last) {
    Ticks stamp = 0;
    std::uintptr_t tail = 0;
    if constexpr (kOrder == TaskOrder::stamped) {
      tail = tail_.load(std::memory_order_acquire);
      do {
        stamp = std::max(stamp, node_of(tail)->ready_at() + 1);
        raise_chain(first, last, stamp);
      } while (!tail_.compare_exchange_weak(tail, word(last, tail + 1), std::memory_order_seq_cst,
                                            std::memory_order_acquire));
    } else {
      tail = tail_.exchange(word(last, 0), std::memory_order_seq_cst);
    }
    (node_of(tail)->*kLink).store(first, std::memory_order_release);
    return stamp;
  }

  static void raise_chain(TaskNode* first, TaskNode* last, Ticks stamp) {
    for (TaskNode* node = first; node->ready_at() < stamp;
         node = (node->*kLink).load(std::memory_order_relaxed)) {
      node->set_ready_at(stamp);
      if (node == last) return;
    }
  }

  /// Other consumers may pass() meanwhile.
  void raise_stub(Ticks stamp) {
    Ticks seen = stub_.ready_at();
    if (!several_consumers_) {
      if (seen < stamp) stub_.set_ready_at(stamp);
      return;
    }
    while (seen < stamp && !stub_.ready_ticks.compare_exchange_weak(seen, stamp, std::memory_order_relaxed)) {
    }
  }

  TaskNode* pop_alone() {
    TaskNode* head = head_;
    TaskNode* next = (head->*kLink).load(std::memory_order_acquire);
    if (head == &stub_) {
      if (!next) {
        // The link is no evidence: a pusher may look for sleepers before others see what it has linked.
        if (empty()) return nullptr;
        next = linked(*head);
      }
      head_ = head = next;
      next = (head->*kLink).load(std::memory_order_acquire);
    }
    if (!next) {
      // The last one. The stub takes its place in one step or not at all: pushed like a task it could land
      // behind a task that came meanwhile, and the queue would look empty with that task in it.
      (stub_.*kLink).store(nullptr, std::memory_order_relaxed);
      std::uintptr_t tail = tail_.load(std::memory_order_relaxed);
      if (node_of(tail) == head) {
        if constexpr (kOrder == TaskOrder::stamped) raise_stub(head->ready_at());
        if (tail_.compare_exchange_strong(tail, word(&stub_, tail), std::memory_order_release,
                                          std::memory_order_relaxed)) {
          head_ = &stub_;
          return head;
        }
      }
      next = linked(*head);
    }
    head_ = next;
    return head;
  }

  /// What follows a task that is not the last: a pusher has made its step, and is about to link.
  static TaskNode* linked(const TaskNode& task) {
    TaskNode* next = nullptr;
    for (Moment moment; !(next = (task.*kLink).load(std::memory_order_acquire));) moment.wait();
    return next;
  }

  const bool several_consumers_;
  alignas(64) std::atomic<std::uintptr_t> tail_{word(&stub_, 0)};
  alignas(64) TaskNode* head_ = &stub_;
  std::atomic_flag turn_;
  alignas(64) TaskNode stub_;
};

}  // namespace runahead
