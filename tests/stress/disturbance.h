// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to the process of a stress test, and to single threads of it, from outside and at any moment.
// Not here: what it computes meanwhile (round.h).
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <thread>

namespace runahead::stress {

/// The process and what it starts from now on stay on one of the cores that it has.
void pin_to_one_core();

/// Stops and continues the process again and again until it ends; returns what waitpid() says of it.
int stop_and_continue(pid_t process, std::uint32_t seed);

/// Holds single threads of this process for a moment, wherever they are: Linux stops whole processes only, so
/// a signal of one thread has a handler that sleeps.
class ThreadHolder {
 public:
  explicit ThreadHolder(std::uint32_t seed);
  ~ThreadHolder();
  ThreadHolder(const ThreadHolder&) = delete;
  ThreadHolder& operator=(const ThreadHolder&) = delete;

 private:
  void hold_some(std::uint32_t seed);

  std::atomic<bool> done_{false};
  std::thread thread_;
};

}  // namespace runahead::stress
