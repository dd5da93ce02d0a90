// SPDX-License-Identifier: GPL-3.0-or-later
// Size classes and reuse.
// Not here: when arrays allocate (storage.cpp), and where blocks come from (device/memory_source.h).
#include "core/tensor/memory_pool.h"

#include <bit>
#include <string>

#include "core/base/error.h"
#include "core/engine/tracing.h"

namespace runahead {

namespace {

/// From here on blocks are large: the system takes each back by itself.
constexpr std::int64_t kReturned_bytes = std::int64_t{1} << 20;

}  // namespace

/// At most an eighth more than asked for, so that arrays of nearly the same size share blocks.
std::int64_t MemoryPool::class_size(std::int64_t bytes) {
  if (bytes <= 64) return 64;
  const auto octave = std::bit_floor(static_cast<std::uint64_t>(bytes - 1));
  const auto step = static_cast<std::int64_t>(octave / 8 < 64 ? 64 : octave / 8);
  return (bytes + step - 1) / step * step;
}

MemoryPool::MemoryPool(std::int64_t bound_bytes, const std::vector<MemorySource>& sources, bool recorded)
    : bound_bytes_(bound_bytes), recorded_(recorded) {
  for (const MemorySource& source : sources) shelves_.push_back({.source = source, .blocks = {}});
}

MemoryPool::~MemoryPool() {
  for (const Shelf& shelf : shelves_) {
    for (const auto& [size, blocks] : shelf.blocks) {
      for (void* const block : blocks.kept) shelf.source.give(shelf.source.of, block, size);
    }
  }
}

std::int64_t MemoryPool::pool_bytes() const {
  std::int64_t bytes = 0;
  for (const MemoryUse& use : uses_) bytes += use.reserved.now();
  return bytes;
}

void MemoryPool::change_pool_bytes(std::int64_t by, MemoryId memory) {
  const std::int64_t total = uses_[memory].reserved.add(by);
  EventWriter* writer = this_thread_writer;
  if (!writer || !recorded_) return;
  const bool own_section = !writer->is_open();
  if (own_section) writer->open_ordered();
  writer->put(EventKind::pool, 0, memory);
  writer->put_words(static_cast<std::uint32_t>(total), static_cast<std::uint32_t>(total >> 32));
  if (own_section) writer->commit();
}

/// Null where the source has no more.
void* MemoryPool::take(Shelf& shelf, std::int64_t size) {
  Blocks* blocks = nullptr;
  {
    const std::lock_guard lock(mutex_);
    blocks = &shelf.blocks[size];
    if (blocks->kept.capacity() == blocks->made) blocks->kept.reserve(2 * blocks->made + 1);
    ++blocks->made;
  }
  struct Unmade {
    MemoryPool& pool;
    Blocks* blocks;
    ~Unmade() {
      if (!blocks) return;
      const std::lock_guard lock(pool.mutex_);
      --blocks->made;
    }
  } unmade{*this, blocks};
  void* block = shelf.source.take(shelf.source.of, size);
  if (!block && shelf.source.give_waits) {
    give_kept(shelf, 0);
    block = shelf.source.take(shelf.source.of, size);
  }
  if (block) unmade.blocks = nullptr;
  return block;
}

void* MemoryPool::allocate(std::int64_t bytes, std::size_t source, bool counted, MemoryId memory) {
  if (bytes == 0) return nullptr;
  const std::int64_t size = class_size(bytes);
  Shelf& shelf = shelves_[source];
  {
    const std::lock_guard lock(mutex_);
    shelf.memory = memory;
    const auto found = shelf.blocks.find(size);
    if (found != shelf.blocks.end() && !found->second.kept.empty()) {
      void* block = found->second.kept.back();
      found->second.kept.pop_back();
      live_bytes_.fetch_add(bytes, std::memory_order_relaxed);
      return block;
    }
  }
  void* const block = take(shelf, size);
  if (!block) {
    throw MemoryError("[memory] an array of " + std::to_string(bytes) + " bytes does not fit; arrays hold " +
                      std::to_string(live_bytes()) + " bytes");
  }
  live_bytes_.fetch_add(bytes, std::memory_order_relaxed);
  if (counted) count(size, memory);
  return block;
}

void MemoryPool::count(std::int64_t bytes, MemoryId memory) {
  const std::lock_guard lock(mutex_);
  change_pool_bytes(bytes, memory);
}

void MemoryPool::free(void* block, std::int64_t bytes, std::size_t source) {
  if (!block) return;
  live_bytes_.fetch_sub(bytes, std::memory_order_relaxed);
  const std::int64_t size = class_size(bytes);
  const std::lock_guard lock(mutex_);
  shelves_[source].blocks.find(size)->second.kept.push_back(block);
}

void MemoryPool::give_back() {
  for (Shelf& shelf : shelves_) give_kept(shelf, kReturned_bytes);
}

void MemoryPool::give_kept(Shelf& shelf, std::int64_t least_bytes) {
  const std::lock_guard lock(mutex_);
  std::int64_t given_bytes = 0;
  for (auto from = shelf.blocks.lower_bound(least_bytes); from != shelf.blocks.end(); ++from) {
    auto& [size, blocks] = *from;
    for (void* const block : blocks.kept) {
      shelf.source.give(shelf.source.of, block, size);
      given_bytes += size;
    }
    blocks.made -= blocks.kept.size();
    blocks.kept.clear();
  }
  if (given_bytes > 0) change_pool_bytes(-given_bytes, shelf.memory);
}

bool MemoryPool::reserve(std::int64_t bytes) {
  // Only the frontend reserves, so no other thread can take the room between the look and the add.
  if (bound_bytes_ > 0 && reserved_bytes() + bytes > bound_bytes_) return false;
  reserved_bytes_.fetch_add(bytes, std::memory_order_relaxed);
  return true;
}

}  // namespace runahead
