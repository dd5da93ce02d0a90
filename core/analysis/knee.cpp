// SPDX-License-Identifier: GPL-3.0-or-later
// Distances to the chord on scaled axes.
// Not here: smoothing; every point counts as it was measured.
#include "core/analysis/knee.h"

#include <algorithm>
#include <cmath>

namespace runahead {

std::optional<std::size_t> knee(std::span<const CurvePoint> points) {
  if (points.size() < 3) return std::nullopt;
  const auto [left, right] = std::minmax_element(
      points.begin(), points.end(), [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; });
  const auto [low, high] = std::minmax_element(
      points.begin(), points.end(), [](const CurvePoint& a, const CurvePoint& b) { return a.y < b.y; });
  const double width = right->x - left->x;
  const double height = high->y - low->y;
  if (!(width > 0) || !(height > 0)) return std::nullopt;

  const CurvePoint& first = points.front();
  const double along_x = (points.back().x - first.x) / width;
  const double along_y = (points.back().y - first.y) / height;
  const double length = std::hypot(along_x, along_y);
  if (!(length > 0)) return std::nullopt;
  // The cross product is the distance to the left of the chord's direction: above it for a chord that leads
  // right.
  const double below = along_x >= 0 ? -1 : 1;
  std::optional<std::size_t> best;
  constexpr double kRounding = 1e-9;
  double farthest = 0;
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const double x = (points[i].x - first.x) / width;
    const double y = (points[i].y - first.y) / height;
    const double distance = below * (along_x * y - along_y * x) / length;
    if (distance <= farthest + kRounding) continue;
    farthest = distance;
    best = i;
  }
  return best;
}

}  // namespace runahead
