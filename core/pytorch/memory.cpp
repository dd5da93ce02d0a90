// SPDX-License-Identifier: GPL-3.0-or-later
// Storages, their twins, and the memory that kernels take.
#include "core/pytorch/memory.h"

#include <c10/core/CPUAllocator.h>

#include <algorithm>
#include <cstring>
#include <iomanip>
#include <sstream>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace runahead::pytorch {

namespace {

// Tensors may outlive everything that is destroyed at the end.
struct Known {
  std::mutex mutex;
  std::unordered_set<Memory*> all;
  std::vector<NDArray> dropped;
  std::unordered_set<Event*> events;
  std::vector<std::unique_ptr<StreamEvent>> dropped_events;
};

Known& known() {
  static auto* const only = new Known;
  return *only;
}

void drop(void* context) {
  auto* const memory = static_cast<Memory*>(context);
  {
    Known& its = known();
    const std::lock_guard lock(its.mutex);
    its.all.erase(memory);
    if (memory->array.bound()) its.dropped.push_back(std::move(memory->array));
  }
  delete memory;
}

c10::DataPtr nothing(c10::DeviceType type) {
  return {nullptr, c10::Device(type)};
}

c10::intrusive_ptr<c10::StorageImpl> without_memory(std::size_t bytes) {
  return c10::make_intrusive<c10::StorageImpl>(c10::StorageImpl::use_byte_size_t(), bytes,
                                               nothing(c10::kMeta), c10::GetAllocator(c10::kMeta), true);
}

struct Place {
  void* memory;
  std::size_t bytes;
  bool taken;
};
thread_local std::vector<Place> places;

/// The system's, but for outputs of the task at hand.
class HostAllocator final : public c10::Allocator {
 public:
  c10::DataPtr allocate(std::size_t bytes) const override {
    for (Place& place : places) {
      if (place.taken || place.bytes != bytes || bytes == 0) continue;
      place.taken = true;
      return {place.memory, place.memory, &leave, c10::Device(c10::kCPU)};
    }
    return c10::GetDefaultCPUAllocator()->allocate(bytes);
  }
  c10::DeleterFnPtr raw_deleter() const override { return &give_back; }

 private:
  static void leave(void* /*memory*/) {}
  /// What a kernel takes and gives back itself.
  static void give_back(void* memory) {
    for (Place& place : places) {
      if (place.memory != memory) continue;
      place.taken = false;
      return;
    }
    c10::GetDefaultCPUAllocator()->raw_deleter()(memory);
  }
};

}  // namespace

HostTwin::HostTwin(std::size_t bytes, Storage* memory)
    : c10::StorageImpl(use_byte_size_t(), bytes, nothing(c10::kCPU), c10::GetAllocator(c10::kCPU), true),
      memory_(memory) {
  if (memory->allocated()) take();
}

void HostTwin::take() {
  if (taken_.load(std::memory_order_acquire)) return;
  const std::lock_guard lock(mutex_);
  if (taken_.load(std::memory_order_relaxed)) return;
  if (nbytes() > 0) set_data_ptr_noswap({memory_->write(), c10::Device(c10::kCPU)});
  taken_.store(true, std::memory_order_release);
}

void HostTwin::replace(std::size_t bytes, Storage* memory) {
  memory_ = memory;
  set_nbytes(bytes);
  taken_.store(false, std::memory_order_relaxed);
  take();
}

HostTwin& HostTwin::behind(const at::Tensor& tensor) {
  return *static_cast<HostTwin*>(tensor.storage().unsafeGetStorageImpl());
}

Memory& memory_of(const at::Tensor& tensor) {
  auto* const memory = static_cast<Memory*>(tensor.storage().data_ptr().get_context());
  if (!memory || !memory->array.bound())
    throw Error("the tensor is of a run that is over, or of a part of PyTorch that Runahead does not have");
  return *memory;
}

namespace {

at::Tensor formed(at::Tensor made, const at::Tensor& form) {
  c10::TensorImpl* const its = made.unsafeGetTensorImpl();
  its->set_sizes_and_strides(form.sizes(), form.strides());
  its->set_storage_offset(form.storage_offset());
  if (form.is_conj() != made.is_conj()) its->_set_conj(form.is_conj());
  if (form.is_neg() != made.is_neg()) its->_set_neg(form.is_neg());
  if (form.unsafeGetTensorImpl()->is_wrapped_number()) its->set_wrapped_number(true);
  return made;
}

}  // namespace

at::Tensor placed(c10::Storage storage, c10::DispatchKey key, const at::Tensor& form) {
  return formed(
      at::detail::make_tensor<c10::TensorImpl>(std::move(storage), c10::DispatchKeySet(key), form.dtype()),
      form);
}

at::Tensor view_of(const at::Tensor& base, const at::Tensor& form) {
  return formed(at::detail::make_tensor<c10::TensorImpl>(c10::TensorImpl::VIEW, c10::Storage(base.storage()),
                                                         base.key_set(), form.dtype()),
                form);
}

ArrayBody* MemoryParts::of(const at::Tensor& tensor) {
  NDArray& array = memory_of(tensor).array;
  const auto size = static_cast<std::int64_t>(tensor.itemsize());
  if (tensor.is_contiguous() && tensor.numel() * size >= array.shape().elements()) return &array.body();
  // By their strides: elements that lie side by side, rows of such, and what is beyond rows.
  std::vector<std::pair<std::int64_t, std::int64_t>> axes;
  for (std::int64_t i = 0; i < tensor.dim(); ++i)
    if (tensor.size(i) > 1 && tensor.stride(i) > 0) axes.emplace_back(tensor.stride(i), tensor.size(i));
  std::sort(axes.begin(), axes.end());
  std::int64_t width = 1, rows = 1, stride = 0, count = 1;
  bool in_rows = true;
  for (const auto& [step, elements] : axes) {
    count += (elements - 1) * step;
    if (rows == 1 && step <= width) {
      width += (elements - 1) * step;
    } else if (rows == 1 || step == rows * stride) {
      stride = rows == 1 ? step : stride;
      rows *= elements;
    } else {
      in_rows = false;
    }
  }
  in_rows &= rows > 1;
  if (tensor.numel() == 0 || (!in_rows && count * size >= array.shape().elements())) return &array.body();
  ArrayBody& part =
      arrays_.emplace_back(frontend_.view(array, tensor.storage_offset() * size, Shape{count * size})).body();
  if (in_rows) columns_.push_back({&part, 0, width * size, rows, stride * size});
  return &part;
}

at::Tensor of_host(const at::Tensor& tensor) {
  return placed(c10::Storage(memory_of(tensor).host), c10::DispatchKey::CPU, tensor);
}

at::Tensor of_meta(const at::Tensor& tensor) {
  if (is_ours(tensor)) return placed(c10::Storage(memory_of(tensor).meta), c10::DispatchKey::Meta, tensor);
  if (tensor.unsafeGetTensorImpl()->is_wrapped_number()) return tensor;
  return placed(c10::Storage(without_memory(tensor.storage().nbytes())), c10::DispatchKey::Meta, tensor);
}

c10::Storage new_storage(Frontend& frontend, std::size_t bytes, int device) {
  if (frontend.devices() > 0) {
    const std::int64_t used = frontend.memory_use(device).in_use.now();
    const auto gib = [](std::int64_t size) { return static_cast<double>(size) / (1 << 30); };
    if (used + static_cast<std::int64_t>(bytes) > kDeviceBytes) {
      std::ostringstream words;
      words << std::fixed << std::setprecision(2) << "Tried to allocate "
            << gib(static_cast<std::int64_t>(bytes)) << " GiB (GPU " << device << "; " << gib(kDeviceBytes)
            << " GiB total capacity; " << gib(used) << " GiB already allocated)";
      throw MemoryError(words.str());
    }
  }
  auto memory = std::make_unique<Memory>();
  memory->array = frontend.new_memory(static_cast<std::int64_t>(bytes));
  memory->host = c10::make_intrusive<HostTwin>(bytes, memory->array.body().storage);
  memory->meta = without_memory(bytes);
  Known& its = known();
  {
    const std::lock_guard lock(its.mutex);
    its.all.insert(memory.get());
  }
  Memory* const own = memory.release();
  return c10::Storage(c10::make_intrusive<c10::StorageImpl>(
      c10::StorageImpl::use_byte_size_t(), bytes,
      c10::DataPtr(own, own, &drop, c10::Device(kDevice, static_cast<c10::DeviceIndex>(device))),
      c10::GetAllocator(kDevice), true));
}

std::size_t bytes_of(const at::Tensor& form) {
  if (form.numel() == 0) return 0;
  std::int64_t elements = form.storage_offset() + 1;
  for (std::int64_t axis = 0; axis < form.dim(); ++axis)
    elements += (form.size(axis) - 1) * form.stride(axis);
  return static_cast<std::size_t>(elements) * form.itemsize();
}

at::Tensor new_tensor(Frontend& frontend, const at::Tensor& form, int device) {
  return placed(new_storage(frontend, bytes_of(form), device), kKey, form);
}

namespace {

void grow(Frontend& frontend, const at::Tensor& tensor, std::size_t bytes) {
  Memory& memory = memory_of(tensor);
  const std::size_t before = memory.host->nbytes();
  if (bytes <= before) return;
  if (before > 0) frontend.waitall();
  NDArray larger = frontend.new_memory(static_cast<std::int64_t>(bytes));
  void* const to = larger.body().storage->write();
  memory.host->take();
  if (before > 0) std::memcpy(to, memory.host->data(), before);
  memory.host->replace(bytes, larger.body().storage);
  memory.meta->set_nbytes(bytes);
  tensor.storage().unsafeGetStorageImpl()->set_nbytes(bytes);
  memory.array = larger;
}

}  // namespace

void resize(Frontend& frontend, const at::Tensor& tensor, const at::Tensor& form) {
  const std::size_t before = static_cast<std::size_t>(tensor.storage_offset()) * tensor.itemsize();
  if (form.numel() > 0) grow(frontend, tensor, before + bytes_of(form));
  tensor.unsafeGetTensorImpl()->set_sizes_and_strides(form.sizes(), form.strides());
}

Event* new_event(Frontend& frontend) {
  auto made = std::make_unique<Event>();
  made->in_run = std::make_unique<StreamEvent>(frontend.engine());
  Known& its = known();
  const std::lock_guard lock(its.mutex);
  its.events.insert(made.get());
  return made.release();
}

void drop_event(Event* event) {
  {
    Known& its = known();
    const std::lock_guard lock(its.mutex);
    its.events.erase(event);
    if (event->in_run) its.dropped_events.push_back(std::move(event->in_run));
  }
  delete event;
}

void settle() {
  std::vector<NDArray> gone;
  std::vector<std::unique_ptr<StreamEvent>> gone_events;
  Known& its = known();
  const std::lock_guard lock(its.mutex);
  gone.swap(its.dropped);
  gone_events.swap(its.dropped_events);
}

void release_all() {
  settle();
  std::vector<NDArray> gone;
  std::vector<std::unique_ptr<StreamEvent>> gone_events;
  Known& its = known();
  const std::lock_guard lock(its.mutex);
  for (Memory* memory : its.all) {
    if (memory->array.bound()) gone.push_back(std::move(memory->array));
  }
  for (Event* event : its.events) gone_events.push_back(std::move(event->in_run));
}

Outputs::Outputs(const std::vector<at::Tensor>& outputs) {
  for (const at::Tensor& output : outputs) HostTwin::behind(output).take();
  for (const at::Tensor& output : outputs) {
    HostTwin& twin = HostTwin::behind(output);
    const auto bytes = static_cast<std::size_t>(output.numel()) * output.itemsize();
    if (output.storage_offset() == 0) places.push_back({twin.data(), bytes, false});
  }
}

Outputs::~Outputs() {
  places.clear();
}

namespace {

bool lies_in(const at::Tensor& made, const at::Tensor& output) {
  return made.defined() && made.numel() > 0 && made.storage().data() == output.storage().data();
}

void put_one(const at::Tensor& made, const at::Tensor& output) {
  if (made.sizes() != output.sizes() || made.dtype() != output.dtype()) {
    std::ostringstream words;
    words << "its result has shape " << made.sizes() << " and type " << made.dtype() << " where "
          << output.sizes() << " and " << output.dtype() << " were expected";
    throw Error(words.str());
  }
  if (made.numel() == 0 || (made.data_ptr() == output.data_ptr() && made.strides() == output.strides()))
    return;
  output.copy_(lies_in(made, output) ? made.clone() : made);
}

}  // namespace

void put(std::vector<at::Tensor>& made, const std::vector<at::Tensor>& outputs) {
  for (std::size_t i = 0; i < made.size(); ++i) {
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      if (i != j && lies_in(made[i], outputs[j])) made[i] = made[i].clone();
    }
  }
  for (std::size_t i = 0; i < made.size(); ++i) put_one(made[i], outputs.at(i));
}

void install_allocator() {
  static HostAllocator only;
  c10::SetCPUAllocator(&only, 1);
}

}  // namespace runahead::pytorch
