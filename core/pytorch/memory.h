// SPDX-License-Identifier: GPL-3.0-or-later
// The run's memory behind PyTorch's storages on the device. A storage has two more beside it: one that
// PyTorch's kernels of the CPU see, with the same memory, and one without memory, of which shapes are asked.
// Tensors that share a storage share all three, so views are views by themselves.
#pragma once

#include <ATen/ATen.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/pytorch/host.h"

namespace runahead::pytorch {

inline constexpr c10::DeviceType kDevice = c10::DeviceType::CUDA;
inline constexpr c10::DispatchKey kKey = c10::DispatchKey::CUDA;

/// What kernels of the CPU see. Its memory is the run's: who uses it holds that (LibraryTask).
class HostTwin final : public c10::StorageImpl {
 public:
  HostTwin(std::size_t bytes, Storage* memory);
  /// The memory is there from now on, taken with the first task that uses it. From any thread.
  void take();

  /// Of a tensor that of_host() made.
  static HostTwin& behind(const at::Tensor& tensor);
  void replace(std::size_t bytes, Storage* memory);

 private:
  Storage* memory_;
  std::atomic<bool> taken_{false};
  std::mutex mutex_;
};

struct Memory {
  NDArray array;
  c10::intrusive_ptr<HostTwin> host;
  c10::intrusive_ptr<c10::StorageImpl> meta;
};

/// Throws where its run is over.
Memory& memory_of(const at::Tensor& tensor);
inline bool is_ours(const at::Tensor& tensor) {
  return tensor.device().type() == kDevice;
}
/// The same elements for a kernel of the CPU, or without memory.
at::Tensor of_host(const at::Tensor& tensor);
at::Tensor of_meta(const at::Tensor& tensor);
/// As `form`, in that storage.
at::Tensor placed(c10::Storage storage, c10::DispatchKey key, const at::Tensor& form);
/// As `form`, a view of `base`: in inference mode, too, what PyTorch holds of `base` for gradients.
at::Tensor view_of(const at::Tensor& base, const at::Tensor& form);
c10::Storage new_storage(Frontend& frontend, std::size_t bytes, int device);
/// A tensor of the device with new memory.
at::Tensor new_tensor(Frontend& frontend, const at::Tensor& form, int device);
/// What tensors have of their memory, as arrays that last as long: two streams in different parts do not
/// race.
class MemoryParts {
 public:
  explicit MemoryParts(Frontend& frontend) : frontend_(frontend) {}
  ArrayBody* of(const at::Tensor& tensor);
  std::span<const Columns> columns() const { return columns_; }

 private:
  Frontend& frontend_;
  std::vector<NDArray> arrays_;
  std::vector<Columns> columns_;
};
/// What a tensor of that form takes.
std::size_t bytes_of(const at::Tensor& form);
/// As `form`, with what is there; where that takes more than there is, it waits for everything first. Throws
/// MemoryError, and leaves the tensor as it was.
void resize(Frontend& frontend, const at::Tensor& tensor, const at::Tensor& form);

/// An event that PyTorch itself makes, until its run is over.
struct Event {
  std::unique_ptr<StreamEvent> in_run;
};
Event* new_event(Frontend& frontend);
/// By any thread.
void drop_event(Event* event);

/// What was dropped, by whichever thread, goes: arrays without a tensor, events.
void settle();
/// All that the program has left behind loses its memory.
void release_all();

/// While it lives, what a kernel of the CPU takes on this thread of just that size is the output's own
/// memory.
class Outputs {
 public:
  explicit Outputs(const std::vector<at::Tensor>& outputs);
  ~Outputs();
  Outputs(const Outputs&) = delete;
  Outputs& operator=(const Outputs&) = delete;
};
/// What the kernel has made is where it belongs. Throws where it has another form than was said.
void put(std::vector<at::Tensor>& made, const std::vector<at::Tensor>& outputs);
/// PyTorch's memory of the CPU, but for outputs.
void install_allocator();

}  // namespace runahead::pytorch
