// SPDX-License-Identifier: GPL-3.0-or-later
// The machine of runs under the virtual clock that name no other, in round numbers, the same everywhere.
// Not measured: a file of costs that a calibration wrote (io/costs_file.h) is one way to get another.
#pragma once

#include "core/device/machine.h"

namespace runahead {

/// It enqueues three times as fast as it executes the smallest task, as most do, so that a frontend that does
/// not wait runs ahead.
Machine standard_machine();

}  // namespace runahead
