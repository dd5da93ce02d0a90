// SPDX-License-Identifier: GPL-3.0-or-later
// MemoryPool: memory for arrays, with accounting. Freed blocks are kept for reuse, so what the pool holds and
// what arrays hold are two numbers. Not the events of single arrays (storage.h); it records only changes of
// its own total.
//
// Thread-safe; one mutex, held for a list operation.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace runahead {

class MemoryPool {
 public:
  /// `bound_bytes`: most that arrays may reserve, 0: unbounded.
  explicit MemoryPool(std::int64_t bound_bytes = 0) : bound_bytes_(bound_bytes) {}
  /// Every block must have been freed.
  ~MemoryPool();
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  /// 64-byte aligned; null for 0 bytes. Throws MemoryError.
  void* allocate(std::int64_t bytes);
  void free(void* block, std::int64_t bytes);

  std::int64_t live_bytes() const { return live_bytes_.load(std::memory_order_relaxed); }
  /// Live and kept for reuse.
  std::int64_t pool_bytes() const { return pool_bytes_.load(std::memory_order_relaxed); }

  /// The bound counts bytes from the push of the task that will allocate them until they are freed.
  std::int64_t bound_bytes() const { return bound_bytes_; }
  bool reserve(std::int64_t bytes);
  void unreserve(std::int64_t bytes) { reserved_bytes_.fetch_sub(bytes, std::memory_order_release); }
  std::int64_t reserved_bytes() const { return reserved_bytes_.load(std::memory_order_acquire); }

 private:
  static std::int64_t class_size(std::int64_t bytes);

  const std::int64_t bound_bytes_;
  std::atomic<std::int64_t> live_bytes_{0};
  std::atomic<std::int64_t> pool_bytes_{0};
  std::atomic<std::int64_t> reserved_bytes_{0};
  std::mutex mutex_;
  std::unordered_map<std::int64_t, std::vector<void*>> kept_;  ///< by class size
};

}  // namespace runahead
