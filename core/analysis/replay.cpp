// SPDX-License-Identifier: GPL-3.0-or-later
// The frontend's steps and the uses of a trace, over the simulated engine's scheduler. Not here: the record's
// own times (scope.cpp, fit.cpp).
#include "core/analysis/replay.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/analysis/races.h"
#include "core/analysis/wake_latency.h"
#include "core/engine/list_scheduler.h"

namespace runahead {
namespace {

constexpr std::uint32_t kNobody = kNone;

class Replayer {
 public:
  Replayer(const Trace& trace, const Scope& scope, std::span<const FrontendStep> steps,
           const ReplayTimes& times)
      : trace_(trace),
        scope_(scope),
        steps_(steps),
        times_(times),
        now_ns_(scope.from_ns),
        done_ns_(scope.from_ns),
        last_end_ns_(scope.from_ns) {
    if (!times.wake_latency_ns) wake_latencies_ = wake_latencies_ns(trace);
    make_queues();
    find_races();
    const State before = trace.state_at(scope.first);
    first_ = before.first_pending;
    items_.resize(trace.state_at(scope.last).issued - first_);
    variables_.resize(trace.variable_count());
    result_.bars.reserve(items_.size());
    for (const FrontendStep& step : steps) {
      if (step.kind != FrontendStep::Kind::wait) continue;
      if (trace.wait(step.id).reason == WaitReason::queue_full) most_ = std::max(most_, step.depth);
    }
  }

  Replay run() {
    take_over();
    for (const FrontendStep& step : steps_) act(step);
    if (scope_.mark != kNone) {
      // What starts later meets tasks that were issued behind the scope.
      done_ns_ = now_ns_;
    } else {
      while (step_once()) {
      }
      done_ns_ = std::max(done_ns_, last_end_ns_);
    }
    result_.length_ns = done_ns_ - scope_.from_ns;
    // Tasks that are picked up start later than they are taken.
    std::stable_sort(result_.bars.begin(), result_.bars.end(),
                     [](const PredictedBar& a, const PredictedBar& b) { return a.start_ns < b.start_ns; });
    return std::move(result_);
  }

 private:
  struct Item {
    std::uint32_t unmet = 0;
    std::uint32_t successors = kNobody;  ///< in links_
    std::uint32_t serial = 0;
    std::uint32_t queue = 0;
    std::int64_t ready_ns = 0;
    bool submitted = false;
    bool started = false;
    bool ended = false;
  };
  struct Link {
    std::uint32_t item;
    std::uint32_t next;
  };
  struct VariableState {
    std::uint32_t writer = kNobody;
    std::uint32_t readers = kNobody;  ///< in links_, since the writer
  };

  void make_queues() {
    worker_of_.resize(trace_.lane_count(), 0);
    const QueueOrder of_pool = trace_.info().mode == Mode::lazy ? QueueOrder::ranked : QueueOrder::as_ready;
    std::optional<std::uint32_t> pool;
    for (LaneId lane = 0; lane < trace_.lane_count(); ++lane) {
      const LaneKind kind = trace_.lane(lane).kind;
      if (kind == LaneKind::frontend || kind == LaneKind::caller) continue;
      const bool pooled = kind == LaneKind::worker;
      const bool in_order = kind == LaneKind::stream && trace_.info().mode == Mode::stream;
      const std::uint32_t queue =
          pooled && pool ? *pool : scheduler_.add_queue(in_order ? QueueOrder::as_submitted : of_pool);
      if (pooled) pool = queue;
      worker_of_[lane] = scheduler_.add_worker(queue, free_since_ns(trace_, lane, scope_.first));
      lane_of_.push_back(lane);
    }
    if (!lane_of_.empty()) return;
    // Whatever there is ends as it starts.
    scheduler_.add_worker(scheduler_.add_queue(QueueOrder::as_submitted));
  }

  /// Emulated in real time, tasks wait also for what the program does not order.
  void find_races() {
    if (trace_.info().clock == Clock::live && trace_.info().runs_on() != DeviceKind::cuda) return;
    for (std::uint32_t i = 0; i < trace_.error_count(); ++i) {
      const ErrorRecord error = trace_.error(i);
      if (error.kind != ErrorKind::race) continue;
      for (const VariableId variable : raced(trace_, error)) races_[error.task].push_back(variable);
    }
  }

  Task task_of(std::uint32_t item) const { return trace_.task(first_ + item); }

  std::int64_t execution_ns(const Task& task) const {
    if (task.end != kNever && task.start == kNever) return 0;  // skipped
    if (times_.t2_ns) return *times_.t2_ns;
    if (task.start == kNever || task.end == kNever) return times_.unknown_ns;
    return trace_.time_ns(task.end) - trace_.time_ns(task.start);
  }

  std::int64_t wake_latency_ns(const Task& task) const {
    if (times_.wake_latency_ns) return *times_.wake_latency_ns;
    const std::int64_t own_ns = wake_latencies_[task.id];
    return own_ns == kNoWakeLatency ? times_.unknown_wake_latency_ns : own_ns;
  }

  // The frontend.

  /// What was pending when the scope began.
  void take_over() {
    std::vector<TaskId> pending = trace_.pending_at(scope_.first, items_.size());
    std::sort(pending.begin(), pending.end(),
              [&](TaskId a, TaskId b) { return trace_.task(a).enqueue < trace_.task(b).enqueue; });
    for (const TaskId id : pending) {
      const Task task = trace_.task(id);
      if (task.start != kNever && trace_.lane(task.lane).kind == LaneKind::caller)
        continue;  // the frontend's
      link(id);
      if (task.start != kNever && task.start < scope_.first) {
        const std::int64_t end_ns =
            task.end == kNever ? now_ns_ + execution_ns(task) : trace_.time_ns(task.end);
        scheduler_.take(worker_of_[task.lane], id - first_);
        begin(id - first_, worker_of_[task.lane], trace_.time_ns(task.start), std::max(end_ns, now_ns_));
      } else {
        const bool before = task.ready < scope_.first;
        enqueue(id - first_, before ? trace_.time_ns(task.ready) : now_ns_);
      }
    }
    std::sort(result_.bars.begin(), result_.bars.end(),
              [](const PredictedBar& a, const PredictedBar& b) { return a.start_ns < b.start_ns; });
    dispatch();
  }

  void act(const FrontendStep& step) {
    const bool issues = step.kind != FrontendStep::Kind::wait && step.kind != FrontendStep::Kind::done;
    if (step.kind == FrontendStep::Kind::enqueue) make_room();
    run_until(now_ns_ + (times_.t1_ns ? (issues ? *times_.t1_ns : 0) : step.own_ns));
    switch (step.kind) {
      case FrontendStep::Kind::defer:
        break;
      case FrontendStep::Kind::enqueue:
        link(step.id);
        enqueue(step.id - first_, now_ns_);
        dispatch();
        break;
      case FrontendStep::Kind::run:
        call(step.id);
        break;
      case FrontendStep::Kind::wait:
        wait(step);
        break;
      case FrontendStep::Kind::done:
        done_ns_ = now_ns_;
        break;
    }
  }

  void make_room() {
    if (most_ > 0) block([&] { return pending_ < most_; });
  }

  void call(TaskId id) {
    Item& item = link(id);
    item.started = true;
    if (item.unmet > 0) {
      while (pending_ > 1 && step_once()) {  // itself is one of them
      }
    }
    const Task task = trace_.task(id);
    const std::int64_t end_ns = now_ns_ + execution_ns(task);
    result_.bars.push_back({id, task.lane, now_ns_, end_ns});
    run_until(end_ns);
    last_end_ns_ = end_ns;
    end(id - first_);
    release();
    dispatch();
  }

  void wait(const FrontendStep& step) {
    const Wait wait = trace_.wait(step.id);
    if (wait.reason == WaitReason::queue_full) return;  // the next enqueue finds out itself
    const bool for_room = wait.reason == WaitReason::memory_full;
    if (wait.variable == kNone && !for_room && !step.leaves_tasks) {
      block([&] { return pending_ == 0; });
      return;
    }
    // What no task writes stands for a stream, or was written before.
    const std::uint32_t writer = wait.variable != kNone ? variables_[wait.variable].writer : kNobody;
    const std::uint32_t item = writer != kNobody ? writer : wait.ended_by - first_;
    if (item >= items_.size() || !items_[item].submitted) return;
    block([&] { return items_[item].ended; });
  }

  template <class Done>
  void block(Done done) {
    if (done()) return;
    while (!done() && step_once()) {
    }
    run_until(now_ns_ + times_.t3_ns);
  }

  // Dependencies.

  /// Puts a task behind what it depends on.
  Item& link(TaskId id) {
    const std::uint32_t own = id - first_;
    Item& item = items_[own];
    item.submitted = true;
    item.serial = serial_++;
    const Task task = trace_.task(id);
    const bool has_queue = task.start != kNever && trace_.lane(task.lane).kind != LaneKind::caller;
    item.queue = has_queue ? scheduler_.queue_of(worker_of_[task.lane]) : 0;
    ++pending_;
    if (task.after != kNone && task.after >= first_) add_dependency(task.after - first_, own);
    if (const auto found = races_.find(id); found != races_.end()) {
      for (const VariableId variable : found->second) variables_[variable] = {};
    }
    for (std::uint32_t i = 0; i < trace_.use_count(id); ++i) {
      const Use use = trace_.use(id, i);
      VariableState& variable = variables_[use.variable];
      if (!use.write) {
        add_dependency(variable.writer, own);
        variable.readers = add_link(own, variable.readers);
        continue;
      }
      if (variable.readers == kNobody) add_dependency(variable.writer, own);
      for (std::uint32_t at = variable.readers; at != kNobody; at = links_[at].next) {
        add_dependency(links_[at].item, own);
      }
      variable = {.writer = own};
    }
    return item;
  }

  void add_dependency(std::uint32_t before, std::uint32_t own) {
    if (before == kNobody || before == own || items_[before].ended) return;
    // Streams in different parts of an array do not wait for each other: what started before that ended.
    const Task earlier = task_of(before), later = task_of(own);
    if (later.start != kNever && earlier.lane != later.lane && earlier.end > later.start) return;
    items_[before].successors = add_link(own, items_[before].successors);
    ++items_[own].unmet;
  }

  std::uint32_t add_link(std::uint32_t item, std::uint32_t next) {
    links_.push_back({item, next});
    return static_cast<std::uint32_t>(links_.size() - 1);
  }

  // The backend.

  void enqueue(std::uint32_t index, std::int64_t ready_ns) {
    const Item& item = items_[index];
    if (scheduler_.in_order(item.queue)) scheduler_.hold(item.queue, index, item.serial, ready_ns);
    if (item.unmet == 0) make_ready(index, ready_ns);
  }

  void make_ready(std::uint32_t index, std::int64_t ready_ns) {
    Item& item = items_[index];
    item.ready_ns = ready_ns;
    if (!scheduler_.in_order(item.queue)) scheduler_.hold(item.queue, index, item.serial, ready_ns);
  }

  void run_until(std::int64_t ns) {
    for (auto next = scheduler_.next_end_ns(); next && *next <= ns; next = scheduler_.next_end_ns())
      step_once();
    now_ns_ = ns;
  }

  /// What ends next, with all that ends at the same time. False: nothing does.
  bool step_once() {
    const auto next = scheduler_.next_end_ns();
    if (!next) return false;
    last_end_ns_ = now_ns_ = *next;
    for (const auto& ended : scheduler_.take_ends()) {
      end(ended.task);
      scheduler_.rest(ended.worker);
    }
    release();
    dispatch();
    return true;
  }

  void end(std::uint32_t index) {
    Item& item = items_[index];
    item.ended = true;
    --pending_;
    for (std::uint32_t at = item.successors; at != kNobody; at = links_[at].next) {
      Item& waiting = items_[links_[at].item];
      // What some recorders know of dependencies is not what their tasks went by.
      if (--waiting.unmet == 0 && !waiting.started) released_.push_back(links_[at].item);
    }
  }

  void release() {
    for (const std::uint32_t index : released_) make_ready(index, now_ns_);
    released_.clear();
  }

  void dispatch() {
    scheduler_.dispatch([this](std::uint32_t index) { return items_[index].unmet == 0; },
                        [this](std::uint32_t worker, std::uint32_t index) { start(worker, index); });
  }

  void start(std::uint32_t worker, std::uint32_t index) {
    const Task task = task_of(index);
    const bool skipped = task.end != kNever && task.start == kNever;
    if (skipped || lane_of_.empty()) {
      last_end_ns_ = now_ns_;
      end(index);
      scheduler_.rest(worker);
      release();
      return;
    }
    // What was ready before the scope is being picked up when it begins.
    const Item& item = items_[index];
    const std::int64_t since_ns = scheduler_.in_order(item.queue) ? now_ns_ : item.ready_ns;
    const bool slept = scheduler_.slept(worker, since_ns);
    const std::int64_t start_ns = slept ? std::max(now_ns_, since_ns + wake_latency_ns(task)) : now_ns_;
    begin(index, worker, start_ns, start_ns + execution_ns(task));
  }

  void begin(std::uint32_t index, std::uint32_t worker, std::int64_t start_ns, std::int64_t end_ns) {
    items_[index].started = true;
    result_.bars.push_back({first_ + index, lane_of_[worker], start_ns, end_ns});
    scheduler_.begin(worker, index, items_[index].serial, end_ns);
  }

  const Trace& trace_;
  const Scope scope_;
  const std::span<const FrontendStep> steps_;
  const ReplayTimes& times_;
  TaskId first_ = 0;  ///< the task of items_[0]
  std::vector<Item> items_;
  std::vector<Link> links_;
  std::vector<VariableState> variables_;
  std::unordered_map<TaskId, std::vector<VariableId>> races_;  ///< of tasks that nothing orders by these
  std::vector<std::uint32_t> worker_of_;                       ///< of each lane
  std::vector<LaneId> lane_of_;                                ///< of each worker; empty: there are no lanes
  std::vector<std::int64_t> wake_latencies_;                   ///< of each task in the record
  ListScheduler<std::uint32_t> scheduler_;
  std::vector<std::uint32_t> released_;
  std::uint32_t serial_ = 0;
  std::uint32_t pending_ = 0;
  std::uint32_t most_ = 0;  ///< tasks that may be pending; 0: any number
  std::int64_t now_ns_;
  std::int64_t done_ns_;
  std::int64_t last_end_ns_;
  Replay result_;
};

}  // namespace

Replay replay(const Trace& trace, const Scope& scope, std::span<const FrontendStep> steps,
              const ReplayTimes& times) {
  return Replayer(trace, scope, steps, times).run();
}

}  // namespace runahead
