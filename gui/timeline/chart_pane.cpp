// SPDX-License-Identifier: GPL-3.0-or-later
// The plot is rendered when run, range or size change; a moving cursor costs a copy of it.
// Not here: content (chart_content.cpp).
#include "gui/timeline/chart_pane.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "gui/text/run_text.h"
#include "gui/timeline/plot.h"
#include "gui/timeline/run_lines.h"
#include "gui/view/shared_axis.h"

namespace runahead::gui {

namespace {

constexpr double kBottom_px = 14;  // room for the lowest label's lower half
constexpr double kTop_px = 8;

}  // namespace

ChartPane::ChartPane(ViewState* view, const ChartKind& kind, QWidget* parent)
    : QWidget(parent), m_view(view), m_kind(kind), m_chart(std::make_unique<Plot>()) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  connect(view->shown(), &ShownTrace::changed, this, &ChartPane::invalidate);
  connect(view->visible(), &VisibleRange::changed, this, &ChartPane::invalidate);
  const auto repaint = [this] { update(); };
  connect(view->cursor(), &Cursor::changed, this, repaint);
  connect(view->selection(), &Selection::changed, this, repaint);
  connect(view->cursor(), &Cursor::futureVisibilityChanged, this, repaint);
}

ChartPane::~ChartPane() = default;

ChartHead ChartPane::head() const {
  return m_kind.head(m_view->shown()->trace(), m_view->shown()->trace().counters_at(m_view->cursor()->seq()),
                     m_view->shown()->wholeRange());
}

TimeAxis ChartPane::axis() const {
  return paneAxis(room().width(), m_view->visible()->fromNs(), m_view->visible()->toNs());
}

QRectF ChartPane::plotRect() const {
  const TimeAxis now = axis();
  return {now.leftPx, kHeadPx + kTop_px, now.widthPx,
          std::max(10.0, room().height() - kHeadPx - kTop_px - kBottom_px)};
}

void ChartPane::setMagnification(double factor) {
  if (factor == m_magnification) return;
  m_magnification = factor;
  invalidate();
}

void ChartPane::setLeastTop(double level) {
  if (level == m_leastTop) return;
  m_leastTop = level;
  invalidate();
}

double ChartPane::top() {
  if (m_dirty) renderPlot();
  return m_chart->top();
}

void ChartPane::invalidate() {
  m_dirty = true;
  update();
}

void ChartPane::renderPlot() {
  const qreal scale = devicePixelRatioF() * m_magnification;
  // The scale is asked for where there is no room for a picture, too.
  const QSize pixels = (size() * devicePixelRatioF()).expandedTo({1, 1});
  if (m_plot.size() != pixels) m_plot = QPixmap(pixels);
  m_plot.setDevicePixelRatio(scale);
  const Theme& theme = currentTheme();
  const QRectF plot = plotRect();
  QPainter painter(&m_plot);
  ChartContent shown =
      m_kind.content(m_view->shown()->trace(), m_view->shown()->counterColumns(axis(), 1 / scale),
                     m_view->shown()->wholeRange());
  shown.max = std::max(shown.max, m_leastTop);
  for (const Companion& run : m_companions)
    shown.max = std::max(shown.max, m_kind.high(run.view->shown()->wholeRange()));
  m_chart->setContent(shown, theme, plot.size(), blockedBrush(theme, painter));
  painter.fillRect(QRectF(QPointF(), room()), theme.paper);
  m_chart->paint(painter, plot, gridOf(axis()), theme);
  if (m_own >= 0) paintCompanions(painter);
  m_dirty = false;
}

void ChartPane::setCompanions(int own, std::vector<Companion> companions) {
  for (const Companion& run : m_companions) disconnect(run.view, nullptr, this, nullptr);
  m_own = own;
  m_companions = std::move(companions);
  for (const Companion& run : m_companions) {
    connect(run.view->shown(), &ShownTrace::changed, this, &ChartPane::invalidate);
    connect(run.view->visible(), &VisibleRange::changed, this, &ChartPane::invalidate);
    connect(run.view->cursor(), &Cursor::changed, this, [this] { update(); });
  }
  invalidate();
}

void ChartPane::paintCompanions(QPainter& painter) {
  const TimeAxis now = axis();
  const double column_px = 1 / m_plot.devicePixelRatioF();
  std::vector<RunLine> lines;
  for (const Companion& run : m_companions) {
    const TimeAxis own = paneAxis(room().width(), run.view->visible()->fromNs(), run.view->visible()->toNs());
    lines.push_back({run.letter, m_kind.curve(run.view->shown()->counterColumns(own, column_px))});
  }
  lines.push_back({m_own, m_kind.curve(m_view->shown()->counterColumns(now, column_px)), true});
  paintRunLines(painter, plotRect(), m_chart->top(), lines, currentTheme().*m_kind.colour, currentTheme());
}

ChartHead ChartPane::comparedHead() const {
  ChartHead shown = head();
  if (m_own < 0) return shown;
  std::vector<std::pair<int, QString>> values{
      {m_own, m_kind.value(m_view->shown()->trace().counters_at(m_view->cursor()->seq()))}};
  for (const Companion& run : m_companions)
    values.emplace_back(run.letter,
                        m_kind.value(run.view->shown()->trace().counters_at(run.view->cursor()->seq())));
  std::ranges::sort(values);
  QStringList words;
  for (const auto& [letter, text] : values) words << QStringLiteral("%1 %2").arg(runLetter(letter), text);
  shown.note = words.join(QStringLiteral("   "));
  return shown;
}

void ChartPane::paintCursor(QPainter& painter) {
  const Theme& theme = currentTheme();
  const TimeAxis now = axis();
  const QRectF plot = plotRect();
  const double cursor_x = now.x(static_cast<double>(m_view->cursor()->ns()));
  const QRectF below(0, kHeadPx, room().width(), room().height() - kHeadPx);
  paintFutureVisibility(painter, now, cursor_x, below, m_view->cursor()->futureVisibility(), theme);
  if (m_view->selection()->range()) {
    const double left =
        std::max(now.leftPx, now.x(static_cast<double>(m_view->selection()->range()->from_ns)));
    const double right =
        std::min(now.rightPx(), now.x(static_cast<double>(m_view->selection()->range()->to_ns)));
    if (right > left) painter.fillRect(QRectF(left, kHeadPx, right - left, below.height()), tintOf(theme));
  }
  if (cursor_x < now.leftPx - 0.5 || cursor_x > now.rightPx() + 0.5) return;
  const double device = 1 / m_plot.devicePixelRatioF();
  const double x = std::round(cursor_x / device) * device;
  painter.fillRect(QRectF(x - 1, kHeadPx, 2, below.height()), theme.cursor);  // words stand in the head
  painter.setRenderHint(QPainter::Antialiasing);
  for (const ChartHead::Entry& entry : head().entries) {
    if (entry.at < 0) continue;
    painter.setPen(QPen(theme.paper, 1.5));
    painter.setBrush(entry.look == SeriesLook::live ? theme.live : theme.cursor);
    painter.drawEllipse(QPointF(x, plot.bottom() - entry.at / m_chart->top() * plot.height()), 4, 4);
  }
}

bool ChartPane::event(QEvent* event) {
  // The ratio changes when the window moves to another screen.
  if (event->type() == QEvent::ScreenChangeInternal) invalidate();
  return QWidget::event(event);
}

void ChartPane::paintEvent(QPaintEvent*) {
  if (m_dirty || m_plot.devicePixelRatio() != devicePixelRatioF() * m_magnification) renderPlot();
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.scale(m_magnification, m_magnification);
  painter.drawPixmap(0, 0, m_plot);
  painter.fillRect(QRectF(0, 0, room().width(), 1), theme.hairline);
  paintCursor(painter);
  paintChartHead(painter, comparedHead(), QRectF(0, 1, room().width(), kHeadPx - 1), kLabelColumnPx, theme,
                 true);
}

void ChartPane::resizeEvent(QResizeEvent*) {
  invalidate();
}

void ChartPane::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange) invalidate();
  QWidget::changeEvent(event);
}

void ChartPane::mousePressEvent(QMouseEvent* event) {
  const double x = event->position().x() / m_magnification;
  if (event->button() != Qt::LeftButton || x < kLabelColumnPx) return;
  m_view->cursor()->setTime(std::llround(axis().ns(x)));
}

void ChartPane::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton)) return;
  const TimeAxis now = axis();
  const double x = event->position().x() / m_magnification;
  m_view->cursor()->setTime(std::llround(now.ns(std::clamp(x, now.leftPx, now.rightPx()))));
}

void ChartPane::wheelEvent(QWheelEvent* event) {
  TimeAxis seen = axis();
  seen.leftPx *= m_magnification;
  seen.widthPx *= m_magnification;
  turnAxis(*m_view->visible(), seen, *event);
}

}  // namespace runahead::gui
