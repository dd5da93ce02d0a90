// SPDX-License-Identifier: GPL-3.0-or-later
// Work that must not be waited for in the window, on threads that are joined before the program ends.
// Not a thread pool: a handful of long jobs (destroying a session, reading a file), each on its own thread.
#pragma once

#include <cstdint>
#include <functional>

namespace runahead::gui {

/// Whether work comes to an end of itself: a run that was stopped does not before its longest task has, or a
/// call in C that its program is inside.
enum class Ends : std::uint8_t { surely, perhaps };

/// Runs `work` on a new thread; here, where the system gives none. All of them are joined when the
/// QCoreApplication goes away.
void runInBackground(std::function<void()> work, Ends ends = Ends::surely);
/// Where everything is saved and the window is gone: waits for what surely ends, and for two seconds for the
/// rest; then the process ends with that status.
void endWithoutWaiting(int status);
/// Whether all that is going on surely ends.
bool backgroundEnds();
/// Joins everything that was given to runInBackground so far.
void joinBackground();

}  // namespace runahead::gui
