// SPDX-License-Identifier: GPL-3.0-or-later
// Dragging and painting the line.
#include "gui/questions/answer_line.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "gui/axis/time_axis.h"
#include "gui/questions/asking.h"
#include "gui/text/format.h"
#include "gui/theme/theme.h"
#include "gui/timeline/timeline_view.h"

namespace runahead::gui {
namespace {

constexpr double kLine = 2, kLabel = 14, kLabelHeight = 22, kLabelGap = 6;  ///< before it is magnified

}  // namespace

AnswerLine::AnswerLine(Asking* asking, TimelineView* timeline)
    : QWidget(timeline), m_asking(asking), m_timeline(timeline) {
  setObjectName(QStringLiteral("answerLine"));
  timeline->installEventFilter(this);
  connect(asking, &Asking::changed, this, &AnswerLine::follow);
  follow();
}

void AnswerLine::follow() {
  const Question* question = m_asking->question();
  const bool asks = question && question->form == AnswerForm::time;
  setVisible(asks);
  if (!asks) return;
  // Once it is answered, the timeline is worked as ever.
  setAttribute(Qt::WA_TransparentForMouseEvents, m_asking->revealed());
  setCursor(m_asking->revealed() ? Qt::ArrowCursor : Qt::SplitHCursor);
  setGeometry(m_timeline->rect());
  raise();
  update();
}

bool AnswerLine::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) setGeometry(m_timeline->rect());
  return QWidget::eventFilter(watched, event);
}

double AnswerLine::magnification() const {
  return width() / (m_timeline->axis().rightPx() + kRightMarginPx);
}

double AnswerLine::xOf(double ns) const {
  return m_timeline->axis().x(ns) * magnification();
}

double AnswerLine::nsAt(double x) const {
  const TimeAxis axis = m_timeline->axis();
  return std::clamp(axis.ns(x / magnification()), axis.fromNs, axis.toNs);
}

void AnswerLine::mousePressEvent(QMouseEvent* event) {
  m_asking->answerWith(std::llround(nsAt(event->position().x())));
}

void AnswerLine::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) mousePressEvent(event);
}

void AnswerLine::paintEvent(QPaintEvent*) {
  const Question* question = m_asking->question();
  if (!question) return;
  const Theme& theme = currentTheme();
  const double size = magnification();
  const double left = kLabelColumnPx * size, right = width() - kRightMarginPx * size;
  SmoothPainter painter(this);
  painter.setClipRect(QRectF(left, 0, right - left + size, height()));
  if (m_asking->revealed()) {
    QColor around = theme.done;
    around.setAlpha(60);
    painter.fillRect(
        QRectF(QPointF(xOf(static_cast<double>(question->right - question->tolerance)), 0),
               QPointF(xOf(static_cast<double>(question->right + question->tolerance)), height())),
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
