// SPDX-License-Identifier: GPL-3.0-or-later
// The knee of a trade of one quantity for another: the point that gets most of both.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace runahead {

struct CurvePoint {
  double x;
  double y;
};

/// Index of the point with the largest distance below the chord from (least x, most y) to (most x, least y),
/// which are the ends of an undisturbed trade, both axes scaled to [0, 1] over the points; the first of
/// equals. None without a point below the chord, with fewer than three points, and where an axis has no
/// length.
std::optional<std::size_t> knee(std::span<const CurvePoint> points);

}  // namespace runahead
