// SPDX-License-Identifier: GPL-3.0-or-later
// From the trace's counters to at most two points per pixel, and the words of the heads.
// Not here: drawing (time_chart.cpp).
#include "gui/charts/chart_content.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "gui/theme/format.h"

namespace runahead::gui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Charts", text); }

/// Columns that are this far apart have a visible level between them.
constexpr double kApart_px = 1.5;
/// With fewer px per column than this, single steps are no longer to be seen.
constexpr double kDense_px = 2;

void add(QList<QPointF>& points, double x, double y) {
  if (points.isEmpty() || points.back() != QPointF(x, y)) points.append({x, y});
}

/// One quantity as it changes from column to column. low, high: of a column's range; now: of its last state.
template <class Low, class High, class Now>
ChartSeries series(SeriesLook look, const CounterColumns& columns, Low low, High high, Now now) {
  ChartSeries result{look, {}, {}};
  QList<QPointF>& points = result.points;
  const std::vector<CounterColumn>& all = columns.columns;
  const bool dense = static_cast<double>(all.size()) * kDense_px > columns.endPx;
  points.reserve(static_cast<qsizetype>(all.size()) * 2 + 2);
  double value = now(columns.before);
  points.append({0, value});
  bool differ = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double x = all[i].x, after = now(all[i].after);
    const double least = low(all[i].range), most = high(all[i].range);
    if (least == most && least == value) continue;
    const bool apart_before = x - points.back().x() > kApart_px;
    const bool apart_after = i + 1 == all.size() || all[i + 1].x - x > kApart_px;
    if (apart_before) add(points, x, value);
    if (dense) {
      if (apart_before) add(result.least, x, value);
      add(points, x, most);
      add(result.least, x, least);
      if (apart_after) add(points, x, after), add(result.least, x, after);
      differ |= most != least;
    } else {
      // The extremes, the one that is farther from where it ends up first; then the level after.
      const double first = after - least > most - after ? least : most;
      add(points, x, first);
      add(points, x, first == least ? most : least);
      add(points, x, after);
    }
    value = after;
  }
  add(points, columns.endPx, value);
  if (dense && differ) {
    add(result.least, columns.endPx, value);
    result.least.prepend({0, now(columns.before)});
  } else {
    result.least.clear();
  }
  return result;
}

}  // namespace

CounterColumns reduceCounters(const Trace& trace, const TimeAxis& axis, double column_px) {
  CounterColumns result;
  const Seq first = trace.first_at(static_cast<std::int64_t>(std::ceil(axis.fromNs)));
  const Seq end = trace.first_after(static_cast<std::int64_t>(std::floor(axis.toNs)));
  result.before = trace.counters_at(first);
  result.endPx = std::clamp(axis.x(static_cast<double>(trace.end_ns())) - axis.leftPx, 0.0, axis.widthPx);
  if (first >= end) return result;

  // Bounds come in pairs (end of a column twice): the range over a column, then the counters at its end.
  std::vector<Seq> bounds{first};
  std::vector<double> xs;
  const auto columns = static_cast<std::int64_t>(std::ceil(axis.widthPx / column_px));
  // A column of very many events may take over a few from its neighbour: ranges over whole blocks cost least.
  const Seq per_column = (end - first) / static_cast<Seq>(std::max<std::int64_t>(1, columns));
  constexpr Seq kBlock = 256;
  const bool coarse = per_column >= 4 * kBlock;
  Seq seq = first;
  while (seq < end) {
    const double x = axis.x(static_cast<double>(trace.time_ns(seq))) - axis.leftPx;
    const auto column = static_cast<std::int64_t>(std::floor(x / column_px));
    const double right_px = static_cast<double>(column + 1) * column_px;
    const auto right_ns = static_cast<std::int64_t>(std::ceil(axis.ns(axis.leftPx + right_px)));
    Seq next = std::min(end, gallop(seq + 1, end, [&](Seq s) { return trace.time_ns(s) < right_ns; },
                                    std::max<Seq>(1, per_column / 2)));
    if (coarse && next < end && next / kBlock * kBlock > seq) next = next / kBlock * kBlock;
    bounds.push_back(next);
    bounds.push_back(next);
    xs.push_back(x);
    seq = next;
  }
  const std::vector<CounterRange> ranges = trace.counter_ranges(bounds);
  result.columns.reserve(xs.size());
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const Seq after = bounds[2 * i + 1];
    // The last pair lacks its second half.
    const Counters counters = 2 * i + 1 < ranges.size() ? ranges[2 * i + 1].min : trace.counters_at(after);
    result.columns.push_back({xs[i], ranges[2 * i], counters});
  }
  return result;
}

ChartContent depthContent(const CounterColumns& columns, const CounterRange& whole) {
  ChartContent content;
  content.max = whole.max_depth;
  const auto number = [](std::uint32_t count) { return static_cast<double>(count); };
  // Where nothing is blocked, the outermost outline is that of the ready tasks: blocked hides below the axis.
  constexpr double kHidden = -1;
  content.series.push_back(series(
      SeriesLook::blocked, columns,
      [&](const CounterRange& r) { return r.max.blocked > 0 ? number(r.min_depth) : kHidden; },
      [&](const CounterRange& r) { return r.max.blocked > 0 ? number(r.max_depth) : kHidden; },
      [&](const Counters& c) { return c.blocked > 0 ? number(c.depth()) : kHidden; }));
  content.series.push_back(series(
      SeriesLook::ready, columns, [&](const CounterRange& r) { return number(r.min_unblocked); },
      [&](const CounterRange& r) { return number(r.max_unblocked); },
      [&](const Counters& c) { return number(c.ready + c.running); }));
  content.series.push_back(series(
      SeriesLook::running, columns, [&](const CounterRange& r) { return number(r.min.running); },
      [&](const CounterRange& r) { return number(r.max.running); },
      [&](const Counters& c) { return number(c.running); }));
  return content;
}

bool hasResident(const Trace& trace) { return trace.info().resident_base_bytes > 0; }

ChartContent memoryContent(const Trace& trace, const CounterColumns& columns, const CounterRange& whole) {
  ChartContent content;
  content.bytes = true;
  content.max = static_cast<double>(std::max(whole.max.live_bytes, whole.max.pool_bytes));
  const auto add_bytes = [&](SeriesLook look, std::int64_t Counters::*bytes) {
    content.series.push_back(series(
        look, columns, [&](const CounterRange& r) { return static_cast<double>(r.min.*bytes); },
        [&](const CounterRange& r) { return static_cast<double>(r.max.*bytes); },
        [&](const Counters& c) { return static_cast<double>(c.*bytes); }));
  };
  add_bytes(SeriesLook::live, &Counters::live_bytes);
  add_bytes(SeriesLook::pool, &Counters::pool_bytes);
  if (!hasResident(trace)) return content;
  content.max = std::max(content.max, static_cast<double>(whole.max.resident_bytes));
  // Resident bytes are samples, not steps: straight lines from one to the next.
  QList<QPointF> resident{{0, static_cast<double>(columns.before.resident_bytes)}};
  for (const CounterColumn& column : columns.columns) {
    const auto value = static_cast<double>(column.after.resident_bytes);
    if (value != resident.back().y()) resident.append({column.x, value});
  }
  resident.append({columns.endPx, resident.back().y()});
  content.series.push_back({SeriesLook::resident, resident, {}});
  return content;
}

ChartHead depthHead(const Counters& counters) {
  ChartHead head;
  head.title = tr("Queue depth");
  head.entries = {
      {SeriesLook::blocked, tr("blocked"), formatCount(counters.blocked),
       counters.blocked > 0 ? static_cast<double>(counters.depth()) : -1},
      {SeriesLook::ready, tr("ready"), formatCount(counters.ready),
       counters.ready > 0 ? static_cast<double>(counters.ready + counters.running) : -1},
      {SeriesLook::running, tr("running"), formatCount(counters.running), static_cast<double>(counters.running)},
  };
  return head;
}

ChartHead memoryHead(const Trace& trace, const Counters& counters) {
  ChartHead head;
  head.title = tr("Memory");
  head.entries = {
      {SeriesLook::live, tr("live"), formatBytes(counters.live_bytes), static_cast<double>(counters.live_bytes)},
      {SeriesLook::pool, tr("pool"), formatBytes(counters.pool_bytes), -1},
  };
  if (hasResident(trace)) {
    head.entries.push_back({SeriesLook::resident, tr("resident"), formatGrowth(counters.resident_bytes), -1});
    head.note = tr("resident: growth since the run began, on %1").arg(formatBytes(trace.info().resident_base_bytes));
  }
  return head;
}

QString axisLabel(double value, double top, bool bytes) {
  if (!bytes) return formatCount(static_cast<std::uint64_t>(std::llround(value)));
  if (value == 0) return QStringLiteral("0");
  struct Unit {
    double bytes;
    const char* name;
  };
  for (const Unit unit : {Unit{1e9, " GB"}, Unit{1e6, " MB"}, Unit{1e3, " kB"}}) {
    if (top >= unit.bytes * 0.9999) return QString::number(value / unit.bytes, 'g', 4) + QLatin1String(unit.name);
  }
  return QString::number(value, 'g', 4) + QStringLiteral(" B");
}

}  // namespace runahead::gui
