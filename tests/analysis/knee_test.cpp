// SPDX-License-Identifier: GPL-3.0-or-later
// The knee of curves whose knee is known.
// Not here: sweeps of runs (tests/gui).
#include "core/analysis/knee.h"

#include <gtest/gtest.h>

#include <vector>

namespace runahead {
namespace {

TEST(Knee, IsTheCornerOfAnL) {
  const std::vector<CurvePoint> points = {{0, 10}, {0, 4}, {1, 1}, {6, 1}, {10, 0}};
  EXPECT_EQ(knee(points), 2U);
}

TEST(Knee, DoesNotDependOnUnits) {
  std::vector<CurvePoint> points;
  for (const double k : {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 100.0}) points.push_back({2.1e6 * k, 3e9 + 8e8 / k});
  const auto found = knee(points);
  ASSERT_TRUE(found.has_value());
  for (CurvePoint& point : points) {
    point.x = point.x * 1e-6 - 7;
    point.y *= 1e-9;
  }
  EXPECT_EQ(knee(points), found);
  EXPECT_EQ(*found, 3U);  // K = 8: 8 and 8 hundredths; its neighbours give up 4 and 20, 16 and 2.5
}

TEST(Knee, OfAHyperbolaLiesInTheMiddle) {
  std::vector<CurvePoint> points;
  for (const double t : {1.0, 2.0, 3.0, 4.0, 6.0, 9.0, 16.0}) points.push_back({t, 16 / t});
  EXPECT_EQ(knee(points), 3U);
}

TEST(Knee, FirstOfEquals) {
  const std::vector<CurvePoint> points = {{0, 3}, {0, 1}, {1, 0}, {3, 0}};
  EXPECT_EQ(knee(points), 1U);
}

TEST(Knee, IsTheSameFromEitherEnd) {
  const std::vector<CurvePoint> points = {{10, 0}, {6, 1}, {1, 1}, {0, 4}, {0, 10}};
  EXPECT_EQ(knee(points), 2U);
}

TEST(Knee, PointsThatAreBeatenInBothDoNotMatter) {
  // MB and ms of a run whose last points were disturbed: every:4 has next to the least of both.
  const std::vector<CurvePoint> points = {{0.8, 45.4}, {1.1, 38.3}, {1.6, 36.4},  {2.7, 35.9},
                                          {4.8, 37.2}, {9.0, 42.1}, {17.4, 84.9}, {34.0, 130.8}};
  EXPECT_EQ(knee(points), 2U);
}

TEST(Knee, MayBeThePointThatIsBestInBoth) {
  const std::vector<CurvePoint> points = {{1, 1}, {2, 3}, {3, 2}};
  EXPECT_EQ(knee(points), 0U);
}

TEST(Knee, AStraightLineHasNone) {
  const std::vector<CurvePoint> points = {{0, 3}, {1, 2}, {2, 1}, {3, 0}};
  EXPECT_EQ(knee(points), std::nullopt);
}

TEST(Knee, PointsAboveTheChordAreNone) {
  const std::vector<CurvePoint> points = {{0, 3}, {2, 2.9}, {3, 0}};
  EXPECT_EQ(knee(points), std::nullopt);
}

TEST(Knee, NeedsThreePointsAndTwoAxes) {
  EXPECT_EQ(knee({}), std::nullopt);
  const std::vector<CurvePoint> two = {{0, 1}, {1, 0}};
  EXPECT_EQ(knee(two), std::nullopt);
  const std::vector<CurvePoint> flat = {{0, 1}, {1, 1}, {2, 1}};
  EXPECT_EQ(knee(flat), std::nullopt);
  const std::vector<CurvePoint> steep = {{1, 0}, {1, 1}, {1, 2}};
  EXPECT_EQ(knee(steep), std::nullopt);
  const std::vector<CurvePoint> closed = {{0, 0}, {1, -1}, {0, 0}};
  EXPECT_EQ(knee(closed), std::nullopt);
}

}  // namespace
}  // namespace runahead
