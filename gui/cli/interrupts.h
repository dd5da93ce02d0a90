// SPDX-License-Identifier: GPL-3.0-or-later
// Interrupts: turns SIGINT, SIGTERM and SIGHUP into the stop of a run.
// Not for the window, which is closed instead.
#pragma once

#include "core/scenario/session.h"

namespace runahead::gui {

class Interrupts {
 public:
  /// Takes the signals over until the end of the process; one instance.
  Interrupts();

  /// Runs the session to its end, or stops it on the first signal.
  void runToEnd(Session& session);
  bool interrupted() const;

 private:
  int m_readEnd = -1;
};

}  // namespace runahead::gui
