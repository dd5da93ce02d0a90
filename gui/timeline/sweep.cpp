// SPDX-License-Identifier: GPL-3.0-or-later
// Marks to points.
// Not here: what a mark measures (core/analysis/summary.h).
#include "gui/timeline/sweep.h"

#include <cmath>
#include <map>

#include "core/analysis/knee.h"

namespace runahead::gui {
namespace {

constexpr std::size_t kLeastPoints = 3;
/// A sweep is a handful of marks; a run with a mark per batch is none.
constexpr std::uint32_t kMostMarks = 1000;

/// K of "every:K"; 0 for another name.
int iterationsOf(const std::string& name) {
  const QString text = QString::fromStdString(name);
  return text.startsWith(QLatin1String("every:")) ? text.mid(6).toInt() : 0;
}

SweepPoint pointOf(const Trace& trace, const Region& mark, double position) {
  const TimeRange range{trace.time_ns(mark.begin), trace.time_ns(mark.end)};
  return {QString::fromStdString(trace.name(mark.name)), position, range.length_ns(),
          trace.counter_range(mark.begin, mark.end + 1).max.live_bytes, range};
}

}  // namespace

std::optional<Sweep> sweepOf(const Trace& trace) {
  if (trace.region_count() > kMostMarks) return std::nullopt;
  std::map<int, Region> byIterations;
  std::optional<Region> none;
  for (RegionId id = 0; id < trace.region_count(); ++id) {
    const Region mark = trace.region(id);
    if (mark.kind != RegionKind::benchmark || mark.end == kNever) continue;
    const std::string& name = trace.name(mark.name);
    if (const int iterations = iterationsOf(name); iterations > 0) {
      byIterations.insert_or_assign(iterations, mark);
    } else if (name == "none") {
      none = mark;
    }
  }
  if (byIterations.size() < kLeastPoints) return std::nullopt;
  Sweep sweep;
  for (const auto& [iterations, mark] : byIterations) {
    sweep.points.push_back(pointOf(trace, mark, std::log2(iterations)));
  }
  if (none) sweep.points.push_back(pointOf(trace, *none, sweep.points.back().position + 1));
  std::vector<CurvePoint> trade;
  for (const SweepPoint& point : sweep.points) {
    trade.push_back({static_cast<double>(point.peakLiveBytes), static_cast<double>(point.time_ns)});
  }
  sweep.knee = knee(trade);
  return sweep;
}

}  // namespace runahead::gui
