// SPDX-License-Identifier: GPL-3.0-or-later
// MemoryChart: live, pool and resident bytes over the timeline's axis; three quantities, never one word.
// Not here: the drawing of areas and axes (plot.h).
#pragma once

#include "gui/charts/chart_pane.h"

namespace runahead::gui {

class MemoryChart : public ChartPane {
  Q_OBJECT
 public:
  explicit MemoryChart(ViewState* view, QWidget* parent = nullptr);

 protected:
  ChartContent content(const CounterColumns& columns) const override;
  ChartHead head() const override;
  double most(const CounterRange& whole) const override;
  RunCurve line(const CounterColumns& columns) const override;
  QString value(const Counters& counters) const override;
  QColor lineColour(const Theme& theme) const override;
};

}  // namespace runahead::gui
