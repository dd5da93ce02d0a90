// SPDX-License-Identifier: GPL-3.0-or-later
// Labels and values side by side, in two lines where one is too short; what does not fit then is counted.
// Not here: adding up (core/analysis).
#include "gui/timeline/statistics_strip.h"

#include <QFontMetricsF>
#include <QPainter>

#include "gui/text/format.h"
#include "gui/text/run_text.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/plain_text.h"

namespace runahead::gui {

namespace {

constexpr double kLeft = 14, kGap = 22, kBetween = 8, kRight = 8;
constexpr int kOneLine_px = 34, kLine_px = 24, kLines = 2;

QFont labelFont() {
  return uiFont(13);
}
QFont valueFont() {
  return monoFont(13, QFont::Bold);
}

double widthOf(const StatisticsStrip::Item& item) {
  return QFontMetricsF(labelFont()).horizontalAdvance(item.label) + kBetween +
         QFontMetricsF(valueFont()).horizontalAdvance(item.value);
}

QString moreText(std::size_t count) {
  return StatisticsStrip::tr("and %1 more").arg(count);
}

}  // namespace

StatisticsStrip::StatisticsStrip(const ShownTrace* shown, const Selection* selection, QWidget* parent)
    : QWidget(parent), m_shown(shown), m_selection(selection) {
  named(this, "statisticsStrip", tr("Statistics of the selected range"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(selection, &Selection::changed, this, &StatisticsStrip::refresh);
  connect(shown, &ShownTrace::changed, this, &StatisticsStrip::refresh);
  hide();
}

void StatisticsStrip::refresh() {
  if (!m_selection->range()) {
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
  if (!m_selection->range()) return;
  const TimeRange range = *m_selection->range();
  m_items = items(m_shown->trace(), range, statistics(m_shown->trace(), range.from_ns, range.to_ns));
  arrange();
}

QSize StatisticsStrip::sizeHint() const {
  const int lines = m_placed.empty() ? 1 : m_placed.back().line + 1;
  return {600, lines == 1 ? kOneLine_px : lines * kLine_px + 6};
}

void StatisticsStrip::arrange() {
  const int before = sizeHint().height();
  m_placed = layOut(m_items, width());
  QStringList all;
  for (const Item& item : m_items) all << item.label + QStringLiteral(": ") + item.value;
  all << tr("Of a task that begins before the range or ends after it, only the time in the range counts.");
  setToolTip(asText(all.join(u'\n')));
  setAccessibleDescription(all.join(QStringLiteral(", ")));
  if (sizeHint().height() != before) updateGeometry();
  update();
}

std::vector<StatisticsStrip::PlacedItem> StatisticsStrip::layOut(const std::vector<Item>& items,
                                                                 double width_px) {
  const double more = QFontMetricsF(labelFont()).horizontalAdvance(moreText(items.size())) + kGap;
  std::vector<PlacedItem> placed;
  double x = kLeft;
  int line = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double width = widthOf(items[i]);
    const auto fits = [&] {
      const bool last = line + 1 == kLines && i + 1 < items.size();
      return x + width + (last ? more : 0) <= width_px - kRight;
    };
    if (!fits() && line + 1 < kLines && x > kLeft) ++line, x = kLeft;
    if (!fits() && x > kLeft) break;
    placed.push_back({i, line, x});
    x += width + kGap;
  }
  return placed;
}

std::vector<StatisticsStrip::Item> StatisticsStrip::items(const Trace& trace, const TimeRange& range,
                                                          const RangeStatistics& statistics) {
  std::vector<Item> items;
  items.push_back({tr("range"), formatTime(range.length_ns())});
  const std::uint32_t whole = statistics.tasks - statistics.cut;
  items.push_back(
      {tr("tasks"), statistics.cut == 0
                        ? formatCount(whole)
                        : tr("%1 whole, %2 cut").arg(formatCount(whole), formatCount(statistics.cut))});
  items.push_back({tr("busy in it"), formatTime(statistics.busy_ns)});
  items.push_back({tr("frontend waits in it"), formatTime(statistics.wait_ns)});
  items.push_back({tr("enqueued"), formatCount(statistics.enqueued)});
  items.push_back({tr("ended"), formatCount(statistics.ended)});
  items.push_back({tr("most pending"), formatCount(statistics.max_depth)});
  items.push_back({tr("peak in use"), bytesOn(trace, trace.memory(), statistics.max_live_bytes)});
  for (const RangeStatistics::PerName& name : statistics.names) {
    const std::uint32_t all = name.count - name.cut;
    QStringList parts;
    if (all > 0) {
      parts << QStringLiteral("%1 × %2").arg(formatCount(all),
                                             formatTime((name.total_ns - name.cut_ns) / all));
    }
    if (name.cut > 0) parts << tr("%1 cut %2").arg(formatCount(name.cut), formatTime(name.cut_ns));
    items.push_back({QString::fromStdString(trace.name(name.name)), parts.join(QStringLiteral(" + "))});
  }
  return items;
}

void StatisticsStrip::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.panel);
  painter.fillRect(QRect(0, 0, width(), 1), theme.hairline);
  const int lines = m_placed.empty() ? 1 : m_placed.back().line + 1;
  const double line = lines == 1 ? height() - 1.0 : kLine_px, top = lines == 1 ? 1 : 3;
  const auto word = [&](double x, int row, const QFont& font, const QColor& colour, const QString& text) {
    return x + paintWord(painter, x, QRectF(0, top + row * line, 0, line), font, colour, text);
  };
  double end = kLeft;
  for (const PlacedItem& placed : m_placed) {
    const Item& item = m_items[placed.item];
    end = word(placed.x, placed.line, labelFont(), theme.text2, item.label) + kBetween;
    end = word(end, placed.line, valueFont(), theme.text, item.value) + kGap;
  }
  if (m_placed.size() < m_items.size() && !m_placed.empty())
    word(end, m_placed.back().line, labelFont(), theme.text3, moreText(m_items.size() - m_placed.size()));
}

void StatisticsStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

}  // namespace runahead::gui
