// SPDX-License-Identifier: GPL-3.0-or-later
// Labels and values side by side; what does not fit is left out from the end.
// Not here: adding up (core/analysis).
#include "gui/timeline/statistics_strip.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>

#include "gui/theme/format.h"

namespace runahead::gui {

namespace {

constexpr int kDelay_ms = 60;
constexpr double kGap = 22;

}  // namespace

StatisticsStrip::StatisticsStrip(ViewState* view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("statisticsStrip"));
  setAccessibleName(tr("Statistics of the selected range"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_timer.setSingleShot(true);
  m_timer.setInterval(kDelay_ms);
  connect(&m_timer, &QTimer::timeout, this, &StatisticsStrip::recompute);
  connect(view, &ViewState::selectionChanged, this, &StatisticsStrip::refresh);
  connect(view, &ViewState::traceChanged, this, &StatisticsStrip::refresh);
  hide();
}

void StatisticsStrip::refresh() {
  if (!m_view->range()) {
    m_timer.stop();
    hide();
    return;
  }
  if (!isVisible()) {
    show();
    recompute();
  } else if (!m_timer.isActive()) {
    m_timer.start();
  }
}

void StatisticsStrip::recompute() {
  if (!m_view->range()) return;
  const TimeRange range = *m_view->range();
  m_items = items(m_view->trace(), range, statistics(m_view->trace(), range.fromNs, range.toNs));
  update();
}

std::vector<StatisticsStrip::Item> StatisticsStrip::items(const Trace& trace, const TimeRange& range,
                                                          const RangeStatistics& statistics) {
  std::vector<Item> items;
  items.push_back({tr("range"), formatTime(range.lengthNs())});
  items.push_back({tr("tasks"), formatCount(statistics.tasks)});
  items.push_back({tr("busy"), formatTime(statistics.busy_ns)});
  items.push_back({tr("frontend waits"), formatTime(statistics.wait_ns)});
  items.push_back({tr("enqueued"), formatCount(statistics.enqueued)});
  items.push_back({tr("ended"), formatCount(statistics.ended)});
  items.push_back({tr("deepest queue"), formatCount(statistics.max_depth)});
  items.push_back({tr("peak live"), formatBytes(statistics.max_live_bytes)});
  for (const RangeStatistics::PerName& name : statistics.names) {
    items.push_back({QString::fromStdString(trace.name(name.name)),
                     QStringLiteral("%1 × %2").arg(formatCount(name.count),
                                                   formatTime(name.total_ns / std::max(1U, name.count)))});
  }
  return items;
}

void StatisticsStrip::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.panel);
  painter.fillRect(QRect(0, 0, width(), 1), theme.hairline);
  const QFont label_font = uiFont(13), value_font = monoFont(13, QFont::Bold);
  const QFontMetricsF label_metrics(label_font), value_metrics(value_font);
  double x = 14;
  for (const Item& item : m_items) {
    const double label = label_metrics.horizontalAdvance(item.label);
    const double value = value_metrics.horizontalAdvance(item.value);
    if (x + label + 8 + value > width() - 8) break;
    painter.setFont(label_font);
    painter.setPen(theme.text2);
    painter.drawText(QRectF(x, 1, label + 2, height() - 1), Qt::AlignLeft | Qt::AlignVCenter, item.label);
    painter.setFont(value_font);
    painter.setPen(theme.text);
    painter.drawText(QRectF(x + label + 8, 1, value + 2, height() - 1), Qt::AlignLeft | Qt::AlignVCenter,
                     item.value);
    x += label + 8 + value + kGap;
  }
}

void StatisticsStrip::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) update();
  QWidget::changeEvent(event);
}

}  // namespace runahead::gui
