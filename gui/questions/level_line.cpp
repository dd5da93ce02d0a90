// SPDX-License-Identifier: GPL-3.0-or-later
// Dragging and painting the level.
#include "gui/questions/level_line.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "gui/charts/chart_pane.h"
#include "gui/questions/asking.h"
#include "gui/theme/theme.h"

namespace runahead::gui {
namespace {

constexpr double kLevel = 2, kLevelType = 14, kLevelLabel = 22, kLevelGap = 6;  ///< before it is magnified
constexpr double kDash = 6;                                                     ///< of the run's own level
constexpr double kLeastAround = 4;  ///< of what is right, on each side

}  // namespace

LevelLine::LevelLine(Asking* asking, ChartPane* chart, AnswerForm form)
    : QWidget(chart), m_asking(asking), m_chart(chart), m_form(form) {
  setObjectName(QStringLiteral("levelLine"));
  chart->installEventFilter(this);
  connect(asking, &Asking::changed, this, &LevelLine::follow);
  follow();
}

void LevelLine::follow() {
  const Question* question = m_asking->question();
  const bool asks = question && question->form == m_form;
  // Its scale is the question's: how high the run comes later does not show in it.
  m_chart->setLeastTop(asks ? static_cast<double>(question->scale_to) : 0);
  setVisible(asks);
  if (!asks) return;
  setAttribute(Qt::WA_TransparentForMouseEvents, m_asking->revealed());
  setCursor(m_asking->revealed() ? Qt::ArrowCursor : Qt::SplitVCursor);
  setGeometry(m_chart->rect());
  raise();
  update();
}

bool LevelLine::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) setGeometry(m_chart->rect());
  return QWidget::eventFilter(watched, event);
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

void LevelLine::mousePressEvent(QMouseEvent* event) {
  const QRectF place = plot();
  const double level = (place.bottom() - event->position().y()) / place.height() * m_chart->top();
  const auto most = static_cast<double>(m_asking->question()->scale_to);
  m_asking->answerWith(std::llround(std::clamp(level, 0.0, most)));
}

void LevelLine::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) mousePressEvent(event);
}

void LevelLine::paintEvent(QPaintEvent*) {
  const Question* question = m_asking->question();
  if (!question) return;
  const Theme& theme = currentTheme();
  const double size = m_chart->magnification();
  const QRectF place = plot();
  SmoothPainter painter(this);
  if (m_asking->revealed()) {
    QColor around = theme.done;
    around.setAlpha(90);
    const double right = yOf(static_cast<double>(question->right)), least = kLeastAround * size;
    const double top =
        std::min(yOf(static_cast<double>(question->right + question->tolerance)), right - least);
    const double bottom =
        std::max(yOf(static_cast<double>(question->right - question->tolerance)), right + least);
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
  const QString text = QString::fromStdString(answer_text(m_asking->trace(), m_form, *answer));
  const double wide = QFontMetricsF(font).horizontalAdvance(text) + 2 * kLevelGap * size;
  const double high = kLevelLabel * size;
  // Under the line where there is no room over it.
  const QRectF label(place.right() - wide, y - high >= place.top() ? y - high : y, wide, high);
  painter.fillRect(label, theme.text);
  paintText(painter, label, Qt::AlignCenter, font, theme.paper, text);
}

}  // namespace runahead::gui
