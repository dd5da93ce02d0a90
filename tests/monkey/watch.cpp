// SPDX-License-Identifier: GPL-3.0-or-later
// A timer of the thread's processor time sends a signal that notes where the thread is; names are looked up
// later. Handlers of crashes write what was noted before, and no more.
#include "tests/monkey/watch.h"

#include <cxxabi.h>
#include <execinfo.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#ifdef __SANITIZE_ADDRESS__
// Of a header that g++ does not install.
extern "C" void __sanitizer_set_death_callback(void (*)());
#endif

namespace runahead::monkey {
namespace {

constexpr int kDeadSeconds = 600;
constexpr int kRemembered = 12;

// What handlers of signals read.
std::array<char[240], kRemembered> g_actions;
volatile int g_last = 0;
char g_life[240];
std::array<void*, 60> g_place;
volatile int g_depth = 0;

void write(const char* text) {
  const ssize_t written = ::write(STDERR_FILENO, text, std::strlen(text));
  static_cast<void>(written);
}

void tellLast() {
  write("\nThe last actions, the newest at the end:\n");
  for (int i = 1; i <= kRemembered; ++i) {
    const char* text = g_actions[static_cast<std::size_t>((g_last + i) % kRemembered)];
    if (!*text) continue;
    write("  ");
    write(text);
    write("\n");
  }
  write("Again: ");
  write(g_life);
  write("\n");
}

void tellPlace() {
  std::array<void*, 100> place;
  backtrace_symbols_fd(place.data(), backtrace(place.data(), static_cast<int>(place.size())), STDERR_FILENO);
}

void crashed(int number) {
  tellPlace();
  tellLast();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

void hung(int) {
  write("The action does not end. The window's thread is here:\n");
  tellPlace();
  tellLast();
  _exit(3);
}

void tookLong(int) {
  const int error = errno;
  g_depth = backtrace(g_place.data(), static_cast<int>(g_place.size()));
  errno = error;
}

void handle(int number, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(number, &action, nullptr);
}

std::int64_t usedNs() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

/// The functions of this program, innermost first.
std::string placeNames() {
  std::string names;
  char** const symbols = backtrace_symbols(g_place.data(), g_depth);
  int kept = 0;
  for (int i = 0; symbols && i < g_depth && kept < 10; ++i) {
    const std::string symbol = symbols[i];
    const std::size_t open = symbol.find('('), plus = symbol.find('+', open);
    if (open == std::string::npos || plus == std::string::npos || plus == open + 1) continue;
    const std::string mangled = symbol.substr(open + 1, plus - open - 1);
    int status = 0;
    char* const plain = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
    std::string name = plain ? plain : mangled;
    std::free(plain);
    if (name.find("monkey") != std::string::npos) continue;
    name = name.substr(0, name.find('('));
    names += (kept++ > 0 ? " < " : "") + name;
  }
  std::free(symbols);
  return names;
}

}  // namespace

Watch::Watch() {
  tookLong(0);  // looks up what backtrace() needs, which a handler must not
  g_depth = 0;
  handle(SIGUSR1, hung);
  handle(SIGPROF, tookLong);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_set_death_callback(tellLast);
#else
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) handle(number, crashed);
#endif
  handle(SIGABRT, crashed);
  sigevent event = {};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event._sigev_un._tid = gettid();
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &m_timer) != 0) std::perror("timer_create");
  m_guard = std::thread([this, watched = pthread_self()] {
    std::uint64_t seen = 0;
    for (int seconds = 0; !m_over; ++seconds) {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      if (std::exchange(seen, m_count) != m_count) seconds = 0;
      if (seconds == kDeadSeconds) pthread_kill(watched, SIGUSR1);
    }
  });
  pause();
}

Watch::~Watch() {
  m_over = true;
  m_guard.join();
  timer_delete(m_timer);
}

void Watch::beginLife(const QString& words) {
  std::snprintf(g_life, sizeof g_life, "%s", words.toUtf8().constData());
}

void Watch::begin(const QString& action) {
  const int next = (g_last + 1) % kRemembered;
  char* const text = g_actions[static_cast<std::size_t>(next)];
  std::snprintf(text, sizeof g_actions[0], "%s", action.toUtf8().constData());
  g_last = next;
  arm();
}

void Watch::arm() {
  ++m_count;
  g_depth = 0;
  const itimerspec after = {{}, {kLongMs / 1000, kLongMs % 1000 * 1'000'000}};
  timer_settime(m_timer, 0, &after, nullptr);
  m_begunNs = usedNs();
}

void Watch::pause() {
  ++m_count;
  const itimerspec never = {};
  timer_settime(m_timer, 0, &never, nullptr);
}

void Watch::look() {
  const std::int64_t us = (usedNs() - m_begunNs) / 1000;
  pause();
  ++m_looks[std::min<std::size_t>(m_looks.size() - 1, std::bit_width(static_cast<std::uint64_t>(us)))];
  if (us > kLongMs * 1000) {
    m_long.push_back(
        {static_cast<int>(us / 1000), g_actions[static_cast<std::size_t>(g_last)], placeNames()});
    std::printf("long: %d ms, %s; in %s\n", m_long.back().ms, m_long.back().action.c_str(),
                m_long.back().where.c_str());
    std::fflush(stdout);
  }
  arm();
}

QString Watch::summary() const {
  std::uint64_t all = 0;
  for (const std::uint32_t count : m_looks) all += count;
  QString text = QStringLiteral("looks at the window's events: %1, by the processor time they took").arg(all);
  for (std::size_t i = 13; i < m_looks.size(); ++i) {
    if (m_looks[i] > 0)
      text += QStringLiteral(", up to %1 ms %2").arg(double(1 << i) / 1000, 0, 'f', 0).arg(m_looks[i]);
  }
  std::vector<Long> longest = m_long;
  std::ranges::sort(longest, std::ranges::greater(), &Long::ms);
  text += QStringLiteral("\nlonger than %1 ms: %2").arg(kLongMs).arg(m_long.size());
  for (std::size_t i = 0; i < longest.size() && i < 10; ++i) {
    text += QStringLiteral("\n  %1 ms: %2").arg(longest[i].ms).arg(QString::fromStdString(longest[i].action));
  }
  return text;
}

}  // namespace runahead::monkey
