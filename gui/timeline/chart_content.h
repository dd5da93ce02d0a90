// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart shows, ready to be drawn: series already reduced to pixels, the value axis, the words of its
// head. Not here: Qt Charts (plot.h), sweeps (sweep.h).
#pragma once

#include <QColor>
#include <QList>
#include <QPointF>
#include <QString>
#include <vector>

#include "core/trace/trace.h"
#include "gui/axis/counter_columns.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

/// How a quantity is drawn, and how its legend looks.
enum class SeriesLook { running, ready, blocked, live, pool, resident, total, peak };
/// Never two of them on one axis.
enum class ChartUnit { tasks, bytes, ns };

/// The tone of a line's colour where it comes and goes within a pixel.
inline constexpr double kBandTone = 0.32;

/// x in px from the left edge of the plot, y in the quantity's unit. Areas reach down to zero.
struct ChartSeries {
  /// A column of pixels in which the quantity changed: its extremes, and the level from here on. A band is
  /// wider: as far as it goes, the quantity goes up and down too fast to be told apart.
  struct Column {
    double x, least, most, after;
    double bandTo = 0;  ///< 0: no band
  };
  SeriesLook look;
  QList<QPointF> points;        ///< steps, as long as there are few of them;
  std::vector<Column> columns;  ///< else columns, the first one at 0
};

struct ChartContent {
  std::vector<ChartSeries> series;  ///< painted in this order, each over those before it
  double endPx = 0;                 ///< where they end
  double max = 0;                   ///< of the whole run, so that the scale stays while one pans
  ChartUnit unit = ChartUnit::tasks;
};

struct ChartHead {
  struct Entry {
    SeriesLook look;
    QString label;
    QString value;  ///< at the cursor
    double at;      ///< height of the cursor's dot, in the quantity's unit; negative: no dot
  };
  QString title;
  std::vector<Entry> entries;
  QString note;
};

/// One quantity of a run that is compared with others: the depth, or what is live.
struct RunCurve {
  std::vector<ChartSeries::Column> columns;  ///< those in which it changes; the first one at 0
  double endPx = 0;                          ///< where the run ends, or the right edge
};

/// One of the two charts. `whole` is the range over the run, or over several that share a scale.
struct ChartKind {
  ChartUnit unit;
  QColor Theme::*colour;  ///< of the line of a run among several
  ChartContent (*content)(const Trace& trace, const CounterColumns& columns, const CounterRange& whole);
  ChartHead (*head)(const Trace& trace, const Counters& counters, const CounterRange& whole);
  // What that line shows: the extremes of a range, the level, and the level in words.
  double (*low)(const CounterRange& range);
  double (*high)(const CounterRange& range);
  double (*level)(const Counters& counters);
  QString (*words)(std::int64_t level);

  RunCurve curve(const CounterColumns& columns) const;
  QString value(const Counters& counters) const { return words(static_cast<std::int64_t>(level(counters))); }
};
extern const ChartKind kDepthChart, kMemoryChart;

/// What is not to be seen lies so far below the axis, as a part of the largest value: it is painted over.
inline constexpr double kBelowAxis = 0.02;
/// Whether the run sampled its resident bytes.
bool hasResident(const Trace& trace);
/// All labels of an axis in one unit, chosen by its top: "250 kB", "0.5 MB", "2.5 s".
QString axisLabel(double value, double top, ChartUnit unit);

}  // namespace runahead::gui
