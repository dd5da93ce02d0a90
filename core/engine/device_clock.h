// SPDX-License-Identifier: GPL-3.0-or-later
// DeviceClock: what the host's clock said when a device passed an event, and how sure that is.
// Not here: which events are asked for (device_engine.h), and what the program is told about it.
//
// A device has a counter of its own, with another beginning and another rate. A calibration records an event
// on an idle stream between two looks at the host's clock; the tightest of several rounds counts. Times
// between two events are the device's; the rate between the clocks comes from the calibrations, which are
// repeated while times are asked for, so that the counters have no time to drift apart.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "core/base/clock.h"
#include "kernels/device.h"

namespace runahead {

class DeviceClock {
 public:
  /// Calibrates. Throws what the device throws.
  DeviceClock(const kernels::Device& device, int index);
  ~DeviceClock();
  DeviceClock(const DeviceClock&) = delete;
  DeviceClock& operator=(const DeviceClock&) = delete;

  /// Of an event that the device has passed. Any thread. Throws what the device throws.
  Ticks ticks_of(kernels::Event* passed);
  /// Nothing that the device had not passed at `now` has an earlier time.
  Ticks earliest(Ticks now) const { return now - margin_.load(std::memory_order_relaxed); }

  void calibrate();
  /// Most by which times may be wrong: half of the tightest round, and how far the last calibration missed
  /// what had been expected of it. The largest so far.
  std::int64_t error_ns() const { return error_ns_.load(std::memory_order_relaxed); }

 private:
  /// An event whose host time is known.
  struct Anchor {
    kernels::Event* event = nullptr;
    Ticks ticks = 0;
  };

  void calibrate_locked();
  /// By the rate between the clocks.
  Ticks after(const Anchor& anchor, std::int64_t device_ns) const;
  void destroy();

  const kernels::Device& device_;
  kernels::Stream* stream_ = nullptr;
  std::mutex mutex_;
  std::array<Anchor, 2> anchors_;           ///< of the calibration before the last, and of the last
  std::int64_t between_ns_ = 0;             ///< them, by the device
  std::array<kernels::Event*, 2> spare_{};  ///< for the rounds of the next
  Ticks first_ticks_ = 0;                   ///< of the first calibration,
  std::int64_t device_ns_ = 0;              ///< and the device's time since then
  double rate_ = 1;                         ///< ns of the host in one of the device
  std::int64_t repeat_ns_;
  std::atomic<std::int64_t> error_ns_{0};
  std::atomic<Ticks> margin_{0};
};

}  // namespace runahead
