// SPDX-License-Identifier: GPL-3.0-or-later
// Words of the rows, their division into blocks of runs, and their painting.
#include "gui/export/figure_table.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "core/analysis/comparison.h"
#include "gui/export/wrapped_text.h"
#include "gui/text/format.h"
#include "gui/timeline/run_lines.h"

namespace runahead::gui {

namespace {

constexpr double kTableAround = 8;
constexpr double kTableLine = 17, kPad = 5;
constexpr double kTableGap = 16;
constexpr double kMostColumn = 260;
constexpr double kTableLetter = 18;

QFont whatFont() {
  return uiFont(13);
}
QFont valueFont() {
  return monoFont(13);
}
QFont ratioFont() {
  return monoFont(12);
}
QFont headFont() {
  return uiFont(13, QFont::DemiBold);
}

/// How the table fits into a width.
class Columns {
 public:
  Columns(const FigureTable& table, double width_px) : m_table(table) {
    const QFontMetricsF what(whatFont()), value(valueFont()), ratio(ratioFont());
    double first = 0, values = 0, ratios = 0;
    for (const ComparedLine& row : table.rows) {
      first = std::max(first, what.horizontalAdvance(row.what));
      for (const ComparedLine::Cell& cell : row.cells) {
        values = std::max(values, value.horizontalAdvance(cell.value));
        ratios = std::max(ratios, ratio.horizontalAdvance(cell.ratio));
      }
    }
    m_first = std::min(first + kTableGap, width_px / 2.6);
    const double room = width_px - m_first;
    const double runs = std::max<double>(1, static_cast<double>(runCount()));
    const double beside = values + 10 + ratios + kTableGap;
    m_beside = ratios > 0 && beside * runs <= room;
    m_least = m_beside ? beside : std::max(values, ratios) + kTableGap;
    const double fitting = std::max(1.0, std::floor(room / m_least));
    m_perBlock = static_cast<std::size_t>(std::min(runs, fitting));
    m_column = std::min(room / static_cast<double>(m_perBlock), std::max(kMostColumn, m_least));
    m_headLines = 0;
    for (std::size_t run = 0; run < table.heads.size(); ++run)
      m_headLines = std::max(m_headLines, head(run).size());
  }

  std::size_t runCount() const { return m_table.rows.empty() ? 0 : m_table.rows.front().cells.size(); }
  std::size_t perBlock() const { return m_perBlock; }
  bool beside() const { return m_beside; }
  double first() const { return m_first; }
  double column() const { return m_column; }
  QStringList head(std::size_t run) const {
    return wrapped(m_table.heads[run], headFont(), m_column - kTableGap - kTableLetter - 6, 3);
  }
  double headHeight() const {
    return m_table.heads.empty()
               ? 0
               : std::max(kTableLetter, static_cast<double>(m_headLines) * kTableLine) + 2 * kPad;
  }
  double rowHeight(const ComparedLine& row) const {
    return kTableLine + kPad + (row.ratios() && !m_beside ? kTableLine - 2 : 0);
  }
  double blockHeight() const {
    double height = headHeight();
    for (const ComparedLine& row : m_table.rows) height += rowHeight(row);
    return height;
  }
  double height() const {
    if (m_table.rows.empty()) return 0;
    const std::size_t blocks = (std::max<std::size_t>(1, runCount()) + m_perBlock - 1) / m_perBlock;
    return static_cast<double>(blocks) * (blockHeight() + 2 * kTableAround);
  }

 private:
  const FigureTable& m_table;
  double m_first = 0, m_least = 0, m_column = 0;
  std::size_t m_perBlock = 1;
  bool m_beside = false;
  qsizetype m_headLines = 0;
};

void words(QPainter& painter, QPointF at, const QFont& font, const QColor& colour, const QString& text) {
  if (text.isEmpty()) return;
  paintText(painter, at, font, colour, text);
}

/// The runs [from, to).
void paintBlock(QPainter& painter, QPointF at, const FigureTable& table, const Columns& columns,
                std::size_t from, std::size_t to, const Theme& theme) {
  const double width = columns.first() + static_cast<double>(to - from) * columns.column();
  const auto left = [&](std::size_t run) {
    return at.x() + columns.first() + static_cast<double>(run - from) * columns.column();
  };
  double top = at.y();
  const auto rule = [&](const QColor& colour) {
    painter.fillRect(QRectF(at.x(), top - 1, width - kTableGap, 1), colour);
  };
  if (!table.heads.empty()) {
    for (std::size_t run = from; run < to; ++run) {
      paintRunLetter(painter, QRectF(left(run), top + kPad - 1, kTableLetter, kTableLetter),
                     static_cast<int>(run), false, theme);
      const QStringList lines = columns.head(run);
      for (qsizetype i = 0; i < lines.size(); ++i) {
        words(painter, {left(run) + kTableLetter + 6, top + kPad + 13 + static_cast<double>(i) * kTableLine},
              headFont(), theme.text, lines[i]);
      }
    }
    top += columns.headHeight();
    rule(theme.edge);
  }
  const QFontMetricsF what(whatFont()), value(valueFont());
  for (const ComparedLine& row : table.rows) {
    const double base = top + kPad / 2 + 13;
    words(painter, {at.x(), base}, whatFont(), theme.text2,
          what.elidedText(row.what, Qt::ElideRight, columns.first() - kTableGap));
    for (std::size_t run = from; run < to; ++run) {
      const ComparedLine::Cell& cell = row.cells[run];
      const QString text = value.elidedText(cell.value, Qt::ElideRight, columns.column() - kTableGap);
      words(painter, {left(run), base}, valueFont(), theme.text, text);
      const QPointF beside(left(run) + value.horizontalAdvance(text) + 10, base);
      words(painter, columns.beside() ? beside : QPointF(left(run), base + kTableLine - 2), ratioFont(),
            theme.text3, cell.ratio);
    }
    top += columns.rowHeight(row);
    rule(theme.grid);
  }
}

}  // namespace

FigureTable figureTable(std::span<const Trace> traces, const QStringList& names) {
  const Comparison comparison = compare(traces);
  FigureTable table;
  if (traces.size() > 1) {
    for (std::size_t run = 0; run < traces.size(); ++run) {
      const QString name = names.value(static_cast<qsizetype>(run));
      table.heads.push_back(name.isEmpty() ? toText(comparison.labels[run]) : name);
    }
  }
  // One difference is what the heads say, if the user gave them no names.
  table.rows =
      comparedLines(comparison, comparison.differences.size() > (names.join(QString()).isEmpty() ? 1U : 0U));
  return table;
}

double tableHeight(const FigureTable& table, double width_px) {
  return Columns(table, width_px).height();
}

void paintTable(QPainter& painter, QPointF topLeft, double width_px, const FigureTable& table,
                const Theme& theme) {
  if (table.rows.empty()) return;
  const Columns columns(table, width_px);
  const std::size_t runs = std::max<std::size_t>(1, columns.runCount());
  for (std::size_t from = 0; from < runs; from += columns.perBlock()) {
    topLeft.ry() += kTableAround;
    paintBlock(painter, topLeft, table, columns, from, std::min(runs, from + columns.perBlock()), theme);
    topLeft.ry() += columns.blockHeight() + kTableAround;
  }
}

}  // namespace runahead::gui
