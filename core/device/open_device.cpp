// SPDX-License-Identifier: GPL-3.0-or-later
// Streams, memory and places of a device for one run.
// Not here: the module that they come from (module.cpp).
#include "core/device/open_device.h"

#include <array>
#include <new>

namespace runahead {

namespace {

constexpr int kIndex = 0;

const kernels::Device& table_of(void* table) {
  return *static_cast<const kernels::Device*>(table);
}

void* take_device(void* table, std::int64_t bytes) {
  try {
    return table_of(table).allocate(kIndex, bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void* take_host(void* table, std::int64_t bytes) {
  try {
    return table_of(table).allocate_host(bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

OpenDevice::OpenDevice(const kernels::Device& table, std::span<const DeviceQueue> queues, bool tf32)
    : table_(table) {
  try {
    for (std::size_t i = 0; i < queues.size(); ++i) {
      queues_.push_back({table_.create_stream(kIndex, tf32), queues[i].launch_limit});
      places_[i] = {table_.operations, queues_[i].stream, &table_};
      warm_up(queues_[i].stream);
    }
    clock_ = std::make_unique<DeviceClock>(table_, kIndex);
  } catch (...) {
    destroy_streams();
    throw;
  }
}

OpenDevice::~OpenDevice() {
  clock_.reset();
  destroy_streams();
}

void OpenDevice::destroy_streams() {
  for (const DeviceQueueOptions& queue : queues_) table_.destroy_stream(queue.stream);
}

void OpenDevice::warm_up(kernels::Stream* stream) {
  constexpr std::int64_t kSide = 16, kElements = kSide * kSide;
  struct Block {
    const kernels::Device& table;
    float* data =
        static_cast<float*>(table.allocate(kIndex, kElements* static_cast<std::int64_t>(sizeof(float))));
    ~Block() { table.free_(kIndex, data); }
  };
  const Block in{table_}, out{table_};
  table_.operations->fill(stream, in.data, kElements, 1);
  table_.operations->matmul(stream, kernels::Transposed::none, in.data, in.data, out.data, kSide, kSide,
                            kSide);
  std::array<float, 1> host{};
  table_.copy_to_host(stream, out.data, host.data(), 1);
  table_.synchronize(stream);
}

std::unique_ptr<Engine> OpenDevice::make_engine(std::size_t window, const Recording& recording) {
  return std::make_unique<DeviceEngine>(table_, kIndex, *clock_, queues_, window, recording);
}

std::int64_t OpenDevice::time_error_ns() {
  try {
    clock_->calibrate();
  } catch (const std::exception&) {
    // Lost: what was known before holds.
  }
  return clock_->error_ns();
}

MemorySource OpenDevice::memory() {
  return {take_device, [](void* table, void* block, std::int64_t) { table_of(table).free_(kIndex, block); },
          const_cast<kernels::Device*>(&table_), true};
}

MemorySource OpenDevice::host_memory() {
  return {take_host, [](void* table, void* block, std::int64_t) { table_of(table).free_host(block); },
          const_cast<kernels::Device*>(&table_)};
}

}  // namespace runahead
