// SPDX-License-Identifier: GPL-3.0-or-later
// The pipe to which both the signal handler and the end of a run write, so that one read waits for both.
// Not here: what an interrupted command leaves undone (command_line.cpp).
#include "gui/cli/interrupts.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/format.h"
#include "core/base/quote.h"
#include "gui/text/log.h"

namespace runahead::gui {
namespace {

int s_writeEnd = -1;
std::atomic<bool> s_interrupted{false};  // without a lock, so a handler may
std::atomic<bool> s_endsAtOnce{false};

constexpr int kTellEveryMs = 250;
constexpr double kStopsWithinS = 1;
constexpr double kTellFromS = 0.5;

/// "increment-loop, async, waits each, live: 3.2 s, 120,000 tasks done"
std::string progressLine(const RunExecution& session, double seconds) {
  const RunConfig& config = session.config();
  const Trace trace = session.snapshot();
  const State now = trace.state_at(trace.size());
  char time[32];
  std::snprintf(time, sizeof time, "%.1f s", seconds);
  return without_controls(config.scenario->id) + ", " + to_string(config.mode) + ", waits " +
         config.waits.text() + ", " + to_string(config.clock) + ": " + time + ", " +
         format_count(trace.task_count() - now.counters.depth()) + " tasks done";
}

void wake() {
  const char byte = 0;
  (void)!::write(s_writeEnd, &byte, 1);
}

void onSignal(int number) {
  if (s_interrupted.exchange(true)) ::_exit(128 + number);
  if (s_endsAtOnce) {
    constexpr std::string_view kWords = "runahead: interrupted\n";
    (void)!::write(STDERR_FILENO, kWords.data(), kWords.size());
    ::_exit(1);
  }
  const int error = errno;
  wake();
  errno = error;
}

/// Why a stop takes so long.
std::string stillThere(const RunExecution& session) {
  const bool python = session.config().source.program.has_value();
  return std::string("runahead: interrupted, but ") +
         (session.computes() || !python ? "a task is still computing"
                                        : "the program is inside one long call of Python's") +
         ", which only ends by itself; interrupt again to end this process at once\n";
}

}  // namespace

Interrupts::Interrupts() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  m_readEnd = ends[0];
  s_writeEnd = ends[1];
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    ::sigaction(number, nullptr, &action);
    if (action.sa_handler == SIG_IGN) continue;  // as nohup and background jobs of a shell want it
    action = {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    ::sigaction(number, &action, nullptr);
  }
}

bool Interrupts::interrupted() const {
  return s_interrupted;
}

void Interrupts::endAtOnce() {
  s_endsAtOnce = true;
}

void Interrupts::runToEnd(RunExecution& session) {
  using Steady = std::chrono::steady_clock;
  const Steady::time_point begin = Steady::now();
  const bool tells = ::isatty(STDERR_FILENO) == 1;
  bool told = false;
  bool explained = false;
  Steady::time_point stopped = {};
  logStart(session);
  session.start(wake);
  while (!session.finished()) {
    pollfd ready{m_readEnd, POLLIN, 0};
    const bool waits = interrupted() && !explained;
    if (::poll(&ready, 1, tells || waits ? kTellEveryMs : -1) > 0) {
      char byte;
      (void)!::read(m_readEnd, &byte, 1);
    }
    if (interrupted()) {
      session.stop();
      if (stopped == Steady::time_point{}) stopped = Steady::now();
      if (!explained && std::chrono::duration<double>(Steady::now() - stopped).count() > kStopsWithinS &&
          !session.finished()) {
        explained = true;
        std::fprintf(stderr, "%s%s", told ? "\r\033[K" : "", stillThere(session).c_str());
        told = false;
      }
    }
    const std::chrono::duration<double> passed = Steady::now() - begin;
    if (!tells || passed.count() < kTellFromS) continue;
    if (!session.output().empty()) {  // which tells enough
      if (std::exchange(told, false)) std::fprintf(stderr, "\r\033[K");
      continue;
    }
    std::fprintf(stderr, "\r%s\033[K", progressLine(session, passed.count()).c_str());
    told = true;
  }
  session.wait();
  logEnd(session);
  if (told) std::fprintf(stderr, "\r\033[K");
}

}  // namespace runahead::gui
