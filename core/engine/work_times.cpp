// SPDX-License-Identifier: GPL-3.0-or-later
// Gathering records, and reading them on the host's clock.
#include "core/engine/work_times.h"

#include <algorithm>
#include <stdexcept>

namespace runahead {

namespace {

/// Ids of runs of one process do not meet: records may come after the run that they are of.
constexpr std::uint64_t kIdsOfARun = std::uint64_t{1} << 40;
std::atomic<std::uint64_t> runs{0};
std::atomic<bool> in_use{false};

constexpr int kTrials = 6;
constexpr int kQuestions = 4;  // until a record comes
/// Looks at the clocks that are further apart than this are repeated.
constexpr std::int64_t kTight_ns = 1'000;
constexpr int kLooks = 4;

/// What a round of a calibration needs.
struct Bench {
  const kernels::Device& table;
  const int device;
  kernels::Stream* stream = nullptr;
  kernels::Event* before = nullptr;
  kernels::Event* behind = nullptr;
  void* block = nullptr;

  Bench(const kernels::Device& its_table, int its_device) : table(its_table), device(its_device) {}
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;
  ~Bench() {
    if (stream) table.destroy_stream(stream);
    if (before) table.destroy_event(before);
    if (behind) table.destroy_event(behind);
    table.free_(device, block);
  }
  void make() {
    stream = table.create_stream(device, false);
    before = table.create_event(device);
    behind = table.create_event(device);
    block = table.allocate(device, sizeof(float));
  }
};

}  // namespace

WorkTimes::WorkTimes(const kernels::Device& device)
    : device_(device),
      records_(device.records ? *device.records : throw std::runtime_error("the device keeps no records")),
      base_((runs.fetch_add(1, std::memory_order_relaxed) + 1) * kIdsOfARun) {
  if (in_use.exchange(true)) throw std::runtime_error("another run has the device's records");
  try {
    records_.open();
  } catch (...) {
    in_use = false;
    throw;
  }
  try {
    anchor();
  } catch (...) {
    records_.close();
    in_use = false;
    throw;
  }
}

WorkTimes::~WorkTimes() {
  records_.close();
  in_use = false;
}

void WorkTimes::anchor() {
  const TickScale& scale = TickScale::instance();
  std::int64_t tightest_ns = INT64_MAX;
  for (int look = 0; look < kLooks && tightest_ns > kTight_ns; ++look) {
    const Ticks before = now_ticks_ordered();
    const std::int64_t ns = records_.now_ns();
    const Ticks behind = now_ticks_ordered();
    if (const std::int64_t apart_ns = scale.ns_between(before, behind); apart_ns < tightest_ns) {
      tightest_ns = apart_ns;
      anchor_ticks_ = before + (behind - before) / 2;
      anchor_ns_ = ns;
    }
  }
}

Ticks WorkTimes::ticks_of(std::int64_t ns) const {
  const TickScale& scale = TickScale::instance();
  return ns >= anchor_ns_ ? anchor_ticks_ + scale.ticks_in(ns - anchor_ns_)
                          : anchor_ticks_ - scale.ticks_in(anchor_ns_ - ns);
}

void WorkTimes::take() {
  for (std::size_t count = taken_.size(); count == taken_.size();) {
    count = records_.take(taken_.data(), taken_.size());
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < count; ++i) {
      const kernels::WorkRecord& record = taken_[i];
      Place& place = places_[record.id % kPlaces];
      if (place.id > record.id) continue;  // that one is not looked for any more
      const Ticks start = ticks_of(record.start_ns);
      const Ticks end = ticks_of(record.end_ns);
      if (place.id < record.id) place = {record.id, start, end, 0};
      place.start = std::min(place.start, start);
      place.end = std::max(place.end, end);
      ++place.count;
    }
  }
}

void WorkTimes::collect() {
  const std::lock_guard lock(asking_);
  begun_.fetch_add(1, std::memory_order_seq_cst);
  try {
    if (work()) {
      records_.collect();
      anchor();
      take();
    }
  } catch (const std::exception&) {
    working_.store(false, std::memory_order_relaxed);
  }
  answered_.fetch_add(1, std::memory_order_seq_cst);
}

std::optional<WorkTimes::Span> WorkTimes::of(std::uint64_t id, int count) {
  const std::lock_guard lock(mutex_);
  const Place& place = places_[id % kPlaces];
  if (place.id != id || place.count < count) return std::nullopt;
  return Span{place.start, place.end};
}

void WorkTimes::calibrate(int device, DeviceClock& clock) {
  const TickScale& scale = TickScale::instance();
  Bench bench(device_, device);
  bench.make();
  std::int64_t tightest_ns = INT64_MAX;
  for (int round = 0; round < kTrials; ++round) {
    const std::uint64_t id = next_id();
    device_.record(bench.before, bench.stream);
    records_.begin(id);
    try {
      device_.operations->sequence(bench.stream, kernels::Type::float32, bench.block, 1, {.real = 0},
                                   {.real = 0});
    } catch (...) {
      records_.end();
      throw;
    }
    records_.end();
    device_.record(bench.behind, bench.stream);
    device_.synchronize(bench.stream);
    std::optional<Span> span;
    for (int question = 0; question < kQuestions && !span; ++question) {
      collect();
      span = of(id, 1);
    }
    if (!span) continue;
    const std::int64_t after_ns = std::abs(scale.ns_between(clock.ticks_of(bench.before), span->start));
    const std::int64_t before_ns = std::abs(scale.ns_between(span->end, clock.ticks_of(bench.behind)));
    tightest_ns = std::min(tightest_ns, std::max(after_ns, before_ns));
  }
  if (tightest_ns == INT64_MAX) return;
  error_ns_.store(std::max(clock.error_ns() + tightest_ns, error_ns()), std::memory_order_relaxed);
}

}  // namespace runahead
