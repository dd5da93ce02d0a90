// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring and painting the parts. Not here: numbers (core/analysis), the graph's layout (gui/graph).
#include "gui/figure/figure_parts.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

#include "core/analysis/comparison.h"
#include "gui/graph/graph_painter.h"
#include "gui/theme/format.h"

namespace runahead::gui {

namespace {

constexpr double kListingInset = 8, kNumberWidth = 34;
constexpr double kRow = 22;
constexpr std::uint32_t kMostWaits = 100'000;

QString valueText(const ComparedRow& row, std::size_t run) {
  if (!row.values[run]) return QStringLiteral("–");
  const std::int64_t value = *row.values[run];
  QString text = row.unit == ComparedUnit::time    ? formatTime(value)
                 : row.unit == ComparedUnit::bytes ? formatBytes(value)
                                                   : formatCount(static_cast<std::uint64_t>(value));
  if (run == 0) return text;
  if (const std::string ratio = row.ratio_text(run); !ratio.empty()) {
    text += QStringLiteral(", ") + QString::fromStdString(ratio);
  }
  return text;
}

}  // namespace

QStringList wrapped(const QString& text, const QFont& font, double width_px, int most) {
  QStringList lines;
  const QFontMetricsF metrics(font);
  for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
    if (metrics.horizontalAdvance(paragraph) <= width_px) {
      lines << paragraph;
      continue;
    }
    QTextLayout layout(paragraph, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
      line.setLineWidth(width_px);
      lines << paragraph.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
  }
  if (lines.size() > most) {
    const QString rest = lines.mid(most - 1).join(QLatin1Char(' '));
    lines = lines.mid(0, most - 1) << metrics.elidedText(rest, Qt::ElideRight, width_px);
  }
  return lines;
}

std::set<int> waitedLines(const Trace& trace) {
  std::set<int> lines;
  for (std::uint32_t i = 0; i < std::min(trace.wait_count(), kMostWaits); ++i) {
    const StatementId statement = trace.wait(i).statement;
    if (statement != kNone) lines.insert(trace.statement(statement).line);
  }
  return lines;
}

QSizeF listingSize(const QStringList& lines) {
  const QFontMetricsF metrics(monoFont(13));
  double width = 0;
  for (const QString& line : lines) width = std::max(width, metrics.horizontalAdvance(line));
  return {kNumberWidth + width + 2 * kListingInset,
          static_cast<double>(lines.size()) * kListingLine_px + 2 * kListingInset};
}

void paintListing(QPainter& painter, const QRectF& rect, const QStringList& lines,
                  const std::set<int>& waited, const Theme& theme) {
  const QFont font = monoFont(13);
  const QFontMetricsF metrics(font);
  const double height = static_cast<double>(lines.size()) * kListingLine_px + 2 * kListingInset;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.hairline, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(rect.left() + 0.5, rect.top() + 0.5, rect.width() - 1, height - 1), 4, 4);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const double most = rect.width() - kNumberWidth - 2 * kListingInset;
  for (qsizetype i = 0; i < lines.size(); ++i) {
    const double top = rect.top() + kListingInset + static_cast<double>(i) * kListingLine_px;
    const double base = top + 13.5;
    const QString text = metrics.elidedText(lines[i], Qt::ElideRight, most);
    if (waited.count(static_cast<int>(i) + 1) > 0) {
      painter.fillRect(QRectF(rect.left() + 1, top, rect.width() - 2, kListingLine_px),
                       waitBrush(theme, painter));
      painter.fillRect(QRectF(rect.left() + 1, top, 4, kListingLine_px), theme.waitEdge);
      painter.fillRect(
          QRectF(rect.left() + 8, top, kNumberWidth + metrics.horizontalAdvance(text) + 6, kListingLine_px),
          theme.waitGround);
    }
    const QString number = QString::number(i + 1);
    painter.setFont(font);
    painter.setPen(theme.text3);
    painter.drawText(QPointF(rect.left() + kListingInset + 20 - metrics.horizontalAdvance(number), base),
                     number);
    if (text.trimmed().isEmpty()) continue;
    painter.setPen(theme.text);
    painter.drawText(QPointF(rect.left() + kListingInset + kNumberWidth, base), text);
  }
}

double FigureGraph::height() const {
  return model.nodes.empty() ? 0 : (layout.size.height() + 2 * kGraphMargin_px) * scale;
}

FigureGraph figureGraph(const Trace& trace, Seq cursor, double width_px) {
  FigureGraph graph;
  GraphLimits limits;
  limits.tasks = 12;
  limits.versions = 24;
  graph.model = graphModel(trace, cursor, 0, limits);
  const double room = width_px - 2 * kGraphMargin_px;
  graph.layout = layoutGraph(graphBoxes(graph.model, true), graph.model.edges, graphSpacing(room, true));
  graph.scale = std::min(1.0, width_px / std::max(1.0, graph.layout.size.width() + 2 * kGraphMargin_px));
  return graph;
}

void paintFigureGraph(QPainter& painter, QPointF topLeft, const FigureGraph& graph, const Theme& theme) {
  if (graph.model.nodes.empty()) return;
  painter.save();
  painter.translate(topLeft);
  painter.scale(graph.scale, graph.scale);
  painter.translate(kGraphMargin_px, kGraphMargin_px);
  paintGraph(painter, {graph.model, graph.layout, theme, true, kNone});
  painter.restore();
}

FigureTable figureTable(std::span<const Trace> traces) {
  const Comparison comparison = compare(traces);
  FigureTable table;
  QStringList head{QString()};
  for (std::size_t run = 0; run < traces.size(); ++run) {
    const QString letter(QChar(u'a' + static_cast<char16_t>(run % 26)));
    head << (traces.size() == 1
                 ? QString()
                 : letter + QStringLiteral("  ") + QString::fromStdString(comparison.labels[run]));
  }
  if (traces.size() > 1) table.push_back(head);
  for (const ComparedRow& row : comparison.rows) {
    QStringList cells{QString::fromStdString(row.what)};
    for (std::size_t run = 0; run < traces.size(); ++run) cells << valueText(row, run);
    table.push_back(std::move(cells));
  }
  return table;
}

double tableHeight(const FigureTable& table) {
  return table.empty() ? 0 : static_cast<double>(table.size()) * kRow + 16;
}

void paintTable(QPainter& painter, const QRectF& rect, const FigureTable& table, const Theme& theme) {
  if (table.empty()) return;
  const auto columns = static_cast<double>(table.front().size());
  const double first = std::min(260.0, rect.width() / 3);
  // A single run's numbers stay near what they are of.
  const double width = std::min((rect.width() - first) / std::max(1.0, columns - 1), 420.0);
  double top = rect.top() + 8;
  for (std::size_t r = 0; r < table.size(); ++r, top += kRow) {
    const bool head = r == 0 && table[r].front().isEmpty();
    for (qsizetype c = 0; c < table[r].size(); ++c) {
      const QFont font = c == 0 ? uiFont(13) : head ? uiFont(13, QFont::DemiBold) : monoFont(13);
      const double left = rect.left() + (c == 0 ? 0 : first + static_cast<double>(c - 1) * width);
      const QString text =
          QFontMetricsF(font).elidedText(table[r][c], Qt::ElideRight, (c == 0 ? first : width) - 14);
      if (text.isEmpty()) continue;
      painter.setFont(font);
      painter.setPen(c == 0 ? theme.text2 : theme.text);
      painter.drawText(QPointF(left, top + 15.5), text);
    }
    painter.fillRect(QRectF(rect.left(), top + kRow - 1, rect.width(), 1), head ? theme.edge : theme.grid);
  }
}

}  // namespace runahead::gui
