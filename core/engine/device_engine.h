// SPDX-License-Identifier: GPL-3.0-or-later
// DeviceEngine: the driver for devices with streams of their own. The frontend launches; one worker per queue
// follows what the device does with it, and is the queue's lane. Not here: the device (kernels/device.h) and
// how its clock relates to the host's (device_clock.h).
//
// Who may touch what: a launch belongs to the frontend until its task is pushed to the queue, then to the
// queue's worker until the task is completed; there are as many as tasks may be unfinished in the queue. A
// stream that needs another's result waits for that launch's event; whether the frontend may still look at it
// is what the other queue's number of completed tasks says. A body runs on the frontend, when it is
// submitted, and is destroyed by the worker when the device is through with it: what it holds is held as long
// as the device uses it.
//
// A task is done when the event behind it is passed, and is so recorded. Where the device notes the times of
// its work itself (work_times.h), the worker holds that part of the record back until they are known, while
// the frontend and the next tasks go on; then the task's bar becomes the smaller one, within its events.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/engine/device_clock.h"
#include "core/engine/record_asker.h"
#include "core/engine/task_queue.h"
#include "core/engine/threaded_engine.h"
#include "core/engine/work_times.h"
#include "kernels/device.h"

namespace runahead {

struct DeviceQueueOptions {
  kernels::Stream* stream;   ///< null for copies, which go to the stream that they are issued to
  std::size_t launch_limit;  ///< most unfinished tasks, beyond which submit blocks
  int device;                ///< whose stream it is, and
  DeviceClock* clock;        ///< by whose clock it says when something happened
};

class DeviceEngine final : public ThreadedEngine<Recording> {
 public:
  /// What a queue that is opened during the run consists of. The stream outlives the engine.
  using OpenQueue = std::function<DeviceQueueOptions(const QueueSetup&)>;
  /// At most kMostQueues, the lanes in their order. Devices, clocks, streams and `times` outlive the engine.
  /// Without `times`, tasks have those of the events around them.
  DeviceEngine(const kernels::Device& device, const std::vector<DeviceQueueOptions>& queues,
               std::size_t max_pending, const Recording& tracing, OpenQueue open_queue = {},
               WorkTimes* times = nullptr);
  /// Stops, waits until the device is through with everything that was launched, and destroys the bodies.
  ~DeviceEngine() override;

  /// To the queue `task.stream`.
  void submit(TaskNode& task) override;
  kernels::Stream* open_queue(const QueueSetup& queue) override;

 private:
  struct Launch {
    kernels::Event* start = nullptr;  ///< made before the run
    kernels::Event* end = nullptr;
    bool has_start = false;  ///< recorded; tasks that are known to be brief do without
    bool has_end = false;
    bool launched = false;  ///< the task's work
    std::uint64_t id = 0;   ///< of its records; 0: there are none
    int records = 0;
    std::optional<std::string> failure;
  };
  /// What tasks of a name did when one of them left a record last.
  enum class Habit : std::uint8_t { unknown, brief, other };
  /// A task that is done, and in its lane by its events; not published yet.
  struct Held {
    std::uint64_t id = 0;  ///< 0: there is nothing to wait for
    int records = 0;
    NameId name = 0;
    bool has_start = false;
    bool start_shown = false;  ///< published, so it stays
    EventWriter::Position start{}, end{};
    Ticks from = 0, to = 0;   ///< what is recorded there
    EventWriter::Mark all{};  ///< of it
    Ticks since = 0;
    std::uint64_t questions = 0;  ///< that had begun by then
  };
  struct Queue : Team {
    void open(const DeviceQueueOptions& options) {
      stream = options.stream;
      device = options.device;
      clock = options.clock;
      launches = std::vector<Launch>(options.launch_limit);
    }

    std::uint64_t completed() const { return worker->completed.load(std::memory_order_acquire); }
    Launch& launch(std::uint64_t number) { return launches[number % launches.size()]; }
    /// The worker's.
    bool may_give();
    Held& oldest() { return held[first_held]; }

    Worker* worker = nullptr;
    kernels::Stream* stream = nullptr;
    int device = 0;
    DeviceClock* clock = nullptr;
    std::vector<Launch> launches;
    std::uint64_t launched = 0;  ///< the frontend's
    TaskQueue<&TaskNode::behind> submitted{false};
    std::atomic<TaskId> last_ended{kNone};
    std::atomic<bool> wants_answers{false};  ///< it holds some
    // The worker's.
    TaskNode* head = nullptr;
    std::vector<Held> held;  ///< round and round
    std::size_t first_held = 0, held_count = 0;
    std::uint64_t answers = 0;   ///< of the device, when the held ones were looked for last
    bool start_guessed = false;  ///< of the task that it follows
  };
  /// By queue, how many of its tasks must have ended; its own is left at 0.
  using Needs = std::array<std::uint64_t, kMostQueues>;

  void make_events(Queue& queue);
  void destroy_events();

  // The frontend.

  void make_room(Queue& queue, StatementId statement);
  /// Before the task is linked. Notes that the task, the next of its queue, uses its variables.
  Needs note_uses(TaskNode& task);
  bool reads_what_failed(const TaskNode& task) const;
  /// Gives the stream what the task needs and does, unless it reads what should have come from a launch that
  /// failed.
  void launch_task(Launch& launch, TaskNode& task, const Needs& needs);
  /// The task's body, which leaves records under an id where the device keeps some.
  void run_recorded(Launch& launch, TaskNode& task);
  std::atomic<Habit>& habit(NameId name) { return habits_[name % habits_.size()]; }
  /// Any thread.
  kernels::Stream* stream_of(const TaskNode& task) const;
  std::string failure_of(const TaskNode& task, const std::string& what) const;
  /// Any thread: until nothing runs any more of what the stream was given. What a task has failed of it may
  /// still be using the arrays that are let go with the task.
  void settle(kernels::Stream* stream);

  // The workers.

  void work(Worker& worker);
  void follow(Worker& worker, Queue& queue, TaskNode& task);
  /// The task's start, and the section of its end, at the times of its events. False: stopped.
  bool record_times(Worker& worker, Queue& queue, const Launch& launch, const TaskNode& task, bool shown,
                    Held& its);
  /// When the device passed the event; none: stopped. `running`: what ends with it.
  std::optional<Ticks> wait_until_passed(Queue& queue, EventWriter& writer, kernels::Event* event,
                                         Held* running = nullptr);

  // Of the device's own times, which come later than anybody waits: what a task did is recorded by its events
  // and held back; its record then makes its bar smaller, within those events.

  /// The task is in the lane.
  void hold(Queue& queue, EventWriter& writer, Held& its);
  /// Publishes what is held, from the oldest on, as long as it has its record or has none to expect.
  void publish_known(Queue& queue, EventWriter& writer);
  void publish_oldest(Queue& queue, EventWriter& writer);
  /// Before the worker ends: all of it, but for a start that nothing tells.
  void publish_all(Queue& queue, EventWriter& writer);
  /// False: not yet.
  bool take_record(EventWriter& writer, const Held& its);
  bool is_missing(const Held& its) const;
  void miss(const Held& its);

  const kernels::Device& device_;
  WorkTimes* const times_;
  std::array<std::atomic<Habit>, 256> habits_{};
  const OpenQueue open_queue_;
  std::deque<Queue> queues_;               ///< all that there can be
  std::size_t open_;                       ///< the frontend's
  std::unordered_set<VariableId> failed_;  ///< the frontend's: what a launch that failed should have written
  std::optional<RecordAsker> asker_;       ///< wakes workers of the queues
};

}  // namespace runahead
