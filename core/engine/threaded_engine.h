// SPDX-License-Identifier: GPL-3.0-or-later
// ThreadedEngine: what the drivers with workers share: running a task, the frontend's waits, and who sleeps
// and is woken how. Not a driver: which task a worker takes next is the business of thread_pool.h,
// ranked_pool.h and in_order_engine.h. Instantiated for NoTracing (benchmarks) and Recording.
//
// Who may touch what: the frontend alone submits and waits; workers alone complete. Workers sleep in teams,
// one for each queue that they take from. Sleeping is announced before the last look: a worker counts itself
// in its team's `sleepers`, sets its `asleep`, then looks at the queue; who puts something there does so
// before it looks at `sleepers` and `asleep`; all in sequential order, so one of them sees the other. The
// frontend sets one of the `wants_...` flags and passes the heavy fence before it looks a last time; workers
// pass the light one before they look at the flags.
#pragma once

#include <atomic>
#include <cstdint>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

#include "core/base/fences.h"
#include "core/base/futex.h"
#include "core/engine/adaptive_spin.h"
#include "core/engine/engine.h"
#include "core/engine/frontend_record.h"
#include "core/engine/tracing.h"

namespace runahead {

template <class Tracing>
class ThreadedEngine : public Engine {
 public:
  TaskNode& acquire(StatementId statement) final;
  void run_in_call(TaskNode& task) final;
  void wait_to_read(EngineVariable& variable, WaitReason reason, StatementId statement) final;
  void wait_all(WaitReason reason, StatementId statement) final;
  bool wait_for(WaitReason reason, StatementId statement, const std::function<bool()>& done) final;
  void drain() final;
  std::vector<TaskError> unmet_errors() final { return failures_.meet_all(); }
  void forget(EngineVariable& variable) final { core_.forget(variable); }
  bool written(const EngineVariable& variable) const final { return core_.written(variable); }
  void check_running() const final {
    if (stopping()) throw Stopped();
  }
  void stop() final;

 protected:
  struct Worker;
  /// The workers that take from one queue.
  struct alignas(64) Team {
    std::atomic<std::uint32_t> sleepers{0};
    std::vector<Worker*> workers;
  };
  struct alignas(64) Worker {
    std::atomic<std::uint64_t> completed{0};
    std::atomic<std::uint32_t> asleep{0};  ///< 1 from the announcement until somebody claims the wake-up
    EventWriter* writer = nullptr;
    LaneId lane = 0;
    TaskChain done;  ///< nodes to hand back, oldest first
    AdaptiveSpin spin{0};
    Team* team = nullptr;
    std::int64_t processor_wait_ns = 0;  ///< when the thread is over
    std::thread thread;
  };

  /// `late_ends`: workers learn late when tasks ended; their sections carry the stamp of the end.
  ThreadedEngine(int workers, std::size_t max_pending, Tracing tracing, bool late_ends = false);
  /// The driver's own destructor has called stop_and_join().
  ~ThreadedEngine() override = default;

  /// All workers are added before they start, in the order of their lanes, from the recording's first on.
  void add_workers(Team& team, int count);
  /// Each worker runs `work(worker)` on its thread; it returns after a stop.
  void start(const std::function<void(Worker&)>& work);
  /// Of a team that may be opened later: no thread, lane or writer yet.
  void reserve_worker(Team& team);
  /// The frontend: the team's reserved worker begins.
  void open_worker(Team& team, LaneId lane, const std::function<void(Worker&)>& work);
  void stop_and_join();
  bool stopping() const { return stopping_.load(std::memory_order_acquire); }
  /// Any thread: whether the frontend stands still until a task has ended.
  bool frontend_waits() const { return frontend_waits_.load(std::memory_order_relaxed); }

  // The frontend.

  /// Records the enqueue and links the task behind what it depends on. True: it is ready, and was given to
  /// `take_ready`, which may stamp it later: that is then the instant at which it is enqueued and ready.
  template <class TakeReady>
  bool link(TaskNode& task, TakeReady take_ready);
  /// Blocks with `queue full` until `done()`; what ended that wait is `ended_by()`.
  template <class Done, class EndedBy>
  void wait_for_room(std::atomic<bool>& wants, StatementId statement, Done done, EndedBy ended_by);

  // The workers.

  /// With recording: leaves the section of the task's end open, for finish().
  void execute(Worker& worker, TaskNode& task);
  /// Where the task reads a poisoned version: whose error that is; it poisons what the task writes.
  std::optional<TaskId> inherited_by(const TaskNode& task) {
    return failures_.any() ? failures_.inherit(task) : std::nullopt;
  }
  /// How the task ended, in the open section.
  void conclude(Worker& worker, TaskNode& task, std::optional<TaskId> inherited,
                const std::optional<std::string>& failure);
  /// Completes the task: first what became ready, by id, goes to `take_ready`, which may stamp it later and
  /// says to when; only then does the frontend get what it may wait for: the memory that the body held, the
  /// node, the count, the variable. So nothing that it does next comes before them. The node is no longer the
  /// caller's afterwards.
  template <class TakeReady>
  void finish(Worker& worker, TaskNode& task, TakeReady take_ready);
  /// Spins, then sleeps, until `may_take()`. False: stopped.
  template <class MayTake>
  bool idle(Worker& worker, MayTake may_take);
  /// Wakes up to `count` sleepers.
  void wake(Team& team, std::size_t count) {
    if (team.sleepers.load(std::memory_order_seq_cst) != 0) wake_sleepers(team, count);
  }

  [[no_unique_address]] Tracing tracing_;
  FrontendRecord record_;
  std::atomic<bool> wants_progress_{false};

 private:
  /// The end of finish(): what the frontend may wait for.
  void settle(Worker& worker, TaskNode& task, bool watched);
  /// Out of what became ready; the watcher stands for no task. True: it was there.
  bool take_watcher(TaskChain& ready);
  void end_watch();
  void wake_sleepers(Team& team, std::size_t count);
  /// True: the worker slept, and the caller is the one to wake it.
  bool claim(Worker& worker);
  void begin(Worker& worker, const std::function<void(Worker&)>& work);
  void hand_back(Worker& worker);
  void wake_frontend();

  std::uint64_t completed() const;
  /// Blocks the frontend until `done()`; throws Stopped where a stop came before that.
  template <class Done>
  void block(std::atomic<bool>& wants, Done done);
  void check_frontend(const char* what) const;

  DependencyCore core_;
  Failures failures_;
  const std::size_t batch_;  ///< of nodes handed back
  const bool late_ends_;
  const int spin_limit_us_;
  AdaptiveSpin spin_;  ///< the frontend's
  std::latch up_;      ///< every worker's thread runs
  std::uint64_t submitted_ = 0;

  Worker caller_;     ///< stands for the frontend where it runs a task itself
  TaskNode watcher_;  ///< stands for the frontend in a successor list
  std::atomic<bool> watched_done_{false};

  alignas(64) std::atomic<bool> stopping_{false};
  alignas(64) std::atomic<std::uint32_t> frontend_sleeps_{0};
  std::atomic<bool> frontend_waits_{false};
  std::atomic<bool> wants_nodes_{false};
  std::atomic<bool> wants_all_{false};
  std::atomic<bool> wants_watched_{false};
  std::vector<std::unique_ptr<Worker>> workers_;
};

// What each task passes through, here so that the drivers' loops have it inline.

template <class Tracing>
template <class TakeReady>
bool ThreadedEngine<Tracing>::link(TaskNode& task, TakeReady take_ready) {
  ++submitted_;
  bool ready = false;
  if constexpr (Tracing::kRecords) {
    if (!task.deferred) task.id = tracing_.recorder->next_task();
    EventWriter& writer = *tracing_.frontend;
    task.set_ready_at(writer.open());
    const EventWriter::Position position = writer.position();
    std::optional<EnqueueRecord> record;
    if (task.id != kNone) record.emplace(writer, task);
    ready = core_.submit(task);
    if (ready) {
      // What it needs has ended, but perhaps after the stamp was taken.
      if (task.joins) task.set_ready_at(now_ticks_ordered());
      if (record) record->set_ready_at_once();
      take_ready(task);
      writer.postpone(position, record ? 1 : 0, task.ready_at());
    }
    writer.commit();
  } else {
    ready = core_.submit(task);
    if (ready) take_ready(task);
  }
  return ready;
}

template <class Tracing>
void ThreadedEngine<Tracing>::execute(Worker& worker, TaskNode& task) {
  const std::optional<TaskId> inherited = inherited_by(task);
  [[maybe_unused]] EventWriter* const writer = worker.writer;
  const bool recorded = Tracing::kRecords && task.id != kNone;
  if constexpr (Tracing::kRecords) {
    // Not before it was taken: who took an older one before has then been free for it, in the record too.
    if (!writer->is_open()) workers_.size() > 1 ? writer->open_ordered() : writer->open();
    writer->advance_past(task.ready_at());
    if (recorded && !inherited) writer->put(EventKind::start, task.id, worker.lane);
    writer->commit();
  }
  std::optional<std::string> failure;
  if (!inherited) {
    failure = run_body(task);
  }
  if constexpr (Tracing::kRecords) writer->open();
  conclude(worker, task, inherited, failure);
}

template <class Tracing>
void ThreadedEngine<Tracing>::conclude([[maybe_unused]] Worker& worker, TaskNode& task,
                                       std::optional<TaskId> inherited,
                                       const std::optional<std::string>& failure) {
  if (!inherited) failures_.settle(task, failure);
  if constexpr (Tracing::kRecords) {
    if (task.id != kNone) {
      put_end(*tracing_.recorder, *worker.writer, task, inherited, failure);
    }
  }
}

template <class Tracing>
template <class TakeReady>
void ThreadedEngine<Tracing>::finish(Worker& worker, TaskNode& task, TakeReady take_ready) {
  [[maybe_unused]] EventWriter* const writer = worker.writer;
  Ticks ended = 0;
  if constexpr (Tracing::kRecords) {
    if (late_ends_) ended = writer->stamp();
  }
  TaskChain ready = core_.complete(task, ended);
  if constexpr (Tracing::kRecords) {
    const EventWriter::Position position = writer->position();
    std::size_t records = 0;
    for (TaskNode* node = ready.first; node; node = node->next.load(std::memory_order_relaxed)) {
      writer->advance_past(node->ready_at());
      // Another of the tasks that it waited for may have ended after this section was opened.
      if (node->joins && ended == 0) writer->advance_past(now_ticks_ordered());
      node->set_ready_at(writer->stamp());
      if (node->id == kNone || node == &watcher_) continue;
      writer->put(EventKind::ready, node->id);
      ++records;
    }
    const bool watched = take_watcher(ready);
    if (ready.count > 0) writer->postpone(position, records, take_ready(ready));
    // A device's time may not have come to this yet: what its worker records by the host's clock would hold
    // up what it records next.
    if (!late_ends_) writer->commit();
    task.destroy_body();
    if (late_ends_) writer->commit();
    settle(worker, task, watched);
  } else {
    const bool watched = take_watcher(ready);
    if (ready.count > 0) take_ready(ready);
    task.destroy_body();
    settle(worker, task, watched);
  }
}

template <class Tracing>
void ThreadedEngine<Tracing>::settle(Worker& worker, TaskNode& task, bool watched) {
  worker.done.append(task);
  worker.completed.store(worker.completed.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  if (worker.done.count >= batch_) hand_back(worker);
  light_fence();
  if (wants_progress_.load(std::memory_order_relaxed)) [[unlikely]]
    wake_frontend();
  if (watched) [[unlikely]]
    end_watch();
}

template <class Tracing>
bool ThreadedEngine<Tracing>::take_watcher(TaskChain& ready) {
  TaskChain others;
  bool found = false;
  for (TaskNode *node = ready.first, *after = nullptr; node; node = after) {
    after = node->next.load(std::memory_order_relaxed);
    if (node == &watcher_) {
      found = true;
    } else {
      others.append(*node);
    }
  }
  if (found) ready = others;
  return found;
}

template <class Tracing>
template <class MayTake>
bool ThreadedEngine<Tracing>::idle(Worker& worker, MayTake may_take) {
  if (worker.done.count > 0) hand_back(worker);
  // settle() has passed the light fence since it counted the last task.
  if (wants_all_.load(std::memory_order_relaxed)) wake_frontend();

  if (worker.spin.wait(may_take, [this] { return stopping(); })) return true;
  while (true) {
    // Counted first, so that there are never fewer in the count than there are to wake.
    worker.team->sleepers.fetch_add(1, std::memory_order_seq_cst);
    worker.asleep.store(1, std::memory_order_seq_cst);
    if (!may_take() && !stopping_.load(std::memory_order_seq_cst)) {
      while (worker.asleep.load(std::memory_order_acquire) == 1) futex_wait(worker.asleep, 1);
    } else {
      claim(worker);
    }
    if (stopping()) return false;
    if (may_take()) return true;
  }
}

template <class Tracing>
template <class Done>
void ThreadedEngine<Tracing>::block(std::atomic<bool>& wants, Done done) {
  struct StandsStill {
    explicit StandsStill(std::atomic<bool>& its_flag) : flag(its_flag) {
      flag.store(true, std::memory_order_relaxed);
    }
    ~StandsStill() { flag.store(false, std::memory_order_relaxed); }
    std::atomic<bool>& flag;
  } const stands_still(frontend_waits_);
  if (spin_.wait(done, [this] { return stopping(); })) {
    // What is done may have been the last thing before the stop, or the stop itself, in a task.
    if (stopping()) throw Stopped();
    return;
  }
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
template <class Done, class EndedBy>
void ThreadedEngine<Tracing>::wait_for_room(std::atomic<bool>& wants, StatementId statement, Done done,
                                            EndedBy ended_by) {
  record_.begin_wait(WaitReason::queue_full, statement, kNone);
  block(wants, done);
  record_.end_wait(ended_by());
}

extern template class ThreadedEngine<NoTracing>;
extern template class ThreadedEngine<Recording>;

}  // namespace runahead
