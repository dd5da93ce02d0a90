// SPDX-License-Identifier: GPL-3.0-or-later
// Calibration: what work costs on this machine, from the traces of some live runs. Medians, since a machine
// is never quiet. Not here: the file (io/costs_file.h), and what a simulation does with it.
#pragma once

#include <functional>

#include "core/base/error.h"
#include "core/device/machine.h"

namespace runahead {

class RunExecution;

/// `run` runs a session to its end, and may stop it. Throws Stopped when a run was stopped. Failure: a run
/// that failed. Takes some seconds.
Result<Machine> calibrate(const std::function<void(RunExecution&)>& run);

}  // namespace runahead
