// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry of one time axis: time <-> pixel, ticks, label forms, and the merging of what is too narrow to be
// seen. Not here: the order of lanes (timeline/layout.h), widgets, painting. Plain functions, tested without
// a window.
#pragma once

#include <QString>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "core/base/ids.h"

namespace runahead::gui {

/// The columns that the timeline and the charts share, so that one moment is one pixel in all of them.
inline constexpr double kLabelColumnPx = 124;
inline constexpr double kRightMarginPx = 16;

/// A linear map from time to horizontal position.
struct TimeAxis {
  double fromNs = 0;
  double toNs = 1;
  double leftPx = 0;
  double widthPx = 1;

  double rightPx() const { return leftPx + widthPx; }
  double pxPerNs() const { return widthPx / (toNs - fromNs); }
  double x(double ns) const { return leftPx + (ns - fromNs) * pxPerNs(); }
  double ns(double x) const { return fromNs + (x - leftPx) * (toNs - fromNs) / widthPx; }
  bool operator==(const TimeAxis&) const = default;
};

/// The axis of a pane `width` px wide, between label column and margin.
TimeAxis paneAxis(double width_px, double fromNs, double toNs);

/// The smallest of the factors times a power of ten that is at least `least`. Factors from 1 on, ascending.
double roundAbove(double least, std::span<const double> factors);
inline constexpr double kRoundSteps[] = {1, 2, 5};

struct Tick {
  double ns;
  QString label;
};
/// Ticks at 1, 2 or 5 times a power of ten, at least `spacing_px` apart, all in one unit: "0", "100 µs".
std::vector<Tick> ticks(const TimeAxis& axis, double spacing_px = 110);
/// The finest round times between these ticks that are so far apart: for who draws.
std::vector<double> minorTicks(const TimeAxis& axis, const std::vector<Tick>& marks, double spacing_px = 7);

/// Values from 0 to at most `top` at a round distance, at most `count` beside 0. `whole`: numbers of tasks,
/// no fractions.
std::vector<double> valueTicks(double top, int count, bool whole);

/// Chooses one label form for all bars of a lane: the longest that nine of ten bars hold with 6 px to spare.
/// Bars too narrow for any form have no say.
class LabelFit {
 public:
  static constexpr std::size_t kForms = 4;
  static constexpr double kSpare_px = 6;
  /// The widths of the bar's label in each form, longest first.
  void add(double bar_px, std::initializer_list<double> forms_px);
  /// Index of the form; `forms` when none is held.
  std::size_t form(std::size_t forms) const;
  static bool holds(double bar_px, double label_px) { return label_px + kSpare_px <= bar_px; }

 private:
  std::uint32_t m_bars = 0;
  std::uint32_t m_held[kForms] = {};
};

/// Narrower bars merge with their neighbours.
inline constexpr double kMergeBelowPx = 3;

/// What mergeBars() hands out: either one bar (last == first + 1, merged false), or one column of pixels.
struct BarSpan {
  std::uint32_t first;
  std::uint32_t last;
  double x0;
  double x1;
  double busy;  ///< share of a merged column that is covered; 1 for a bar
  bool merged;
};

/// The first index in [from, count) for which `before(index)` is false; `before` is monotone. Doubles its
/// step from `from`, so it costs the logarithm of the distance, not of the count.
template <class Before>
std::uint32_t gallop(std::uint32_t from, std::uint32_t count, Before before, std::uint32_t step = 1) {
  if (from >= count || !before(from)) return from;
  std::uint32_t low = from;  // before(low) holds
  std::uint32_t high = count;
  step = std::max(step, 1U);
  while (step < count - low) {
    if (!before(low + step)) {
      high = low + step;
      break;
    }
    low += step;
    step *= 2;
  }
  while (high - low > 1) {
    const std::uint32_t middle = low + (high - low) / 2;
    (before(middle) ? low : high) = middle;
  }
  return high;
}

/// Likewise in [0, count), halving from the start: where nothing is known of the place.
template <class Before>
std::uint32_t bisect(std::uint32_t count, Before before) {
  return gallop(0, count, before, count);
}

/// The events before the left edge of each column of pixels, and before the right edge of the last: bars are
/// compared with columns by their events, without a look at a time. time_ns(seq) is monotone; `count` events.
template <class TimeOf>
std::vector<Seq> columnBounds(const TimeAxis& axis, double column_px, Seq count, TimeOf time_ns) {
  const auto columns = static_cast<std::size_t>(std::max(1.0, std::ceil(axis.widthPx / column_px - 1e-6)));
  std::vector<Seq> bounds(columns + 1);
  Seq seq = 0;
  Seq step = 1;
  for (std::size_t column = 0; column <= columns; ++column) {
    const double edge_ns =
        axis.ns(axis.leftPx + std::min(static_cast<double>(column) * column_px, axis.widthPx));
    const Seq next = gallop(
        seq, count, [&](Seq s) { return static_cast<double>(time_ns(s)) < edge_ns; }, step);
    if (column > 0) step = std::max<Seq>(1, (next - seq) / 2);
    bounds[column] = seq = next;
  }
  return bounds;
}

/// Walks over bars that are ordered and do not overlap, and hands out what is to be drawn in [axis.fromNs,
/// toNs). Costs at most a few look-ups per column of pixels, however many bars there are.
///   bounds                     columnBounds() of the same axis and column_px, the width of a device pixel
///   bars.count()
///   bars.begin(i), .end(i)     events, non-decreasing; an open bar ends with the last event
///   bars.key(i)                at least end(i - 1) and at most begin(i), by few look-ups
///   bars.time_ns(seq)
///   Bars::kShaded              whether the busy share of columns is asked for; else it is 1
///   bars.busy_ns(first, last)  only then: the sum of the bars' lengths
///   visit(const BarSpan&)
template <class Bars, class Visit>
void mergeBars(const TimeAxis& axis, double column_px, const std::vector<Seq>& bounds, const Bars& bars,
               Visit visit) {
  const std::uint32_t count = bars.count();
  const std::size_t columns = bounds.size() - 1;
  const auto x = [&](Seq seq) { return axis.x(static_cast<double>(bars.time_ns(seq))); };
  const auto wide_columns = static_cast<std::size_t>(std::ceil(kMergeBelowPx / column_px));
  // Bars do not overlap, so their ends are ordered too.
  std::uint32_t index = bisect(count, [&](std::uint32_t i) { return bars.end(i) < bounds.front(); });
  std::size_t column = 0;
  double overhang_px = -1;  // where the last merged bar ends, if that is beyond its column
  std::uint32_t overhanging = 0;
  std::uint32_t guess = 1;
  const auto left_of = [&](std::size_t c) { return axis.leftPx + static_cast<double>(c) * column_px; };
  // Columns before `until` that only the rest of the last merged bar reaches into.
  const auto finish_overhang = [&](std::size_t until) {
    while (overhang_px > left_of(column) && column < until) {
      const double left = left_of(column);
      const double part = std::min(overhang_px - left, column_px) / column_px;
      visit(BarSpan{overhanging, overhanging + 1, left, left + column_px, part, true});
      ++column;
    }
    if (overhang_px <= left_of(column)) overhang_px = -1;
  };
  while (index < count) {
    const Seq begin = bars.begin(index);
    if (begin >= bounds.back()) break;
    std::size_t first = column;
    if (begin >= bounds[first + 1]) {
      first = gallop(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(columns - 1),
                     [&](std::uint32_t c) { return bounds[c + 1] <= begin; });
    }
    if (overhang_px >= 0) finish_overhang(first);
    column = first;
    // The next bar's key is no earlier than this one's end, and cheaper to ask for.
    const Seq wide_bound = column + wide_columns <= columns ? bounds[column + wide_columns] : 0;
    const bool narrow =
        (index + 1 < count && bars.key(index + 1) < wide_bound) || bars.end(index) < wide_bound;
    if (!narrow) {
      const double x0 = x(begin), x1 = x(bars.end(index));
      if (x1 - x0 >= kMergeBelowPx) {
        if (overhang_px >= 0) finish_overhang(column + 1);
        visit(BarSpan{index, index + 1, x0, x1, 1, false});
        ++index;
        continue;
      }
    }
    const Seq bound = bounds[column + 1];
    std::uint32_t last = gallop(
        index + 1, count, [&](std::uint32_t i) { return bars.key(i) < bound; }, guess);
    if (last - 1 > index && bars.begin(last - 1) >= bound) --last;
    guess = std::max(1U, (last - index) / 2);
    // Where the next bar follows at once, how far the last one reaches into the next column makes no
    // difference.
    const bool dense = last < count && column + 2 <= columns && bars.key(last) < bounds[column + 2];
    double last_x1 = -1;
    if (!dense) {
      const Seq last_end = bars.end(last - 1);
      if (last_end >= bound) last_x1 = x(last_end);
      // A wide bar at the end of the column stands for itself.
      if (last - 1 > index && last_x1 >= 0 && last_x1 - x(bars.begin(last - 1)) >= kMergeBelowPx) {
        --last;
        last_x1 = -1;
      }
    }
    const double left = left_of(column), right = left + column_px;
    double covered_px = column_px;
    if constexpr (Bars::kShaded) {
      covered_px = overhang_px >= 0 ? std::max(0.0, overhang_px - left) : 0;
      covered_px += static_cast<double>(bars.busy_ns(index, last)) * axis.pxPerNs();
      if (last_x1 >= 0) covered_px -= std::max(0.0, last_x1 - right);
    }
    visit(BarSpan{index, last, left, right, std::min(1.0, covered_px / column_px), true});
    overhang_px = last_x1;
    overhanging = last - 1;
    index = last;
    ++column;
    if (overhang_px <= right || column >= columns) overhang_px = -1;
    if (column >= columns) break;
  }
  if (overhang_px >= 0) finish_overhang(columns);
}

/// The busy share in five steps, 1 to 5; 0 for an empty column.
int busyStep(double busy);

}  // namespace runahead::gui
