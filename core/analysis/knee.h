// SPDX-License-Identifier: GPL-3.0-or-later
// The knee of a curve: the point that lies farthest below the straight line between its ends.
// Not here: which quantities make up the curve.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace runahead {

struct CurvePoint {
  double x;
  double y;
};

/// Index of the point with the largest distance below the chord from the first to the last point, when both
/// axes are scaled to [0, 1] over the points; the first of equals. Of a trade of y for x it is the point that
/// keeps most of both. None without a point below the chord, and where an axis has no length.
std::optional<std::size_t> knee(std::span<const CurvePoint> points);

}  // namespace runahead
