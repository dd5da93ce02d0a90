// SPDX-License-Identifier: GPL-3.0-or-later
// The file of costs: a Machine (device/machine.h) as a small JSON document, written by a calibration and
// edited by hand if one likes. FORMAT.md describes it. Not here: measuring (analysis/calibration.h).
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/device/machine.h"

namespace runahead {

/// Failure: one line with the file, the member and what would be right.
Result<Machine> read_costs(const std::string& path);
/// Replaces the file whole, or leaves what was there.
Status write_costs(const Machine& machine, const std::string& path);

}  // namespace runahead
