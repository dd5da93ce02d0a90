// SPDX-License-Identifier: GPL-3.0-or-later
// ThreadedEngine: what the drivers with workers share: running a task, and the frontend's waits. Not here:
// which task a worker takes next (thread_pool.h, ranked_pool.h, in_order_engine.h), who sleeps and is woken
// how (worker_parking.h). Instantiated for NoTracing (benchmarks) and Recording.
//
// Who may touch what: the frontend alone submits and waits; workers alone complete.
#pragma once

#include <atomic>
#include <cstdint>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

#include "core/engine/engine.h"
#include "core/engine/frontend_record.h"
#include "core/engine/tracing.h"
#include "core/engine/worker_parking.h"

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
  bool idle() const final { return completed() == submitted_; }
  void check_running() const final {
    if (stopping()) throw Stopped();
  }
  void stop() final { parking_.stop(); }

 protected:
  using Team = WorkerParking::Team;
  using Need = WorkerParking::Need;
  struct alignas(64) Worker : WorkerParking::Sleeper {
    std::atomic<std::uint64_t> completed{0};
    EventWriter* writer = nullptr;
    LaneId lane = 0;
    TaskChain done;                      ///< nodes to hand back, oldest first
    std::int64_t processor_wait_ns = 0;  ///< when the thread is over
    std::thread thread;
  };

  /// `late_ends`: workers learn late when tasks ended; their sections carry the stamp of the end.
  ThreadedEngine(int workers, std::size_t max_pending, Tracing tracing, bool late_ends = false);
  /// The driver's own destructor has called stop_and_join().
  ~ThreadedEngine() override = default;

  /// All workers are added before they start, in the order of their lanes, from the recording's first on.
  Worker& add_worker(Team& team);
  /// Each worker runs `work(worker)` on its thread; it returns after a stop.
  void start(const std::function<void(Worker&)>& work);
  /// Of a team that may be opened later: no thread, lane or writer yet.
  Worker& reserve_worker(Team& team);
  /// The frontend: a reserved worker begins.
  void open_worker(Worker& worker, LaneId lane, const std::function<void(Worker&)>& work);
  void stop_and_join();
  bool stopping() const { return parking_.stopping(); }

  // The frontend.

  /// Records the enqueue and links the task behind what it depends on. True: it is ready, and was given to
  /// `take_ready`, which may stamp it later: that is then the instant at which it is enqueued and ready.
  template <class TakeReady>
  bool link(TaskNode& task, TakeReady take_ready);
  /// Blocks with `queue full` until `done()`; what ended that wait is `ended_by()`.
  template <class Done, class EndedBy>
  void wait_for_room(Need need, StatementId statement, Done done, EndedBy ended_by);

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
  /// The worker has nothing to do until `may_take()`. False: stopped.
  template <class MayTake>
  bool idle(Worker& worker, MayTake may_take);

  [[no_unique_address]] Tracing tracing_;
  WorkerParking parking_;

 private:
  /// The end of finish(): what the frontend may wait for.
  void settle(Worker& worker, TaskNode& task, bool watched);
  /// Out of what became ready; the watcher stands for no task. True: it was there.
  bool take_watcher(TaskChain& ready);
  void begin(Worker& worker, const std::function<void(Worker&)>& work);
  void hand_back(Worker& worker);

  std::uint64_t completed() const;
  /// Blocks the frontend until `done()`; throws Stopped where a stop came before that.
  template <class Done>
  void block(Need need, Done done);
  void check_frontend(const char* what) const;

  FrontendRecord record_;
  DependencyCore core_;
  Failures failures_;
  const std::size_t batch_;  ///< of nodes handed back
  const bool late_ends_;
  const int spin_limit_us_;
  std::latch up_;  ///< every worker's thread runs
  std::uint64_t submitted_ = 0;

  Worker caller_;     ///< stands for the frontend where it runs a task itself
  TaskNode watcher_;  ///< stands for the frontend in a successor list
  std::atomic<bool> watched_done_{false};
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
  parking_.tell(Need::progress);
  if (!watched) [[likely]]
    return;
  watched_done_.store(true, std::memory_order_release);
  parking_.tell(Need::watched);
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
  parking_.tell(Need::all);
  return parking_.park(worker, may_take);
}

template <class Tracing>
template <class Done>
void ThreadedEngine<Tracing>::block(Need need, Done done) {
  if (!parking_.await(need, done)) throw Stopped();
}

template <class Tracing>
template <class Done, class EndedBy>
void ThreadedEngine<Tracing>::wait_for_room(Need need, StatementId statement, Done done, EndedBy ended_by) {
  record_.begin_wait(WaitReason::queue_full, statement, kNone);
  block(need, done);
  record_.end_wait(ended_by());
}

extern template class ThreadedEngine<NoTracing>;
extern template class ThreadedEngine<Recording>;

}  // namespace runahead
