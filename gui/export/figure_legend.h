// SPDX-License-Identifier: GPL-3.0-or-later
// The legend of a figure: samples of what its timelines show, and of nothing else.
// Not here: the legends of charts, which are their heads (timeline/plot.h, figure_charts.h).
#pragma once

#include <QColor>
#include <QPen>
#include <QString>
#include <vector>

#include "core/trace/trace.h"
#include "gui/axis/lane_index.h"
#include "gui/widgets/theme.h"

class QPainter;

namespace runahead::gui {

class FigureLegend {
 public:
  struct Run {
    const Trace& trace;
    const LaneIndex& laneIndex;
  };
  struct Shows {
    bool statements = true;
    bool queue = true;    ///< the gutter
    bool backend = true;  ///< not left to be drawn
  };
  FigureLegend() = default;
  /// Broken into lines between `left_px` and `right_px`.
  FigureLegend(const std::vector<Run>& runs, Shows shows, const Theme& theme, double left_px,
               double right_px);

  double height() const;
  void paint(QPainter& painter, double top, const Theme& theme) const;

 private:
  struct Entry {
    enum class Sample { box, slashed, thread };
    QString text;
    QColor fill;
    QPen edge;
    bool waits = false;
    Sample sample = Sample::box;
    double x = 0;
    int row = 0;
    /// From this event of that run on there is something of it.
    std::uint32_t run = 0;
    Seq from = 0;
  };
  std::vector<Entry> m_entries;
};

}  // namespace runahead::gui
