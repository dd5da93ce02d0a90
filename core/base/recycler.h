// SPDX-License-Identifier: GPL-3.0-or-later
// Recycler: small objects that one thread takes and any thread gives back, without locks and, once warm,
// without allocating. T has a member `T* next_free`. Not a general allocator: memory is kept until the
// recycler goes, and objects are constructed once.
//
// Invariant: only the owner takes, and it takes the whole returned list with one exchange, so no element can
// come back between its look and its exchange.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

namespace runahead {

template <class T>
class Recycler {
 public:
  Recycler() { add_slab(); }

  /// Owner only.
  T* take() {
    if (!free_) free_ = returned_.exchange(nullptr, std::memory_order_acquire);
    if (!free_) [[unlikely]]
      add_slab();
    T* item = free_;
    free_ = item->next_free;
    return item;
  }
  /// Owner only; cheaper than give().
  void give_own(T* item) {
    item->next_free = free_;
    free_ = item;
  }
  /// Any thread.
  void give(T* item) {
    T* head = returned_.load(std::memory_order_relaxed);
    do {
      item->next_free = head;
    } while (
        !returned_.compare_exchange_weak(head, item, std::memory_order_release, std::memory_order_relaxed));
  }

 private:
  void add_slab() {
    constexpr std::size_t kSlab = 256;
    slabs_.push_back(std::make_unique<T[]>(kSlab));
    for (std::size_t i = kSlab; i-- > 0;) give_own(&slabs_.back()[i]);
  }

  T* free_ = nullptr;
  std::vector<std::unique_ptr<T[]>> slabs_;
  alignas(64) std::atomic<T*> returned_{nullptr};
};

}  // namespace runahead
