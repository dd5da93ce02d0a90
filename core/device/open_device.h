// SPDX-License-Identifier: GPL-3.0-or-later
// OpenDevice: what a run has of a real device, or of several: streams, clocks, and memory.
// Not here: what is launched on the streams, and when (engine/device_engine.h).
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/device/device.h"
#include "core/device/memory_source.h"
#include "core/engine/device_clock.h"
#include "core/engine/device_engine.h"
#include "kernels/device.h"

namespace runahead {

/// Where times of a run on it come from, as it says now: "times from its records", or "times from events"
/// with the reason.
std::string time_source(const kernels::Device& device);

class OpenDevice {
 public:
  /// Has memory of so many devices. Prepares the first one's default stream: when this returns, it has
  /// computed, kernels and products are loaded and pinned memory is there, so that a run does not pay for
  /// what a device does once. Throws what the device throws.
  OpenDevice(const kernels::Device& table, int devices, bool tf32);
  /// Engine and memory are gone by then.
  ~OpenDevice();
  OpenDevice(const OpenDevice&) = delete;
  OpenDevice& operator=(const OpenDevice&) = delete;

  /// Of the first stream; the others are what the engine opens.
  const ExecutionContexts& contexts() const { return contexts_; }
  std::unique_ptr<Engine> make_engine(std::size_t max_pending, const Recording& recording);
  /// Of each device.
  std::vector<MemorySource> memory();
  /// Of the host, pinned, for all devices: first what was pinned before the run.
  MemorySource host_memory();
  // When the engine is gone:

  /// After a last calibration: most by which times of a device may be wrong.
  std::int64_t time_error_ns();
  /// Tasks whose start nothing told: they are shown from when they could begin at the earliest.
  std::uint64_t tasks_without_record() const;

 private:
  struct Used {
    const kernels::Device& table;
    const int index;
    std::unique_ptr<DeviceClock> clock;
  };

  DeviceQueueOptions open(const QueueSetup& queue);
  void warm_up(const DeviceQueueOptions& queue);
  /// The device's own times, unless it refuses.
  void open_times();
  void close();

  const kernels::Device& table_;
  const bool tf32_;
  std::deque<Used> used_;  ///< by their index; sources of memory point there
  std::vector<kernels::Stream*> streams_;
  std::unique_ptr<WorkTimes> times_;  ///< null: it keeps none, or refuses
  bool first_is_given_ = false;       ///< of the streams, to the engine
  /// What was pinned before the run, and how much of it is given out. A pool keeps what it was given.
  struct Pinned {
    const kernels::Device& table;
    std::byte* block;
    std::int64_t taken = 0;
    bool holds(const void* place) const;
  } pinned_;
  ExecutionContexts contexts_;
};

}  // namespace runahead
