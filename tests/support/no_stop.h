// SPDX-License-Identifier: GPL-3.0-or-later
// For runs that are not stopped.
#pragma once

#include <atomic>

namespace runahead::testing_support {

inline const std::atomic<bool> kNoStop{false};

}  // namespace runahead::testing_support
