// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry of one time axis: time <-> pixel, ticks, label forms, and the merging of what is too narrow to be seen.
// Not here: the order of lanes (layout.h), widgets, painting. Plain functions, tested without a window.
#pragma once

#include <QString>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <vector>

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
  double ns(double x) const { return fromNs + (x - leftPx) / pxPerNs(); }
};

/// The axis of a pane `width` px wide, between label column and margin.
TimeAxis paneAxis(double width_px, double fromNs, double toNs);

struct Tick {
  double ns;
  QString label;
};
/// Ticks at 1, 2 or 5 times a power of ten, at least `spacing_px` apart, all in one unit: "0", "100 µs".
std::vector<Tick> ticks(const TimeAxis& axis, double spacing_px = 110);

/// Values from 0 to at most `top` at a round distance, at most `count` beside 0. `whole`: numbers of tasks, no fractions.
std::vector<double> valueTicks(double top, int count, bool whole);

/// Chooses one label form for all bars of a lane: the longest that nine of ten bars hold with 6 px to spare.
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

/// The first index in [from, count) for which `before(index)` is false; `before` is monotone. Doubles its step from
/// `from`, so it costs the logarithm of the distance, not of the count.
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

/// Walks over bars that are ordered and do not overlap, and hands out what is to be drawn in [axis.fromNs, toNs).
/// Costs at most a few look-ups per column of pixels, however many bars there are.
///   bars.count(), bars.begin_ns(i), bars.end_ns(i)    non-decreasing
///   bars.key_ns(i)      at least the end of bar i - 1 and at most the begin of bar i, by few look-ups
///   Bars::kShaded       whether the busy share of columns is asked for; else it is 1
///   column_px           width of a device pixel
///   visit(const BarSpan&)
/// The busy share of a column with many bars is taken from kBusySamples of them.
inline constexpr std::uint32_t kBusySamples = 4;

template <class Bars, class Visit>
void mergeBars(const TimeAxis& axis, double column_px, const Bars& bars, Visit visit) {
  const std::uint32_t count = bars.count();
  const double pxPerNs = axis.pxPerNs();
  // The first bar that ends after the left edge: bars do not overlap, so ends are ordered too.
  std::uint32_t index = 0;
  {
    std::uint32_t high = count;
    while (index < high) {
      const std::uint32_t middle = index + (high - index) / 2;
      if (static_cast<double>(bars.end_ns(middle)) <= axis.fromNs) {
        index = middle + 1;
      } else {
        high = middle;
      }
    }
  }
  std::int64_t column = 0;       // the column that is being filled
  double covered_px = 0;         // by bars that began before it
  double overhang_px = -1;       // where the last merged bar ends; -1: nothing reaches into `column`
  std::uint32_t overhanging = 0;
  std::uint32_t guess = 1;
  while (true) {
    const bool more = index < count;
    const double begin_ns = more ? static_cast<double>(bars.begin_ns(index)) : axis.toNs;
    const bool visible = more && begin_ns < axis.toNs;
    double x0 = 0, x1 = 0;
    std::int64_t first_column = 0;
    if (visible) {
      x0 = axis.x(begin_ns);
      x1 = axis.x(static_cast<double>(bars.end_ns(index)));
      first_column = static_cast<std::int64_t>(std::floor((std::max(x0, axis.leftPx) - axis.leftPx) / column_px));
    }
    if (overhang_px >= 0 && (!visible || first_column > column || x1 - x0 >= kMergeBelowPx)) {
      // Nothing else begins in this column: it shows the rest of the last bar alone.
      const double left = axis.leftPx + static_cast<double>(column) * column_px;
      const double part = std::min(overhang_px - left, column_px) / column_px;
      if (part > 0 && left < axis.rightPx()) {
        visit(BarSpan{overhanging, overhanging + 1, left, left + column_px, part, true});
      }
      if (overhang_px > left + column_px) {
        ++column;
      } else {
        overhang_px = -1;
      }
      continue;
    }
    if (!visible) break;
    if (x1 - x0 >= kMergeBelowPx) {
      visit(BarSpan{index, index + 1, x0, x1, 1, false});
      ++index;
      continue;
    }
    column = first_column;
    const double left = axis.leftPx + static_cast<double>(column) * column_px;
    const double right = left + column_px;
    covered_px = overhang_px >= 0 ? std::max(0.0, overhang_px - left) : 0;
    const double right_ns = axis.fromNs + (right - axis.leftPx) / pxPerNs;
    std::uint32_t next = gallop(
        index + 1, count, [&](std::uint32_t i) { return static_cast<double>(bars.key_ns(i)) < right_ns; }, guess);
    if (next - 1 > index && static_cast<double>(bars.begin_ns(next - 1)) >= right_ns) --next;
    guess = std::max(1U, (next - index) / 2);
    // A wide bar at the end of the column stands for itself.
    std::uint32_t last = next;
    const double last_x1 = axis.x(static_cast<double>(bars.end_ns(next - 1)));
    if (next - 1 > index &&
        last_x1 - axis.x(static_cast<double>(bars.begin_ns(next - 1))) >= kMergeBelowPx) {
      --last;
    }
    const std::uint32_t here = last - index;
    const std::uint32_t samples = Bars::kShaded ? std::min(here, kBusySamples) : 0;
    double sampled_px = 0;
    for (std::uint32_t sample = 0; sample < samples; ++sample) {
      const std::uint32_t i =
          index + static_cast<std::uint32_t>(static_cast<std::uint64_t>(here) * sample / samples);
      const double b = std::max(left, axis.x(static_cast<double>(bars.begin_ns(i))));
      const double e = std::min(right, axis.x(static_cast<double>(bars.end_ns(i))));
      sampled_px += std::max(0.0, e - b);
    }
    covered_px = samples > 0 ? covered_px + sampled_px * here / samples : column_px;
    visit(BarSpan{index, last, left, right, std::min(1.0, covered_px / column_px), true});
    overhang_px = last == next ? last_x1 : -1;
    overhanging = last - 1;
    if (overhang_px > right) {
      ++column;
    } else {
      overhang_px = -1;
    }
    index = last;
  }
}

/// The busy share in five steps, 1 to 5; 0 for an empty column.
int busyStep(double busy);

}  // namespace runahead::gui
