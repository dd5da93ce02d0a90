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
// With a script, actors do what it says and are parked then. Once nothing can happen any more, `parked` is
// called with what could be decided next, and the frontend is unwound with Stopped.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/engine/engine.h"
#include "core/engine/frontend_costs.h"
#include "core/engine/in_order_engine.h"
#include "core/engine/script.h"
#include "core/engine/tracing.h"

namespace runahead {

struct SimulationSetup {
  enum class Order : std::uint8_t {
    in_call,       ///< as InlineEngine
    as_ready,      ///< as ThreadPool, one queue
    as_submitted,  ///< as InOrderEngine
  };
  Order order = Order::as_ready;
  std::vector<QueueOptions> queues;
  std::size_t window = 0;  ///< most tasks at a time, 0: unbounded
  FrontendCosts costs;
  /// Called now and then on the frontend's thread, for whoever collects what was recorded.
  std::function<void()> progress;
  /// Null, or a further way to stop.
  const std::atomic<bool>* stop = nullptr;
  /// Null: everything runs as soon as it can.
  const Script* script = nullptr;
  /// Of a scripted run that stands still, or is over; before the frontend is unwound.
  std::function<void(const std::vector<Choice>&)> parked;
};

class SimulatedEngine final : public Engine {
 public:
  /// `clock` is what the recording's writers stamp with: virtual ns, plus one.
  SimulatedEngine(SimulationSetup setup, Ticks& clock, std::optional<Recording> recording);

  using Engine::acquire;
  TaskNode& acquire(StatementId statement) override;
  void submit(TaskNode& task) override;
  void run_in_call(TaskNode& task) override;
  void wait_to_read(EngineVariable& variable, WaitReason reason, StatementId statement) override;
  void wait_all(WaitReason reason, StatementId statement) override;
  bool wait_for(WaitReason reason, StatementId statement, const std::function<bool()>& done) override;
  void drain() override;
  std::vector<TaskError> unmet_errors() override { return failures_.meet_all(); }
  void forget(EngineVariable& variable) override { core_.forget(variable); }
  void check_running() const override {
    if (stopping_.load(std::memory_order_relaxed)) throw Stopped();
    if (setup_.stop && setup_.stop->load(std::memory_order_relaxed)) throw Stopped();
  }
  void begin_statement(int line) override;
  std::int64_t now_ns() const override { return frontend_ns_; }
  void spend(std::int64_t ns) override;
  void spend_issue() override { spend(setup_.costs.issue_ns); }
  void stop() override { stopping_.store(true, std::memory_order_relaxed); }

 private:
  using Order = SimulationSetup::Order;
  struct Queue {
    std::uint32_t first_worker;
    std::uint32_t workers;
    std::size_t launch_limit;
    std::size_t unfinished = 0;  ///< of those submitted to it
    TaskNode* first = nullptr;   ///< of those that are ready, or, in the order of submit, not yet started
    TaskNode* last = nullptr;
    std::vector<std::uint32_t> idle = {};  ///< a heap of workers, the lowest lane on top
  };
  struct Worker {
    std::uint32_t index;
    std::uint32_t queue;
    TaskNode* task = nullptr;
    std::optional<std::string> failure = {};
    std::uint32_t started = 0;
    std::uint32_t ended = 0;
  };
  struct End {
    std::int64_t at_ns;
    std::uint64_t serial;
    std::uint32_t worker;
    bool operator>(const End& other) const {
      return at_ns != other.at_ns ? at_ns > other.at_ns : serial > other.serial;
    }
  };

  void check(const char* what) const;
  void set_clock(std::int64_t ns) { clock_ = static_cast<Ticks>(ns) + 1; }
  EventWriter* writer_for(const TaskNode& task) const {
    return recording_ && task.id != kNone ? recording_->frontend : nullptr;
  }

  // The frontend.
  void link(TaskNode& task);
  void call(TaskNode& task);
  void make_room(Queue& queue, StatementId statement);
  void begin_wait(WaitReason reason, StatementId statement, VariableId variable);
  void end_wait(TaskId ended_by);
  /// Blocks until `done()`, then hands back. False: nothing is left that could bring it about. What ended the
  /// wait is ended_by_.
  template <class Done>
  bool block(Done done);
  void surface(const TaskError& error, StatementId statement);

  // The backend.
  /// Everything elsewhere until `ns`, and at that time.
  void run_until(std::int64_t ns);
  /// What happens next elsewhere, with all that happens at the same time. False: nothing can.
  bool step();
  void end_tasks();
  void release(std::int64_t now_ns);
  void dispatch(std::int64_t now_ns);
  void start(Worker& worker, TaskNode& task, std::int64_t now_ns);
  /// Ends a task that would read a poisoned version without having run it. False: it would not.
  bool skip(TaskNode& task);
  void put_end(EventWriter& writer, const TaskNode& task, Outcome outcome, TaskId origin,
               const std::string& message);
  void rest(const Worker& worker);
  void enqueue(Queue& queue, TaskNode& task);
  TaskNode* take(Queue& queue, TaskNode* before);
  void finish_task(TaskNode& task);

  // The script.
  bool scripted() const { return setup_.script != nullptr; }
  /// Past the script, and told to go on.
  bool free_to_act() const;
  bool may_start(const Worker& worker, const TaskNode& task) const;
  bool may_end(const Worker& worker) const;
  const Script::Worker& part_of(const Worker& worker) const;
  bool dispatch_scripted(Queue& queue, std::int64_t now_ns);
  [[noreturn]] void park(std::optional<int> next_line);
  std::vector<Choice> choices(std::optional<int> next_line) const;

  const SimulationSetup setup_;
  Ticks& clock_;
  const std::optional<Recording> recording_;
  DependencyCore core_;
  Failures failures_;
  std::vector<Queue> queues_;
  std::deque<Worker> workers_;
  std::vector<End> ends_;  ///< a heap, the next on top
  std::vector<End> now_ending_;
  std::vector<TaskNode*> released_;
  std::unordered_set<TaskId> reserved_;  ///< by the script, for the worker that takes it there

  std::int64_t frontend_ns_ = 0;
  std::size_t pending_ = 0;
  TaskId last_ended_ = kNone;
  TaskId ended_by_ = kNone;
  WaitId waits_ = 0;
  std::uint32_t statements_ = 0;
  std::uint32_t until_progress_ = kProgressTasks;
  TaskNode watcher_;  ///< stands for the frontend in a successor list
  bool watched_done_ = false;
  TaskId watched_by_ = kNone;
  std::atomic<bool> stopping_{false};

  static constexpr std::uint32_t kProgressTasks = 4096;
};

}  // namespace runahead
