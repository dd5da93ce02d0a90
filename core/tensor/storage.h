// SPDX-License-Identifier: GPL-3.0-or-later
// Storage: the data of one array, held by handles and by pending tasks; or a part of another's, which it
// holds. Not the handle (ndarray.h), and not synchronised: the engine orders who reads and writes the data.
//
// `holders_` is atomic; everything else is written by the frontend before the first task that uses it is
// submitted, or by the task that writes the array.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/ids.h"
#include "core/base/recycler.h"
#include "core/device/device.h"
#include "core/tensor/memory_pool.h"
#include "core/tensor/stream_memory.h"

namespace runahead {

/// What all arrays and tasks of a run share. It outlives the engine, whose last tasks may outlive the
/// frontend.
struct StorageHome {
  explicit StorageHome(std::int64_t bound_bytes, const std::vector<MemorySource>& arrays = {system_memory()},
                       const MemorySource& host = system_memory())
      : pool(bound_bytes, with_hosts(arrays, host)),
        frontends(static_cast<int>(arrays.size())),
        host_pool(0, {host}, false) {}
  MemoryPool pool;       ///< a source for each device, and those that follow
  const int frontends;   ///< of what the frontend itself writes, while a device may still use what was freed:
                         ///< the host's, pinned, and a device's
  MemoryPool host_pool;  ///< of values that a device copies to the host; it keeps what was pinned
  Recycler<class Storage> recycler;
  ExecutionContexts contexts;           ///< the frontend's, until tasks hold them
  std::optional<StreamMemory> streams;  ///< where devices have streams
  bool counts_by_streams = false;       ///< what the pool holds of devices, and when memory is free

 private:
  static std::vector<MemorySource> with_hosts(std::vector<MemorySource> sources, const MemorySource& host) {
    sources.insert(sources.end(), {system_memory(), host, system_memory()});
    return sources;
  }
};

class Storage {
 public:
  Storage* next_free = nullptr;

  void begin(StorageHome& home, VariableId variable, std::int64_t bytes, int device) {
    home_ = &home;
    variable_ = variable;
    bytes_ = bytes;
    device_ = source_ = device;
    data_ = nullptr;
    base_ = nullptr;
    allocated_ = false;
    reserved_ = false;
    dropped_ = false;
    by_stream_ = true;
    stands_in_ = false;
    stream_ = 0;
    had_.reset();
    holders_.store(1, std::memory_order_relaxed);
  }
  /// A part of `base`, which is none itself, from that byte on.
  void begin_part(Storage& base, std::int64_t offset) {
    begin(*base.home_, base.variable_, 0, base.device_);
    base.hold();
    base_ = &base;
    offset_ = offset;
  }

  /// The data, allocated at the first call. Throws MemoryError.
  void* write() {
    if (base_) return static_cast<std::byte*>(base_->write()) + offset_;
    if (!allocated_) allocate();
    return data_;
  }
  const void* read() const { return base_ ? static_cast<const std::byte*>(base_->data_) + offset_ : data_; }
  bool allocated() const { return own().allocated_; }
  std::int64_t bytes() const { return bytes_; }
  /// In whose memory it lies, where several have some.
  int device() const { return device_; }

  /// Before it is allocated: the frontend writes it beside what runs. Its memory is of no array that a task
  /// may still use, so tasks that use it have to hold it.
  void set_frontends() { set_host(0); }
  bool frontends() const { return own().source_ >= home_->frontends; }
  /// The same, of pinned memory.
  void set_pinned() { set_host(1); }
  /// The same, of a device that is the host's.
  void set_filled() {
    set_host(2);
    by_stream_ = true;
  }

  /// Before it is allocated: a copy of what is a view in the library, which has no memory of its own there.
  void set_stands_in() { stands_in_ = true; }

  /// Whose stream's memory it gets.
  void set_stream(std::uint8_t stream) { stream_ = stream; }
  std::uint8_t stream() const { return stream_; }
  /// In which it counts: that of its device, where devices have streams and it is none of the host's.
  MemoryId memory() const { return home_->streams && by_stream_ ? memory_of_device(device_) : kHostMemory; }
  bool by_stream() const { return by_stream_ && !stands_in_ && allocated_ && bytes_ > 0; }
  /// The freed memory that it was given, told once.
  std::optional<StreamMemory::Block> take_had() { return std::exchange(had_, std::nullopt); }
  /// The program has let go of it; as far as the program knows, its memory is free. Tasks may still hold it.
  void drop();

  /// The pool has counted the bytes against its bound; release() gives them back.
  void set_reserved() { reserved_ = true; }

  void hold() { holders_.fetch_add(1, std::memory_order_relaxed); }
  void let_go() {
    if (holders_.fetch_sub(1, std::memory_order_acq_rel) == 1) release();
  }

 private:
  void set_host(int which) {
    source_ = home_->frontends + which;
    by_stream_ = false;
  }
  const Storage& own() const { return base_ ? *base_ : *this; }
  /// Whether it is left out of what is in use: of a device with streams, where that is the library's number.
  bool uncounted() const { return stands_in_ && by_stream_ && home_->streams; }
  void allocate();
  void release();
  void record_release();

  StorageHome* home_ = nullptr;
  void* data_ = nullptr;
  Storage* base_ = nullptr;
  std::int64_t offset_ = 0;  ///< in the base
  std::int64_t bytes_ = 0;   ///< of its own
  VariableId variable_ = kNone;
  int device_ = 0;
  int source_ = 0;
  std::atomic<std::int32_t> holders_{0};
  bool allocated_ = false;
  bool reserved_ = false;
  bool dropped_ = false;    ///< its end is recorded
  bool by_stream_ = false;  ///< where devices have streams, it is of one of them
  bool stands_in_ = false;
  std::uint8_t stream_ = 0;
  std::optional<StreamMemory::Block> had_ = {};
};

/// One hold.
class StorageHold {
 public:
  StorageHold() = default;
  /// Adds a hold.
  explicit StorageHold(Storage* storage) : storage_(storage) { storage_->hold(); }
  StorageHold(const StorageHold& other) : storage_(other.storage_) {
    if (storage_) storage_->hold();
  }
  StorageHold(StorageHold&& other) noexcept : storage_(std::exchange(other.storage_, nullptr)) {}
  StorageHold& operator=(StorageHold other) noexcept {
    std::swap(storage_, other.storage_);
    return *this;
  }
  ~StorageHold() {
    if (storage_) storage_->let_go();
  }
  Storage* operator->() const { return storage_; }
  Storage* get() const { return storage_; }
  explicit operator bool() const { return storage_ != nullptr; }

 private:
  Storage* storage_ = nullptr;
};

}  // namespace runahead
