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

}  // namespace

DeviceEngine::DeviceEngine(const kernels::Device& device, const std::vector<DeviceQueueOptions>& queues,
                           std::size_t window, const Recording& tracing, OpenQueue open_queue)
    : ThreadedEngine(static_cast<int>(queues.empty() ? 2 : queues.size()), window, tracing, true),
      device_(device),
      open_queue_(std::move(open_queue)),
      open_(queues.size()) {
  for (const DeviceQueueOptions& options : queues) {
    queues_.emplace_back().open(options);
    add_workers(queues_.back(), 1);
  }
  try {
    for (Queue& queue : queues_) make_events(queue);
  } catch (...) {
    destroy_events();
    throw;
  }
  if (!queues.empty()) start([this](Worker& worker) { work(worker); });
  while (queues_.size() < kMostQueues) reserve_worker(queues_.emplace_back());
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
  open_worker(queue, setup.lane, [this](Worker& worker) { work(worker); });
  return queue.stream;
}

DeviceEngine::~DeviceEngine() {
  stop_and_join();
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
  wait_for_room(wants_progress_, statement, room,
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
  queue.workers.front()->writer->expect();
  task.may_run.store(false, std::memory_order_relaxed);
  const bool ready = link(task, [](TaskNode&) {});
  launch_task(launch, task, needs);
  if (ready) task.may_run.store(true, std::memory_order_relaxed);
  queue.submitted.push(task);
  wake(queue, 1);
}

void DeviceEngine::launch_task(Launch& launch, TaskNode& task, const Needs& needs) {
  kernels::Stream* const stream = stream_of(task);
  launch.has_events = launch.launched = false;
  launch.failure.reset();
  try {
    for (std::size_t q = 0; q < queues_.size(); ++q) {
      Queue& other = queues_[q];
      if (other.stream == stream || needs[q] <= other.completed()) continue;
      const Launch& needed = other.launch(needs[q] - 1);
      if (needed.has_events) device_.wait_event(stream, needed.end);
    }
    device_.record(launch.start, stream);
    if (failed_.empty() || !reads_what_failed(task)) {
      try {
        task.body(task.payload, true);
        launch.launched = true;
      } catch (const std::exception& error) {
        launch.failure = failure_of(task, reason_of(error));
        settle(stream);  // which may have been given a part of it
      }
    }
    // Also of what was not launched: it stands for what the queue was given before.
    device_.record(launch.end, stream);
    launch.has_events = true;
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
  const auto may_give = [&queue] { return queue.may_give(); };
  while (!stopping() && (may_give() || idle(worker, may_give))) {
    follow(worker, queue, *std::exchange(queue.head, nullptr));
  }
}

std::optional<Ticks> DeviceEngine::wait_until_passed(EventWriter& writer, DeviceClock& clock,
                                                     kernels::Event* event) {
  const TickScale& scale = TickScale::instance();
  const Ticks begin = now_ticks();
  for (Ticks now = begin; !device_.passed(event); now = now_ticks()) {
    writer.rule_out(clock.earliest(now));
    if (stopping()) return std::nullopt;
    const std::int64_t waited_ns = scale.ns_between(begin, now);
    const bool urgent = frontend_waits();
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

bool DeviceEngine::record_times(Worker& worker, DeviceClock& clock, const Launch& launch,
                                const TaskNode& task, bool shown, bool& started) {
  EventWriter& writer = *worker.writer;
  const std::optional<Ticks> start = wait_until_passed(writer, clock, launch.start);
  if (!start) return false;
  writer.open_at(*start);
  writer.advance_past(task.ready_at());
  if (shown) writer.put(EventKind::start, task.id, worker.lane);
  const Ticks started_ticks = writer.stamp();
  writer.commit();
  started = true;
  const std::optional<Ticks> end = wait_until_passed(writer, clock, launch.end);
  if (!end) return false;
  writer.open_at(*end);
  writer.advance_past(started_ticks);
  if (task.stamp) task.stamp->store(TickScale::instance().ns_between(0, *end), std::memory_order_release);
  return true;
}

void DeviceEngine::follow(Worker& worker, Queue& queue, TaskNode& task) {
  Launch& launch = queue.launch(worker.completed.load(std::memory_order_relaxed));
  EventWriter& writer = *worker.writer;
  const std::optional<TaskId> inherited = inherited_by(task);
  const bool shown = task.id != kNone && !inherited;
  bool started = false;
  if (launch.launched) {
    try {
      if (!record_times(worker, *queue.clock, launch, task, shown, started)) return;
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
    if (shown && !started) writer.put(EventKind::start, task.id, worker.lane);
    writer.advance_past(writer.stamp());
  }
  conclude(worker, task, inherited, launch.failure);
  queue.last_ended.store(task.id, std::memory_order_relaxed);
  finish(worker, task, [this](const TaskChain& ready) {
    for (TaskNode *node = ready.first, *after = nullptr; node; node = after) {
      after = node->next.load(std::memory_order_relaxed);
      Queue& theirs = queues_[node->stream];  // before it may run and be gone
      node->may_run.store(true, std::memory_order_seq_cst);
      wake(theirs, 1);
    }
    return Ticks{0};
  });
  writer.met();
}

}  // namespace runahead
