// SPDX-License-Identifier: GPL-3.0-or-later
// Gate: a task's body passes when the test opens it, and the test can wait until a body has arrived.
// Not for code under test.
#pragma once

#include <atomic>

namespace runahead::testing_support {

class Gate {
 public:
  /// In a task.
  void pass() {
    arrived_.fetch_add(1, std::memory_order_release);
    arrived_.notify_all();
    open_.wait(false, std::memory_order_acquire);
  }
  void open() {
    open_.store(true, std::memory_order_release);
    open_.notify_all();
  }
  void wait_for_arrivals(int count) {
    for (int now = arrived_.load(std::memory_order_acquire); now < count;
         now = arrived_.load(std::memory_order_acquire)) {
      arrived_.wait(now, std::memory_order_acquire);
    }
  }

 private:
  std::atomic<bool> open_{false};
  std::atomic<int> arrived_{0};
};

}  // namespace runahead::testing_support
