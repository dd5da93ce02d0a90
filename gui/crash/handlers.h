// SPDX-License-Identifier: GPL-3.0-or-later
// What a crash leaves behind: a report of it, by handlers of the signals that end a process. Not here: where
// reports are and what becomes of them (crash/reports.h), hangs (crash/watchdog.h).
#pragma once

#include <pthread.h>

#include <string>

namespace runahead::gui {

/// From the main thread, before anything else. `before` looks at each first, and may end the process. Does
/// nothing for signals that other code answers already.
void watchForCrashes(void (*before)(int) = nullptr);

/// What is on, for a report: words of the program's own, that stay.
void tellCommand(const char* command);
/// Null: no run, or none any more.
void tellRun(const char* scenario = nullptr, const char* mode = nullptr, const char* clock = nullptr);

/// Has `thread` write a report of where it is, as soon as it is taken off what it does. The report's path;
/// empty: no more of them are written.
std::string reportHang(pthread_t thread, unsigned seconds);

}  // namespace runahead::gui
