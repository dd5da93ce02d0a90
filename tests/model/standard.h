// SPDX-License-Identifier: GPL-3.0-or-later
// Included before all else where code under test is compiled: it puts the model's atomics, mutex, latch and
// threads under the standard's names. What core includes of the standard library comes first and stays as it
// is. Not here: the core's own primitives, whose headers are replaced by those in tests/model/replaced.
#pragma once

#include "core/base/precompiled.h"

#include <bit>
#include <cstring>
#include <functional>
#include <latch>
#include <optional>
#include <span>
#include <sstream>
#include <thread>
#include <type_traits>
#include <unordered_map>

#include "tests/model/memory.h"
#include "tests/model/scheduler.h"

namespace runahead::model {

template <class T>
class Atomic {
  static_assert(sizeof(T) <= sizeof(Word) && std::is_trivially_copyable_v<T>);
  static constexpr Word kMask = sizeof(T) == 8 ? ~Word{0} : (Word{1} << (sizeof(T) % 8 * 8)) - 1;

 public:
  Atomic() : Atomic(T()) {}
  Atomic(T value) { place_.value = word(value); }
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load(std::memory_order order = std::memory_order_seq_cst) const {
    return value(model::load(place_, order));
  }
  void store(T value, std::memory_order order = std::memory_order_seq_cst) {
    model::store(place_, word(value), order);
  }
  T exchange(T value, std::memory_order order = std::memory_order_seq_cst) {
    return changed(Change::exchange, value, order);
  }
  T fetch_add(T value, std::memory_order order = std::memory_order_seq_cst) {
    return changed(Change::add, value, order);
  }
  T fetch_sub(T value, std::memory_order order = std::memory_order_seq_cst) {
    return changed(Change::subtract, value, order);
  }
  bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure) {
    Word found = word(expected);
    const bool done = compare_exchange(place_, found, word(desired), success, failure);
    if (!done) expected = value(found);
    return done;
  }
  bool compare_exchange_strong(T& expected, T desired, std::memory_order order = std::memory_order_seq_cst) {
    return compare_exchange_strong(expected, desired, order, on_failure(order));
  }
  /// Never fails without a reason.
  bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure) {
    return compare_exchange_strong(expected, desired, success, failure);
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order order = std::memory_order_seq_cst) {
    return compare_exchange_strong(expected, desired, order, on_failure(order));
  }

  Place& place() { return place_; }

 private:
  static std::memory_order on_failure(std::memory_order order) {
    if (order == std::memory_order_acq_rel) return std::memory_order_acquire;
    return order == std::memory_order_release ? std::memory_order_relaxed : order;
  }
  static Word word(T value) {
    Word word = 0;
    std::memcpy(&word, &value, sizeof(T));
    return word;
  }
  static T value(Word word) {
    T value;
    std::memcpy(&value, &word, sizeof(T));
    return value;
  }
  T changed(Change change, T operand, std::memory_order order) {
    return value(model::change(place_, change, word(operand), kMask, order));
  }

  Place place_;
};

class AtomicFlag {
 public:
  bool test_and_set(std::memory_order order = std::memory_order_seq_cst) {
    return flag_.exchange(true, order);
  }
  bool test(std::memory_order order = std::memory_order_seq_cst) const { return flag_.load(order); }
  void clear(std::memory_order order = std::memory_order_seq_cst) { flag_.store(false, order); }

 private:
  Atomic<bool> flag_{false};
};

class Latch {
 public:
  explicit Latch(std::ptrdiff_t count) : left_(count) {}
  void count_down() {
    if (left_.fetch_sub(1, std::memory_order_release) == 1) unblock(this);
  }
  void wait() {
    while (left_.fetch_add(0, std::memory_order_acquire) != 0) block(this);
  }

 private:
  Atomic<std::ptrdiff_t> left_;
};

class Thread {
 public:
  Thread() = default;
  template <class Body>
  explicit Thread(Body body) : number_(spawn(std::move(body))) {}
  Thread(Thread&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Thread& operator=(Thread&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  bool joinable() const { return number_ >= 0; }
  void join() { model::join(std::exchange(number_, -1)); }
  static unsigned hardware_concurrency() { return 2; }

 private:
  int number_ = -1;
};

}  // namespace runahead::model

namespace std {
template <class T>
using model_atomic = runahead::model::Atomic<T>;
using model_atomic_flag = runahead::model::AtomicFlag;
using model_latch = runahead::model::Latch;
using model_mutex = runahead::model::Mutex;
using model_thread = runahead::model::Thread;
namespace model_this_thread {
inline void yield() {
  runahead::model::spin();
}
}  // namespace model_this_thread
}  // namespace std

#define atomic model_atomic
#define atomic_flag model_atomic_flag
#define latch model_latch
#define mutex model_mutex
#define thread model_thread
#define this_thread model_this_thread
