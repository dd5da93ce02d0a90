// SPDX-License-Identifier: GPL-3.0-or-later
// The pipe from the handler, in which hardly anything may be done, to the window's thread.
#include "gui/app/end_signals.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <QApplication>
#include <array>
#include <cerrno>

#include "gui/window/closing.h"
#include "gui/window/main_window.h"

namespace runahead::gui {
namespace {

int s_writeEnd = -1;
volatile sig_atomic_t s_taken[3] = {};
constexpr std::array kSignals{SIGTERM, SIGHUP, SIGINT};

void giveBack() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    if (s_taken[i]) ::signal(kSignals[i], SIG_DFL);
    s_taken[i] = 0;
  }
}

void onSignal(int) {
  const int error = errno;
  giveBack();
  const char byte = 0;
  (void)!::write(s_writeEnd, &byte, 1);
  errno = error;
}

}  // namespace

EndSignals::EndSignals(MainWindow* window) : m_window(window) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return;  // they end the process, as ever
  m_readEnd = ends[0];
  s_writeEnd = ends[1];
  m_came.setSocket(m_readEnd);
  QObject::connect(&m_came, &QSocketNotifier::activated, window, [this] { end(); });
  m_came.setEnabled(true);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction before {};
    struct sigaction now {};
    if (::sigaction(kSignals[i], nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    now.sa_handler = onSignal;
    now.sa_flags = SA_RESTART;
    s_taken[i] = ::sigaction(kSignals[i], &now, nullptr) == 0;
  }
}

EndSignals::~EndSignals() {
  giveBack();
  if (m_readEnd < 0) return;
  m_came.setEnabled(false);
  ::close(m_readEnd);
  ::close(s_writeEnd);
}

void EndSignals::end() {
  m_came.setEnabled(false);
  m_window->closing()->closeUnasked();
  // Whatever else is open.
  QApplication::exit();
}

}  // namespace runahead::gui
