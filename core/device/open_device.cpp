// SPDX-License-Identifier: GPL-3.0-or-later
// Streams, memory and contexts of a device for one run.
// Not here: the module that they come from (module.cpp).
#include "core/device/open_device.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace runahead {

namespace {

/// Pinned before a run: pinning takes a millisecond and more.
constexpr std::int64_t kPinned_bytes = std::int64_t{64} << 20;

/// What a source of memory gives, as sources say that there is no more. What else goes wrong has no call's
/// name yet.
template <class Take>
void* unless_full(Take take) {
  try {
    return take();
  } catch (const std::bad_alloc&) {
    return nullptr;
  } catch (const std::runtime_error& error) {
    throw Error(std::string("[memory] ") + error.what());
  }
}

/// Throws why not.
void check_for_records(const kernels::Device& device) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): no thread changes the environment any more.
  const char* const asked = std::getenv("RUNAHEAD_DEVICE_TIMES");
  if (asked && std::string_view(asked) == "events") throw std::runtime_error("RUNAHEAD_DEVICE_TIMES=events");
  if (!device.records) throw std::runtime_error("it keeps no records");
}

}  // namespace

std::string time_source(const kernels::Device& device) {
  try {
    check_for_records(device);
    device.records->open();
    device.records->close();
    return "times from its records";
  } catch (const std::runtime_error& reason) {
    return std::string("times from events (") + reason.what() + ")";
  }
}

OpenDevice::OpenDevice(const kernels::Device& table, int devices, bool tf32)
    : table_(table), tf32_(tf32), pinned_{table, nullptr} {
  for (int index = 0; index < devices; ++index) used_.push_back({table_, index, nullptr});
  try {
    pinned_.block = static_cast<std::byte*>(table_.allocate_host(kPinned_bytes));
    kernels::Stream* const first = open({.launch_limit = 1}).stream;
    contexts_[0] = {table_.operations, first, &table_, 0};
    open_times();
  } catch (...) {
    close();
    throw;
  }
}

OpenDevice::~OpenDevice() {
  close();
}

void OpenDevice::open_times() {
  try {
    check_for_records(table_);
    times_ = std::make_unique<WorkTimes>(table_);
    times_->calibrate(0, *used_.front().clock);
    // It said that it would keep some.
    if (times_->error_ns() == 0) times_.reset();
  } catch (const std::runtime_error&) {
    times_.reset();
  }
}

void OpenDevice::close() {
  times_.reset();
  for (Used& used : used_) used.clock.reset();
  for (kernels::Stream* const stream : streams_) table_.destroy_stream(stream);
  table_.free_host(pinned_.block);
}

bool OpenDevice::Pinned::holds(const void* place) const {
  const std::less<const void*> before;
  return !before(place, block) && before(place, block + kPinned_bytes);
}

DeviceQueueOptions OpenDevice::open(const QueueSetup& queue) {
  Used& used = used_.at(static_cast<std::size_t>(queue.device));
  DeviceQueueOptions options{nullptr, queue.launch_limit, queue.device, nullptr};
  if (!queue.copies) {
    if (streams_.size() == 1 && !std::exchange(first_is_given_, true)) {
      options.stream = streams_.front();
    } else {
      streams_.push_back(table_.create_stream(queue.device, tf32_));
      options.stream = streams_.back();
      warm_up(options);
    }
  }
  if (!used.clock) used.clock = std::make_unique<DeviceClock>(table_, used.index);
  options.clock = used.clock.get();
  return options;
}

void OpenDevice::warm_up(const DeviceQueueOptions& queue) {
  constexpr std::int64_t kSide = 16, kElements = kSide * kSide;
  struct Block {
    const kernels::Device& table;
    const int device;
    float* data =
        static_cast<float*>(table.allocate(device, kElements* static_cast<std::int64_t>(sizeof(float))));
    ~Block() { table.free_(device, data); }
  };
  const Block in{table_, queue.device}, out{table_, queue.device};
  std::array<float, 1> host{};
  // Before the blocks go, also where a call fails.
  struct Settled {
    const kernels::Device& table;
    kernels::Stream* stream;
    ~Settled() {
      try {
        table.synchronize(stream);
      } catch (const std::exception&) {
        // A device that is lost runs nothing any more.
      }
    }
  } const settled{table_, queue.stream};
  constexpr kernels::Type kType = kernels::Type::float32;
  table_.operations->sequence(queue.stream, kType, in.data, kElements, {.real = 1}, {.real = 0});
  table_.operations->product(queue.stream, kType, kernels::Transposed::none, in.data, in.data, out.data,
                             kSide, kSide, kSide);
  table_.copy_to_host(queue.stream, out.data, host.data(), 1);
  table_.synchronize(queue.stream);
  table_.prepare(queue.stream);
}

std::unique_ptr<Engine> OpenDevice::make_engine(std::size_t max_pending, const Recording& recording) {
  return std::make_unique<DeviceEngine>(
      table_, std::vector<DeviceQueueOptions>(), max_pending, recording,
      [this](const QueueSetup& queue) { return open(queue); }, times_.get());
}

std::int64_t OpenDevice::time_error_ns() {
  std::int64_t error_ns = 0;
  for (const Used& used : used_) {
    if (!used.clock) continue;
    try {
      used.clock->calibrate();
      if (times_) times_->calibrate(used.index, *used.clock);
    } catch (const std::exception&) {
      // Lost: what was known before holds.
    }
    error_ns = std::max(error_ns, used.clock->error_ns());
  }
  return times_ ? std::max(error_ns, times_->error_ns()) : error_ns;
}

std::uint64_t OpenDevice::tasks_without_record() const {
  return times_ ? times_->missed() : 0;
}

std::vector<MemorySource> OpenDevice::memory() {
  std::vector<MemorySource> sources;
  for (Used& used : used_) {
    const auto take = [](void* of, std::int64_t bytes) {
      const Used& from = *static_cast<Used*>(of);
      return unless_full([&] { return from.table.allocate(from.index, bytes); });
    };
    const auto give = [](void* of, void* block, std::int64_t /*bytes*/) {
      const Used& from = *static_cast<Used*>(of);
      from.table.free_(from.index, block);
    };
    sources.push_back({take, give, &used, true});
  }
  return sources;
}

MemorySource OpenDevice::host_memory() {
  const auto take = [](void* of, std::int64_t bytes) {
    Pinned& from = *static_cast<Pinned*>(of);
    if (from.taken + bytes <= kPinned_bytes) {
      return static_cast<void*>(from.block + std::exchange(from.taken, from.taken + bytes));
    }
    return unless_full([&] { return from.table.allocate_host(bytes); });
  };
  const auto give = [](void* of, void* block, std::int64_t /*bytes*/) {
    const Pinned& from = *static_cast<Pinned*>(of);
    if (!from.holds(block)) from.table.free_host(block);
  };
  return {take, give, &pinned_};
}

}  // namespace runahead
