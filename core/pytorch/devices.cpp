// SPDX-License-Identifier: GPL-3.0-or-later
// What PyTorch asks a build with CUDA: its devices, streams and events, pinned memory.
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <pthread.h>

#include <cstdlib>
#include <mutex>
#include <new>
#include <unordered_set>

#include "core/pytorch/operators.h"
#include "core/pytorch/pinned.h"

namespace runahead::pytorch {

namespace {

struct Pinned {
  std::mutex mutex;
  std::unordered_set<const void*> all;
};

Pinned& pinned() {
  static auto* const only = new Pinned;
  return *only;
}

/// A copy may still be using what the program has let go of: its task holds the tensor.
class PinnedAllocator final : public c10::Allocator {
 public:
  c10::DataPtr allocate(std::size_t bytes) const override {
    void* memory = nullptr;
    if (::posix_memalign(&memory, 64, bytes > 0 ? bytes : 1) != 0) throw std::bad_alloc();
    const std::lock_guard lock(pinned().mutex);
    pinned().all.insert(memory);
    return {memory, memory, &release, c10::Device(c10::kCPU)};
  }

 private:
  static void release(void* memory) {
    {
      const std::lock_guard lock(pinned().mutex);
      pinned().all.erase(memory);
    }
    std::free(memory);
  }
};

struct Guard final : c10::impl::DeviceGuardImplInterface {
  static constexpr c10::DeviceType static_type = kDevice;
  c10::DeviceType type() const override { return kDevice; }
  c10::Device exchangeDevice(c10::Device device) const override {
    const c10::Device before = getDevice();
    uncheckedSetDevice(device);
    return before;
  }
  c10::Device getDevice() const override {
    return {kDevice, static_cast<c10::DeviceIndex>(current_device())};
  }
  void setDevice(c10::Device device) const override { uncheckedSetDevice(device); }
  void uncheckedSetDevice(c10::Device device) const noexcept override {
    if (device.index() >= 0) set_current_device(device.index());
  }
  c10::Stream getStream(c10::Device device) const noexcept override {
    const int index = device.index() < 0 ? current_device() : device.index();
    return c10::Stream(c10::Stream::UNSAFE, device, current_stream(index));
  }
  c10::Stream getDefaultStream(c10::Device device) const override {
    return c10::Stream(c10::Stream::DEFAULT, device);
  }
  c10::Stream exchangeStream(c10::Stream stream) const noexcept override {
    const c10::Stream before = getStream(stream.device());
    set_current_stream(stream.device_index(), stream.id());
    return before;
  }
  void record(void** event, const c10::Stream& stream, c10::DeviceIndex /*device*/,
              c10::EventFlag /*flag*/) const override {
    translated([&] {
      const Turn turn(stream.device_index());
      if (turn.frontend().devices() == 0) return;
      if (*event) drop_event(static_cast<Event*>(*event));
      Event* const made = new_event(turn.frontend());
      *event = made;
      turn.frontend().record_event(*made->in_run, turn.number_of(stream.device_index(), stream.id()));
    });
  }
  void block(void* event, const c10::Stream& stream) const override {
    StreamEvent* const its = in_run(event);
    if (!its) return;
    translated([&] {
      const Turn turn(stream.device_index());
      turn.frontend().wait_event(turn.number_of(stream.device_index(), stream.id()), *its);
    });
  }
  bool queryEvent(void* event) const override {
    StreamEvent* const its = in_run(event);
    if (!its) return true;
    return translated([&] {
      const Turn turn(current_device());
      return turn.frontend().passed(*its);
    });
  }
  void destroyEvent(void* event, c10::DeviceIndex /*device*/) const noexcept override {
    if (event) drop_event(static_cast<Event*>(event));
  }
  /// Autograd's, for a gradient that another stream made.
  void recordDataPtrOnStream(const c10::DataPtr& data, const c10::Stream& stream) const override {
    auto* const memory = static_cast<Memory*>(data.get_context());
    if (!memory || !memory->array.bound()) return;
    translated([&] {
      const Turn turn(stream.device_index());
      if (turn.frontend().devices() == 0) return;
      turn.frontend().record_stream(memory->array.body(), turn.number_of(stream.device_index(), stream.id()));
    });
  }
  c10::DeviceIndex deviceCount() const noexcept override {
    return static_cast<c10::DeviceIndex>(host().devices());
  }

 private:
  static StreamEvent* in_run(void* event) {
    return event ? static_cast<Event*>(event)->in_run.get() : nullptr;
  }
};

}  // namespace

bool is_pinned(const void* memory) {
  const std::lock_guard lock(pinned().mutex);
  return pinned().all.count(memory) > 0;
}

c10::Allocator& pinned_memory() {
  static PinnedAllocator only;
  return only;
}

namespace {

class DeviceAllocator final : public c10::Allocator {
 public:
  c10::DataPtr allocate(std::size_t bytes) const override {
    const Turn turn(current_device());
    const c10::Storage made = new_storage(turn.frontend(), bytes, current_device());
    return made.unsafeGetStorageImpl()->set_data_ptr(
        c10::DataPtr(nullptr, c10::Device(kDevice, static_cast<c10::DeviceIndex>(current_device()))));
  }
};
DeviceAllocator device_allocator;

}  // namespace

// PyTorch knows them by this name.
struct CUDAHooks final : at::CUDAHooksInterface {
  explicit CUDAHooks(at::CUDAHooksArgs /*none*/) {}
  void initCUDA() const override {}
  bool hasCUDA() const override { return true; }
  bool isPinnedPtr(void* memory) const override { return is_pinned(memory); }
  bool hasPrimaryContext(std::int64_t /*device*/) const override { return true; }
  std::int64_t current_device() const override { return pytorch::current_device(); }
  at::Allocator* getPinnedMemoryAllocator() const override { return &pinned_memory(); }
  at::Allocator* getCUDADeviceAllocator() const override { return &device_allocator; }
  int getNumGPUs() const override { return host().devices(); }
  void deviceSynchronize(std::int64_t device) const override {
    translated([&] {
      const Turn turn(static_cast<int>(device));
      turn.frontend().synchronize_device(static_cast<int>(device));
    });
  }
  at::Device getDeviceFromPtr(void* /*memory*/) const override { return {kDevice, 0}; }
  // Random numbers are the CPU's.
  const at::Generator& getDefaultCUDAGenerator(at::DeviceIndex /*device*/) const override {
    return at::detail::getDefaultCPUGenerator();
  }
};

C10_REGISTER_GUARD_IMPL(CUDA, Guard);

void install_device_allocator() {
  c10::SetAllocator(kDevice, &device_allocator, 1);
}

}  // namespace runahead::pytorch

namespace at {
using runahead::pytorch::CUDAHooks;
REGISTER_CUDA_HOOKS(CUDAHooks);
}  // namespace at
