// SPDX-License-Identifier: GPL-3.0-or-later
// Size classes, reuse, and asking the system.
// Not here: when arrays allocate (storage.cpp).
#include "core/tensor/memory_pool.h"

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/base/error.h"
#include "core/engine/tracing.h"

namespace runahead {

namespace {

/// Memory that the system could give without swapping; a large number where it does not say.
std::int64_t available_bytes() {
  std::int64_t kib = INT64_MAX / 1024;
  if (std::FILE* file = std::fopen("/proc/meminfo", "r")) {
    char line[128];
    while (std::fgets(line, sizeof line, file)) {
      long long value = 0;
      if (std::sscanf(line, "MemAvailable: %lld kB", &value) == 1) kib = value;
    }
    std::fclose(file);
  }
  return kib * 1024;
}

constexpr std::int64_t kLarge_bytes = std::int64_t{64} << 20;

}  // namespace

/// At most an eighth more than asked for, so that arrays of nearly the same size share blocks.
std::int64_t MemoryPool::class_size(std::int64_t bytes) {
  if (bytes <= 64) return 64;
  const auto octave = std::bit_floor(static_cast<std::uint64_t>(bytes - 1));
  const auto step = static_cast<std::int64_t>(octave / 8 < 64 ? 64 : octave / 8);
  return (bytes + step - 1) / step * step;
}

MemoryPool::~MemoryPool() {
  for (auto& [size, blocks] : kept_) {
    for (void* block : blocks) std::free(block);
  }
}

void* MemoryPool::allocate(std::int64_t bytes) {
  if (bytes == 0) return nullptr;
  const std::int64_t size = class_size(bytes);
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = kept_.find(size); found != kept_.end() && !found->second.empty()) {
      void* block = found->second.back();
      found->second.pop_back();
      live_bytes_.fetch_add(bytes, std::memory_order_relaxed);
      return block;
    }
  }
  // The system promises more than it has; a process that takes it at its word is killed without a sentence.
  void* block = size >= kLarge_bytes && size > available_bytes()
                    ? nullptr
                    : std::aligned_alloc(64, static_cast<std::size_t>(size));
  if (!block) {
    throw MemoryError("[memory] an array of " + std::to_string(bytes) + " bytes does not fit; arrays hold " +
                      std::to_string(live_bytes()) + " bytes");
  }
  live_bytes_.fetch_add(bytes, std::memory_order_relaxed);
  EventWriter* writer = this_thread_writer;
  if (!writer) {
    pool_bytes_.fetch_add(size, std::memory_order_relaxed);
    return block;
  }
  // Under the lock, so that the totals are recorded in their order.
  const std::lock_guard lock(mutex_);
  const std::int64_t total = pool_bytes_.fetch_add(size, std::memory_order_relaxed) + size;
  const bool own_section = !writer->is_open();
  if (own_section) writer->open_ordered();
  writer->put(EventKind::pool, 0);
  writer->put_words(static_cast<std::uint32_t>(total), static_cast<std::uint32_t>(total >> 32));
  if (own_section) writer->commit();
  return block;
}

void MemoryPool::free(void* block, std::int64_t bytes) {
  if (!block) return;
  live_bytes_.fetch_sub(bytes, std::memory_order_relaxed);
  const std::lock_guard lock(mutex_);
  kept_[class_size(bytes)].push_back(block);
}

bool MemoryPool::reserve(std::int64_t bytes) {
  // Only the frontend reserves, so nobody else can take the room between the look and the add.
  if (bound_bytes_ > 0 && reserved_bytes() + bytes > bound_bytes_) return false;
  reserved_bytes_.fetch_add(bytes, std::memory_order_relaxed);
  return true;
}

}  // namespace runahead
