// SPDX-License-Identifier: GPL-3.0-or-later
// TaskQueue: tasks, first in, first out, linked by the member that is its parameter. Any thread pushes with
// one exchange; consumers take turns. Not bounded (the window bounds tasks), and not lock-free for consumers:
// a pusher that is suspended between its exchange and its link hides what was pushed after it until it goes
// on.
//
// Invariants: the tail is the stub exactly when everything that was pushed has been popped; the stub is then
// the head, and never stands behind a task. `head_` belongs to the consumer that holds the turn. The order of
// the queue is the order of the exchanges on the tail.
#pragma once

#include <atomic>

#include "core/base/futex.h"
#include "core/engine/dependency_core.h"

namespace runahead {

template <std::atomic<TaskNode*> TaskNode::*kLink>
class TaskQueue {
 public:
  explicit TaskQueue(bool several_consumers) : several_consumers_(several_consumers) {}

  /// A chain enters as a whole, in its order; chains are linked by `next`.
  void push(const TaskChain& tasks) requires(kLink == &TaskNode::next) { push(tasks.first, tasks.last); }
  void push(TaskNode& task) {
    (task.*kLink).store(nullptr, std::memory_order_relaxed);
    push(&task, &task);
  }

  /// The oldest task, or null when none is there.
  TaskNode* pop() {
    if (!several_consumers_) return pop_alone();
    if (empty()) return nullptr;
    while (turn_.test_and_set(std::memory_order_acquire)) {
      while (turn_.test(std::memory_order_relaxed)) relax();
    }
    TaskNode* task = pop_alone();
    turn_.clear(std::memory_order_release);
    return task;
  }

  /// Also false while a push is under way.
  bool empty() const { return tail_.load(std::memory_order_seq_cst) == &stub_; }

 private:
  void push(TaskNode* first, TaskNode* last) {
    TaskNode* before = tail_.exchange(last, std::memory_order_seq_cst);
    (before->*kLink).store(first, std::memory_order_release);
  }

  TaskNode* pop_alone() {
    TaskNode* head = head_;
    TaskNode* next = (head->*kLink).load(std::memory_order_acquire);
    if (head == &stub_) {
      if (!next) return nullptr;
      head_ = head = next;
      next = (head->*kLink).load(std::memory_order_acquire);
    }
    if (!next) {
      // The last one. The stub takes its place in one step or not at all: pushed like a task it could land
      // behind a task that came meanwhile, and the queue would look empty with that task in it.
      (stub_.*kLink).store(nullptr, std::memory_order_relaxed);
      TaskNode* last = head;
      if (tail_.load(std::memory_order_relaxed) == head &&
          tail_.compare_exchange_strong(last, &stub_, std::memory_order_seq_cst)) {
        head_ = &stub_;
        return head;
      }
      while (!(next = (head->*kLink).load(std::memory_order_acquire))) relax();
    }
    head_ = next;
    return head;
  }

  const bool several_consumers_;
  alignas(64) std::atomic<TaskNode*> tail_{&stub_};
  alignas(64) TaskNode* head_ = &stub_;
  std::atomic_flag turn_;
  alignas(64) TaskNode stub_;
};

}  // namespace runahead
