// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of the next run as a session keeps them, and back.
// Not here: the settings themselves (header/run_settings.h).
#pragma once

#include "core/io/session_file.h"

namespace runahead::gui {

class RunSettings;

SessionRequest requestOf(const RunSettings& settings);
/// As a run that was made with it would tell of itself.
TraceInfo infoOf(const SessionRequest& request);

}  // namespace runahead::gui
