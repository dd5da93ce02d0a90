// SPDX-License-Identifier: GPL-3.0-or-later
// Threads come and go, the frontend waits.
#include "core/engine/threaded_engine.h"

#include <new>
#include <string>

#include "core/base/processor_wait.h"

namespace runahead {

namespace {

/// Spinning helps only where another core can do the work meanwhile.
int spin_limit_us(int workers) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  return static_cast<unsigned>(workers) + 1 <= cores ? 64 : 1;
}

/// Few enough that a small max_pending is not held by nodes on their way back.
std::size_t batch_size(std::size_t max_pending, int workers) {
  if (max_pending == 0) return 64;
  const std::size_t share = max_pending / (static_cast<std::size_t>(workers) * 16);
  return std::clamp<std::size_t>(share, 1, 64);
}

}  // namespace

ThreadedEngine::ThreadedEngine(int workers, std::size_t max_pending,
                               const std::optional<Recording>& recording, bool late_ends)
    : recording_(recording),
      parking_(spin_limit_us(workers)),
      record_(recording),
      core_(max_pending, late_ends),
      batch_(batch_size(max_pending, workers)),
      late_ends_(late_ends),
      spin_limit_us_(spin_limit_us(workers)),
      up_(workers) {
  TickScale::instance();
  if (recording_) {
    caller_.writer = recording_->frontend;
    caller_.lane = recording_->call_lane;
  }
}

ThreadedEngine::Worker& ThreadedEngine::add_worker(Team& team) {
  Worker& worker = *workers_.emplace_back(std::make_unique<Worker>());
  parking_.join(team, worker, spin_limit_us_);
  if (recording_) {
    worker.lane = static_cast<LaneId>(recording_->first_lane + workers_.size() - 1);
    worker.writer = &recording_->recorder->add_writer();
  }
  return worker;
}

ThreadedEngine::Worker& ThreadedEngine::reserve_worker(Team& team) {
  Worker& worker = *workers_.emplace_back(std::make_unique<Worker>());
  parking_.join(team, worker, 1);
  return worker;
}

void ThreadedEngine::open_worker(Worker& worker, LaneId lane, const std::function<void(Worker&)>& work) {
  worker.lane = lane;
  if (recording_) worker.writer = &recording_->recorder->add_writer();
  std::latch up(1);  // the first task does not wait for the thread to be born
  begin(worker, [work, &up](Worker& own) {
    up.count_down();
    work(own);
  });
  up.wait();
}

void ThreadedEngine::begin(Worker& worker, const std::function<void(Worker&)>& work) {
  worker.thread = std::thread([this, work, &worker] {
    this_thread_writer = worker.writer;
    try {
      work(worker);
    } catch (const std::bad_alloc&) {
      give_up();
    }
    if (recording_) worker.processor_wait_ns = processor_wait_ns();
  });
}

void ThreadedEngine::start(const std::function<void(Worker&)>& work) {
  try {
    const auto counted = [this, work](Worker& worker) {
      up_.count_down();
      work(worker);
    };
    for (auto& worker : workers_) begin(*worker, counted);
  } catch (...) {
    stop_and_join();  // those that did start
    throw;
  }
  up_.wait();  // the first tasks of a run do not wait for threads to be born
}

void ThreadedEngine::stop_and_join() {
  stop();
  for (auto& worker : workers_) {
    if (!worker->thread.joinable()) continue;
    worker->thread.join();
    if (recording_) recording_->recorder->add_processor_wait(worker->processor_wait_ns);
  }
}

// The workers.

void ThreadedEngine::hand_back(Worker& worker) {
  core_.hand_back(worker.done);
  worker.done = {};
  parking_.tell(Need::nodes);
}

void ThreadedEngine::end_watch() {
  watched_done_.store(true, std::memory_order_release);
  parking_.tell(Need::watched);
}

// The frontend.

void ThreadedEngine::check_frontend(const char* what) const {
  if (stopping()) [[unlikely]]
    throw Stopped();
  if (in_task) [[unlikely]]
    throw Error(std::string("[") + what + "] a task may neither submit nor wait");
}

TaskNode& ThreadedEngine::acquire(StatementId statement) {
  check_frontend("submit");
  TaskNode* node = core_.acquire();
  if (!node) [[unlikely]] {
    wait_for_room(
        Need::nodes, statement, [&] { return (node = core_.acquire()) != nullptr; },
        [&] { return core_.last_handed_back(); });
  }
  return *node;
}

void ThreadedEngine::run_in_call(TaskNode& task) {
  if (completed() != submitted_ && !core_.may_run(task)) drain();
  link(task, [](TaskNode&) {});
  const StatementId statement = task.statement;
  VariableId written = kNone;
  for (std::uint16_t i = 0; i < task.use_count; ++i) {
    if (task.uses[i].write) written = task.uses[i].variable;
  }
  execute(caller_, task);
  finish(caller_, task, [](const TaskChain&) { return Ticks{0}; });
  if (caller_.done.count > 0) hand_back(caller_);
  record_.surface(failures_.meet(written), statement);
}

void ThreadedEngine::wait_to_read(EngineVariable& variable, WaitReason reason, StatementId statement) {
  check_frontend("wait_to_read");
  if (core_.written(variable)) {
    record_.no_wait(reason, statement, variable.id);
  } else {
    const TaskId writer = variable.writer->id;
    watched_done_.store(false, std::memory_order_relaxed);
    watcher_.set_ready_at(0);
    record_.begin_wait(reason, statement, variable.id);
    if (core_.watch(variable, watcher_)) {
      block(Need::watched, [&] { return watched_done_.load(std::memory_order_acquire); });
    }
    record_.end_wait(writer, watcher_.ready_at());
  }
  record_.surface(variable.of_stream ? failures_.meet_all() : failures_.meet(variable.id), statement);
}

std::uint64_t ThreadedEngine::completed() const {
  std::uint64_t sum = caller_.completed.load(std::memory_order_relaxed);
  for (const auto& worker : workers_) sum += worker->completed.load(std::memory_order_acquire);
  return sum;
}

void ThreadedEngine::wait_all(WaitReason reason, StatementId statement) {
  check_frontend("waitall");
  if (completed() == submitted_) {
    record_.no_wait(reason, statement, kNone);
  } else {
    record_.begin_wait(reason, statement, kNone);
    block(Need::all, [&] { return completed() == submitted_; });
    record_.end_wait(kLastEndedTask);
  }
  record_.surface(failures_.meet_all(), statement);
}

bool ThreadedEngine::wait_for(WaitReason reason, StatementId statement, const std::function<bool()>& done) {
  check_frontend("wait");
  const bool idle = completed() == submitted_;  // first, as below
  if (done()) return true;
  if (idle) {
    record_.no_wait(reason, statement, kNone);
    return false;
  }
  record_.begin_wait(reason, statement, kNone);
  bool holds = false;
  block(Need::progress, [&] {
    const bool all = completed() == submitted_;  // first: what the last task did is then seen by done()
    return (holds = done()) || all;
  });
  record_.end_wait(kLastEndedTask);
  return holds;
}

void ThreadedEngine::drain() {
  check_frontend("drain");
  block(Need::all, [&] { return completed() == submitted_; });
}

}  // namespace runahead
