// SPDX-License-Identifier: GPL-3.0-or-later
// OpenDevice: what a run has of a real device: a stream for each of its queues, a clock, and memory.
// Not here: what is issued to the streams, and when (engine/device_engine.h).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/device/device.h"
#include "core/device/memory_source.h"
#include "core/engine/device_clock.h"
#include "core/engine/device_engine.h"
#include "kernels/device.h"

namespace runahead {

class OpenDevice {
 public:
  /// The first that the table counts. Each stream has computed something when this returns, so that a run
  /// does not pay for what a device does once. Throws what the device throws.
  OpenDevice(const kernels::Device& table, std::span<const DeviceQueue> queues, bool tf32);
  /// Engine and memory are gone by then.
  ~OpenDevice();
  OpenDevice(const OpenDevice&) = delete;
  OpenDevice& operator=(const OpenDevice&) = delete;

  const Places& places() const { return places_; }
  std::unique_ptr<Engine> make_engine(std::size_t window, const Recording& recording);
  MemorySource memory();
  /// Of the host, pinned.
  MemorySource host_memory();
  /// After a last calibration: most by which times of the device may be wrong.
  std::int64_t time_error_ns();

 private:
  void warm_up(kernels::Stream* stream);
  void destroy_streams();

  const kernels::Device& table_;
  std::vector<DeviceQueueOptions> queues_;
  Places places_;
  std::unique_ptr<DeviceClock> clock_;
};

}  // namespace runahead
