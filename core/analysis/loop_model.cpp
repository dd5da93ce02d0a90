// SPDX-License-Identifier: GPL-3.0-or-later
// When the last task ends.
// Not here: the simulation, which comes to the same (tests/scenario/virtual_test.cpp).
#include "core/analysis/loop_model.h"

#include <algorithm>

namespace runahead {

std::int64_t LoopModel::running_ahead_ns() const {
  // Task i starts when it has been issued and when task i - workers has ended. Going back over k tasks of the
  // same worker, its end is at least (i - k workers + 1) t1 + (k + 1) t2; that is linear in k, so the largest
  // is at one of the two ends.
  std::int64_t last_ns = 0;
  for (std::int64_t i = std::max<std::int64_t>(n - workers, 0); i < n; ++i) {
    const std::int64_t issued_last = (i + 1) * t1 + t2;
    const std::int64_t never_idle = (i % workers + 1) * t1 + (i / workers + 1) * t2;
    last_ns = std::max({last_ns, issued_last, never_idle});
  }
  return last_ns + t3;
}

std::int64_t LoopModel::waiting_every_ns(std::int64_t k) const {
  const auto passes_ns = [this](std::int64_t passes) {
    LoopModel part = *this;
    part.n = passes;
    return passes > 0 ? part.running_ahead_ns() : 0;
  };
  return n / k * passes_ns(k) + passes_ns(n % k);
}

}  // namespace runahead
