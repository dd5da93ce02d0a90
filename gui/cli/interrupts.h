// SPDX-License-Identifier: GPL-3.0-or-later
// Interrupts: turns SIGINT, SIGTERM and SIGHUP into the stop of a run, and tells a terminal meanwhile how far
// the run is. Not for the window, which is closed instead
// (app/end_signals.h).
#pragma once

#include "core/scenario/run_execution.h"

namespace runahead::gui {

class Interrupts {
 public:
  /// Takes the signals over until the end of the process; one instance.
  Interrupts();

  /// Runs the session to its end, or stops it on the first signal; a second one ends the process, here and
  /// whatever comes afterwards. A program that goes on for a second after the first is inside one call that
  /// nothing ends but itself, and a line says so. Where standard error is a terminal, a line there counts
  /// time and tasks after half a second, and is gone at the end.
  void runToEnd(RunExecution& session);
  bool interrupted() const;
  /// From now on the first signal ends the process, too. Files that are being written do not appear.
  void endAtOnce();

 private:
  int m_readEnd = -1;
};

}  // namespace runahead::gui
