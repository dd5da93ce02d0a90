// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart shows, ready to be drawn: series already reduced to pixels, the value axis, the words of its head.
// Not here: Qt Charts (time_chart.h).
#pragma once

#include <QColor>
#include <QList>
#include <QPointF>
#include <QString>
#include <vector>

#include "core/trace/trace.h"
#include "gui/theme/theme.h"
#include "gui/timeline/geometry.h"

namespace runahead::gui {

/// How a quantity is drawn, and how its legend looks.
enum class SeriesLook { running, ready, blocked, live, pool, resident };

/// x in px from the left edge of the plot, y in the quantity's unit. Areas reach down to zero.
struct ChartSeries {
  SeriesLook look;
  QList<QPointF> points;  ///< steps; of the largest value per column where a pixel holds many events
  QList<QPointF> least;   ///< the smallest value there; empty: `points` tell everything
};

struct ChartContent {
  std::vector<ChartSeries> series;  ///< painted in this order, each over those before it
  double max = 0;                   ///< of the whole run, so that the scale stays while one pans
  bool bytes = false;               ///< else a number of tasks
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

/// The counters of a visible range, at most one entry per column of pixels in which something happened.
struct CounterColumn {
  double x;            ///< px from the left edge, of the first event
  CounterRange range;  ///< over the column, the state before it included
  Counters after;      ///< at its end
};
struct CounterColumns {
  Counters before;  ///< at the left edge
  std::vector<CounterColumn> columns;
  double endPx = 0;  ///< where the trace ends, or the right edge
};
/// `column_px`: width of a device pixel.
CounterColumns reduceCounters(const Trace& trace, const TimeAxis& axis, double column_px = 1);

/// What the two charts draw. `whole` is the range over the run, or over several that share a scale.
ChartContent depthContent(const CounterColumns& columns, const CounterRange& whole);
ChartContent memoryContent(const Trace& trace, const CounterColumns& columns, const CounterRange& whole);
ChartHead depthHead(const Counters& counters);
ChartHead memoryHead(const Trace& trace, const Counters& counters);
/// Whether the run sampled its resident bytes.
bool hasResident(const Trace& trace);
/// All labels of an axis in one unit, chosen by its top: "250 kB", "0.5 MB".
QString axisLabel(double value, double top, bool bytes);

}  // namespace runahead::gui
