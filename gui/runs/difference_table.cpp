// SPDX-License-Identifier: GPL-3.0-or-later
// From rows of a comparison to lines, and their painting.
// Not here: scrolling and the sentence above (difference_pane.cpp).
#include "gui/runs/difference_table.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>
#include <algorithm>

#include "gui/timeline/run_lines.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr int kHeadPx = 30;
constexpr int kMostColumnPx = 160;
constexpr int kGapPx = 8;
constexpr int kValuePx = 13, kSmallValuePx = 12;
constexpr int kWhatPx = 112;  ///< the least for a name
constexpr int kLinePx = 18;
constexpr int kPadPx = 6;

}  // namespace

/// The letters above the columns.
class DifferenceTable::Head : public QWidget {
 public:
  explicit Head(DifferenceTable* table) : QWidget(table), m_table(table) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.paper);
    for (int run = 0; run < m_table->m_runs; ++run) {
      const double right = m_table->columnsFrom() + (run + 1) * m_table->columnPx();
      paintRunLetter(painter, QRectF(right - 18, 6, 18, 18), run, run == m_table->m_shown, theme);
    }
  }

 private:
  DifferenceTable* m_table;
};

DifferenceTable::DifferenceTable(QWidget* parent) : QWidget(parent), m_head(new Head(this)) {
  named(this, "differenceTable", tr("Differences in numbers"));
}

void DifferenceTable::setComparison(const Comparison& comparison, int shown) {
  m_runs = static_cast<int>(comparison.labels.size());
  m_shown = shown;
  m_lines = comparedLines(comparison, true);
  QStringList words;
  for (ComparedLine& line : m_lines) {
    if (!line.what.isEmpty()) line.what[0] = line.what[0].toUpper();
    words << line.what;
    for (const ComparedLine::Cell& cell : line.cells) words << cell.value;
  }
  setAccessibleDescription(words.join(QLatin1Char(' ')));
  arrange();
}

bool DifferenceTable::stacked() const {
  return width() - 2 * kSidePx < kWhatPx + m_runs * m_columnPx;
}

int DifferenceTable::lineHeight(const ComparedLine& line) const {
  return kPadPx + valueHeight(line) + (stacked() ? kLinePx : 0) + (line.ratios() ? kLinePx - 2 : 0) + kPadPx;
}

/// A value that is too long for its column is broken between its words.
int DifferenceTable::valueHeight(const ComparedLine& line) const {
  const QFontMetrics metrics(monoFont(m_small ? kSmallValuePx : kValuePx));
  const QRect room(0, 0, static_cast<int>(columnPx() - kGapPx / 2), kLinePx);
  int lines = 1;
  for (const ComparedLine::Cell& cell : line.cells)
    lines =
        std::max(lines, metrics.boundingRect(room, Qt::TextWordWrap, cell.value).height() / metrics.height());
  return lines * kLinePx;
}

int DifferenceTable::columnFor(const QFont& font) const {
  const QFontMetrics metrics(font);
  int px = 0;
  for (const ComparedLine& line : m_lines) {
    for (const ComparedLine::Cell& cell : line.cells)
      px = std::max(px, metrics.horizontalAdvance(cell.value) + kGapPx);
  }
  return std::min(px, kMostColumnPx);
}

void DifferenceTable::arrange() {
  m_columnPx = columnFor(monoFont(kValuePx));
  const auto needed = [this] { return 2 * kSidePx + m_runs * m_columnPx; };
  m_small = parentWidget() && parentWidget()->width() < needed();
  if (m_small) m_columnPx = columnFor(monoFont(kSmallValuePx));
  int height = kHeadPx;
  for (const ComparedLine& line : m_lines) height += lineHeight(line);
  setMinimumSize(needed(), height);
  m_head->resize(width(), kHeadPx);
  m_head->update();
  update();
}

void DifferenceTable::setScrolled(int px) {
  m_head->move(0, px);
}

double DifferenceTable::columnsFrom() const {
  if (stacked()) return kSidePx;
  // What the columns leave, up to the longest name.
  int names = kWhatPx;
  const QFontMetrics metrics(uiFont(13));
  for (const ComparedLine& line : m_lines) names = std::max(names, metrics.horizontalAdvance(line.what) + 8);
  return kSidePx + std::clamp(width() - 2 * kSidePx - m_runs * m_columnPx, kWhatPx, names);
}

double DifferenceTable::columnPx() const {
  return m_runs == 0 ? 0 : (width() - kSidePx - columnsFrom()) / m_runs;
}

void DifferenceTable::resizeEvent(QResizeEvent*) {
  arrange();
}

void DifferenceTable::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.paper);
  if (m_runs == 0) return;
  const bool above = stacked();
  const double left = columnsFrom(), column = columnPx();
  const auto cell = [&](int run, double top, double height) {
    return QRectF(left + run * column, top, column, height);
  };
  double top = kHeadPx;
  for (const ComparedLine& line : m_lines) {
    painter.fillRect(QRectF(kSidePx, top, width() - 2 * kSidePx, 1), theme.grid);
    double y = top + kPadPx;
    const QFont what = uiFont(13);
    const double room = above ? width() - 2 * kSidePx : left - kSidePx - 6;
    paintText(painter, QRectF(kSidePx, y, room, kLinePx), Qt::AlignLeft | Qt::AlignVCenter, what, theme.text2,
              QFontMetricsF(what).elidedText(line.what, Qt::ElideRight, room));
    if (above) y += kLinePx;
    for (std::size_t run = 0; run < line.cells.size(); ++run) {
      const QFont mono = monoFont(m_small ? kSmallValuePx : kValuePx);
      const int height = valueHeight(line);
      const QString& value = line.cells[run].value;
      paintText(painter, cell(static_cast<int>(run), y, height).adjusted(kGapPx / 2, 0, 0, 0),
                Qt::AlignRight | Qt::AlignVCenter | Qt::TextWordWrap, mono, theme.text,
                value.contains(u' ')
                    ? value
                    : QFontMetricsF(mono).elidedText(value, Qt::ElideRight, column - kGapPx / 2));
      paintText(painter, cell(static_cast<int>(run), y + height - 1, kLinePx - 2),
                Qt::AlignRight | Qt::AlignVCenter, monoFont(12), theme.text3, line.cells[run].ratio);
    }
    top += lineHeight(line);
  }
}

}  // namespace runahead::gui
