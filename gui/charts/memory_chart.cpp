// SPDX-License-Identifier: GPL-3.0-or-later
// Binds the pane to its content. Not here: the content (chart_content.cpp).
#include "gui/charts/memory_chart.h"

#include "gui/theme/format.h"

namespace runahead::gui {

MemoryChart::MemoryChart(ViewState* view, QWidget* parent) : ChartPane(view, parent) {
  setObjectName(QStringLiteral("memoryChart"));
  setAccessibleName(tr("Memory over time"));
}

ChartContent MemoryChart::content(const CounterColumns& columns) const {
  return memoryContent(view()->trace(), columns, view()->wholeRange());
}

ChartHead MemoryChart::head() const {
  return memoryHead(view()->trace(), view()->trace().counters_at(view()->cursor()), view()->wholeRange());
}

double MemoryChart::most(const CounterRange& whole) const {
  return static_cast<double>(whole.max.live_bytes);
}

RunCurve MemoryChart::line(const CounterColumns& columns) const {
  return memoryCurve(columns);
}

QString MemoryChart::value(const Counters& counters) const {
  return formatBytes(counters.live_bytes);
}

QColor MemoryChart::lineColour(const Theme& theme) const {
  return theme.live;
}

}  // namespace runahead::gui
