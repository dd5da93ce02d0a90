// SPDX-License-Identifier: GPL-3.0-or-later
// How long a thread was ready to run and had no processor. Not here: what a run makes of it (trace/).
#pragma once

#include <cstdint>

namespace runahead {

/// Of the calling thread, since it began; 0 where the system does not say.
std::int64_t processor_wait_ns();

}  // namespace runahead
