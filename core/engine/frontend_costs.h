// SPDX-License-Identifier: GPL-3.0-or-later
// FrontendCosts: how long the frontend is busy with its own work under the virtual clock.
// Not what tasks take (TaskNode::cost_ns).
#pragma once

#include <cstdint>

namespace runahead {

/// What the frontend's own work takes, in virtual ns.
struct FrontendCosts {
  std::int64_t issue_ns = 10'000;     ///< t1: a call, until its task is enqueued or deferred into a graph
  std::int64_t dispatch_ns = 2'000;   ///< enqueueing a task of a graph, whose calls were made before
  std::int64_t hand_back_ns = 8'000;  ///< t3: from the end that a blocked frontend waits for until it goes on
  bool operator==(const FrontendCosts&) const = default;
};

}  // namespace runahead
