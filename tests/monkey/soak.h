// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in one window for so long; then it rests.
#pragma once

#include <cstdint>

#include "tests/monkey/watch.h"

namespace runahead::monkey {

/// The exit status: 1 where memory, threads or files have grown, or the window at rest uses the processor.
int soak(Watch& watch, std::uint64_t seed, double minutes);

}  // namespace runahead::monkey
