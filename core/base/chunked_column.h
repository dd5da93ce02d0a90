// SPDX-License-Identifier: GPL-3.0-or-later
// A column that only grows, in chunks that never move: one writer appends, readers index below a size they
// learned through an acquire load (the trace's published size).
// Not a container: no erase, no iterators, no locking of its own.
//
// Invariant: an element below a published size is never written again, except for members that are atomics.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <stdexcept>

namespace runahead {

template <class T, std::size_t kChunkSize = 8192>
class ChunkedColumn {
  static_assert((kChunkSize & (kChunkSize - 1)) == 0);
  static constexpr std::size_t kBranch = 1024;  // two levels of 1024 pointers: 2^33 elements at 8192 a chunk
  struct Branch {
    std::atomic<T*> chunks[kBranch]{};
  };

 public:
  ChunkedColumn() = default;
  ChunkedColumn(const ChunkedColumn&) = delete;
  ChunkedColumn& operator=(const ChunkedColumn&) = delete;
  ~ChunkedColumn() {
    std::size_t left = size();
    for (auto& slot : root_) {
      Branch* branch = slot.load(std::memory_order_relaxed);
      if (!branch) break;
      for (auto& chunk : branch->chunks) {
        T* items = chunk.load(std::memory_order_relaxed);
        if (!items) break;
        const std::size_t used = left < kChunkSize ? left : kChunkSize;
        std::destroy_n(items, used);
        left -= used;
        ::operator delete(static_cast<void*>(items), std::align_val_t(alignof(T)));
      }
      delete branch;
    }
  }

  /// Writer only. Appends a T built from the arguments; the reference stays valid.
  template <class... Args>
  T& emplace_back(Args&&... args) {
    const std::size_t index = size_.load(std::memory_order_relaxed);
    T* item = ::new (static_cast<void*>(room(index))) T{static_cast<Args&&>(args)...};
    size_.store(index + 1, std::memory_order_release);
    return *item;
  }

  /// The number of elements; beside the writer, of a moment ago. What a reader may index is what was
  /// published to it.
  std::size_t size() const { return size_.load(std::memory_order_acquire); }

  T& operator[](std::size_t index) { return *at(index); }
  const T& operator[](std::size_t index) const { return *at(index); }

  /// Bytes of the chunks in use; beside the writer, of a moment ago.
  std::size_t memory_bytes() const { return (size() + kChunkSize - 1) / kChunkSize * kChunkSize * sizeof(T); }

 private:
  T* at(std::size_t index) const {
    const std::size_t chunk = index / kChunkSize;
    return root_[chunk / kBranch]
               .load(std::memory_order_relaxed)
               ->chunks[chunk % kBranch]
               .load(std::memory_order_relaxed) +
           index % kChunkSize;
  }

  T* room(std::size_t index) {
    if (index % kChunkSize != 0) return last_chunk_ + index % kChunkSize;
    const std::size_t chunk = index / kChunkSize;
    if (chunk / kBranch >= kBranch) throw std::length_error("a trace column is full");
    auto& slot = root_[chunk / kBranch];
    Branch* branch = slot.load(std::memory_order_relaxed);
    if (!branch) {
      branch = new Branch;
      slot.store(branch, std::memory_order_relaxed);
    }
    last_chunk_ = static_cast<T*>(::operator new(kChunkSize * sizeof(T), std::align_val_t(alignof(T))));
    branch->chunks[chunk % kBranch].store(last_chunk_, std::memory_order_relaxed);
    return last_chunk_;
  }

  std::atomic<Branch*> root_[kBranch]{};
  T* last_chunk_ = nullptr;
  std::atomic<std::size_t> size_{0};
};

}  // namespace runahead
