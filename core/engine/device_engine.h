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
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/engine/device_clock.h"
#include "core/engine/task_queue.h"
#include "core/engine/threaded_engine.h"
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
  /// At most kMostQueues, the lanes in their order. Devices, clocks and streams outlive the engine.
  DeviceEngine(const kernels::Device& device, const std::vector<DeviceQueueOptions>& queues,
               std::size_t window, const Recording& tracing, OpenQueue open_queue = {});
  /// Stops, waits until the device is through with everything that was launched, and destroys the bodies.
  ~DeviceEngine() override;

  /// To the queue `task.stream`.
  void submit(TaskNode& task) override;
  kernels::Stream* open_queue(const QueueSetup& queue) override;

 private:
  struct Launch {
    kernels::Event* start = nullptr;  ///< made before the run
    kernels::Event* end = nullptr;
    bool has_events = false;
    bool launched = false;  ///< the task's work
    std::optional<std::string> failure;
  };
  struct Queue : Team {
    void open(const DeviceQueueOptions& options) {
      stream = options.stream;
      device = options.device;
      clock = options.clock;
      launches = std::vector<Launch>(options.launch_limit);
    }

    std::uint64_t completed() const { return workers.front()->completed.load(std::memory_order_acquire); }
    Launch& launch(std::uint64_t number) { return launches[number % launches.size()]; }
    /// The worker's.
    bool may_give();

    kernels::Stream* stream = nullptr;
    int device = 0;
    DeviceClock* clock = nullptr;
    std::vector<Launch> launches;
    std::uint64_t launched = 0;  ///< the frontend's
    TaskQueue<&TaskNode::behind> submitted{false};
    TaskNode* head = nullptr;  ///< the worker's
    std::atomic<TaskId> last_ended{kNone};
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
  /// Any thread.
  kernels::Stream* stream_of(const TaskNode& task) const;
  std::string failure_of(const TaskNode& task, const std::string& what) const;
  /// Any thread: until nothing runs any more of what the stream was given. What a task has failed of it may
  /// still be using the arrays that are let go with the task.
  void settle(kernels::Stream* stream);

  // The workers.

  void work(Worker& worker);
  void follow(Worker& worker, Queue& queue, TaskNode& task);
  /// The task's start, and the section of its end, at the device's times. False: stopped.
  bool record_times(Worker& worker, DeviceClock& clock, const Launch& launch, const TaskNode& task,
                    bool shown, bool& started);
  /// When the device passed the event; none: stopped.
  std::optional<Ticks> wait_until_passed(EventWriter& writer, DeviceClock& clock, kernels::Event* event);

  const kernels::Device& device_;
  const OpenQueue open_queue_;
  std::deque<Queue> queues_;               ///< all that there can be
  std::size_t open_;                       ///< the frontend's
  std::unordered_set<VariableId> failed_;  ///< the frontend's: what a launch that failed should have written
};

}  // namespace runahead
