// SPDX-License-Identifier: GPL-3.0-or-later
// The workers' loop, the frontend's waits, and who wakes whom.
// Not here: the queue itself (ready_queue.h).
#include "core/engine/thread_pool.h"

#include <algorithm>
#include <string>

#include "core/base/fences.h"
#include "core/base/futex.h"

namespace runahead {

namespace {

/// Spinning helps only where another core can do the work meanwhile.
int spin_limit_us(int workers) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  return static_cast<unsigned>(workers) + 1 <= cores ? 64 : 1;
}

/// Few enough that a small window is not held by nodes on their way back.
std::size_t batch_size(std::size_t window, int workers) {
  if (window == 0) return 64;
  const std::size_t share = window / (static_cast<std::size_t>(workers) * 16);
  return std::clamp<std::size_t>(share, 1, 64);
}

}  // namespace

template <class Tracing>
ThreadPool<Tracing>::ThreadPool(int workers, std::size_t window, Tracing tracing)
    : tracing_(tracing),
      core_(window),
      queue_(workers > 1),
      batch_(batch_size(window, workers)),
      spin_limit_us_(spin_limit_us(workers)),
      up_(workers) {
  TickScale::instance();
  for (int i = 0; i < workers; ++i) {
    auto worker = std::make_unique<Worker>();
    worker->spin_us = spin_limit_us_;
    if constexpr (Tracing::kRecords) {
      worker->lane = static_cast<LaneId>(tracing_.first_lane + i);
      worker->writer = &tracing_.recorder->add_writer();
    }
    workers_.push_back(std::move(worker));
  }
  try {
    for (auto& worker : workers_) worker->thread = std::thread([this, &worker = *worker] { work(worker); });
  } catch (...) {
    stop_and_join();  // those that did start
    throw;
  }
  up_.wait();  // the first tasks of a run do not wait for threads to be born
}

template <class Tracing>
ThreadPool<Tracing>::~ThreadPool() {
  stop_and_join();
}

template <class Tracing>
void ThreadPool<Tracing>::stop_and_join() {
  stop();
  for (auto& worker : workers_) {
    if (worker->thread.joinable()) worker->thread.join();
  }
}

template <class Tracing>
void ThreadPool<Tracing>::stop() {
  stopping_.store(true, std::memory_order_seq_cst);
  wake_workers(workers_.size());
  wake_frontend();
}

// The workers.

template <class Tracing>
void ThreadPool<Tracing>::work(Worker& worker) {
  in_task = true;
  this_thread_writer = worker.writer;
  up_.count_down();
  TaskNode* task = nullptr;
  while (!stopping_.load(std::memory_order_relaxed)) {
    if (!task) task = queue_.pop();
    if (task) {
      task = run(worker, *task);
      continue;
    }
    if constexpr (Tracing::kRecords) {
      if (worker.writer->is_open()) worker.writer->commit();
    }
    if (!idle(worker)) break;
  }
  if constexpr (Tracing::kRecords) {
    if (worker.writer->is_open()) worker.writer->commit();
  }
}

template <class Tracing>
bool ThreadPool<Tracing>::idle(Worker& worker) {
  if (worker.done.count > 0) hand_back(worker);
  light_fence();
  if (wants_all_.load(std::memory_order_relaxed)) wake_frontend();

  const Ticks until = now_ticks() + TickScale::instance().ticks_in(worker.spin_us * 1000);
  do {
    for (int i = 0; i < 16; ++i) {
      if (!queue_.empty()) {
        worker.spin_us = std::min(worker.spin_us * 2, spin_limit_us_);
        return true;
      }
      relax();
    }
    if (stopping_.load(std::memory_order_relaxed)) return false;
  } while (now_ticks() < until);
  // Not below what falling asleep and being woken costs both sides, where spinning takes nothing from others.
  worker.spin_us = std::max(worker.spin_us / 2, std::min(16, spin_limit_us_));

  while (true) {
    // Counted first, so that there are never fewer in the count than there are to wake.
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    worker.asleep.store(1, std::memory_order_seq_cst);
    if (queue_.empty() && !stopping_.load(std::memory_order_seq_cst)) {
      while (worker.asleep.load(std::memory_order_acquire) == 1) futex_wait(worker.asleep, 1);
    } else {
      claim(worker);
    }
    if (stopping_.load(std::memory_order_relaxed)) return false;
    if (!queue_.empty()) return true;
  }
}

template <class Tracing>
bool ThreadPool<Tracing>::claim(Worker& worker) {
  std::uint32_t asleep = 1;
  if (!worker.asleep.compare_exchange_strong(asleep, 0, std::memory_order_seq_cst)) return false;
  sleepers_.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

template <class Tracing>
void ThreadPool<Tracing>::wake_workers(std::size_t ready) {
  if (sleepers_.load(std::memory_order_seq_cst) == 0) return;
  for (auto& worker : workers_) {
    if (!claim(*worker)) continue;
    futex_wake(worker->asleep, 1);
    if (--ready == 0) return;
  }
}

template <class Tracing>
void ThreadPool<Tracing>::hand_back(Worker& worker) {
  core_.hand_back(worker.done);
  worker.done = {};
  light_fence();
  if (wants_nodes_.load(std::memory_order_relaxed)) wake_frontend();
}

template <class Tracing>
TaskNode* ThreadPool<Tracing>::run(Worker& worker, TaskNode& task) {
  execute(worker, task);
  TaskChain ready = core_.complete(task);
  if constexpr (Tracing::kRecords) {
    EventWriter& writer = *worker.writer;
    for (TaskNode* node = ready.first; node; node = node->next.load(std::memory_order_relaxed)) {
      writer.advance_past(node->ready_ticks);
      // Another of the tasks that it waited for may have ended after this section was opened.
      if (node->joins) writer.advance_past(now_ticks_ordered());
      node->ready_ticks = writer.stamp();
      if (node->id != kNone && node != &watcher_) writer.put(EventKind::ready, node->id);
    }
  }
  const TaskId id = task.id;
  worker.done.append(task);
  worker.completed.store(worker.completed.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  if (worker.done.count >= batch_) hand_back(worker);
  light_fence();
  if (wants_progress_.load(std::memory_order_relaxed)) [[unlikely]]
    wake_frontend();

  if (ready.count == 0) return nullptr;
  TaskNode* next = nullptr;
  TaskChain others;
  bool watched = false;
  bool nothing_older =
      queue_.empty();  // asked once: the first one may only be passed by tasks that are older
  for (TaskNode *node = ready.first, *after = nullptr; node; node = after) {
    after = node->next.load(std::memory_order_relaxed);
    if (node == &watcher_) {
      watched = true;
    } else if (nothing_older) {
      next = node;
      nothing_older = false;
    } else {
      others.append(*node);
    }
  }
  if (others.count > 0) {
    queue_.push(others);
    wake_workers(others.count);
  }
  if (watched) {
    watched_by_ = id;
    watched_done_.store(true, std::memory_order_release);
    light_fence();
    if (wants_watched_.load(std::memory_order_relaxed)) wake_frontend();
  }
  return next;
}

/// With recording: leaves the section of the task's end open, for what follows from it.
template <class Tracing>
void ThreadPool<Tracing>::execute(Worker& worker, TaskNode& task) {
  std::optional<TaskId> inherited;
  if (failures_.any()) [[unlikely]]
    inherited = failures_.inherit(task);

  [[maybe_unused]] EventWriter* const writer = worker.writer;
  const bool recorded = Tracing::kRecords && task.id != kNone;
  if constexpr (Tracing::kRecords) {
    if (!writer->is_open()) writer->open();
    writer->advance_past(task.ready_ticks);
    if (recorded && !inherited) writer->put(EventKind::start, task.id, worker.lane);
    writer->commit();
  }
  std::optional<std::string> failure;
  if (!inherited) {
    try {
      task.body(task.payload, true);
    } catch (const std::exception& error) {
      failure = error.what();
    } catch (...) {
      failure = "an exception of unknown type";
    }
    if (failure) {
      failures_.raise(task, *failure);
    } else if (failures_.any()) [[unlikely]] {
      failures_.heal(task);
    }
  }
  if constexpr (Tracing::kRecords) {
    writer->open();
    if (recorded) {
      const Outcome outcome = inherited ? Outcome::skipped : failure ? Outcome::failed : Outcome::ok;
      writer->put(EventKind::end, task.id, static_cast<std::uint32_t>(outcome));
      if (failure) {
        put_error(*tracing_.recorder, *writer, ErrorKind::raised, task.id, task.id, task.statement, *failure);
      } else if (inherited) {
        put_error(*tracing_.recorder, *writer, ErrorKind::inherited, task.id, *inherited, task.statement, "");
      }
    }
  }
  task.destroy_body();
}

// The frontend.

template <class Tracing>
void ThreadPool<Tracing>::check_frontend(const char* what) const {
  if (stopping_.load(std::memory_order_relaxed)) [[unlikely]]
    throw Stopped();
  if (in_task) [[unlikely]]
    throw Error(std::string("[") + what + "] a task may neither push nor wait");
}

template <class Tracing>
void ThreadPool<Tracing>::wake_frontend() {
  if (frontend_sleeps_.load(std::memory_order_seq_cst) == 0) return;
  if (frontend_sleeps_.exchange(0, std::memory_order_seq_cst) != 0) futex_wake(frontend_sleeps_, 1);
}

template <class Tracing>
template <class Done>
void ThreadPool<Tracing>::block(std::atomic<bool>& wants, Done done) {
  const Ticks until = now_ticks() + TickScale::instance().ticks_in(spin_limit_us_ * 1000);
  do {
    for (int i = 0; i < 16; ++i) {
      if (done()) return;
      relax();
    }
    if (stopping_.load(std::memory_order_relaxed)) throw Stopped();
  } while (now_ticks() < until);
  wants.store(true, std::memory_order_seq_cst);
  while (true) {
    frontend_sleeps_.store(1, std::memory_order_seq_cst);
    heavy_fence();
    const bool stopped = stopping_.load(std::memory_order_seq_cst);
    if (stopped || done()) {
      frontend_sleeps_.store(0, std::memory_order_relaxed);
      wants.store(false, std::memory_order_relaxed);
      if (stopped) throw Stopped();
      return;
    }
    while (frontend_sleeps_.load(std::memory_order_acquire) == 1) futex_wait(frontend_sleeps_, 1);
  }
}

template <class Tracing>
TaskNode& ThreadPool<Tracing>::acquire(StatementId statement) {
  check_frontend("push");
  TaskNode* node = core_.acquire();
  if (!node) [[unlikely]] {
    begin_wait(WaitReason::queue_full, statement, kNone);
    block(wants_nodes_, [&] { return (node = core_.acquire()) != nullptr; });
    end_wait(core_.last_handed_back(), 0);
  }
  return *node;
}

template <class Tracing>
void ThreadPool<Tracing>::submit(TaskNode& task) {
  ++pushed_;
  bool ready = false;
  if constexpr (Tracing::kRecords) {
    task.id = tracing_.recorder->next_task();
    EventWriter& writer = *tracing_.frontend;
    task.ready_ticks = writer.open();
    if (task.id != kNone) {
      EnqueueRecord record(writer, task);
      ready = core_.submit(task);
      if (ready) record.set_ready_at_once();
    } else {
      ready = core_.submit(task);
    }
    // The worker's stamp of its start may be as old as the end of the worker's task before.
    if (ready && task.joins) task.ready_ticks = now_ticks_ordered();
    writer.commit();
  } else {
    ready = core_.submit(task);
  }
  if (ready) {
    queue_.push(task);
    wake_workers(1);
  }
}

template <class Tracing>
WaitId ThreadPool<Tracing>::begin_wait(WaitReason reason, StatementId statement, VariableId variable) {
  if constexpr (Tracing::kRecords) {
    EventWriter& writer = *tracing_.frontend;
    writer.open();
    writer.put(EventKind::wait_begin, waits_, static_cast<std::uint32_t>(reason));
    writer.put_words(statement, variable);
    writer.commit();
  }
  return waits_++;
}

template <class Tracing>
void ThreadPool<Tracing>::end_wait(TaskId ended_by, Ticks after) {
  if constexpr (Tracing::kRecords) {
    EventWriter& writer = *tracing_.frontend;
    writer.open_ordered();
    writer.advance_past(after);
    writer.put(EventKind::wait_end, waits_ - 1, ended_by);
    writer.commit();
  }
}

template <class Tracing>
void ThreadPool<Tracing>::surface(const TaskError& error, StatementId statement) {
  if constexpr (Tracing::kRecords) {
    EventWriter& writer = *tracing_.frontend;
    writer.open_ordered();
    put_error(*tracing_.recorder, writer, ErrorKind::surfaced, error.origin(), error.origin(), statement,
              error.what());
    writer.commit();
  }
}

template <class Tracing>
void ThreadPool<Tracing>::wait_to_read(EngineVariable& variable, WaitReason reason, StatementId statement) {
  check_frontend("wait_to_read");
  watched_done_.store(false, std::memory_order_relaxed);
  watcher_.ready_ticks = 0;
  begin_wait(reason, statement, variable.id);
  if (core_.watch(variable, watcher_)) {
    block(wants_watched_, [&] { return watched_done_.load(std::memory_order_acquire); });
    end_wait(watched_by_, watcher_.ready_ticks);
  } else {
    end_wait(kNone, 0);
  }
  if (const auto error = failures_.meet(variable.id)) {
    surface(*error, statement);
    throw *error;
  }
}

template <class Tracing>
std::uint64_t ThreadPool<Tracing>::completed() const {
  std::uint64_t sum = 0;
  for (const auto& worker : workers_) sum += worker->completed.load(std::memory_order_acquire);
  return sum;
}

template <class Tracing>
void ThreadPool<Tracing>::wait_all(WaitReason reason, StatementId statement) {
  check_frontend("waitall");
  begin_wait(reason, statement, kNone);
  if (completed() != pushed_) {
    block(wants_all_, [&] { return completed() == pushed_; });
    end_wait(kLastEndedTask, 0);
  } else {
    end_wait(kNone, 0);
  }
  const std::vector<TaskError> errors = failures_.meet_all();
  for (const TaskError& error : errors) surface(error, statement);
  if (!errors.empty()) throw errors.front();
}

template <class Tracing>
bool ThreadPool<Tracing>::wait_for(WaitReason reason, StatementId statement,
                                   const std::function<bool()>& done) {
  check_frontend("wait");
  if (done()) return true;
  begin_wait(reason, statement, kNone);
  bool holds = false;
  block(wants_progress_, [&] {
    const bool all = completed() == pushed_;  // first: what the last task did is then seen by done()
    return (holds = done()) || all;
  });
  end_wait(kLastEndedTask, 0);
  return holds;
}

template <class Tracing>
void ThreadPool<Tracing>::drain() {
  check_frontend("drain");
  block(wants_all_, [&] { return completed() == pushed_; });
}

template class ThreadPool<NoTracing>;
template class ThreadPool<Recording>;

}  // namespace runahead
