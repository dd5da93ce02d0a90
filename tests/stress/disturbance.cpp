// SPDX-License-Identifier: GPL-3.0-or-later
// Affinity and signals.
#include "tests/stress/disturbance.h"

#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace runahead::stress {

namespace {

std::atomic<long> hold_ns{0};

void sleep_ns(long ns) {
  const timespec time{ns / 1'000'000'000, ns % 1'000'000'000};
  ::nanosleep(&time, nullptr);
}

void hold(int) {
  const int error = errno;
  sleep_ns(hold_ns.load(std::memory_order_relaxed));
  errno = error;
}

/// From very short to `most`, each order of magnitude as often.
long any_ns(std::mt19937& random, long most) {
  long ns = most;
  for (int halvings = static_cast<int>(random() % 12); halvings > 0; --halvings) ns /= 2;
  return ns;
}

std::vector<pid_t> threads() {
  std::vector<pid_t> ids;
  DIR* const folder = ::opendir("/proc/self/task");
  if (!folder) return ids;
  while (const dirent* entry = ::readdir(folder)) {
    if (entry->d_name[0] != '.') ids.push_back(static_cast<pid_t>(std::atol(entry->d_name)));
  }
  ::closedir(folder);
  return ids;
}

}  // namespace

void pin_to_one_core() {
  cpu_set_t cores;
  if (::sched_getaffinity(0, sizeof cores, &cores) != 0) throw std::runtime_error(std::strerror(errno));
  int core = 0;
  while (!CPU_ISSET(core, &cores)) ++core;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  if (::sched_setaffinity(0, sizeof cores, &cores) != 0) throw std::runtime_error(std::strerror(errno));
}

int stop_and_continue(pid_t process, std::uint32_t seed) {
  std::mt19937 random(seed);
  int status = 0;
  for (;;) {
    sleep_ns(any_ns(random, 20'000'000));
    ::kill(process, SIGSTOP);
    if (::waitpid(process, &status, WUNTRACED) == process && !WIFSTOPPED(status)) return status;
    sleep_ns(any_ns(random, 4'000'000));
    ::kill(process, SIGCONT);
  }
}

ThreadHolder::ThreadHolder(std::uint32_t seed) {
  struct sigaction action {};
  action.sa_handler = hold;  // without SA_RESTART: what is interrupted returns early
  ::sigaction(SIGUSR1, &action, nullptr);
  thread_ = std::thread([this, seed] { hold_some(seed); });
}

ThreadHolder::~ThreadHolder() {
  done_.store(true, std::memory_order_relaxed);
  thread_.join();
}

void ThreadHolder::hold_some(std::uint32_t seed) {
  std::mt19937 random(seed);
  sigset_t held;
  ::sigemptyset(&held);
  ::sigaddset(&held, SIGUSR1);
  ::pthread_sigmask(SIG_BLOCK, &held, nullptr);
  const pid_t self = ::getpid();
  while (!done_.load(std::memory_order_relaxed)) {
    hold_ns.store(any_ns(random, 2'000'000), std::memory_order_relaxed);
    for (const pid_t thread : threads()) {
      if (random() % 3 == 0) ::syscall(SYS_tgkill, self, thread, SIGUSR1);
    }
    sleep_ns(any_ns(random, 4'000'000));
  }
}

}  // namespace runahead::stress
