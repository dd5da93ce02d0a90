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

template <class Tracing>
ThreadedEngine<Tracing>::ThreadedEngine(int workers, std::size_t max_pending, Tracing tracing, bool late_ends)
    : tracing_(tracing),
      parking_(spin_limit_us(workers)),
      record_(recording_of(tracing)),
      core_(max_pending, late_ends),
      batch_(batch_size(max_pending, workers)),
      late_ends_(late_ends),
      spin_limit_us_(spin_limit_us(workers)),
      up_(workers) {
  TickScale::instance();
  if constexpr (Tracing::kRecords) {
    caller_.writer = tracing_.frontend;
    caller_.lane = tracing_.call_lane;
  }
}

template <class Tracing>
typename ThreadedEngine<Tracing>::Worker& ThreadedEngine<Tracing>::add_worker(Team& team) {
  Worker& worker = *workers_.emplace_back(std::make_unique<Worker>());
  parking_.join(team, worker, spin_limit_us_);
  if constexpr (Tracing::kRecords) {
    worker.lane = static_cast<LaneId>(tracing_.first_lane + workers_.size() - 1);
    worker.writer = &tracing_.recorder->add_writer();
  }
  return worker;
}

template <class Tracing>
typename ThreadedEngine<Tracing>::Worker& ThreadedEngine<Tracing>::reserve_worker(Team& team) {
  Worker& worker = *workers_.emplace_back(std::make_unique<Worker>());
  parking_.join(team, worker, 1);
  return worker;
}

template <class Tracing>
void ThreadedEngine<Tracing>::open_worker(Worker& worker, LaneId lane,
                                          const std::function<void(Worker&)>& work) {
  worker.lane = lane;
  if constexpr (Tracing::kRecords) worker.writer = &tracing_.recorder->add_writer();
  std::latch up(1);  // the first task does not wait for the thread to be born
  begin(worker, [work, &up](Worker& own) {
    up.count_down();
    work(own);
  });
  up.wait();
}

template <class Tracing>
void ThreadedEngine<Tracing>::begin(Worker& worker, const std::function<void(Worker&)>& work) {
  worker.thread = std::thread([this, work, &worker] {
    this_thread_writer = worker.writer;
    try {
      work(worker);
    } catch (const std::bad_alloc&) {
      this->give_up();
    }
    if constexpr (Tracing::kRecords) worker.processor_wait_ns = processor_wait_ns();
  });
}

template <class Tracing>
void ThreadedEngine<Tracing>::start(const std::function<void(Worker&)>& work) {
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

template <class Tracing>
void ThreadedEngine<Tracing>::stop_and_join() {
  stop();
  for (auto& worker : workers_) {
    if (!worker->thread.joinable()) continue;
    worker->thread.join();
    if constexpr (Tracing::kRecords) tracing_.recorder->add_processor_wait(worker->processor_wait_ns);
  }
}

// The workers.

template <class Tracing>
void ThreadedEngine<Tracing>::hand_back(Worker& worker) {
  core_.hand_back(worker.done);
  worker.done = {};
  parking_.tell(Need::nodes);
}

// The frontend.

template <class Tracing>
void ThreadedEngine<Tracing>::check_frontend(const char* what) const {
  if (stopping()) [[unlikely]]
    throw Stopped();
  if (in_task) [[unlikely]]
    throw Error(std::string("[") + what + "] a task may neither submit nor wait");
}

template <class Tracing>
TaskNode& ThreadedEngine<Tracing>::acquire(StatementId statement) {
  check_frontend("submit");
  TaskNode* node = core_.acquire();
  if (!node) [[unlikely]] {
    wait_for_room(
        Need::nodes, statement, [&] { return (node = core_.acquire()) != nullptr; },
        [&] { return core_.last_handed_back(); });
  }
  return *node;
}

template <class Tracing>
void ThreadedEngine<Tracing>::run_in_call(TaskNode& task) {
  if (!core_.may_run(task)) block(Need::progress, [&] { return core_.may_run(task); });
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

template <class Tracing>
void ThreadedEngine<Tracing>::wait_to_read(EngineVariable& variable, WaitReason reason,
                                           StatementId statement) {
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

template <class Tracing>
std::uint64_t ThreadedEngine<Tracing>::completed() const {
  std::uint64_t sum = caller_.completed.load(std::memory_order_relaxed);
  for (const auto& worker : workers_) sum += worker->completed.load(std::memory_order_acquire);
  return sum;
}

template <class Tracing>
void ThreadedEngine<Tracing>::wait_all(WaitReason reason, StatementId statement) {
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

template <class Tracing>
bool ThreadedEngine<Tracing>::wait_for(WaitReason reason, StatementId statement,
                                       const std::function<bool()>& done) {
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

template <class Tracing>
void ThreadedEngine<Tracing>::drain() {
  check_frontend("drain");
  block(Need::all, [&] { return completed() == submitted_; });
}

template class ThreadedEngine<NoTracing>;
template class ThreadedEngine<Recording>;

}  // namespace runahead
