// SPDX-License-Identifier: GPL-3.0-or-later
// Watchdog: has a thread that has not been heard of for long write a report of where it is, and says in it
// when the thread went on. Ends nothing. Not here: what is in the report (crash/handlers.h).
#pragma once

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace runahead::gui {

class Watchdog {
 public:
  static constexpr std::chrono::milliseconds kTick{2000};
  static constexpr unsigned kPatience = 5;  ///< ticks

  /// Of the thread that makes it, which calls beat() at least as often as there are ticks. Where the system
  /// gives no thread, nothing watches.
  explicit Watchdog(std::chrono::milliseconds tick = kTick);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  void beat() { m_beats.fetch_add(1, std::memory_order_relaxed); }

 private:
  void watch();

  const std::chrono::milliseconds m_tick;
  const pthread_t m_watched;
  std::atomic<unsigned> m_beats{0};
  std::mutex m_mutex;
  std::condition_variable m_wake;
  bool m_over = false;
  std::thread m_thread;
};

}  // namespace runahead::gui
