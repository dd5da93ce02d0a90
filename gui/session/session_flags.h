// SPDX-License-Identifier: GPL-3.0-or-later
// Flags as the window has them, and as a session file does.
// Not here: the rest of a session (window/window_session.cpp).
#pragma once

#include <vector>

#include "core/io/session_file.h"
#include "gui/view/view_state.h"

namespace runahead::gui {

inline std::vector<SessionFlag> flagsToFile(const std::vector<Flag>& flags) {
  std::vector<SessionFlag> result;
  for (const Flag& flag : flags) {
    result.push_back({{flag.cursor, flag.ns}, flag.task, flag.text.toStdString()});
  }
  return result;
}

inline std::vector<Flag> flagsFromFile(const std::vector<SessionFlag>& flags) {
  std::vector<Flag> result;
  for (const SessionFlag& flag : flags) {
    result.push_back({flag.moment.time_ns, flag.moment.seq, flag.task, QString::fromStdString(flag.text)});
  }
  return result;
}

}  // namespace runahead::gui
