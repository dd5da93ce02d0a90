// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of a run's head. Not here: letters and dashes (charts/run_lines.h).
#include "gui/compare/run_head.h"

#include <QPainter>

#include "gui/axis/time_axis.h"
#include "gui/charts/run_lines.h"
#include "gui/runs/run_tabs.h"
#include "gui/text/run_text.h"
#include "gui/theme/theme.h"

namespace runahead::gui {
namespace {

constexpr int kHeightPx = 26;

}  // namespace

RunHead::RunHead(int letter, bool shown, QWidget* parent)
    : QAbstractButton(parent), m_letter(letter), m_shown(shown) {
  setObjectName(QStringLiteral("runHead%1").arg(runLetter(letter)));
  setFixedHeight(kHeightPx);
  setAttribute(Qt::WA_Hover);
}

void RunHead::setRun(const RunList::Run& run, bool tells) {
  const QString ends = outcome(run, m_shown, tells);
  const QString remark = m_shown ? tr("%1 · on show").arg(ends) : ends;
  if (text() == run.label && m_remark == remark) return;
  setText(run.label);
  m_remark = remark;
  setAccessibleName(tr("Run %1: %2, %3").arg(runLetter(m_letter), run.label, m_remark));
  setToolTip(m_shown ? QString() : tr("Put this run on show"));
  update();
}

void RunHead::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), underMouse() && !m_shown ? theme.selectedRow : theme.panel);
  painter.fillRect(0, 0, width(), 1, theme.hairline);
  paintRunLetter(painter, QRectF(14, (height() - 18) / 2.0, 18, 18), m_letter, m_shown, theme);
  const double middle = height() / 2.0;
  if (!m_shown) {
    painter.setPen(runPen(m_letter, theme.live, theme));
    painter.drawLine(QPointF(42, middle), QPointF(kLabelColumnPx - 20, middle));
  } else {
    painter.fillRect(QRectF(42, middle - 5, kLabelColumnPx - 62, 10), theme.liveFill);
    painter.fillRect(QRectF(42, middle - 6, kLabelColumnPx - 62, 2), theme.live);
  }
  const auto word = [&](double x, const QFont& font, const QColor& colour, const QString& words) {
    painter.setFont(font);
    painter.setPen(colour);
    const double advance = QFontMetricsF(font).horizontalAdvance(words);
    painter.drawText(QRectF(x, 0, advance + 2, height()), Qt::AlignLeft | Qt::AlignVCenter, words);
    return x + advance + 12;
  };
  const double x = word(kLabelColumnPx, uiFont(13, QFont::Bold), theme.text, text());
  word(x, monoFont(13), theme.text2, m_remark);
  if (!hasFocus()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.cursor, 1.6));
  painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), 3, 3);
}

}  // namespace runahead::gui
