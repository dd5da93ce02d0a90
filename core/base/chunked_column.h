// SPDX-License-Identifier: GPL-3.0-or-later
// A column that only grows, in chunks that never move: one writer appends, readers index below a size they
// learned through an acquire load (the trace's published size).
// Not a container: no erase, no iterators, no locking of its own.
//
// Invariant: an element below a published size is never written again, except for members that are atomics.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <memory>
#include <new>
#include <stdexcept>

namespace runahead {

template <class T, std::size_t kChunkSize = 8192>
class ChunkedColumn {
  static_assert((kChunkSize & (kChunkSize - 1)) == 0);
  /// The first chunk comes in pieces, each as large as all before it: a column of few elements is small.
  static constexpr std::size_t kFirstPiece = [] {
    std::size_t count = 1;
    while (count < kChunkSize && count * sizeof(T) < 256) count *= 2;
    return count;
  }();
  static constexpr std::size_t kPieces = std::bit_width(kChunkSize / kFirstPiece);
  static constexpr std::size_t kBranch = 1024;  // two levels of 1024 pointers: 2^33 elements at 8192 a chunk
  struct Branch {
    std::atomic<T*> chunks[kBranch]{};
  };
  struct Root {
    std::atomic<Branch*> branches[kBranch]{};
  };

 public:
  ChunkedColumn() = default;
  ChunkedColumn(const ChunkedColumn&) = delete;
  ChunkedColumn& operator=(const ChunkedColumn&) = delete;
  ~ChunkedColumn() {
    std::size_t left = size();
    const auto give_back = [&left](std::atomic<T*>& chunk, std::size_t most) {
      T* items = chunk.load(std::memory_order_relaxed);
      if (!items) return false;
      const std::size_t used = left < most ? left : most;
      std::destroy_n(items, used);
      left -= used;
      ::operator delete(static_cast<void*>(items), std::align_val_t(alignof(T)));
      return true;
    };
    for (std::size_t begin = 0; std::atomic<T*> & piece : pieces_) {
      if (!give_back(piece, room_from(begin))) break;
      begin += room_from(begin);
    }
    Root* root = root_.load(std::memory_order_relaxed);
    if (!root) return;
    for (auto& slot : root->branches) {
      Branch* branch = slot.load(std::memory_order_relaxed);
      if (!branch) break;
      for (auto& chunk : branch->chunks) {
        if (!give_back(chunk, kChunkSize)) break;
      }
      delete branch;
    }
    delete root;
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
  std::size_t memory_bytes() const {
    const std::size_t count = size();
    if (count == 0) return 0;
    if (count > kChunkSize) return (count + kChunkSize - 1) / kChunkSize * kChunkSize * sizeof(T);
    return (count <= kFirstPiece ? kFirstPiece : std::bit_ceil(count)) * sizeof(T);
  }

 private:
  /// Of the piece or chunk that begins at this index.
  static constexpr std::size_t room_from(std::size_t begin) {
    return begin == 0 ? kFirstPiece : begin < kChunkSize ? begin : kChunkSize;
  }

  T* at(std::size_t index) const {
    if (index < kChunkSize) {
      const std::size_t firsts = index / kFirstPiece;
      return pieces_[std::bit_width(firsts)].load(std::memory_order_relaxed) +
             (index - std::bit_floor(firsts) * kFirstPiece);
    }
    const std::size_t chunk = index / kChunkSize - 1;
    return root_.load(std::memory_order_relaxed)
               ->branches[chunk / kBranch]
               .load(std::memory_order_relaxed)
               ->chunks[chunk % kBranch]
               .load(std::memory_order_relaxed) +
           index % kChunkSize;
  }

  T* room(std::size_t index) {
    if (index == last_end_) {
      std::atomic<T*>& slot = slot_from(index);
      last_begin_ = index;
      last_chunk_ =
          static_cast<T*>(::operator new(room_from(index) * sizeof(T), std::align_val_t(alignof(T))));
      last_end_ = index + room_from(index);
      slot.store(last_chunk_, std::memory_order_relaxed);
    }
    return last_chunk_ + (index - last_begin_);
  }

  /// Of the piece or chunk that begins at this index.
  std::atomic<T*>& slot_from(std::size_t index) {
    if (index < kChunkSize) return pieces_[std::bit_width(index / kFirstPiece)];
    const std::size_t chunk = index / kChunkSize - 1;
    if (chunk / kBranch >= kBranch) throw std::length_error("a trace column is full");
    Root* root = root_.load(std::memory_order_relaxed);
    if (!root) {
      root = new Root;
      root_.store(root, std::memory_order_relaxed);
    }
    auto& slot = root->branches[chunk / kBranch];
    Branch* branch = slot.load(std::memory_order_relaxed);
    if (!branch) {
      branch = new Branch;
      slot.store(branch, std::memory_order_relaxed);
    }
    return branch->chunks[chunk % kBranch];
  }

  std::atomic<T*> pieces_[kPieces]{};
  std::atomic<Root*> root_{nullptr};
  T* last_chunk_ = nullptr;
  std::size_t last_begin_ = 0, last_end_ = 0;
  std::atomic<std::size_t> size_{0};
};

}  // namespace runahead
