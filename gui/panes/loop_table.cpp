// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the loop's table.
#include "gui/panes/loop_table.h"

#include <QFontMetricsF>
#include <cmath>

#include "gui/panes/loop_chart.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

constexpr double kSwatch_px = 20, kColumn_px = 78, kName_px = 44;

class Painting {
 public:
  Painting(QPainter& painter, const QRectF& rect, TableForm form, const Theme& theme)
      : m_painter(painter), m_rect(rect), m_tall(form == TableForm::tall), m_theme(theme) {}

  void paint(const LoopFacts& facts) {
    m_painter.setRenderHint(QPainter::Antialiasing);
    double y = m_rect.top();
    if (m_tall) y = sentence(y, facts);
    y = heads(y, facts);
    for (const LoopRow& row : facts.rows) y = this->row(y, row);
    if (!m_tall) return;
    y = ratios(y, facts);
    paintText(m_painter, QRectF(m_rect.left(), y + 8, m_rect.width(), m_rect.bottom() - y - 8),
              Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, uiFont(13), m_theme.text2, facts.book);
  }

 private:
  double line() const { return m_tall ? 19 : 21; }

  void text(double left, double right, double y, Qt::Alignment alignment, const QFont& font,
            const QColor& colour, const QString& words) {
    paintText(m_painter, QRectF(left, y, right - left, line()),
              static_cast<int>(alignment | Qt::AlignVCenter | Qt::TextDontClip), font, colour, words);
  }

  double sentence(double y, const LoopFacts& facts) {
    text(m_rect.left(), m_rect.right(), y, Qt::AlignLeft, uiFont(14, QFont::Bold), m_theme.text,
         facts.bottleneck);
    text(m_rect.left(), m_rect.right(), y + 19, Qt::AlignLeft, uiFont(14), m_theme.text, facts.because);
    return y + 19 + 19 + 8;
  }

  /// The right edge of a column of numbers; the last is 2.
  double edge(int column) const { return m_rect.right() - (2 - column) * kColumn_px; }

  double heads(double y, const LoopFacts& facts) {
    const QString heads[] = {tr("formula"), tr("simulated"), tr("off by")};
    QString first = m_tall ? tr("waits") : tr("each / none = %1").arg(facts.ratio);
    const QString more = first + QStringLiteral("     ") + facts.shortBook;
    const double room = edge(0) - kColumn_px - m_rect.left();
    if (!m_tall && QFontMetricsF(uiFont(12)).horizontalAdvance(more) <= room) first = more;
    text(m_rect.left(), edge(0) - kColumn_px, y, Qt::AlignLeft, uiFont(12), m_theme.text2, first);
    for (int i = 0; i < 3; ++i)
      text(edge(i) - kColumn_px, edge(i), y, Qt::AlignRight, uiFont(12), m_theme.text2, heads[i]);
    return y + line();
  }

  double ratios(double y, const LoopFacts& facts) {
    m_painter.fillRect(QRectF(m_rect.left(), std::round(y), m_rect.width(), 1), m_theme.hairline);
    y += 3;
    text(m_rect.left() + kSwatch_px + 8, edge(0) - kColumn_px, y, Qt::AlignLeft, monoFont(13), m_theme.text,
         tr("each / none"));
    text(edge(0) - kColumn_px, edge(0), y, Qt::AlignRight, monoFont(13), m_theme.text, facts.ratio);
    text(edge(1) - kColumn_px, edge(1), y, Qt::AlignRight, monoFont(13, QFont::Bold), m_theme.text,
         facts.simulatedRatio);
    return y + line();
  }

  double row(double y, const LoopRow& row) {
    m_painter.fillRect(QRectF(m_rect.left(), std::round(y), m_rect.width(), 1), m_theme.hairline);
    y += m_tall ? 3 : 0;
    const double middle = y + line() / 2;
    m_painter.setPen(loopPen(row.line, m_theme));
    m_painter.drawLine(QPointF(m_rect.left(), middle), QPointF(m_rect.left() + kSwatch_px, middle));
    const double name = m_rect.left() + kSwatch_px + 8;
    text(name, name + kName_px, y, Qt::AlignLeft, monoFont(13, QFont::Bold), m_theme.text, row.name);
    const QString numbers[] = {row.predicted, row.simulated, row.off};
    for (int i = 0; i < 3; ++i) {
      text(edge(i) - kColumn_px, edge(i), y, Qt::AlignRight,
           monoFont(13, i == 1 ? QFont::Bold : QFont::Normal), i == 2 ? m_theme.text2 : m_theme.text,
           numbers[i]);
    }
    const QFont formula = monoFont(12);
    if (m_tall) {
      text(name, m_rect.right(), y + line() - 2, Qt::AlignLeft, formula, m_theme.text2, row.formula);
      return y + 2 * line();
    }
    const double room = edge(0) - kColumn_px - name - kName_px;
    for (const QString& words : {row.formula, row.shortFormula}) {
      if (QFontMetricsF(formula).horizontalAdvance(words) > room) continue;
      text(name + kName_px, edge(0) - kColumn_px, y, Qt::AlignLeft, formula, m_theme.text2, words);
      break;
    }
    return y + line();
  }

  QPainter& m_painter;
  QRectF m_rect;
  bool m_tall;
  const Theme& m_theme;
};

}  // namespace

void paintLoopTable(QPainter& painter, const LoopFacts& facts, const QRectF& rect, TableForm form,
                    const Theme& theme) {
  const Kept kept(painter);
  Painting(painter, rect, form, theme).paint(facts);
}

}  // namespace runahead::gui
