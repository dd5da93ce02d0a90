// SPDX-License-Identifier: GPL-3.0-or-later
// Distances from the chord on scaled axes.
// Not here: smoothing; every point counts as it was measured.
#include "core/analysis/knee.h"

#include <algorithm>

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

  // The chord is x + y = 1, so the sum says how far above it a point lies.
  constexpr double kRounding = 1e-9;
  std::optional<std::size_t> best;
  double least = 1;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double sum = (points[i].x - left->x) / width + (points[i].y - low->y) / height;
    if (sum >= least - kRounding) continue;
    least = sum;
    best = i;
  }
  return best;
}

}  // namespace runahead
