// SPDX-License-Identifier: GPL-3.0-or-later
// WorkTimes: when tasks began and ended, by what a device noted of their kernels and copies itself
// (kernels::Records), on the host's clock, and how sure that is.
// Not here: when it is asked (record_asker.h), which tasks are looked up, and what is done for one without a
// record (device_engine.h).
//
// Records name the id that a task was launched under. They come late, in any order, and some never; a task of
// several kernels has several. So each id has a place in a ring that is larger than all tasks that can be
// looked for: it gathers the first start, the last end and their number, and belongs to the younger of two
// ids that meet there. A task's times are given out only when as many records are there as it made launches.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "core/base/clock.h"
#include "core/engine/device_clock.h"
#include "kernels/device.h"

namespace runahead {

class WorkTimes {
 public:
  struct Span {
    Ticks start, end;
  };

  /// Of one run at a time. Throws why there are none.
  explicit WorkTimes(const kernels::Device& device);
  ~WorkTimes();
  WorkTimes(const WorkTimes&) = delete;
  WorkTimes& operator=(const WorkTimes&) = delete;

  // The frontend.

  /// Of the next task.
  std::uint64_t next_id() { return base_ + ++given_; }
  const kernels::Records& records() const { return records_; }
  /// Compares the record of a kernel with the events around it. Throws what the device throws.
  void calibrate(int device, DeviceClock& clock);

  // Any thread.

  /// Asks the device for what is known by now, and takes it in. One thread at a time; another one waits.
  void collect();
  /// Questions that began, and that are answered, so far.
  std::uint64_t begun() const { return begun_.load(std::memory_order_seq_cst); }
  std::uint64_t answered() const { return answered_.load(std::memory_order_seq_cst); }
  /// Of a task that left so many records, if all of them are there.
  std::optional<Span> of(std::uint64_t id, int count);
  /// False from the first time on that the device refused to hand over records.
  bool work() const { return working_.load(std::memory_order_relaxed); }
  /// A task had no event before it, and no record came.
  void miss() { missed_.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t missed() const { return missed_.load(std::memory_order_relaxed); }

  /// Most by which times may be wrong: the error of the clock of events, and how far the record of the
  /// tightest round was from one of the events around it. The largest so far; 0 before the first.
  std::int64_t error_ns() const { return error_ns_.load(std::memory_order_relaxed); }

 private:
  struct Place {
    std::uint64_t id = 0;
    Ticks start = 0, end = 0;
    int count = 0;
  };
  static constexpr std::uint64_t kPlaces = std::uint64_t{1} << 15;

  void anchor();
  void take();
  Ticks ticks_of(std::int64_t ns) const;

  const kernels::Device& device_;
  const kernels::Records& records_;
  const std::uint64_t base_;
  std::uint64_t given_ = 0;  ///< the frontend's
  std::atomic<bool> working_{true};
  std::atomic<std::uint64_t> begun_{0}, answered_{0}, missed_{0};
  std::atomic<std::int64_t> error_ns_{0};

  std::mutex asking_;  ///< guards the next three; a question takes as long as the device likes
  std::array<kernels::WorkRecord, 256> taken_{};
  /// The same moment on both clocks, taken anew whenever the device is asked.
  Ticks anchor_ticks_ = 0;
  std::int64_t anchor_ns_ = 0;

  std::mutex mutex_;  ///< guards the places; held for a moment
  std::vector<Place> places_{kPlaces};
};

}  // namespace runahead
