// SPDX-License-Identifier: GPL-3.0-or-later
// SimulatedEngine: the driver of the virtual clock: the same tasks under the same rules, with times from a
// described machine. A discrete-event simulation inside the frontend's calls; task bodies really run, at
// their start. Not a model of caches or of busy cores: a task takes the time that it was given
// (TaskNode::cost_ns).
//
// One thread does everything but stop(). Invariants: `clock` never goes back; whenever the frontend acts at
// its time, all that happens elsewhere up to and at that time has happened. At equal times: end, free, ready,
// start, enqueue, frontend; then by order of submit.
//
// With a chooser (chooser.h), a task starts and a statement begins when it says so, at the time on show; what
// is running ends by itself as time passes.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/engine/chooser.h"
#include "core/engine/engine.h"
#include "core/engine/frontend_costs.h"
#include "core/engine/frontend_record.h"
#include "core/engine/list_scheduler.h"
#include "core/engine/tracing.h"

namespace runahead {

struct QueueOptions {
  int workers = 1;
  std::size_t launch_limit = 0;  ///< most unfinished tasks, beyond which submit blocks; 0: unbounded
  bool copies = false;           ///< as QueueSetup
};

struct SimulationSetup {
  enum class Order : std::uint8_t {
    in_call,       ///< as InlineEngine
    as_ready,      ///< as ThreadPool, one queue
    ranked,        ///< as RankedPool, one queue
    as_submitted,  ///< as InOrderEngine, whose queues have one worker each
  };
  Order order = Order::as_ready;
  std::vector<QueueOptions> queues;
  std::size_t max_pending = 0;  ///< most tasks at a time, 0: unbounded
  FrontendCosts costs;
  std::int64_t call_ns = 0;  ///< of a call that computes inside itself, beside its task; 0: as any other
  std::int64_t wake_latency_ns = 0;  ///< Machine::wake_latency_ns; a chooser's workers do not sleep
  /// Called now and then on the frontend's thread, for the collector of what was recorded.
  std::function<void()> progress;
  /// Null, or a further way to stop.
  const std::atomic<bool>* stop = nullptr;
  /// Null: everything runs as soon as it can.
  Chooser* chooser = nullptr;
};

class SimulatedEngine final : public Engine {
 public:
  /// `clock` is what the recording's writers stamp with: virtual ns, plus one.
  SimulatedEngine(SimulationSetup setup, Ticks& clock, std::optional<Recording> recording);

  TaskNode& acquire(StatementId statement) override;
  void submit(TaskNode& task) override;
  void run_in_call(TaskNode& task) override;
  void wait_to_read(EngineVariable& variable, WaitReason reason, StatementId statement) override;
  void wait_all(WaitReason reason, StatementId statement) override;
  bool wait_for(WaitReason reason, StatementId statement, const std::function<bool()>& done) override;
  void drain() override;
  std::vector<TaskError> unmet_errors() override { return failures_.meet_all(); }
  void forget(EngineVariable& variable) override { core_.forget(variable); }
  bool written(const EngineVariable& variable) const override { return core_.written(variable); }
  bool idle() const override { return pending_ == 0; }
  kernels::Stream* open_queue(const QueueSetup& queue) override;
  void check_running() const override {
    if (stopping_.load(std::memory_order_relaxed)) throw Stopped();
    if (setup_.stop && setup_.stop->load(std::memory_order_relaxed)) throw Stopped();
  }
  void begin_statement(int line) override;
  std::int64_t now_ns() const override { return frontend_ns_; }
  void spend(std::int64_t ns) override;
  void spend_issue() override { spend(setup_.costs.issue_ns); }
  void stop() override { stopping_.store(true, std::memory_order_relaxed); }

  // For the chooser, while it is asked.
  std::int64_t time_ns() const { return static_cast<std::int64_t>(clock_) - 1; }
  bool at_gate() const { return next_line_ != 0; }
  int next_line() const { return next_line_; }
  /// The frontend waits, and what it waits for has not happened.
  bool blocked() const { return waiting_ && waiting_(); }
  bool anything_runs() const { return scheduler_.next_end_ns().has_value(); }
  /// kNone: the worker is idle.
  TaskId running(std::uint32_t worker) const;
  /// `worker`: as in Action.
  bool may_start(std::uint32_t worker, TaskId task) const;
  std::vector<Choice> choices() const;

 private:
  using Order = SimulationSetup::Order;
  using Scheduler = ListScheduler<TaskNode*>;
  struct Queue {
    std::size_t launch_limit;
    std::size_t unfinished = 0;  ///< of those submitted to it
  };
  struct Worker {
    std::uint32_t index;  ///< of the scheduler's
    LaneId lane;
    TaskNode* task = nullptr;
    std::optional<std::string> failure = {};
  };

  void check(const char* what) const;
  void set_clock(std::int64_t ns) { clock_ = static_cast<Ticks>(ns) + 1; }
  EventWriter* writer_for(const TaskNode& task) const {
    return recording_ && task.id != kNone ? recording_->frontend : nullptr;
  }

  void add_queue(const QueueOptions& options, LaneId first_lane);
  QueueOrder order_of(const QueueOptions& queue) const;
  static bool is_ready(const TaskNode* task) { return task->may_run.load(std::memory_order_relaxed); }
  Queue& queue_of(const Worker& worker) { return queues_[scheduler_.queue_of(worker.index)]; }

  // The frontend.
  void link(TaskNode& task);
  void call(TaskNode& task);
  void make_room(Queue& queue, StatementId statement);
  /// Blocks until `done()`, then hands back. False: nothing is left that could bring it about. What ended the
  /// wait is ended_by_.
  template <class Done>
  bool block(Done done);
  /// The frontend stands still until it does not wait any more.
  void wait_while(std::function<bool()> waits);

  // The backend.
  /// Everything elsewhere until `ns`, and at that time.
  void run_until(std::int64_t ns);
  /// What happens next elsewhere, with all that happens at the same time, but what starts then. False:
  /// nothing can.
  bool advance();
  /// The same, and what starts.
  void step();
  /// When that is; none: nothing can.
  std::optional<std::int64_t> next_ns() const;
  /// Starts the task on a worker that was idle: at once, or when it has been woken.
  void give(Worker& worker, TaskNode& task, std::int64_t now_ns);
  void end_tasks();
  void release(std::int64_t now_ns);
  void dispatch(std::int64_t now_ns);
  void start(Worker& worker, TaskNode& task, std::int64_t now_ns);
  /// Ends a task that would read a poisoned version without having run it. False: it would not.
  bool skip(TaskNode& task);
  /// The same of a worker, which is free again.
  bool skips(const Worker& worker, TaskNode& task);
  void hold(TaskNode& task) { scheduler_.hold(task.stream, &task, task.serial, time_ns()); }
  /// Runs the body, unless it has run; of a task that races what stands before it in the program first.
  std::optional<std::string> compute(TaskNode& task);
  void finish_task(TaskNode& task);

  // The chooser.
  /// Where something becomes possible: asks, or starts what can start.
  void choose_or_dispatch(std::int64_t now_ns);
  void ask(Chooser::Moment moment);
  /// A task that could start now, and what would take it.
  struct Candidate {
    TaskNode* task;
    std::uint32_t worker;
  };
  std::optional<Candidate> candidate(std::uint32_t worker, TaskId task) const;
  void start_chosen(const Chooser::Action& action);

  const SimulationSetup setup_;
  Ticks& clock_;
  const std::optional<Recording> recording_;
  FrontendRecord record_;
  DependencyCore core_;
  Failures failures_;
  Scheduler scheduler_;
  std::vector<Queue> queues_;
  std::deque<Worker> workers_;
  std::vector<Scheduler::Entry> wakes_;  ///< in their order: a wake takes as long as every other
  std::vector<TaskNode*> released_;
  /// On a device, those that have not started, in the order of submit, by node and serial; a node may have
  /// been recycled since.
  std::deque<std::pair<TaskNode*, std::uint64_t>> not_run_;
  std::unordered_map<std::uint64_t, std::string> early_failures_;  ///< of bodies that ran before their start

  std::int64_t frontend_ns_ = 0;
  std::size_t pending_ = 0;
  TaskId last_ended_ = kNone;
  TaskId ended_by_ = kNone;
  int line_ = 0;       ///< of the statement that the frontend is in
  int next_line_ = 0;  ///< of the statement before which it stands, negative where a line goes on; 0: none
  std::function<bool()> waiting_;  ///< whether the frontend still waits; empty: it does not
  std::uint32_t until_progress_ = kProgressTasks;
  TaskNode watcher_;  ///< stands for the frontend in a successor list
  bool watched_done_ = false;
  TaskId watched_by_ = kNone;
  std::atomic<bool> stopping_{false};

  static constexpr std::uint32_t kProgressTasks = 4096;
};

}  // namespace runahead
