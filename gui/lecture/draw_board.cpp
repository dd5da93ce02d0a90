// SPDX-License-Identifier: GPL-3.0-or-later
// Dragging bars, and painting lanes and bars.
#include "gui/lecture/draw_board.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/analysis/labels.h"
#include "gui/text/format.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

// On 1280 x 720.
constexpr double kRuler = 32, kLane = 42, kTray = 50, kNames = 150, kNameGap = 14, kMargin = 28,
                 kBoardType = 24, kBar = 34;

}  // namespace

DrawBoard::DrawBoard(Asking* asking, QWidget* parent) : QWidget(parent), m_asking(asking) {
  setObjectName(QStringLiteral("drawBoard"));
  connect(asking, &Asking::changed, this, [this] {
    m_dragged = kNone;
    setVisible(m_asking->drawing());
    update();
  });
  hide();
}

void DrawBoard::setScale(double scale) {
  m_scale = scale;
  update();
}

int DrawBoard::wantedHeight() const {
  const Drawing* drawing = m_asking->drawing();
  if (!drawing) return 0;
  return static_cast<int>(std::ceil(px(kRuler + static_cast<double>(drawing->lanes.size()) * kLane + kTray)));
}

QFont DrawBoard::nameFont() const {
  return uiFont(static_cast<int>(px(kBoardType)), QFont::Medium);
}

QString DrawBoard::nameOf(LaneId lane) const {
  return toText(lane_label(m_asking->trace(), lane));
}

double DrawBoard::namesWidth() const {
  const QFontMetricsF metrics(nameFont());
  double wide = px(kNames);
  for (const LaneId lane : m_asking->drawing()->lanes)
    wide = std::max(wide, metrics.horizontalAdvance(nameOf(lane)) + px(kNameGap));
  return wide;
}

TimeAxis DrawBoard::axis() const {
  const Drawing& drawing = *m_asking->drawing();
  const double left = px(kMargin) + namesWidth();
  return {static_cast<double>(drawing.from_ns), static_cast<double>(drawing.to_ns), left,
          std::max(1.0, width() - left - px(kMargin))};
}

QRectF DrawBoard::laneRect(std::size_t lane) const {
  return {0, px(kRuler + kLane * static_cast<double>(lane)), static_cast<double>(width()), px(kLane)};
}

QRectF DrawBoard::rectOf(const DrawnBar& bar) const {
  const Drawing& drawing = *m_asking->drawing();
  const auto lane =
      static_cast<std::size_t>(std::ranges::find(drawing.lanes, bar.lane) - drawing.lanes.begin());
  const TimeAxis time = axis();
  const double left = time.x(static_cast<double>(std::max(bar.start_ns, drawing.from_ns)));
  const double right = time.x(static_cast<double>(std::min(bar.end_ns, drawing.to_ns)));
  const QRectF row = laneRect(lane);
  return {left, row.center().y() - px(kBar) / 2, right - left, px(kBar)};
}

QRectF DrawBoard::rectOf(TaskId task) const {
  const Drawing& drawing = *m_asking->drawing();
  const auto& drawn = m_asking->drawn();
  if (const auto at = std::ranges::find(drawn, task, &DrawnBar::task); at != drawn.end()) return rectOf(*at);
  // One behind the other, in the order of issue.
  const TimeAxis time = axis();
  double left = time.leftPx;
  const QRectF tray = laneRect(drawing.lanes.size());
  for (const DrawnBar& bar : drawing.recorded) {
    const double wide = static_cast<double>(bar.end_ns - bar.start_ns) * time.pxPerNs();
    if (bar.task == task) return {left, tray.top() + px((kTray - kBar) / 2), wide, px(kBar)};
    left += wide + px(2);
  }
  return {};
}

std::optional<DrawnBar> DrawBoard::barAt(TaskId task, QPointF leftMiddle) const {
  const Drawing& drawing = *m_asking->drawing();
  for (std::size_t lane = 0; lane < drawing.lanes.size(); ++lane) {
    if (leftMiddle.y() < laneRect(lane).top() || leftMiddle.y() >= laneRect(lane).bottom()) continue;
    DrawnBar bar = *std::ranges::find(drawing.recorded, task, &DrawnBar::task);
    bar.lane = drawing.lanes[lane];
    bar.end_ns += std::llround(axis().ns(leftMiddle.x())) - bar.start_ns;
    bar.start_ns = std::llround(axis().ns(leftMiddle.x()));
    return m_asking->settled(bar);
  }
  return std::nullopt;
}

void DrawBoard::mousePressEvent(QMouseEvent* event) {
  if (m_asking->revealed()) return;
  for (const DrawnBar& bar : m_asking->drawing()->recorded) {
    const QRectF rect = rectOf(bar.task);
    if (!rect.contains(event->position())) continue;
    m_dragged = bar.task;
    m_grip = event->position() - QPointF(rect.left(), rect.center().y());
    m_pointer = event->position();
  }
  update();
}

void DrawBoard::mouseMoveEvent(QMouseEvent* event) {
  m_pointer = event->position();
  if (m_dragged != kNone) update();
}

void DrawBoard::mouseReleaseEvent(QMouseEvent* event) {
  const TaskId task = std::exchange(m_dragged, kNone);
  if (task == kNone) return;
  const auto bar = barAt(task, event->position() - m_grip);
  bar ? m_asking->put(*bar) : m_asking->takeBack(task);
  update();
}

void DrawBoard::paintEvent(QPaintEvent*) {
  const Drawing* drawing = m_asking->drawing();
  if (!drawing) return;
  const Theme& theme = currentTheme();
  SmoothPainter painter(this);
  const TimeAxis time = axis();
  const double bottom = laneRect(drawing->lanes.size()).top();
  painter.fillRect(QRectF(time.leftPx, px(kRuler), time.widthPx, bottom - px(kRuler)), theme.paper);
  const QFont small = uiFont(static_cast<int>(px(kBoardType)));
  for (const Tick& tick : ticks(time, px(170))) {
    const double x = time.x(tick.ns);
    painter.fillRect(QRectF(x, px(kRuler), 1, bottom - px(kRuler)), theme.grid);
    const double words = QFontMetricsF(small).horizontalAdvance(tick.label) + 2;
    const double left = std::min(x - words / 2, width() - words - 2);
    paintText(painter, QRectF(left, 0, words, px(kRuler)), Qt::AlignCenter, small, theme.text2, tick.label);
  }
  const QFont names = nameFont();
  for (std::size_t lane = 0; lane < drawing->lanes.size(); ++lane) {
    const QRectF row = laneRect(lane);
    paintText(painter, row.adjusted(px(kMargin), 0, 0, 0), Qt::AlignVCenter, names, theme.text,
              nameOf(drawing->lanes[lane]));
    painter.fillRect(QRectF(time.leftPx, row.bottom(), time.widthPx, 1), theme.hairline);
  }
  if (!m_asking->revealed())
    paintText(painter, laneRect(drawing->lanes.size()).adjusted(px(kMargin), 0, 0, px(kTray - kLane)),
              Qt::AlignVCenter, names, theme.text2, tr("to draw"));
  for (const DrawnBar& bar : drawing->given) paintBar(painter, rectOf(bar), bar.task, true);
  const auto& held = m_asking->held();
  for (const DrawnBar& bar : drawing->recorded) {
    const bool left =
        std::ranges::find(m_asking->drawn(), bar.task, &DrawnBar::task) == m_asking->drawn().end();
    const bool moves = bar.task == m_dragged || (held && held->task == bar.task);
    if (!moves && !(left && m_asking->revealed())) paintBar(painter, rectOf(bar.task), bar.task, false);
    // Where nothing has been drawn, the run itself is seen.
    if (m_asking->revealed() && m_asking->drawn().empty()) paintBar(painter, rectOf(bar), bar.task, false);
  }
  if (held) {
    paintBar(painter, rectOf(*held), held->task, false);
    paintBox(painter, rectOf(*held), QPen(theme.text, px(4)), Qt::NoBrush, px(3));
  }
  if (m_dragged != kNone) {
    QRectF rect = rectOf(m_dragged);
    rect.moveTo(m_pointer - m_grip - QPointF(0, rect.height() / 2));
    if (const auto bar = barAt(m_dragged, m_pointer - m_grip)) {
      painter.setOpacity(0.4);
      paintBar(painter, rectOf(*bar), m_dragged, false);
      painter.setOpacity(1);
    }
    paintBar(painter, rect, m_dragged, false);
  }
  if (!m_asking->revealed() || m_asking->drawn().empty()) return;
  for (const DrawnBar& bar : drawing->recorded)
    paintBox(painter, rectOf(bar).adjusted(-1, -1, 1, 1), dashedPen(theme.text, px(3), {px(8), px(5)}),
             Qt::NoBrush, px(3));
}

void DrawBoard::paintBar(QPainter& painter, const QRectF& rect, TaskId task, bool given) const {
  const Theme& theme = currentTheme();
  paintBox(painter, rect, QPen(theme.running, 1), given ? QBrush(theme.running) : QBrush(theme.ready), px(3));
  const QFont font = monoFont(static_cast<int>(px(kBoardType)));
  const QString whole = toText(task_label(m_asking->trace(), task));
  const QFontMetricsF metrics(font);
  const double room = rect.width() - px(6);
  const QString text = metrics.horizontalAdvance(whole) <= room ? whole : QString::number(task);
  if (metrics.horizontalAdvance(text) <= room)
    paintText(painter, rect, Qt::AlignCenter, font, given ? theme.runningText : theme.readyText, text);
}

}  // namespace runahead::gui
