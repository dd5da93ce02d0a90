// SPDX-License-Identifier: GPL-3.0-or-later
// Progress: how far the reading or writing of a file is, and whether it is still wanted. Not a thread's stop
// flag: who works asks, in its own thread.
#pragma once

#include <cstdint>
#include <functional>

#include "core/base/error.h"

namespace runahead {

/// Called now and then with the bytes that are done and those that are expected in all, which may be an
/// estimate and 0 when it is not known; or with the parts of what is counted in others. False: not wanted any
/// more; what follows is a Failure that is cancelled. Empty: not asked for.
using Progress = std::function<bool(std::uint64_t done_bytes, std::uint64_t total_bytes)>;

inline Failure cancelled() {
  return {"cancelled", true};
}

}  // namespace runahead
