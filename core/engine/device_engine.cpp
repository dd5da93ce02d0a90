// SPDX-License-Identifier: GPL-3.0-or-later
// Launching on the frontend, following on the workers.
// Not here: what both share with the other drivers (threaded_engine.h).
#include "core/engine/device_engine.h"

#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>
#include <utility>

namespace runahead {

namespace {

/// A worker pauses before it looks again: each look takes the driver's lock, which the frontend's launches
/// need too. Only where the frontend waits does it look without a pause, for so long; pauses grow with what
/// it has waited already.
constexpr std::int64_t kSpin_ns = 30'000;
constexpr std::int64_t kShortestPause_ns = 10'000;
constexpr std::int64_t kLongestPause_ns = 1'000'000;

/// A task that took no longer than this is brief.
constexpr std::int64_t kBrief_ns = 100'000;
/// From then on a task is shown while it runs.
constexpr std::int64_t kShown_ns = 1'000'000;
/// How long the record of a task that is done may be missing, which holds up what is shown: of one with an
/// event before it, which has times without, and of one without. Two questions at least, in any case.
constexpr std::int64_t kPatience_ns = 50'000'000;
constexpr std::int64_t kLongPatience_ns = 1'000'000'000;
/// Most tasks of a queue that wait for their records, and questions at the end.
constexpr std::size_t kMostHeld = 2048;
constexpr int kLastQuestions = 4;
constexpr std::uint64_t kUnknownAnswers = UINT64_MAX;

}  // namespace

DeviceEngine::DeviceEngine(const kernels::Device& device, const std::vector<DeviceQueueOptions>& queues,
                           std::size_t max_pending, const Recording& tracing, OpenQueue open_queue,
                           WorkTimes* times)
    : ThreadedEngine(static_cast<int>(queues.empty() ? 2 : queues.size()), max_pending, tracing, true),
      device_(device),
      times_(times),
      open_queue_(std::move(open_queue)),
      open_(queues.size()) {
  for (const DeviceQueueOptions& options : queues) {
    Queue& queue = queues_.emplace_back();
    queue.open(options);
    queue.worker = &add_worker(queue);
  }
  try {
    for (Queue& queue : queues_) make_events(queue);
  } catch (...) {
    destroy_events();
    throw;
  }
  if (times_) {
    asker_.emplace(*times_, [this] {
      for (Queue& queue : queues_) {
        if (queue.wants_answers.load(std::memory_order_seq_cst)) parking_.wake(queue, 1);
      }
    });
  }
  if (!queues.empty()) start([this](Worker& worker) { work(worker); });
  while (queues_.size() < kMostQueues) {
    Queue& queue = queues_.emplace_back();
    queue.worker = &reserve_worker(queue);
  }
}

kernels::Stream* DeviceEngine::open_queue(const QueueSetup& setup) {
  Queue& queue = queues_.at(open_);
  try {
    queue.open(open_queue_(setup));
    make_events(queue);
  } catch (const std::bad_alloc&) {
    throw Error("[cuda] the device cannot be used: there is no memory left for it");
  } catch (const std::exception& error) {
    throw Error(std::string("[cuda] the device cannot be used: ") + error.what());
  }
  ++open_;
  open_worker(*queue.worker, setup.lane, [this](Worker& worker) { work(worker); });
  return queue.stream;
}

DeviceEngine::~DeviceEngine() {
  stop_and_join();
  asker_.reset();
  for (const Queue& queue : queues_) settle(queue.stream);
  // Only now: a stream may have been told to wait for another's event.
  destroy_events();
}

void DeviceEngine::make_events(Queue& queue) {
  std::vector<kernels::Event*> made(2 * queue.launches.size());
  device_.create_events(queue.device, made.data(), made.size());
  for (std::size_t i = 0; i < queue.launches.size(); ++i) {
    queue.launches[i].start = made[2 * i];
    queue.launches[i].end = made[2 * i + 1];
  }
  if (times_) queue.held.resize(kMostHeld);
}

void DeviceEngine::destroy_events() {
  for (const Queue& queue : queues_) {
    for (const Launch& launch : queue.launches) {
      if (!launch.start) break;  // the queue's could not be made
      device_.destroy_event(launch.start);
      device_.destroy_event(launch.end);
    }
  }
}

void DeviceEngine::settle(kernels::Stream* stream) {
  if (!stream) return;
  try {
    device_.synchronize(stream);
  } catch (const std::exception&) {
    // A device that is lost runs nothing any more.
  }
}

// The frontend.

void DeviceEngine::make_room(Queue& queue, StatementId statement) {
  const auto room = [&queue] { return queue.launched - queue.completed() < queue.launches.size(); };
  if (room()) return;
  wait_for_room(Need::progress, statement, room,
                [&queue] { return queue.last_ended.load(std::memory_order_relaxed); });
}

DeviceEngine::Needs DeviceEngine::note_uses(TaskNode& task) {
  Needs needs{};
  const auto own = static_cast<std::uint32_t>(queues_[task.stream].launched);
  for (std::uint16_t i = 0; i < task.use_count; ++i) {
    const UseLink& use = task.uses[i];
    if (use.variable == kNone) continue;  // the order of the stream, which the device keeps itself
    EngineVariable& variable = *use.target;
    needs[variable.written_on] = std::max<std::uint64_t>(needs[variable.written_on], variable.written_at);
    if (use.write) {
      for (std::size_t q = 0; q < kMostQueues; ++q)
        needs[q] = std::max<std::uint64_t>(needs[q], variable.used_at[q]);
      variable.written_on = task.stream;
      variable.written_at = own;
    }
    variable.used_at[task.stream] = own;
  }
  needs[task.stream] = 0;
  return needs;
}

bool DeviceEngine::reads_what_failed(const TaskNode& task) const {
  return std::any_of(task.uses, task.uses + task.use_count,
                     [this](const UseLink& use) { return use.read && failed_.contains(use.variable); });
}

void DeviceEngine::submit(TaskNode& task) {
  Queue& queue = queues_[task.stream];
  make_room(queue, task.statement);
  Launch& launch = queue.launch(queue.launched++);
  const Needs needs = note_uses(task);
  queue.worker->writer->expect();
  task.may_run.store(false, std::memory_order_relaxed);
  const bool ready = link(task, [](TaskNode&) {});
  launch_task(launch, task, needs);
  if (ready) task.may_run.store(true, std::memory_order_relaxed);
  queue.submitted.push(task);
  parking_.wake(queue, 1);
}

void DeviceEngine::run_recorded(Launch& launch, TaskNode& task) {
  const bool recorded = times_ && times_->work();
  if (recorded) {
    launch.id = times_->next_id();
    times_->records().begin(launch.id);
  }
  struct Records {
    DeviceEngine& engine;
    Launch& launch;
    const NameId name;
    ~Records() {
      if (launch.id == 0) return;
      launch.records = engine.times_->records().end();
      if (launch.records > 0) return;
      // None, or they were not counted: it would never be known that all are there.
      launch.id = 0;
      engine.habit(name).store(Habit::other, std::memory_order_relaxed);
    }
  } const records{*this, launch, task.name};
  task.body(task.payload, true);
  launch.launched = true;
}

void DeviceEngine::launch_task(Launch& launch, TaskNode& task, const Needs& needs) {
  kernels::Stream* const stream = stream_of(task);
  launch.has_start = launch.has_end = launch.launched = false;
  launch.id = 0;
  launch.failure.reset();
  try {
    for (std::size_t q = 0; q < queues_.size(); ++q) {
      Queue& other = queues_[q];
      if (other.stream == stream || needs[q] <= other.completed()) continue;
      const Launch& needed = other.launch(needs[q] - 1);
      if (needed.has_end) device_.wait_event(stream, needed.end);
    }
    const bool brief =
        times_ && times_->work() && habit(task.name).load(std::memory_order_relaxed) == Habit::brief;
    if (!brief) {
      device_.record(launch.start, stream);
      launch.has_start = true;
    }
    if (failed_.empty() || !reads_what_failed(task)) {
      try {
        run_recorded(launch, task);
      } catch (const std::exception& error) {
        launch.failure = failure_of(task, reason_of(error));
        settle(stream);  // which may have been given a part of it
      }
    }
    // Also of what was not launched: it stands for what the queue was given before.
    device_.record(launch.end, stream);
    launch.has_end = true;
  } catch (const std::exception& error) {
    launch.launched = false;
    settle(stream);  // no event stands for what it was given up to here
    launch.failure = failure_of(task, reason_of(error));
  }
  if (launch.launched && failed_.empty()) return;
  for (std::uint16_t i = 0; i < task.use_count; ++i) {
    if (!task.uses[i].write) continue;
    if (launch.launched) {
      failed_.erase(task.uses[i].variable);
    } else {
      failed_.insert(task.uses[i].variable);
    }
  }
}

kernels::Stream* DeviceEngine::stream_of(const TaskNode& task) const {
  kernels::Stream* const own = queues_[task.stream].stream;
  return own ? own : queues_[task.issued_to].stream;
}

std::string DeviceEngine::failure_of(const TaskNode& task, const std::string& what) const {
  if (what.starts_with('[')) return what;
  return "[" + tracing_.recorder->name(task.name) + "] " + what;
}

// The workers.

bool DeviceEngine::Queue::may_give() {
  if (!head) head = submitted.pop();
  return head && head->may_run.load(std::memory_order_seq_cst);
}

void DeviceEngine::work(Worker& worker) {
  ::prctl(PR_SET_TIMERSLACK, 1000UL);  // ns: short pauses are meant
  auto& queue = static_cast<Queue&>(*worker.team);
  EventWriter& writer = *worker.writer;
  struct Publication {
    DeviceEngine& engine;
    Queue& queue;
    EventWriter& writer;
    Publication(DeviceEngine& its_engine, Queue& its_queue, EventWriter& its_writer)
        : engine(its_engine), queue(its_queue), writer(its_writer) {}
    Publication(const Publication&) = delete;
    Publication& operator=(const Publication&) = delete;
    ~Publication() { engine.publish_all(queue, writer); }
  };
  std::optional<Publication> publication;
  if (times_) {
    writer.hold_back();
    publication.emplace(*this, queue, writer);
  }
  const auto may_give = [&queue] { return queue.may_give(); };
  const auto may_go_on = [&] {
    return queue.may_give() || (queue.held_count > 0 && times_->answered() != queue.answers);
  };
  while (!stopping() && (may_give() || idle(worker, may_go_on))) {
    publish_known(queue, writer);
    if (queue.may_give()) follow(worker, queue, *std::exchange(queue.head, nullptr));
  }
}

std::optional<Ticks> DeviceEngine::wait_until_passed(Queue& queue, EventWriter& writer, kernels::Event* event,
                                                     Held* running) {
  const TickScale& scale = TickScale::instance();
  DeviceClock& clock = *queue.clock;
  const Ticks begin = now_ticks();
  for (Ticks now = begin; !device_.passed(event); now = now_ticks()) {
    publish_known(queue, writer);
    const std::int64_t waited_ns = scale.ns_between(begin, now);
    if (running && running->has_start && !running->start_shown && queue.held_count == 0 &&
        waited_ns > kShown_ns) {
      if (writer.holds()) writer.publish();
      running->start_shown = true;
    }
    writer.rule_out(clock.earliest(now));
    if (stopping()) return std::nullopt;
    const bool urgent = parking_.frontend_waits();
    if (urgent && waited_ns < kSpin_ns) {
      for (int i = 0; i < 64; ++i) relax();
    } else {
      const std::int64_t pause_ns =
          std::clamp(waited_ns / 8, urgent ? kSpin_ns / 8 : kShortestPause_ns, kLongestPause_ns);
      std::this_thread::sleep_for(std::chrono::nanoseconds(pause_ns));
    }
  }
  return std::min(clock.ticks_of(event), now_ticks_ordered());
}

bool DeviceEngine::record_times(Worker& worker, Queue& queue, const Launch& launch, const TaskNode& task,
                                bool shown, Held& its) {
  EventWriter& writer = *worker.writer;
  std::optional<Ticks> start = task.ready_at();
  if (launch.has_start) start = wait_until_passed(queue, writer, launch.start);
  if (!start) return false;
  writer.open_at(*start);
  writer.advance_past(task.ready_at());
  its.start = writer.position();
  if (shown) writer.put(EventKind::start, task.id, worker.lane);
  its.from = writer.stamp();
  writer.commit();
  queue.start_guessed = !launch.has_start;
  const std::optional<Ticks> end = wait_until_passed(queue, writer, launch.end, &its);
  if (!end) return false;
  writer.open_at(*end);
  writer.advance_past(its.from);
  its.end = writer.position();
  its.to = writer.stamp();
  if (task.stamp) task.stamp->store(TickScale::instance().ns_between(0, *end), std::memory_order_release);
  if (!shown) return true;
  its.id = launch.id;
  its.records = launch.records;
  if (its.id == 0) miss(its);
  return true;
}

void DeviceEngine::follow(Worker& worker, Queue& queue, TaskNode& task) {
  Launch& launch = queue.launch(worker.completed.load(std::memory_order_relaxed));
  EventWriter& writer = *worker.writer;
  const std::optional<TaskId> inherited = inherited_by(task);
  const bool shown = task.id != kNone && !inherited;
  Held its{.name = task.name, .has_start = launch.has_start};
  if (launch.launched) {
    try {
      if (!record_times(worker, queue, launch, task, shown, its)) return;
    } catch (const std::exception& error) {
      launch.failure = failure_of(task, reason_of(error));
      settle(stream_of(task));
    }
  }
  if (inherited) launch.failure.reset();
  if (!writer.is_open()) {
    // The device has no times for it.
    writer.open_at(task.ready_at());
    writer.advance_past(task.ready_at());
    if (shown && its.from == 0) writer.put(EventKind::start, task.id, worker.lane);
    writer.advance_past(writer.stamp());
  }
  queue.start_guessed = false;
  conclude(worker, task, inherited, launch.failure);
  queue.last_ended.store(task.id, std::memory_order_relaxed);
  finish(worker, task, [this](const TaskChain& ready) {
    for (TaskNode *node = ready.first, *after = nullptr; node; node = after) {
      after = node->next.load(std::memory_order_relaxed);
      Queue& theirs = queues_[node->stream];  // before it may run and be gone
      node->may_run.store(true, std::memory_order_seq_cst);
      parking_.wake(theirs, 1);
    }
    return Ticks{0};
  });
  if (times_) hold(queue, writer, its);
  writer.met();
}

// The device's own times.

void DeviceEngine::hold(Queue& queue, EventWriter& writer, Held& its) {
  if (its.id == 0 && queue.held_count == 0) {
    writer.publish();
    return;
  }
  if (queue.held_count == queue.held.size()) {
    if (queue.oldest().id != 0) miss(queue.oldest());
    publish_oldest(queue, writer);
  }
  if (queue.held_count == 0) {
    queue.answers = kUnknownAnswers;  // its record may have come already
    queue.wants_answers.store(true, std::memory_order_seq_cst);
  }
  its.all = writer.mark();
  its.questions = times_->begun();
  its.since = now_ticks();
  queue.held[(queue.first_held + queue.held_count++) % queue.held.size()] = its;
  asker_->want();
  publish_known(queue, writer);
}

void DeviceEngine::publish_oldest(Queue& queue, EventWriter& writer) {
  writer.publish_until(queue.oldest().all);
  queue.first_held = (queue.first_held + 1) % queue.held.size();
  --queue.held_count;
}

void DeviceEngine::publish_known(Queue& queue, EventWriter& writer) {
  if (queue.held_count == 0) return;
  const std::uint64_t answers = times_->answered();
  if (answers == queue.answers) return;
  queue.answers = answers;
  while (queue.held_count > 0) {
    const Held& its = queue.oldest();
    if (its.id != 0 && !take_record(writer, its)) {
      if (!is_missing(its)) break;
      miss(its);
    }
    publish_oldest(queue, writer);
  }
  if (queue.held_count > 0) {
    asker_->want();
    return;
  }
  queue.wants_answers.store(false, std::memory_order_relaxed);
  if (!writer.holds()) writer.publish();  // nothing is open any more
}

void DeviceEngine::publish_all(Queue& queue, EventWriter& writer) {
  for (int questions = 0; queue.held_count > 0;) {
    const Held& its = queue.oldest();
    if (its.id != 0 && !take_record(writer, its)) {
      if (questions++ < kLastQuestions && times_->work()) {
        times_->collect();
        continue;
      }
      miss(its);
    }
    publish_oldest(queue, writer);
  }
  if (!writer.is_open() && !queue.start_guessed) writer.publish();
}

bool DeviceEngine::take_record(EventWriter& writer, const Held& its) {
  const std::optional<WorkTimes::Span> span = times_->of(its.id, its.records);
  if (!span) return false;
  const Ticks room = its.to - its.from;
  const Ticks took = std::clamp<Ticks>(span->end > span->start ? span->end - span->start : 0, 1, room);
  Ticks start = its.from;
  if (!its.start_shown) {
    start = std::clamp(span->start, its.from, its.to - took);
    writer.restamp(its.start, start);
    writer.restamp(its.end, start + took);
  } else {
    writer.restamp(its.end, std::clamp(span->end, start + 1, its.to));
  }
  const bool brief = took < TickScale::instance().ticks_in(kBrief_ns);
  habit(its.name).store(brief ? Habit::brief : Habit::other, std::memory_order_relaxed);
  return true;
}

bool DeviceEngine::is_missing(const Held& its) const {
  if (!times_->work()) return true;
  if (times_->answered() < its.questions + 2) return false;
  const std::int64_t waited_ns = TickScale::instance().ns_between(its.since, now_ticks());
  return waited_ns > (its.has_start ? kPatience_ns : kLongPatience_ns);
}

void DeviceEngine::miss(const Held& its) {
  if (its.has_start) return;
  habit(its.name).store(Habit::other, std::memory_order_relaxed);
  times_->miss();
}

}  // namespace runahead
