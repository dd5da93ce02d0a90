// SPDX-License-Identifier: GPL-3.0-or-later
// DepthChart: how many tasks are running, ready and blocked, stacked, over the timeline's axis.
// Not here: the drawing of areas and axes (plot.h).
#pragma once

#include "gui/charts/chart_pane.h"

namespace runahead::gui {

class DepthChart : public ChartPane {
  Q_OBJECT
 public:
  explicit DepthChart(ViewState* view, QWidget* parent = nullptr);

 protected:
  ChartContent content(const CounterColumns& columns) const override;
  ChartHead head() const override;
  double most(const CounterRange& whole) const override;
  RunCurve line(const CounterColumns& columns) const override;
  QString value(const Counters& counters) const override;
  QColor lineColour(const Theme& theme) const override;
};

}  // namespace runahead::gui
