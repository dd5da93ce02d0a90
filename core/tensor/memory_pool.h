// SPDX-License-Identifier: GPL-3.0-or-later
// MemoryPool: memory for arrays, with accounting. Freed blocks are kept for reuse until the frontend has the
// large ones given back, so what the pool holds and what arrays hold are two numbers. Where several devices
// have memory of their own, a block goes back to where it came from. Each memory has its own numbers, which
// are recorded; those of all together are for the bound, and for what `ps` answers.
// Not the events of single arrays (storage.h); it records only changes of what it holds of a memory.
//
// Thread-safe; one mutex, held for a list operation.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "core/device/memory_source.h"
#include "core/trace/event.h"

namespace runahead {

/// Bytes, and the most that they were.
class ByteCount {
 public:
  /// What they are then.
  std::int64_t add(std::int64_t bytes) {
    const std::int64_t now = now_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    std::int64_t most = most_.load(std::memory_order_relaxed);
    while (now > most && !most_.compare_exchange_weak(most, now, std::memory_order_relaxed)) {
    }
    return now;
  }
  std::int64_t now() const { return now_.load(std::memory_order_relaxed); }
  std::int64_t most() const { return most_.load(std::memory_order_relaxed); }
  /// From now on.
  void begin_most() { most_.store(now(), std::memory_order_relaxed); }

 private:
  std::atomic<std::int64_t> now_{0}, most_{0};
};

/// Of one memory, as the trace has it.
struct MemoryUse {
  ByteCount in_use;    ///< storages count it, with what they record
  ByteCount reserved;  ///< the pool does
};

class MemoryPool {
 public:
  /// `bound_bytes`: most that arrays may reserve, 0: unbounded. `recorded`: its total is part of the trace.
  explicit MemoryPool(std::int64_t bound_bytes = 0,
                      const std::vector<MemorySource>& sources = {system_memory()}, bool recorded = true);
  /// Every block must have been freed.
  ~MemoryPool();
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  /// 64-byte aligned, from that source, which has it of that memory; null for 0 bytes. Throws MemoryError.
  void* allocate(std::int64_t bytes, std::size_t source = 0, bool counted = true,
                 MemoryId memory = kHostMemory);
  /// To the source that it came from.
  void free(void* block, std::int64_t bytes, std::size_t source = 0);
  /// Returns the large blocks that are kept to where they came from. No task may be pending that uses one.
  void give_back();

  std::int64_t live_bytes() const { return live_bytes_.load(std::memory_order_relaxed); }
  /// Live and kept for reuse, of all memories.
  std::int64_t pool_bytes() const;
  MemoryUse& use(MemoryId memory) { return uses_[memory]; }

  /// Adds bytes that the caller allocated outside of what is `counted`.
  void count(std::int64_t bytes, MemoryId memory);
  /// What is taken for so many.
  static std::int64_t class_size(std::int64_t bytes);

  /// The bound counts bytes from the submission of the task that will allocate them until they are freed.
  std::int64_t bound_bytes() const { return bound_bytes_; }
  bool reserve(std::int64_t bytes);
  void unreserve(std::int64_t bytes) { reserved_bytes_.fetch_sub(bytes, std::memory_order_release); }
  std::int64_t reserved_bytes() const { return reserved_bytes_.load(std::memory_order_acquire); }

 private:
  /// Of one class size.
  struct Blocks {
    std::vector<void*> kept;  ///< the one freed last is taken first
    std::size_t made = 0;     ///< there is room for all of them in `kept`: giving back needs no memory
  };
  struct Shelf {
    MemorySource source;
    MemoryId memory = kHostMemory;  ///< that its blocks were taken of
    std::map<std::int64_t, Blocks> blocks;
  };

  void* take(Shelf& shelf, std::int64_t size);
  /// With the mutex held: they are recorded in their order.
  void change_pool_bytes(std::int64_t by, MemoryId memory);
  /// All that is kept of at least that class size, back to the source.
  void give_kept(Shelf& shelf, std::int64_t least_bytes);

  const std::int64_t bound_bytes_;
  const bool recorded_;
  std::atomic<std::int64_t> live_bytes_{0};
  std::array<MemoryUse, kMemories> uses_;
  std::atomic<std::int64_t> reserved_bytes_{0};
  std::mutex mutex_;
  std::vector<Shelf> shelves_;  ///< one for each source
};

}  // namespace runahead
