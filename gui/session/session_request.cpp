// SPDX-License-Identifier: GPL-3.0-or-later
// Member by member.
// Not here: what a scenario makes of a value that it does not offer (RunSettings::setFrom()).
#include "gui/session/session_request.h"

#include <string>

#include "gui/header/run_settings.h"

namespace runahead::gui {

SessionRequest requestOf(const RunSettings& settings) {
  const RunRequest request = settings.request();
  return {.scenario = request.scenario,
          .mode = request.mode,
          .waits = request.waits,
          .clock = settings.clock().toStdString(),  // by hand, too
          .device = request.device,
          .tf32 = request.tf32,
          .workers = request.workers,
          .seed = request.seed,
          .set = {request.set.begin(), request.set.end()}};
}

/// As a run that was made with it would tell of itself.
TraceInfo infoOf(const SessionRequest& request) {
  TraceInfo info{.scenario = request.scenario,
                 .mode = request.mode,
                 .waits = request.waits,
                 .clock = request.clock,
                 .device = request.device,
                 .workers = request.workers,
                 .seed = request.seed};
  for (const auto& [name, value] : request.set) info.parameters.emplace_back(name, std::to_string(value));
  if (request.tf32) info.parameters.emplace_back("tf32", "1");
  return info;
}

}  // namespace runahead::gui
