// SPDX-License-Identifier: GPL-3.0-or-later
// The frontend's side of the simulation, and how time passes.
// Not here: who may decide what (simulated_choices.cpp), what tasks cost (tensor/op.h, device/machine.h).
#include "core/engine/simulated_engine.h"

#include <algorithm>
#include <utility>

namespace runahead {

SimulatedEngine::SimulatedEngine(SimulationSetup setup, Ticks& clock, std::optional<Recording> recording)
    : setup_(std::move(setup)),
      clock_(clock),
      recording_(recording),
      record_(recording),
      core_(setup_.max_pending) {
  set_clock(0);
  LaneId lane = recording_ ? recording_->first_lane : 0;
  for (const QueueOptions& options : setup_.queues) {
    add_queue(options, lane);
    lane = static_cast<LaneId>(lane + options.workers);
  }
}

void SimulatedEngine::add_queue(const QueueOptions& options, LaneId first_lane) {
  const std::uint32_t queue = scheduler_.add_queue(order_of(options));
  queues_.push_back({.launch_limit = options.launch_limit});
  for (int i = 0; i < options.workers; ++i) {
    workers_.push_back({.index = scheduler_.add_worker(queue), .lane = static_cast<LaneId>(first_lane + i)});
  }
}

QueueOrder SimulatedEngine::order_of(const QueueOptions& queue) const {
  if (setup_.order == Order::ranked) return QueueOrder::ranked;
  const bool as_submitted = setup_.order == Order::as_submitted && !queue.copies;
  return as_submitted ? QueueOrder::as_submitted : QueueOrder::as_ready;
}

kernels::Stream* SimulatedEngine::open_queue(const QueueSetup& queue) {
  add_queue({.launch_limit = queue.launch_limit, .copies = queue.copies}, queue.lane);
  return nullptr;
}

void SimulatedEngine::check(const char* what) const {
  check_running();
  if (in_task) throw Error(std::string("[") + what + "] a task may neither submit nor wait");
}

// The frontend.

void SimulatedEngine::spend(std::int64_t ns) {
  if (setup_.chooser && ns > 0) ask(Chooser::Moment::passing);
  frontend_ns_ += ns;
  run_until(frontend_ns_);
}

TaskNode& SimulatedEngine::acquire(StatementId statement) {
  check("submit");
  TaskNode* node = core_.acquire();
  if (!node) {
    record_.begin_wait(WaitReason::queue_full, statement, kNone);
    block([&] { return (node = core_.acquire()) != nullptr; });
    record_.end_wait(ended_by_);
  }
  node->replayed = node->races = node->ran = false;
  node->cost_ns = 1;
  return *node;
}

void SimulatedEngine::link(TaskNode& task) {
  if (!task.deferred) task.id = recording_ ? recording_->recorder->next_task() : kNone;
  ++pending_;
  EventWriter* const writer = writer_for(task);
  if (writer) {
    writer->open();
    EnqueueRecord record(*writer, task);
    task.may_run.store(core_.submit(task), std::memory_order_relaxed);
    if (task.may_run.load(std::memory_order_relaxed)) record.set_ready_at_once();
    writer->commit();
  } else {
    task.may_run.store(core_.submit(task), std::memory_order_relaxed);
  }
  if (--until_progress_ == 0) {
    until_progress_ = kProgressTasks;
    if (setup_.progress) setup_.progress();
  }
}

void SimulatedEngine::submit(TaskNode& task) {
  if (setup_.order == Order::in_call) {
    call(task);
    return;
  }
  Queue& queue = queues_[task.stream];
  make_room(queue, task.statement);
  spend(task.replayed ? setup_.costs.dispatch_ns : setup_.costs.issue_ns);
  check_running();
  ++queue.unfinished;
  if (setup_.order == Order::as_submitted) {
    const auto run = [](const auto& entry) {
      return entry.first->serial != entry.second || entry.first->ran;
    };
    while (!not_run_.empty() && run(not_run_.front())) not_run_.pop_front();
    not_run_.emplace_back(&task, task.serial);
  }
  link(task);
  if (is_ready(&task) || scheduler_.in_order(task.stream)) hold(task);
  if (is_ready(&task)) choose_or_dispatch(frontend_ns_);
}

void SimulatedEngine::make_room(Queue& queue, StatementId statement) {
  const auto room = [&queue] { return queue.unfinished < queue.launch_limit; };
  if (queue.launch_limit == 0 || room()) return;
  record_.begin_wait(WaitReason::queue_full, statement, kNone);
  block(room);
  record_.end_wait(ended_by_);
}

void SimulatedEngine::call(TaskNode& task) {
  spend(setup_.call_ns > 0 ? setup_.call_ns : setup_.costs.issue_ns);
  wait_while([&] { return !core_.may_run(task); });
  run_until(frontend_ns_);
  link(task);
  const StatementId statement = task.statement;
  VariableId written = kNone;
  for (std::uint16_t i = 0; i < task.use_count; ++i) {
    if (task.uses[i].write) written = task.uses[i].variable;
  }
  std::optional<std::string> failure;
  if (!skip(task)) {
    EventWriter* const writer = writer_for(task);
    if (writer) {
      writer->open();
      writer->put(EventKind::start, task.id, recording_->call_lane);
      writer->commit();
    }
    failure = compute(task);
    spend(std::max<std::int64_t>(task.cost_ns, 1));
    failures_.settle(task, failure);
    if (writer) {
      writer->open();
      put_end(*recording_->recorder, *writer, task, std::nullopt, failure);
    }
    task.destroy_body();
    if (writer) writer->commit();
    finish_task(task);
  }
  if (setup_.order == Order::in_call) {
    // The call itself fails: this error is met without a wait.
    if (failure) record_.surface(failures_.meet_all(), statement);
    return;
  }
  record_.surface(failures_.meet(written), statement);
}

void SimulatedEngine::run_in_call(TaskNode& task) {
  call(task);
}

void SimulatedEngine::wait_while(std::function<bool()> waits) {
  struct Forget {
    std::function<bool()>& waiting;
    ~Forget() { waiting = nullptr; }
  } const forget{waiting_};
  waiting_ = std::move(waits);
  for (bool first = true; waiting_(); first = false) {
    if (setup_.chooser && (first || !anything_runs())) {
      ask(Chooser::Moment::blocked);
      if (!waiting_()) break;
    }
    if (!advance()) throw Error("[engine] tasks wait for one another");
    frontend_ns_ = std::max(frontend_ns_, time_ns());
    choose_or_dispatch(time_ns());
  }
}

template <class Done>
bool SimulatedEngine::block(Done done) {
  // Asked once more after it held, it might take twice what it takes.
  bool holds = false;
  wait_while([&] { return !(holds = holds || done()) && pending_ > 0; });
  ended_by_ = last_ended_;
  spend(setup_.costs.hand_back_ns);
  return holds;
}

void SimulatedEngine::wait_to_read(EngineVariable& variable, WaitReason reason, StatementId statement) {
  check("wait_to_read");
  record_.begin_wait(reason, statement, variable.id);
  watched_done_ = false;
  watched_by_ = kNone;
  if (core_.watch(variable, watcher_)) block([this] { return watched_done_; });
  record_.end_wait(watched_by_);
  record_.surface(variable.of_stream ? failures_.meet_all() : failures_.meet(variable.id), statement);
}

void SimulatedEngine::wait_all(WaitReason reason, StatementId statement) {
  check("waitall");
  record_.begin_wait(reason, statement, kNone);
  const bool waits = pending_ > 0;
  if (waits) block([this] { return pending_ == 0; });
  record_.end_wait(waits ? ended_by_ : kNone);
  record_.surface(failures_.meet_all(), statement);
}

bool SimulatedEngine::wait_for(WaitReason reason, StatementId statement, const std::function<bool()>& done) {
  check("wait");
  if (done()) return true;
  record_.begin_wait(reason, statement, kNone);
  const bool holds = block(done);
  record_.end_wait(ended_by_);
  return holds;
}

void SimulatedEngine::drain() {
  check("drain");
  wait_while([this] { return pending_ > 0; });
  frontend_ns_ = std::max(frontend_ns_, static_cast<std::int64_t>(clock_) - 1);
  set_clock(frontend_ns_);
}

// The backend.

void SimulatedEngine::run_until(std::int64_t ns) {
  for (auto next = next_ns(); next && *next <= ns; next = next_ns()) step();
  set_clock(ns);
}

std::optional<std::int64_t> SimulatedEngine::next_ns() const {
  const auto end_ns = scheduler_.next_end_ns();
  if (wakes_.empty()) return end_ns;
  return end_ns ? std::min(wakes_.front().at_ns, *end_ns) : wakes_.front().at_ns;
}

void SimulatedEngine::step() {
  if (advance()) choose_or_dispatch(time_ns());
}

bool SimulatedEngine::advance() {
  check_running();
  const auto next = next_ns();
  if (!next) return false;
  const std::int64_t now_ns = *next;
  set_clock(now_ns);
  if (scheduler_.next_end_ns() == now_ns) end_tasks();
  release(now_ns);
  while (!wakes_.empty() && wakes_.front().at_ns == now_ns) {
    Worker& worker = workers_[wakes_.front().worker];
    wakes_.erase(wakes_.begin());
    start(worker, *worker.task, now_ns);
  }
  return true;
}

void SimulatedEngine::end_tasks() {
  const std::vector<Scheduler::Entry>& ends = scheduler_.take_ends();
  EventWriter* const writer = recording_ ? recording_->frontend : nullptr;
  if (writer) writer->open();
  for (const auto& end : ends) {
    Worker& worker = workers_[end.worker];
    TaskNode& task = *end.task;
    failures_.settle(task, worker.failure);
    if (!writer_for(task)) continue;
    put_end(*recording_->recorder, *writer, task, std::nullopt, worker.failure);
  }
  for (const auto& end : ends) end.task->destroy_body();
  if (writer) writer->commit();
  for (const auto& end : ends) {
    Worker& worker = workers_[end.worker];
    worker.failure.reset();
    worker.task = nullptr;
    --queue_of(worker).unfinished;
    finish_task(*end.task);
    scheduler_.rest(end.worker);
  }
}

void SimulatedEngine::finish_task(TaskNode& task) {
  const TaskId id = task.id;
  last_ended_ = id;
  --pending_;
  const TaskChain ready = core_.complete(task);
  for (TaskNode *node = ready.first, *after = nullptr; node; node = after) {
    after = node->next.load(std::memory_order_relaxed);
    if (node == &watcher_) {
      watched_done_ = true;
      watched_by_ = id;
    } else {
      released_.push_back(node);
    }
  }
  TaskChain done;
  done.append(task);
  core_.hand_back(done);
}

void SimulatedEngine::release(std::int64_t now_ns) {
  if (released_.empty()) return;
  std::sort(released_.begin(), released_.end(),
            [](const TaskNode* a, const TaskNode* b) { return a->serial < b->serial; });
  set_clock(now_ns);
  EventWriter* const writer = recording_ ? recording_->frontend : nullptr;
  if (writer) writer->open();
  for (TaskNode* task : released_) {
    if (writer_for(*task)) writer->put(EventKind::ready, task->id);
    task->may_run.store(true, std::memory_order_relaxed);
    if (!scheduler_.in_order(task->stream)) hold(*task);
  }
  if (writer) writer->commit();
  released_.clear();
}

void SimulatedEngine::dispatch(std::int64_t now_ns) {
  scheduler_.dispatch(is_ready,
                      [&](std::uint32_t worker, TaskNode* task) { give(workers_[worker], *task, now_ns); });
}

void SimulatedEngine::give(Worker& worker, TaskNode& task, std::int64_t now_ns) {
  if (setup_.wake_latency_ns == 0 || !scheduler_.slept(worker.index, now_ns)) {
    start(worker, task, now_ns);
    return;
  }
  set_clock(now_ns);
  if (skips(worker, task)) return;
  worker.task = &task;
  wakes_.push_back({now_ns + setup_.wake_latency_ns, task.serial, &task, worker.index});
}

bool SimulatedEngine::skip(TaskNode& task) {
  if (!failures_.any()) return false;
  const std::optional<TaskId> origin = failures_.inherit(task);
  if (!origin) return false;
  EventWriter* const writer = writer_for(task);
  if (writer) {
    writer->open();
    put_end(*recording_->recorder, *writer, task, origin, std::nullopt);
  }
  task.destroy_body();
  if (writer) writer->commit();
  finish_task(task);
  return true;
}

bool SimulatedEngine::skips(const Worker& worker, TaskNode& task) {
  if (!skip(task)) return false;
  --queue_of(worker).unfinished;
  scheduler_.rest(worker.index);
  release(time_ns());  // what waited for it is ready before anything else starts
  return true;
}

std::optional<std::string> SimulatedEngine::compute(TaskNode& task) {
  if (task.races) {
    for (const auto& [node, serial] : not_run_) {
      if (serial >= task.serial) break;
      if (node->serial != serial || node->ran || (failures_.any() && failures_.inherit(*node))) continue;
      node->ran = true;
      if (std::optional<std::string> failure = run_body(*node))
        early_failures_.emplace(serial, std::move(*failure));
    }
  }
  if (!std::exchange(task.ran, true)) return run_body(task);
  const auto failed = early_failures_.find(task.serial);
  return failed == early_failures_.end() ? std::nullopt : std::optional(failed->second);
}

void SimulatedEngine::start(Worker& worker, TaskNode& task, std::int64_t now_ns) {
  set_clock(now_ns);
  if (skips(worker, task)) return;
  if (EventWriter* const writer = writer_for(task)) {
    writer->open();
    writer->put(EventKind::start, task.id, worker.lane);
    writer->commit();
  }
  if (task.stamp) task.stamp->store(now_ns, std::memory_order_release);
  worker.task = &task;
  worker.failure = compute(task);
  scheduler_.begin(worker.index, &task, task.serial, now_ns + std::max<std::int64_t>(task.cost_ns, 1));
}

}  // namespace runahead
