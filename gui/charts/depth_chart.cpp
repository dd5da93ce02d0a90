// SPDX-License-Identifier: GPL-3.0-or-later
// Binds the pane to its content. Not here: the content (chart_content.cpp).
#include "gui/charts/depth_chart.h"

#include "gui/theme/format.h"

namespace runahead::gui {

DepthChart::DepthChart(ViewState* view, QWidget* parent) : ChartPane(view, parent) {
  setObjectName(QStringLiteral("depthChart"));
  setAccessibleName(tr("Pending tasks over time"));
}

ChartContent DepthChart::content(const CounterColumns& columns) const {
  return depthContent(columns, view()->wholeRange());
}

ChartHead DepthChart::head() const {
  return depthHead(view()->trace().counters_at(view()->cursor()));
}

double DepthChart::most(const CounterRange& whole) const {
  return whole.max_depth;
}

RunCurve DepthChart::line(const CounterColumns& columns) const {
  return depthCurve(columns);
}

QString DepthChart::value(const Counters& counters) const {
  return formatCount(counters.depth());
}

QColor DepthChart::lineColour(const Theme& theme) const {
  return theme.blocked;
}

}  // namespace runahead::gui
