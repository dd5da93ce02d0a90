// SPDX-License-Identifier: GPL-3.0-or-later
// DependencyCore: the rules of who may run when, and the memory of tasks. A state machine without threads:
// drivers call submit() for each task in program order and complete() when a task is done, and run what
// becomes ready. Not here: queues, workers, time; the drivers (engine.h) bring them.
//
// Threads: acquire, submit, watch and forget belong to one thread, the frontend. complete and hand_back may
// be called by any thread for a task that it owns, at the same time as everything else.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/base/recycler.h"
#include "core/engine/task.h"
#include "core/engine/variable.h"

namespace runahead {

/// Tasks linked by TaskNode::next.
struct TaskChain {
  TaskNode* first = nullptr;
  TaskNode* last = nullptr;
  std::size_t count = 0;

  void append(TaskNode& node) {
    node.next.store(nullptr, std::memory_order_relaxed);
    if (last) {
      last->next.store(&node, std::memory_order_relaxed);
    } else {
      first = &node;
    }
    last = &node;
    ++count;
  }
};

class DependencyCore {
 public:
  /// At most `max_pending` tasks at a time; 0: as many as memory holds. `late_ends`: complete() is told when
  /// the task ended, which may be long ago; what waited for it then has a ready_ticks that is not earlier.
  explicit DependencyCore(std::size_t max_pending, bool late_ends = false);
  /// Destroys the bodies of tasks that never ran. No other thread may use the core any more.
  ~DependencyCore();

  /// A node without uses; null when there are max_pending tasks.
  TaskNode* acquire();
  /// Links the task behind what it depends on. True: it is ready, and the caller owns it. False: complete()
  /// of another task releases it, perhaps already has; the node is no longer the caller's.
  bool submit(TaskNode& node);
  /// Whether the variable's last writer is done, if it has one.
  bool written(const EngineVariable& variable) const;
  /// Whether submit() would find nothing to wait for.
  bool may_run(const TaskNode& node) const;
  /// Makes `watcher` (not from acquire) ready once the variable's last writer is done. False: it is done
  /// already.
  bool watch(EngineVariable& variable, TaskNode& watcher);
  /// Whatever has used the variable: nothing waits for it any more.
  void forget(EngineVariable& variable);

  /// The task is done: returns what it was the last to keep waiting, by serial. The node stays the caller's.
  /// `ended`: only with late ends.
  TaskChain complete(TaskNode& node, Ticks ended = 0);
  /// Returns completed nodes to the frontend, in the order of their ends; their bodies must have
  /// been destroyed.
  void hand_back(const TaskChain& nodes);
  /// The id of the task that was handed back last.
  TaskId last_handed_back() const { return last_handed_back_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kSlabNodes = 512;
  static constexpr std::int32_t kUnsubmitted = 1 << 30;

  void add_slab();
  bool link_behind_writer(EngineVariable& variable, UseLink& link);
  bool link_write(EngineVariable& variable, TaskNode& node, UseLink& link);

  const std::size_t max_pending_;
  const bool late_ends_;
  std::size_t nodes_ = 0;
  std::uint64_t serial_ = 0;
  bool joins_ = false;  ///< of the task being submitted: TaskNode::joins
  TaskNode* free_nodes_ = nullptr;
  std::vector<std::unique_ptr<TaskNode[]>> slabs_;

  // Pushed by any thread, emptied with one exchange by the frontend.
  alignas(64) std::atomic<TaskNode*> returned_nodes_{nullptr};
  std::atomic<TaskId> last_handed_back_{kNone};
  Recycler<ReadEpoch> epochs_;
};

}  // namespace runahead
