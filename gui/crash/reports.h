// SPDX-License-Identifier: GPL-3.0-or-later
// The reports that crashes and hangs have left: where they are, and what they say. Not here: writing them
// (crash/handlers.h).
#pragma once

#include <ctime>
#include <string>
#include <vector>

namespace runahead::gui {

/// So many stay when the program starts.
inline constexpr std::size_t kMostReports = 5;

struct CrashReport {
  std::string path;
  // Its lines of these names; the command may be missing.
  std::string what;     ///< "SIGSEGV, address not mapped"
  std::string command;  ///< "the window"
  std::string text;
  std::time_t when = 0;
};

/// Beside the folder in which sessions are kept; empty: this user has no place for data.
std::string reportFolder();
/// The newest first.
std::vector<CrashReport> crashReports();
void forgetReport(const CrashReport& report);
/// Removes all but the newest.
void thinReports();

}  // namespace runahead::gui
