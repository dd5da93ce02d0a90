// SPDX-License-Identifier: GPL-3.0-or-later
// A program that watches for crashes, and crashes as its word says; or hangs for a while, and goes on.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "gui/crash/handlers.h"
#include "gui/crash/reports.h"
#include "gui/crash/watchdog.h"

namespace {

volatile int s_zero = 0;

[[gnu::noinline]] int deeper(int level) {
  if (level == s_zero - 1) return 0;
  volatile char room[4096];
  std::memset(const_cast<char*>(room), level, sizeof room);
  return deeper(level + 1) + room[level % 4096];
}

/// Where the watchdog expects a sign, there is none until it has reported that.
int hang() {
  using namespace runahead::gui;
  Watchdog watchdog(std::chrono::milliseconds(20));
  while (crashReports().empty()) {
  }
  std::string text;
  while (text.find("went on after") == std::string::npos) {
    watchdog.beat();
    text = crashReports().front().text;
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  runahead::gui::watchForCrashes();
  runahead::gui::tellCommand("crash");
  runahead::gui::tellRun("increment-loop", "async", "virtual");
  const std::string how = count > 1 ? words[1] : "";
  if (how == "null") *reinterpret_cast<volatile int*>(s_zero) = 1;
  if (how == "wild") *reinterpret_cast<volatile int*>(std::uintptr_t{0x7000000} + s_zero) = 1;
  if (how == "deep") return deeper(0);
  if (how == "divide") ::raise(SIGFPE);
  if (how == "throw") throw std::runtime_error("/home/somebody/secret.py");
  if (how == "abort") std::abort();
  if (how == "copy") {  // which crashes, too, and first
    const pid_t copy = ::fork();
    if (copy == 0) ::raise(SIGSEGV);
    ::waitpid(copy, nullptr, 0);
    std::abort();
  }
  if (how == "hang") return hang();
  if (how == "no-thread") {
    const rlimit nothing_more{1, 1};
    ::setrlimit(RLIMIT_AS, &nothing_more);
    runahead::gui::Watchdog watchdog;
    watchdog.beat();
    return 0;
  }
  return 3;
}
