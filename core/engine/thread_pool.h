// SPDX-License-Identifier: GPL-3.0-or-later
// ThreadPool: the driver that runs tasks on workers, first in, first out by the instant of becoming ready.
// Not here: dependencies (dependency_core.h). Instantiated for NoTracing (benchmarks) and Recording.
//
// Who may touch what: the frontend alone pushes and waits; workers alone complete. Sleeping is announced
// before the last look: a worker counts itself in `sleepers_`, sets its `asleep`, then looks at the queue; a
// pusher exchanges the tail, then looks at `sleepers_` and `asleep`; all in sequential order, so one of them
// sees the other. The frontend sets a `wants_` flag and passes the heavy fence before it looks a last time;
// workers pass the light one before they look at the flags.
#pragma once

#include <atomic>
#include <cstdint>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

#include "core/engine/engine.h"
#include "core/engine/ready_queue.h"
#include "core/engine/tracing.h"

namespace runahead {

template <class Tracing>
class ThreadPool final : public Engine {
 public:
  /// `window`: most tasks at a time, 0: unbounded.
  ThreadPool(int workers, std::size_t window, Tracing tracing);
  /// Stops, joins, and destroys the bodies of tasks that never ran.
  ~ThreadPool() override;

  using Engine::acquire;
  TaskNode& acquire(StatementId statement) override;
  void submit(TaskNode& task) override;
  void wait_to_read(EngineVariable& variable, WaitReason reason, StatementId statement) override;
  void wait_all(WaitReason reason, StatementId statement) override;
  bool wait_for(WaitReason reason, StatementId statement, const std::function<bool()>& done) override;
  void drain() override;
  std::vector<TaskError> unmet_errors() override { return failures_.meet_all(); }
  void forget(EngineVariable& variable) override { core_.forget(variable); }
  void check_running() const override {
    if (stopping_.load(std::memory_order_relaxed)) throw Stopped();
  }
  void stop() override;

 private:
  struct alignas(64) Worker {
    std::atomic<std::uint64_t> completed{0};
    std::atomic<std::uint32_t> asleep{0};  ///< 1 from the announcement until somebody claims the wake-up
    EventWriter* writer = nullptr;
    LaneId lane = 0;
    TaskChain done;  ///< nodes to hand back, oldest first
    int spin_us = 1;
    std::thread thread;
  };

  void stop_and_join();
  void work(Worker& worker);
  /// Spins, then sleeps, until there may be work. False: stopped.
  bool idle(Worker& worker);
  /// Runs the task and releases what waited for it; returns the task to go on with, if any.
  TaskNode* run(Worker& worker, TaskNode& task);
  void execute(Worker& worker, TaskNode& task);
  void wake_workers(std::size_t ready);
  /// True: the worker slept, and the caller is the one to wake it.
  bool claim(Worker& worker);
  void hand_back(Worker& worker);
  void wake_frontend();

  std::uint64_t completed() const;
  /// Blocks the frontend until `done()`; throws Stopped.
  template <class Done>
  void block(std::atomic<bool>& wants, Done done);
  void check_frontend(const char* what) const;
  WaitId begin_wait(WaitReason reason, StatementId statement, VariableId variable);
  void end_wait(TaskId ended_by, Ticks after);
  void surface(const TaskError& error, StatementId statement);

  [[no_unique_address]] Tracing tracing_;
  DependencyCore core_;
  ReadyQueue queue_;
  Failures failures_;
  const std::size_t batch_;  ///< of nodes handed back
  const int spin_limit_us_;
  std::latch up_;  ///< every worker's thread runs
  std::uint64_t pushed_ = 0;
  WaitId waits_ = 0;

  TaskNode watcher_;  ///< stands for the frontend in a successor list
  std::atomic<bool> watched_done_{false};
  TaskId watched_by_ = kNone;

  alignas(64) std::atomic<bool> stopping_{false};
  std::atomic<std::uint32_t> sleepers_{0};
  alignas(64) std::atomic<std::uint32_t> frontend_sleeps_{0};
  std::atomic<bool> wants_nodes_{false};
  std::atomic<bool> wants_all_{false};
  std::atomic<bool> wants_progress_{false};
  std::atomic<bool> wants_watched_{false};
  std::vector<std::unique_ptr<Worker>> workers_;
};

extern template class ThreadPool<NoTracing>;
extern template class ThreadPool<Recording>;

}  // namespace runahead
