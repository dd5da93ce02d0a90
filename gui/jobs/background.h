// SPDX-License-Identifier: GPL-3.0-or-later
// Work that must not be waited for in the window, on threads that are joined before the program ends.
// Not a thread pool: a handful of long jobs (destroying a session, reading a file), each on its own thread.
#pragma once

#include <functional>

namespace runahead::gui {

/// Runs `work` on a new thread. All of them are joined when the QCoreApplication goes away.
void runInBackground(std::function<void()> work);
/// Joins everything that was given to runInBackground so far.
void joinBackground();

}  // namespace runahead::gui
