// SPDX-License-Identifier: GPL-3.0-or-later
// Heads, plots, and the lines of several runs. Not here: sweeps (timeline/sweep_picture.h).
#include "gui/export/figure_charts.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "gui/text/run_text.h"
#include "gui/text/words.h"
#include "gui/timeline/chart_content.h"
#include "gui/timeline/plot.h"
#include "gui/timeline/run_lines.h"
#include "gui/widgets/fill_rects.h"

namespace runahead::gui {

namespace {

constexpr double kHead = 30, kHeadLine = 22, kBelow = 12;
constexpr double kLineSample = 30, kEntry = 78;

/// Samples stand in so many columns beside the chart's title.
std::size_t entriesPerLine(double width_px) {
  return static_cast<std::size_t>(std::max(1.0, (width_px - kLabelColumnPx - kRightMarginPx - 150) / kEntry));
}

double headHeight(std::size_t runs, double width_px) {
  if (runs < 2) return kHead;
  return kHead + static_cast<double>((runs - 1) / entriesPerLine(width_px)) * kHeadLine;
}

void paintHead(QPainter& painter, const std::vector<ChartedRun>& runs, const QRectF& rect,
               const ChartKind& kind, const Theme& theme) {
  const auto words = [&](double x, double middle, const QFont& font, const QColor& colour,
                         const QString& text) {
    paintWord(painter, x, QRectF(0, middle - 10, 0, 20), font, colour, text);
  };
  const double first = rect.top() + kHead / 2;
  words(rect.left() + 14, first, uiFont(14, QFont::DemiBold), theme.text,
        kind.unit == ChartUnit::bytes ? tr("Memory") : tr("Pending tasks"));
  const double left = rect.left() + kLabelColumnPx;
  const std::size_t per_line = entriesPerLine(rect.width());
  double end = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const double x = left + static_cast<double>(i % per_line) * kEntry;
    const double middle = first + static_cast<double>(i / per_line) * kHeadLine;
    painter.setPen(runPen(runs[i].letter, theme.*kind.colour, theme));
    painter.drawLine(QPointF(x, middle), QPointF(x + kLineSample, middle));
    words(x + kLineSample + 7, middle, monoFont(12, QFont::Bold), theme.text, runLetter(runs[i].letter));
    end = std::max(end, x + kEntry);
  }
  const QString unit = kind.unit == ChartUnit::bytes ? tr("bytes in use") : tr("pending tasks");
  const QFont quiet = uiFont(13);
  const double x = rect.right() - kRightMarginPx - QFontMetricsF(quiet).horizontalAdvance(unit);
  if (x > std::min(end, left + static_cast<double>(std::min(per_line, runs.size())) * kEntry)) {
    words(x, first, quiet, theme.text3, unit);
  }
}

CounterColumns columnsOf(const ChartedRun& run, double column_px) {
  CounterColumns columns = reduceCounters(run.trace, run.axis, column_px);
  if (run.untilNs) {
    const double known = run.axis.x(static_cast<double>(*run.untilNs)) - run.axis.leftPx;
    columns.endPx = std::clamp(known, columns.endPx, run.axis.widthPx);
  }
  return columns;
}

void paintOne(QPainter& painter, const ChartedRun& run, const QRectF& rect, double plot_px,
              const ChartKind& kind, const Theme& theme) {
  const CounterRange whole = run.whole.counter_range(0, run.whole.size());
  const CounterColumns columns = columnsOf(run, 1);
  const ChartHead head = kind.head(run.trace, Counters{}, whole);
  paintChartHead(painter, head, QRectF(rect.left(), rect.top(), rect.width(), kHead), kLabelColumnPx, theme,
                 false);
  Plot chart(Plot::By::painter);
  const QRectF plot(run.axis.leftPx, rect.top() + kHead, run.axis.widthPx, plot_px);
  chart.setContent(kind.content(run.trace, columns, whole), theme, plot.size(), blockedBrush(theme, painter));
  chart.paint(painter, plot, gridOf(run.axis), theme);
}

void paintSeveral(QPainter& painter, const std::vector<ChartedRun>& runs, const QRectF& rect, double plot_px,
                  const ChartKind& kind, const Theme& theme) {
  paintHead(painter, runs, rect, kind, theme);
  const TimeAxis& axis = runs.front().axis;
  const QRectF plot(axis.leftPx, rect.top() + headHeight(runs.size(), rect.width()), axis.widthPx, plot_px);
  ChartContent empty;
  empty.unit = kind.unit;
  std::vector<RunLine> lines;
  for (const ChartedRun& run : runs) {
    const CounterRange whole = run.whole.counter_range(0, run.whole.size());
    empty.max = std::max(empty.max, kind.high(whole));
    const CounterColumns columns = columnsOf(run, devicePixel(painter));
    lines.push_back({run.letter, kind.curve(columns)});
  }
  Plot chart(Plot::By::painter);
  chart.setContent(empty, theme, plot.size(), {});
  chart.paint(painter, plot, gridOf(axis), theme);
  paintRunLines(painter, plot, chart.top(), lines, theme.*kind.colour, theme);
}

}  // namespace

double figureChartsHeight(std::size_t runs, double width_px, double plot_px) {
  return runs == 0 ? 0 : 2 * (headHeight(runs, width_px) + plot_px + kBelow);
}

double figurePlotHeight(std::size_t runs, double width_px, double height_px) {
  return height_px / 2 - headHeight(runs, width_px) - kBelow;
}

void paintFigureCharts(QPainter& painter, const std::vector<ChartedRun>& runs, const QRectF& rect,
                       const Theme& theme) {
  if (runs.empty()) return;
  const double plot = figurePlotHeight(runs.size(), rect.width(), rect.height());
  QRectF part(rect.left(), rect.top(), rect.width(), rect.height() / 2);
  const Kept kept(painter);
  painter.translate(part.left(), 0);
  part.moveLeft(0);
  for (const ChartKind* kind : {&kDepthChart, &kMemoryChart}) {
    if (runs.size() == 1) {
      paintOne(painter, runs.front(), part, plot, *kind, theme);
    } else {
      paintSeveral(painter, runs, part, plot, *kind, theme);
    }
    part.moveTop(part.bottom());
  }
}

}  // namespace runahead::gui
