// SPDX-License-Identifier: GPL-3.0-or-later
// Calibrating one clock against another.
#include "core/engine/device_clock.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/base/futex.h"

namespace runahead {

namespace {

constexpr int kRounds = 8;
/// Until a calibration is repeated: soon while the rate is hardly known, then more rarely.
constexpr std::int64_t kFirstRepeat_ns = 10'000'000;
constexpr std::int64_t kLastRepeat_ns = 160'000'000;
/// Rates from shorter times say more about the rounds than about the clocks.
constexpr std::int64_t kLeastForRate_ns = 5'000'000;
/// What an event is kept from being dated before, beyond the error so far.
constexpr std::int64_t kMargin_ns = 20'000;

std::int64_t scaled(std::int64_t ns, double by) {
  return static_cast<std::int64_t>(std::llround(static_cast<double>(ns) * by));
}

}  // namespace

DeviceClock::DeviceClock(const kernels::Device& device, int index)
    : device_(device), repeat_ns_(kFirstRepeat_ns) {
  try {
    stream_ = device_.create_stream(index, false);
    for (Anchor& anchor : anchors_) anchor.event = device_.create_event(index);
    for (kernels::Event*& event : spare_) event = device_.create_event(index);
    calibrate_locked();
  } catch (...) {
    destroy();
    throw;
  }
}

DeviceClock::~DeviceClock() {
  destroy();
}

void DeviceClock::destroy() {
  // First the stream, which may still have to pass an event.
  if (stream_) device_.destroy_stream(stream_);
  for (const Anchor& anchor : anchors_) {
    if (anchor.event) device_.destroy_event(anchor.event);
  }
  for (kernels::Event* event : spare_) {
    if (event) device_.destroy_event(event);
  }
}

Ticks DeviceClock::after(const Anchor& anchor, std::int64_t device_ns) const {
  const std::int64_t ns = scaled(device_ns, rate_);
  const TickScale& scale = TickScale::instance();
  return ns >= 0 ? anchor.ticks + scale.ticks_in(ns) : anchor.ticks - scale.ticks_in(-ns);
}

Ticks DeviceClock::ticks_of(kernels::Event* passed) {
  const std::lock_guard lock(mutex_);
  if (TickScale::instance().ns_between(anchors_[1].ticks, now_ticks()) > repeat_ns_) calibrate_locked();
  const std::int64_t since_before = device_.elapsed_ns(anchors_[0].event, passed);
  return since_before < between_ns_ ? after(anchors_[0], since_before)
                                    : after(anchors_[1], since_before - between_ns_);
}

void DeviceClock::calibrate() {
  const std::lock_guard lock(mutex_);
  calibrate_locked();
}

void DeviceClock::calibrate_locked() {
  const TickScale& scale = TickScale::instance();
  Anchor fresh;
  std::int64_t tightest_ns = INT64_MAX;
  for (int round = 0; round < kRounds; ++round) {
    const Ticks before = now_ticks_ordered();
    device_.record(spare_[0], stream_);
    while (!device_.passed(spare_[0])) relax();
    const Ticks behind = now_ticks_ordered();
    if (const std::int64_t ns = scale.ns_between(before, behind); ns < tightest_ns) {
      tightest_ns = ns;
      fresh = {spare_[0], before + (behind - before) / 2};
      std::swap(spare_[0], spare_[1]);  // the next round keeps its hands off the best
    }
  }
  std::int64_t error_ns = tightest_ns / 2;
  if (first_ticks_ == 0) {
    // One stands for both.
    std::swap(anchors_[0].event, spare_[1]);
    anchors_[0].ticks = fresh.ticks;
    device_.record(anchors_[1].event, stream_);
    while (!device_.passed(anchors_[1].event)) relax();
    first_ticks_ = fresh.ticks;
    between_ns_ = device_.elapsed_ns(anchors_[0].event, anchors_[1].event);
    anchors_[1].ticks = after(anchors_[0], between_ns_);
    device_ns_ = between_ns_;
  } else {
    const std::int64_t since_last = device_.elapsed_ns(anchors_[1].event, fresh.event);
    // Times were given out for as long as a calibration holds; a pause after that has done no harm.
    const std::int64_t missed_ns = std::abs(scale.ns_between(after(anchors_[1], since_last), fresh.ticks));
    error_ns += since_last > repeat_ns_
                    ? scaled(missed_ns, static_cast<double>(repeat_ns_) / static_cast<double>(since_last))
                    : missed_ns;
    device_ns_ += since_last;
    between_ns_ = since_last;
    spare_[1] = std::exchange(anchors_[0].event, anchors_[1].event);
    anchors_[0].ticks = anchors_[1].ticks;
    anchors_[1] = fresh;
    if (device_ns_ >= kLeastForRate_ns) {
      rate_ =
          static_cast<double>(scale.ns_between(first_ticks_, fresh.ticks)) / static_cast<double>(device_ns_);
    }
    repeat_ns_ = std::min(repeat_ns_ * 2, kLastRepeat_ns);
  }
  error_ns_.store(std::max(error_ns, error_ns_.load(std::memory_order_relaxed)), std::memory_order_relaxed);
  margin_.store(scale.ticks_in(error_ns_.load(std::memory_order_relaxed) + kMargin_ns),
                std::memory_order_relaxed);
}

}  // namespace runahead
