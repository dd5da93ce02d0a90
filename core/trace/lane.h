// SPDX-License-Identifier: GPL-3.0-or-later
// Lane: what runs one task at a time, and its name. The name says which device the lane belongs to: files
// hold only the name. Not here: which lanes a run has (core/device/device.h, core/scenario/run_program.h).
#pragma once

#include <string>

#include "core/trace/event.h"
#include "core/trace/run_request.h"

namespace runahead {

struct Lane {
  LaneKind kind;
  std::string name;
  /// Of several devices of the run, from 0 on; 0 also for a lane of no device.
  int device() const;
};

/// "Second device, copy to host (emulated)"; `device`: less than 4; `what`: empty for the whole device.
std::string device_lane_name(DeviceKind kind, int device, const std::string& what);

}  // namespace runahead
