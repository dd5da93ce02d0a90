// SPDX-License-Identifier: GPL-3.0-or-later
// Places on the axis, and painting the line.
#include "gui/lecture/answer_line.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "gui/axis/time_axis.h"
#include "gui/lecture/asking.h"
#include "gui/text/format.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr double kLine = 2, kLabel = 14, kLabelHeight = 22, kLabelGap = 6;  ///< before it is magnified

}  // namespace

AnswerLine::AnswerLine(Asking* asking, TimelineView* timeline)
    : DraggedLine(asking, timeline, AnswerForm::time, Qt::SplitHCursor), m_timeline(timeline) {
  setObjectName(QStringLiteral("answerLine"));
}

double AnswerLine::magnification() const {
  return width() / (m_timeline->axis().rightPx() + kRightMarginPx);
}

double AnswerLine::xOf(double ns) const {
  return m_timeline->axis().x(ns) * magnification();
}

std::int64_t AnswerLine::answerAt(QPointF place) const {
  const TimeAxis axis = m_timeline->axis();
  return std::llround(std::clamp(axis.ns(place.x() / magnification()), axis.fromNs, axis.toNs));
}

void AnswerLine::paintEvent(QPaintEvent*) {
  const Question* asked = question();
  if (!asked) return;
  const Theme& theme = currentTheme();
  const double size = magnification();
  const double left = kLabelColumnPx * size, right = width() - kRightMarginPx * size;
  SmoothPainter painter(this);
  painter.setClipRect(QRectF(left, 0, right - left + size, height()));
  if (m_asking->revealed()) {
    QColor around = theme.done;
    around.setAlpha(60);
    painter.fillRect(QRectF(QPointF(xOf(static_cast<double>(asked->right - asked->tolerance)), 0),
                            QPointF(xOf(static_cast<double>(asked->right + asked->tolerance)), height())),
                     around);
  }
  const auto answer = m_asking->answer();
  if (!answer) return;
  const double x = xOf(static_cast<double>(*answer));
  painter.fillRect(QRectF(x - kLine * size / 2, 0, kLine * size, height()), theme.text);
  const QFont font = uiFont(static_cast<int>(kLabel * size), QFont::Medium);
  const QString text = formatTime(*answer);
  const double wide = QFontMetricsF(font).horizontalAdvance(text) + 2 * kLabelGap * size;
  // To the left of the line where there is no room to the right of it.
  const QRectF label(x + wide < right ? x : x - wide, height() - kLabelHeight * size, wide,
                     kLabelHeight * size);
  painter.fillRect(label, theme.text);
  paintText(painter, label, Qt::AlignCenter, font, theme.paper, text);
}

}  // namespace runahead::gui
