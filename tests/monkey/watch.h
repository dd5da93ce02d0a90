// SPDX-License-Identifier: GPL-3.0-or-later
// Watch: which action is going on, how long it keeps the window's thread, and where it was when that became
// too long; and the last words of a process that crashes or hangs. One for the process, on the window's
// thread.
#pragma once

#include <time.h>

#include <QString>
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace runahead::monkey {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int kLongMs = 2000;
#else
inline constexpr int kLongMs = 100;
#endif

class Watch {
 public:
  Watch();
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// The words that begin again what goes on, of which a crash tells.
  void beginLife(const QString& words);
  void begin(const QString& action);
  /// A look at the window's events is over: a user who waits would see something now.
  void look();
  /// What went on until now, or will until the next look, is not the window's.
  void pause();

  int longLooks() const { return static_cast<int>(m_long.size()); }
  /// How often it took how long, and what took longest.
  QString summary() const;

 private:
  struct Long {
    int ms;
    std::string action;
    std::string where;
  };
  void arm();

  timer_t m_timer{};
  std::int64_t m_begunNs = 0;
  std::vector<Long> m_long;
  std::vector<std::uint32_t> m_looks = std::vector<std::uint32_t>(20);  ///< by the logarithm of µs
  std::atomic<std::uint64_t> m_count = 0;
  std::atomic<bool> m_over = false;
  std::thread m_guard;
};

}  // namespace runahead::monkey
