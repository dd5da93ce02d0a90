// SPDX-License-Identifier: GPL-3.0-or-later
// Time is counted in waits of its own: where the whole process stood still, the window was not late.
#include "gui/crash/watchdog.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <system_error>

#include "gui/crash/handlers.h"

namespace runahead::gui {
namespace {

void addTo(const std::string& report, const std::string& line) {
  const int file = ::open(report.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return;
  (void)!::write(file, line.data(), line.size());
  ::close(file);
}

}  // namespace

Watchdog::Watchdog(std::chrono::milliseconds tick) : m_tick(tick), m_watched(::pthread_self()) {
  try {
    m_thread = std::thread([this] { watch(); });
    ::pthread_setname_np(m_thread.native_handle(), "watchdog");
  } catch (const std::system_error&) {
  }
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(m_mutex);
    m_over = true;
  }
  m_wake.notify_one();
  if (m_thread.joinable()) m_thread.join();
}

void Watchdog::watch() {
  const auto secondsOf = [this](unsigned ticks) {
    return static_cast<unsigned>(std::chrono::duration_cast<std::chrono::seconds>(ticks * m_tick).count());
  };
  unsigned heard = m_beats, missed = 0;
  std::string report;
  std::unique_lock lock(m_mutex);
  while (!m_wake.wait_for(lock, m_tick, [this] { return m_over; })) {
    if (const unsigned now = m_beats; now != heard) {
      if (!report.empty()) addTo(report, "went on after " + std::to_string(secondsOf(missed)) + " s\n");
      report.clear();
      heard = now;
      missed = 0;
    } else if (++missed == kPatience) {
      report = reportHang(m_watched, secondsOf(missed));
    }
  }
}

}  // namespace runahead::gui
