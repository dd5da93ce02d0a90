// SPDX-License-Identifier: GPL-3.0-or-later
// Engine: what the tensor layer sees of a driver: take a node, fill it, submit it, wait.
// Not here: the rules (dependency_core.h) and the drivers (inline_engine.h, thread_pool.h, ranked_pool.h,
// in_order_engine.h, simulated_engine.h).
//
// One thread, the frontend, calls everything but stop(), which any thread may call at any time. After stop(),
// every call of the frontend but forget() throws Stopped. The engine outlives all variables that were given
// to it.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <vector>

#include "core/base/clock.h"
#include "core/engine/dependency_core.h"
#include "core/engine/failures.h"
#include "core/trace/event.h"
#include "kernels/device.h"

namespace runahead {

/// A queue of a device.
struct QueueSetup {
  LaneId lane = 0;               ///< that shows it
  std::size_t launch_limit = 0;  ///< most unfinished tasks, beyond which submit blocks; 0: unbounded
  int device = 0;                ///< whose it is, of several
  bool copies = false;           ///< a copy engine: of what is ready it takes what became ready first
};

class Engine {
 public:
  virtual ~Engine() = default;

  /// An empty node. Waits while there are max_pending tasks (`queue full`).
  /// `statement` is where that wait is shown.
  virtual TaskNode& acquire(StatementId statement) = 0;
  /// The node's name, statement, body and uses are set; its id too, where it is deferred. Returns before the
  /// task runs, unless the driver is inline. An in-order queue that is full makes it wait (`queue full`).
  virtual void submit(TaskNode& task) = 0;
  /// As submit, but the task runs before this returns, on the frontend, as soon as what it reads is there and
  /// no task uses what it writes.
  /// Throws TaskError if it fails, or would read a poisoned version.
  virtual void run_in_call(TaskNode& task) = 0;
  /// Until the variable's last writer is done. Throws TaskError if that version is poisoned.
  virtual void wait_to_read(EngineVariable& variable, WaitReason reason, StatementId statement) = 0;
  /// Until every task is done. Throws the first error that was not met yet and records the others as
  /// surfaced.
  virtual void wait_all(WaitReason reason, StatementId statement) = 0;
  /// Until `done()` holds, asked after each completed task; false when every task is done and it still does
  /// not.
  virtual bool wait_for(WaitReason reason, StatementId statement, const std::function<bool()>& done) = 0;
  /// As wait_all, at the end of a run: not a wait of the program, so nothing is recorded and nothing thrown
  /// but Stopped.
  virtual void drain() = 0;
  /// At the end of a run: errors that no wait met, in the order in which they were raised.
  virtual std::vector<TaskError> unmet_errors() = 0;
  virtual void forget(EngineVariable& variable) = 0;
  /// Whether the variable's last writer is done, by the frontend's time.
  virtual bool written(const EngineVariable& variable) const = 0;
  /// Whether all tasks are.
  virtual bool idle() const = 0;
  /// One more queue, of a device that has several; its index is the next. What the device knows it by, null
  /// where tasks run on the host.
  virtual kernels::Stream* open_queue(const QueueSetup& /*queue*/) { return nullptr; }
  /// Throws Stopped after a stop.
  virtual void check_running() const = 0;
  /// The gate before a statement of the listing; as check_running, and where a manual run parks the frontend.
  /// The negative of a line: it goes on.
  virtual void begin_statement(int /*line*/) { check_running(); }
  /// The frontend's time by the run's clock, from any beginning.
  virtual std::int64_t now_ns() const { return TickScale::instance().ns_between(0, now_ticks()); }
  /// The frontend is busy for that long.
  virtual void spend(std::int64_t ns) {
    for (const std::int64_t until = Engine::now_ns() + ns; Engine::now_ns() < until;) {
    }
  }
  /// Under the virtual clock: the time that a call takes which is deferred instead of enqueued.
  virtual void spend_issue() {}
  /// Idempotent. Tasks that have not started are dropped.
  virtual void stop() = 0;
  /// Memory for the tasks themselves gave out, in the middle of something: as stop(), from any thread, and
  /// the run is told why.
  void give_up() {
    gave_up_.store(true, std::memory_order_relaxed);
    stop();
  }
  bool gave_up() const { return gave_up_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> gave_up_{false};
};

}  // namespace runahead
