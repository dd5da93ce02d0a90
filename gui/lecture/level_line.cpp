// SPDX-License-Identifier: GPL-3.0-or-later
// Places on the scale, and painting the level.
#include "gui/lecture/level_line.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "gui/lecture/asking.h"
#include "gui/text/format.h"
#include "gui/timeline/chart_pane.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr double kLevel = 2, kLevelType = 14, kLevelLabel = 22, kLevelGap = 6;  ///< before it is magnified
constexpr double kDash = 6;                                                     ///< of the run's own level
constexpr double kLeastAround = 4;  ///< of what is right, on each side

}  // namespace

LevelLine::LevelLine(Asking* asking, ChartPane* chart, AnswerForm form)
    : DraggedLine(asking, chart, form, Qt::SplitVCursor), m_chart(chart) {
  setObjectName(QStringLiteral("levelLine"));
  connect(asking, &Asking::changed, this, &LevelLine::takeScale);
  takeScale();
}

void LevelLine::takeScale() {
  // How high the run comes later does not show in it.
  m_chart->setLeastTop(question() ? static_cast<double>(question()->scale_to) : 0);
}

QRectF LevelLine::plot() const {
  const QRectF plot = m_chart->plotRect();
  const double size = m_chart->magnification();
  return {plot.topLeft() * size, plot.size() * size};
}

double LevelLine::yOf(double level) const {
  const QRectF place = plot();
  return place.bottom() - level / m_chart->top() * place.height();
}

std::int64_t LevelLine::answerAt(QPointF at) const {
  const QRectF place = plot();
  const double level = (place.bottom() - at.y()) / place.height() * m_chart->top();
  return std::llround(std::clamp(level, 0.0, static_cast<double>(question()->scale_to)));
}

void LevelLine::paintEvent(QPaintEvent*) {
  const Question* asked = question();
  if (!asked) return;
  const Theme& theme = currentTheme();
  const double size = m_chart->magnification();
  const QRectF place = plot();
  SmoothPainter painter(this);
  if (m_asking->revealed()) {
    QColor around = theme.done;
    around.setAlpha(90);
    const double right = yOf(static_cast<double>(asked->right)), least = kLeastAround * size;
    const double top = std::min(yOf(static_cast<double>(asked->right + asked->tolerance)), right - least);
    const double bottom = std::max(yOf(static_cast<double>(asked->right - asked->tolerance)), right + least);
    painter.fillRect(QRectF(place.left(), top, place.width(), std::min(bottom, place.bottom()) - top),
                     around);
    painter.setPen(dashedPen(theme.text, kLevel * size, {kDash * size, kDash * size}));
    painter.drawLine(QPointF(place.left(), right), QPointF(place.right(), right));
  }
  const auto answer = m_asking->answer();
  if (!answer) return;
  const double y = yOf(static_cast<double>(*answer));
  painter.fillRect(QRectF(place.left(), y - kLevel * size / 2, place.width(), kLevel * size), theme.text);
  const QFont font = uiFont(static_cast<int>(kLevelType * size), QFont::Medium);
  const QString text = toText(answer_text(m_asking->trace(), asked->form, *answer));
  const double wide = QFontMetricsF(font).horizontalAdvance(text) + 2 * kLevelGap * size;
  const double high = kLevelLabel * size;
  // Under the line where there is no room over it.
  const QRectF label(place.right() - wide, y - high >= place.top() ? y - high : y, wide, high);
  painter.fillRect(label, theme.text);
  paintText(painter, label, Qt::AlignCenter, font, theme.paper, text);
}

}  // namespace runahead::gui
