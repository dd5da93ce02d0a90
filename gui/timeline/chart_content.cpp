// SPDX-License-Identifier: GPL-3.0-or-later
// From columns of counters to series of few points per pixel, and the words of the heads.
#include "gui/timeline/chart_content.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/analysis/labels.h"
#include "gui/text/format.h"
#include "gui/text/run_text.h"
#include "gui/text/words.h"

namespace runahead::gui {

namespace {

/// Columns that are this far apart have a visible level between them.
constexpr double kApart_px = 1.5;
/// Qt fills a path in time by the square of its edges: beyond so many steps they are handed out as columns.
constexpr std::size_t kSteps = 300;

using Columns = std::vector<ChartSeries::Column>;

/// Ups and downs that are closer than this to one another make a band, once there are some of them.
constexpr double kCycle_px = 3, kWindow_px = 9;
constexpr int kReversals = 6;

/// How often the quantity turns in each column.
std::vector<int> reversals(const Columns& columns) {
  std::vector<int> result;
  double last = columns.front().after;
  int direction = 0;
  for (const ChartSeries::Column& column : columns) {
    int turns = 0;
    const auto to = [&](double value) {
      const int now = value > last ? 1 : value < last ? -1 : 0;
      last = value;
      if (now == 0 || now == direction) return;
      turns += direction != 0;
      direction = now;
    };
    const bool down_first = column.after - column.least > column.most - column.after;
    to(down_first ? column.least : column.most);
    to(down_first ? column.most : column.least);
    to(column.after);
    result.push_back(turns);
  }
  return result;
}

/// Where cycles are narrower than three pixels, columns become a band from the lowest to the highest value
/// around: drawn one by one, they would look like fewer and wider cycles.
Columns withBands(const Columns& columns) {
  const std::vector<int> turns = reversals(columns);
  const std::size_t count = columns.size();
  std::vector<bool> dense(count, false);
  std::size_t from = 0, to = 0;
  int within = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (; to < count && columns[to].x <= columns[i].x + kWindow_px / 2; ++to) within += turns[to];
    for (; columns[from].x < columns[i].x - kWindow_px / 2; ++from) within -= turns[from];
    dense[i] = within >= kReversals;
  }
  const auto joined = [&](std::size_t i) {  // i and the one before
    return columns[i].x - columns[i - 1].x < kCycle_px && turns[i] + turns[i - 1] > 0;
  };
  for (std::size_t i = 1; i < count; ++i) dense[i] = dense[i] || (dense[i - 1] && turns[i] > 0 && joined(i));
  for (std::size_t i = count - 1; i > 0; --i)
    dense[i - 1] = dense[i - 1] || (dense[i] && turns[i - 1] > 0 && joined(i));
  Columns result;
  for (std::size_t first = 0; first < count;) {
    std::size_t last = first + 1;
    while (dense[first] && last < count && dense[last] && columns[last].x - columns[last - 1].x < kWindow_px)
      ++last;
    if (last - first < 2) {
      result.push_back(columns[first++]);
      continue;
    }
    std::size_t low = first, high = first;
    for (std::size_t i = first; i < last; ++i) {
      while (high < last && columns[high].x <= columns[i].x + kWindow_px / 2) ++high;
      while (columns[low].x < columns[i].x - kWindow_px / 2) ++low;
      ChartSeries::Column band = columns[i];
      // How it was come to and left is no part of its cycles.
      for (std::size_t near = std::max(low, first + 1); near < std::min(high, last - 1); ++near) {
        band.least = std::min(band.least, columns[near].least);
        band.most = std::max(band.most, columns[near].most);
      }
      band.bandTo = i + 1 < last ? columns[i + 1].x : columns[i].x + 1;
      if (i > first && result.back().least == band.least && result.back().most == band.most) {
        result.back().bandTo = band.bandTo;
        result.back().after = band.after;
      } else {
        result.push_back(band);
      }
    }
    first = last;
  }
  return result;
}

/// The columns in which one quantity changed. low, high: of a column's range; now: of its last state.
template <class Low, class High, class Now>
Columns changes(const CounterColumns& columns, Low low, High high, Now now) {
  const double before = now(columns.before);
  Columns result{{0, before, before, before}};
  result.reserve(columns.columns.size() + 1);
  for (const CounterColumn& column : columns.columns) {
    const double least = low(column.range), most = high(column.range);
    if (least == most && least == result.back().after) continue;
    result.push_back({column.x, least, most, now(column.after)});
  }
  return withBands(result);
}

QList<QPointF> steps(const Columns& columns, double end_px) {
  QList<QPointF> points;
  points.reserve(static_cast<qsizetype>(columns.size()) * 4 + 1);
  const auto add = [&points](double x, double y) {
    if (points.isEmpty() || points.back() != QPointF(x, y)) points.append({x, y});
  };
  double value = columns.front().after;
  for (const ChartSeries::Column& column : columns) {
    // The level before; the extremes, the one that is farther from the level after first; the level after.
    if (points.isEmpty() || column.x - points.back().x() > kApart_px) add(column.x, value);
    const bool down_first = column.after - column.least > column.most - column.after;
    add(column.x, down_first ? column.least : column.most);
    add(column.x, down_first ? column.most : column.least);
    add(column.x, column.after);
    value = column.after;
  }
  add(end_px, value);
  return points;
}

/// Series that cover one another are all steps or all columns.
void finish(std::vector<ChartSeries>& series, double end_px) {
  bool dense = false;
  for (const ChartSeries& one : series) {
    dense |=
        one.columns.size() > kSteps ||
        std::ranges::any_of(one.columns, [](const ChartSeries::Column& column) { return column.bandTo > 0; });
  }
  if (dense) return;
  for (ChartSeries& one : series) {
    one.points = steps(one.columns, end_px);
    one.columns.clear();
  }
}

ChartContent depthContent(const Trace&, const CounterColumns& columns, const CounterRange& whole) {
  ChartContent content;
  content.max = whole.max_depth;
  const auto number = [](std::uint32_t count) { return static_cast<double>(count); };
  // Where nothing is blocked, the outermost outline is that of the ready tasks: blocked hides below the axis.
  const double hidden = -kBelowAxis * content.max;
  content.series.push_back(
      {SeriesLook::blocked,
       {},
       changes(
           columns, [&](const CounterRange& r) { return r.max.blocked > 0 ? number(r.min_depth) : hidden; },
           [&](const CounterRange& r) { return r.max.blocked > 0 ? number(r.max_depth) : hidden; },
           [&](const Counters& c) { return c.blocked > 0 ? number(c.depth()) : hidden; })});
  content.series.push_back({SeriesLook::ready,
                            {},
                            changes(
                                columns, [&](const CounterRange& r) { return number(r.min_unblocked); },
                                [&](const CounterRange& r) { return number(r.max_unblocked); },
                                [&](const Counters& c) { return number(c.ready + c.running); })});
  content.series.push_back({SeriesLook::running,
                            {},
                            changes(
                                columns, [&](const CounterRange& r) { return number(r.min.running); },
                                [&](const CounterRange& r) { return number(r.max.running); },
                                [&](const Counters& c) { return number(c.running); })});
  content.endPx = columns.endPx;
  finish(content.series, columns.endPx);
  return content;
}

ChartContent memoryContent(const Trace& trace, const CounterColumns& columns, const CounterRange& whole) {
  ChartContent content;
  content.unit = ChartUnit::bytes;
  content.max = static_cast<double>(std::max(whole.max.live_bytes, whole.max.pool_bytes));
  content.endPx = columns.endPx;
  const auto add_bytes = [&](SeriesLook look, std::int64_t Counters::*bytes) {
    std::vector<ChartSeries> one{
        {look,
         {},
         changes(
             columns, [&](const CounterRange& r) { return static_cast<double>(r.min.*bytes); },
             [&](const CounterRange& r) { return static_cast<double>(r.max.*bytes); },
             [&](const Counters& c) { return static_cast<double>(c.*bytes); })}};
    finish(one, columns.endPx);
    content.series.push_back(std::move(one.front()));
  };
  add_bytes(SeriesLook::live, &Counters::live_bytes);
  if (whole.max.pool_bytes > 0) add_bytes(SeriesLook::pool, &Counters::pool_bytes);
  if (!hasResident(trace)) return content;
  content.max = std::max(content.max, static_cast<double>(whole.max.resident_bytes));
  // A sample holds until the next, as in the readout; what lies between was not recorded.
  QList<QPointF> resident{{0, static_cast<double>(columns.before.resident_bytes)}};
  for (const CounterColumn& column : columns.columns) {
    const auto value = static_cast<double>(column.after.resident_bytes);
    if (value == resident.back().y()) continue;
    resident.append({column.x, resident.back().y()});
    resident.append({column.x, value});
  }
  resident.append({columns.endPx, resident.back().y()});
  content.series.push_back({SeriesLook::resident, resident, {}});
  return content;
}

ChartHead depthHead(const Trace&, const Counters& counters, const CounterRange&) {
  ChartHead head;
  head.title = tr("Pending tasks");
  head.entries = {
      {SeriesLook::blocked, tr("blocked"), formatCount(counters.blocked),
       counters.blocked > 0 ? static_cast<double>(counters.depth()) : -1},
      {SeriesLook::ready, tr("ready"), formatCount(counters.ready),
       counters.ready > 0 ? static_cast<double>(counters.ready + counters.running) : -1},
      {SeriesLook::running, tr("running"), formatCount(counters.running),
       static_cast<double>(counters.running)},
  };
  return head;
}

ChartHead memoryHead(const Trace& trace, const Counters& counters, const CounterRange& whole) {
  ChartHead head;
  head.title = tr("Memory");
  const QString where = toText(memory_told(trace));
  const QString inUse = where.isEmpty() ? tr("in use") : tr("in use on %1").arg(where);
  head.entries = {
      {SeriesLook::live, inUse, formatBytes(counters.live_bytes), static_cast<double>(counters.live_bytes)},
  };
  if (whole.max.pool_bytes > 0) {
    head.entries.push_back({SeriesLook::pool, tr("reserved"), formatBytes(counters.pool_bytes), -1});
  }
  if (hasResident(trace) && trace.info().runs_on() == DeviceKind::cuda) {
    head.entries.push_back({SeriesLook::resident, tr("used"), formatGrowth(counters.resident_bytes), -1});
    head.note = tr("used: growth of what the driver says is in use on the GPU, on %1")
                    .arg(formatBytes(trace.resident_base_bytes()));
  } else if (hasResident(trace)) {
    head.entries.push_back({SeriesLook::resident, tr("resident"), formatGrowth(counters.resident_bytes), -1});
    const QString base = formatBytes(trace.resident_base_bytes());
    // The process holds the record of the run, too; how much that is stands fast when the run is over.
    head.note = trace.finished()
                    ? tr("resident: growth of the process on %1, its record of this run (%2) included")
                          .arg(base, formatBytes(static_cast<std::int64_t>(trace.memory_bytes())))
                    : tr("resident: growth of the process on %1, its record of this run included").arg(base);
  }
  // What lies elsewhere is no part of the curve.
  QStringList elsewhere;
  for (const MemoryId memory : trace.memories()) {
    if (memory != trace.memory()) elsewhere << bytesOn(trace, memory, whole.max.memories[memory].live);
  }
  if (!elsewhere.isEmpty()) head.note = tr("elsewhere at most %1").arg(elsewhere.join(QStringLiteral(", ")));
  return head;
}

double bytes(std::int64_t count) {
  return static_cast<double>(count);
}

}  // namespace

const ChartKind kDepthChart = {
    ChartUnit::tasks,
    &Theme::blocked,
    depthContent,
    depthHead,
    [](const CounterRange& range) -> double { return range.min_depth; },
    [](const CounterRange& range) -> double { return range.max_depth; },
    [](const Counters& counters) -> double { return counters.depth(); },
    [](std::int64_t level) { return formatCount(static_cast<std::uint64_t>(level)); }};

const ChartKind kMemoryChart = {ChartUnit::bytes,
                                &Theme::live,
                                memoryContent,
                                memoryHead,
                                [](const CounterRange& range) { return bytes(range.min.live_bytes); },
                                [](const CounterRange& range) { return bytes(range.max.live_bytes); },
                                [](const Counters& counters) { return bytes(counters.live_bytes); },
                                formatBytes};

RunCurve ChartKind::curve(const CounterColumns& columns) const {
  return {changes(columns, low, high, level), columns.endPx};
}

bool hasResident(const Trace& trace) {
  return trace.resident_base_bytes() > 0;
}

QString axisLabel(double value, double top, ChartUnit unit) {
  if (unit == ChartUnit::tasks) return formatCount(static_cast<std::uint64_t>(std::llround(value)));
  if (value == 0) return QStringLiteral("0");
  struct Scale {
    double factor;
    const char* name;
  };
  static constexpr Scale kBytes[] = {{1e9, " GB"}, {1e6, " MB"}, {1e3, " kB"}, {1, " B"}};
  static constexpr Scale kTimes[] = {{1e9, " s"}, {1e6, " ms"}, {1e3, " µs"}, {1, " ns"}};
  const std::span<const Scale> scales = unit == ChartUnit::bytes ? kBytes : kTimes;
  const auto scale = std::find_if(scales.begin(), scales.end() - 1,
                                  [&](const Scale& one) { return top >= one.factor * 0.9999; });
  return QString::number(value / scale->factor, 'g', 4) + QString::fromUtf8(scale->name);
}

}  // namespace runahead::gui
