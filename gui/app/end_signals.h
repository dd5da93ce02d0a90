// SPDX-License-Identifier: GPL-3.0-or-later
// EndSignals: a logout, a shutdown or a Ctrl+C in the terminal closes the window as its user would, but asks
// nothing. Not here: signals in commands (cli/interrupts.h), and crashes (gui/crash).
#pragma once

#include <QSocketNotifier>

namespace runahead::gui {

class MainWindow;

/// One at a time, as long as its window.
class EndSignals {
 public:
  /// SIGTERM, SIGHUP and SIGINT, unless they are ignored. After the first, any of them ends the process at
  /// once.
  explicit EndSignals(MainWindow* window);
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

 private:
  void end();

  MainWindow* m_window;
  int m_readEnd = -1;
  QSocketNotifier m_came{QSocketNotifier::Read};
};

}  // namespace runahead::gui
