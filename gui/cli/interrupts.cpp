// SPDX-License-Identifier: GPL-3.0-or-later
// The pipe to which both the signal handler and the end of a run write, so that one read waits for both.
// Not here: what an interrupted command leaves undone (command_line.cpp).
#include "gui/cli/interrupts.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>

namespace runahead::gui {
namespace {

int s_writeEnd = -1;
volatile sig_atomic_t s_interrupted = 0;

void wake() {
  const char byte = 0;
  (void)!::write(s_writeEnd, &byte, 1);
}

void onSignal(int) {
  const int error = errno;
  s_interrupted = 1;
  wake();
  errno = error;
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
  return s_interrupted != 0;
}

void Interrupts::runToEnd(Session& session) {
  session.start(wake);
  while (!session.finished()) {
    char byte;
    (void)!::read(m_readEnd, &byte, 1);
    if (interrupted()) session.stop();
  }
  session.wait();
}

}  // namespace runahead::gui
